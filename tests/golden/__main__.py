"""Write the golden records that are missing: `python -m tests.golden`. Read them before use."""

import random
from pathlib import Path

from engine import PRESETS, view
from engine.players import choose
from engine.record import write_record
from pbem.demo.playouts import play_out

FOLDER = Path(__file__).parent

if __name__ == "__main__":
    for row in PRESETS:
        file = FOLDER / f"{row.name}.txt"
        if not file.exists():
            dice = random.Random(row.name)
            least, most = row.rules.players
            players = min(max(4, least), most)
            _, log = play_out(row.rules, players, dice, lambda game, seat: choose(view(game, seat)))
            file.write_text(write_record(log), "utf-8")
            print(f"wrote {file.name}: read it before you commit it")

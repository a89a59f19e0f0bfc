"""Make `before_release.sql.xz`: a database as servers of commit 2c9b750 left it, with its games.

It is the last before the first release, whose tables are number 0015. Made there, by what it has
itself, in an environment of its own:

    git worktree add /tmp/before 2c9b750 && cd /tmp/before && python3 dev.py check
    .venv/bin/python .../tests/data/make_before_release.py

Cards, letters and codes are other ones each time; what the games are at is the same.
"""

import lzma
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path.cwd()))  # that of the commit

from pbem.demo.correspondent import answer
from pbem.server import clock
from pbem.store import questions
from pbem.store.games import load_table
from tests.club import MORNING, Club, seated
from tests.databases import database_url
from tests.terminal import command

DUMP = Path(__file__).with_name("before_release.sql.xz")
GAMES = {
    "Over": "Anna Bruno Ruth",
    "Inviting": "Jan Kim Lea",
    "Playing": "Olga Piet Rosa",
    "Asking": "Sara Tom Uwe",
}
"""Who plays where, the games in the order of their numbers."""


class OtherCards(Exception):
    """With the cards that were dealt a game does not come to where it shall be left."""


def stop_the_clocks() -> None:
    """Let it be the club's morning for commands, too."""
    now = clock.now
    for module in list(sys.modules.values()):
        if getattr(module, "now", None) is now:
            module.now = lambda: MORNING


def new_game(folder: Path, club: Club, name: str, *how: str) -> None:
    """Set a game up at the command line, and send what it writes."""
    addresses = {one: f"{one.lower()}@club.example" for one in GAMES[name].split()}
    seats = [f"{one} <{address}>" for one, address in addresses.items()]
    where = {
        "OHHELL_DATABASE": database_url(folder / "club.db"),
        "OHHELL_MAILBOX": "table@ohhell.example",
    }
    marta = ("--organiser", "Marta <marta@club.example>")
    done = command(folder, "new", name, *seats, *marta, *how, env=where)
    assert (done.returncode, done.stderr) == (0, ""), done
    club.addresses |= addresses
    club.deliver()


def asked(club: Club, name: str) -> str | None:
    """Who is asked in a game; nobody when it is over."""
    number = list(GAMES).index(name) + 1
    with club.services.db.begin() as session:
        found = questions.open_questions(session, number)
        return load_table(session, number).players[found[0].seat].name if found else None


def go_on(club: Club, name: str, most: int = 99) -> None:
    """Let each who is asked answer as people do, so many times at most."""
    while most and (who := asked(club, name)):
        said = answer(club.letter(who).text)
        fate = club.say(who, said)
        assert fate.startswith("played"), (who, said, fate)
        club.later(minutes=11)
        most -= 1


def make(folder: Path) -> None:
    """Fill the database of a folder: what a game is at tells its name."""
    club = seated(folder)
    new_game(folder, club, "Over", "--preset", "1-1", "--start")
    new_game(folder, club, "Inviting", "--preset", "2-1")
    new_game(folder, club, "Playing", "--preset", "4-1", "--start", "--hold", "10")
    new_game(folder, club, "Asking", "--preset", "2-1", "--start", "--hold", "0")
    go_on(club, "Over")
    assert club.say("Jan", "yes").startswith("said yes")
    go_on(club, "Playing", 3)
    leader = asked(club, "Playing")
    card = answer(club.letter(leader).text)
    said = club.say(leader, f"{card} then low")
    assert said.startswith("played"), said
    club.later(minutes=11)
    # The next card is not yet shown to the others.
    second = asked(club, "Playing")
    letter = club.letter(second)
    if not letter.text.startswith("YOUR TURN"):
        raise OtherCards("one who has no choice is not asked")
    said = club.say(second, answer(letter.text))
    assert said.startswith("played"), said
    if asked(club, "Playing") in (second, leader):
        raise OtherCards("one who plays last leads at once")
    club.services.db.close()


def main() -> None:
    stop_the_clocks()
    dump = ""
    while not dump:
        with TemporaryDirectory() as folder, suppress(OtherCards):
            make(Path(folder))
            with closing(sqlite3.connect(Path(folder) / "club.db")) as file:
                dump = "\n".join(file.iterdump())
    DUMP.write_bytes(lzma.compress(dump.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{DUMP.name}: {DUMP.stat().st_size} bytes")


if __name__ == "__main__":
    main()

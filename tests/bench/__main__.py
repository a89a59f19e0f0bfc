"""`python3 dev.py bench [PART ...]`: speed, as ratios to a floor or a peer taken in the same run.

Parts: engine, reading, big, letters, moves, start, crowd, archive, backlog, move, workers; all
if none is named.
`python3 dev.py bench mailman` installs GNU Mailman beside, and sets our mails beside its own.
Each figure is the median of several rounds, with the least and the most. With `--write` the rows of
the parts take their place in docs/SCALE.md, with the machine, the day and the commit.
`python3 dev.py bench players` sets computers against each other; games that were played are kept.
`python3 dev.py bench against REV` sets the moves beside those of a commit, a tag or a branch.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rich.console import Console
from rich.table import Table

from pbem.logs import log_to
from tests.bench import (
    against,
    archive,
    backlog,
    big,
    crowd,
    engine,
    letters,
    mailman,
    move,
    moves,
    players,
    reading,
    start,
    workers,
)
from tests.bench.measure import CannotCompare, Row
from tests.bench.scale import SCALE, circumstances, written

PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "engine": ("the engine beside OpenSpiel, and the questions a game asks", engine.rows),
    "reading": ("reading mails beside parsing them", reading.rows),
    "big": ("memory while a mail of 25 MB comes", big.rows),
    "letters": ("letters of a game beside their finished words filled in", letters.rows),
    "moves": ("moves from SMTP in to mail handed on, beside their floor", moves.rows),
    "start": ("commands and start-up beside importing the database library", start.rows),
    "crowd": ("moves with many open games in the database", crowd.rows),
    "archive": ("finished games in the archive", archive.rows),
    "backlog": ("a full mailbox beside fetching alone", backlog.rows),
    "move": ("a whole database moved into a PostgreSQL and back", move.rows),
    "workers": ("several servers on one PostgreSQL", workers.rows),
    "players": ("games of computers of each level against each other", players.rows),
    "mailman": ("mails in to mails out, beside GNU Mailman", mailman.rows),
}

WHEN_NAMED = {"mailman", "players"}
"""Parts that are only measured when they are named: they install something, or take hours."""


def main(words: list[str], write: bool = False) -> int:
    """Measure the parts named, and print a table of each; 2 if there is no such part, or
    nothing to compare it with.

    With `write` each is written into docs/SCALE.md as soon as it is measured.
    """
    if unknown := [word for word in words if word not in PARTS]:
        print(f"no part is called {unknown[0]}; there are:", file=sys.stderr)
        for name, (about, _) in PARTS.items():
            print(f"  {name:11} {about}", file=sys.stderr)
        print("  against REV moves of this tree beside those of a commit", file=sys.stderr)
        return 2
    where = circumstances()
    wanted = words or [name for name in PARTS if name not in WHEN_NAMED]
    try:
        for name, rows in _show({name: PARTS[name] for name in wanted}, where):
            if write:
                SCALE.write_text(written(SCALE.read_text("utf-8"), name, where, rows), "utf-8")
    except CannotCompare as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def beside(revision: str) -> int:
    """Measure this tree beside a revision; 2 if that cannot be."""
    part = {"against": (f"this tree beside {revision}", partial(against.rows, revision))}
    try:
        list(_show(part, circumstances()))
    except CannotCompare as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def _show(
    parts: Mapping[str, tuple[str, Callable[[], Iterator[Row]]]], where: str
) -> Iterator[tuple[str, list[Row]]]:
    """Print when and where, and a table of each part as it is measured; the parts' rows."""
    out = Console(width=140)
    out.print(where)
    log_to(io.StringIO())
    for name, (about, rows) in parts.items():
        table, measured = Table("what", "figure", "beside", "ratio", title=f"{name}: {about}"), []
        with out.status(f"{name} ...") as status:
            for row in rows():
                measured.append(row)
                table.add_row(*row)
                status.update(f"{name} ... {row[0]}: {row[1]}")
        out.print(table)
        yield name, measured


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["against", revision]:
            sys.exit(beside(revision))
        case words:
            sys.exit(main([word for word in words if word != "--write"], "--write" in words))

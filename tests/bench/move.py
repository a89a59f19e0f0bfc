"""A whole database moved out of its file into a PostgreSQL and back, and killed on the way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import Row
from tests.servers.postgres import DEBIAN
from tests.torture.moving import PARTS, Moved, moving, written

GAMES = 10_000


def rows() -> Iterator[Row]:
    """Seconds and memory of both ways; what was killed, compared and answered was as it must be."""
    with (
        tempfile.TemporaryDirectory() as name,
        moving(Path(name), GAMES, DEBIAN if DEBIAN.is_dir() else None) as run,
    ):
        folder = Path(name)
        again, last = folder / "again.db", folder / "last" / "ohhell.db"
        last.parent.mkdir()
        size = run.first.stat().st_size / 1e6
        yield f"a file with {GAMES:,} open games", f"{size:.0f} MB", "", ""
        yield _told(f"moved into PostgreSQL {run.version}", run.out_of_the_file())
        yield _told("moved back into a file", run.into_a_file(again))
        before, after = written(run.first), written(again)
        assert before == after
        yield "digest of all rows, as they are written", after[:16], f"before {before[:16]}", ""
        count = run.answered_in_the_postgresql()
        yield "answers to letters of before, played in the PostgreSQL", f"{count}", "", ""
        yield _told("moved back with these", run.into_a_file(last))
        count = run.answered_in_a_file(last)
        yield "answers to letters of then, played in the file", f"{count}", "", ""


def _told(what: str, moved: Moved) -> Row:
    kills = f"at the fourth attempt: {len(PARTS)} were killed, and nothing had changed"
    return what, f"{moved.seconds:.1f} s, {moved.memory:.0f} MB of memory", kills, ""

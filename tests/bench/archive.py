"""What a finished game costs before and after it goes to the archive, and a server with many there.

One game is played to its end by mail; the others are its copies, made in the database.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.proof import write_proof
from engine.verify import verify
from pbem.config.settings import Settings
from pbem.context.services import Services, open_services
from pbem.games.archiving import archive_old
from pbem.results.proof import proof
from pbem.store.backup import size_of
from pbem.store.database import Database
from pbem.store.games import load_table
from tests.bench.crowd import FEW, Crowd
from tests.bench.measure import Row, beside, seconds_to_start, told
from tests.bench.moves import alone, keep_to
from tests.club import seated
from tests.conversations.test_whole_games import moves
from tests.torture.sink import Sink

PLAYED, ARCHIVED, PROVED = 300, 100_000, 100
BLOCKS, STARTS = 14, 7

_WHOLE = ("game", "seat", "event", "secret", "question", "inbound", "outbox", "code")
_LEFT = ("game", "seat", "archived")
_TEXTS = {"name", "key", "message_id", "digest", "signs"}
_NUMBERS = {
    "game_id": "game",
    "lane": "game",
    "question_id": "question",
    "number": "question",
    "inbound_id": "inbound",
    "player_id": "player",
    "organiser_id": "player",
}
"""What of a game is made new in each copy: texts, and numbers, by the table whose they are."""

_DAY = timedelta(days=1)


def _played(folder: Path) -> Path:
    """A database with one game of four by the usual rules, over, and its mails without bytes."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Chloe", "Dieter")
    moves(club, 1)
    club.services.db.close()
    file = folder / "club.db"
    with closing(sqlite3.connect(file)) as db, db:
        # The packs of the copies, which have other names, are shuffled by this one.
        db.execute("update game set ended_at = '2020-01-01 00:00:00', shuffled_as = name")
        for table in ("inbound", "outbox"):
            db.execute(f"update {table} set raw = x''")
    return file


def _copy(file: Path, tables: Collection[str], count: int, source: Path | None = None) -> None:
    """Copy the game of a database so many times within it, or into another, with its players."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("pragma synchronous = off")
        db.execute("attach ? as source", (str(source or file),))
        numbered = {"game", "player", "question", "inbound", "outbox"}
        steps = {table: _last(db, "source", table) for table in numbered} | {"player": 0}
        ends = {table: _last(db, "main", table) if source else 0 for table in numbered}
        first = 0 if source else 1
        db.execute(
            "create temp table copy as with recursive n(n) as"
            " (select ? union all select n + 1 from n where n < ?) select n from n",
            (first, first + count - 1),
        )
        if source:
            _insert(db, "player", steps, ends, "source.player", "'old' ||")
        for table in tables:
            _insert(db, table, steps, ends, f"copy cross join source.{table}", "n || 'old' ||")
        db.execute("update archived set file = game_id / 1000 || '/' || game_id || substr(file, 4)")
        db.commit()


def _last(db: sqlite3.Connection, schema: str, table: str) -> int:
    found: int = db.execute(f"select coalesce(max(id), 0) from {schema}.{table}").fetchone()[0]
    return found


def _insert(
    db: sqlite3.Connection,
    table: str,
    steps: Mapping[str, int],
    ends: Mapping[str, int],
    rows: str,
    new: str,
) -> None:
    names = [row[1] for row in db.execute(f"pragma main.table_info({table})")]
    values = []
    for name in names:
        whose = table if name == "id" else _NUMBERS.get(name)
        fresh = (name in _TEXTS and table != "archived") or name == "address"
        if whose:
            step = f" + n * {steps[whose]}" if steps[whose] and table != "player" else ""
            values.append(f'"{name}" + {ends[whose]}{step}' if ends[whose] or step else f'"{name}"')
        else:
            values.append(f'{new} "{name}"' if fresh else f'"{name}"')
    listed = ", ".join(f'"{name}"' for name in names)
    db.execute(f"insert into main.{table} ({listed}) select {', '.join(values)} from {rows}")


def _opened(file: Path, archive: Path) -> Services:
    settings = Settings(mailbox="table@ohhell.example", archive=archive)
    return open_services(Database(f"sqlite:///{file}"), settings)


def _archive(file: Path, archive: Path) -> list[float]:
    """Let all games of a database go to an archive; the seconds that each took."""
    services = _opened(file, archive)
    took, began = [], time.perf_counter()
    for _ in archive_old(services, datetime.now(UTC)):
        took.append(time.perf_counter() - began)
        began = time.perf_counter()
    services.db.close()
    return took


def _proofs(file: Path, archive: Path) -> list[float]:
    """Seconds to write the proof of each of some games in the archive, all of which hold."""
    services = _opened(file, archive)
    took = []
    with services.db.begin() as session:
        games = [
            row[0] for row in session.connection().exec_driver_sql("select game_id from archived")
        ]
    for number in random.Random(1).sample(games, PROVED):
        began = time.perf_counter()
        with services.db.begin() as session:
            table = load_table(session, number)
            deals = proof(session, table, datetime.now(UTC))
        names = [player.name for player in table.players]
        text = write_proof(table.name, names, deals, table.shuffled_as)
        took.append(time.perf_counter() - began)
        assert verify(text).over
    services.db.close()
    return took


def rows() -> Iterator[Row]:
    """Bytes of a finished game before and after, then a server with very many of them."""
    with tempfile.TemporaryDirectory() as name, alone() as core, ExitStack() as open_:
        folder = Path(name)
        file = _played(folder)
        one = folder / "one.db"
        shutil.copy(file, one)
        url = f"sqlite:///{file}"
        empty = size_of(url)
        _copy(file, _WHOLE, PLAYED)
        full = size_of(url)
        took = _archive(file, folder / "archive")[1:]
        before = (full - empty) / PLAYED / 1e3
        yield "a finished game in the database", f"{before:.0f} kB", "", ""
        ms = [1000 * each for each in took]
        yield "a game put into the archive", told(ms, "{:.0f} ms"), f"{len(took)} of them", ""
        _archive(one, folder / "one")
        yield from _with_many(folder, one, before, core, open_)


def _with_many(
    folder: Path, one: Path, before: float, core: int | None, open_: ExitStack
) -> Iterator[Row]:
    crowds = []
    for games in (0, ARCHIVED):
        sink = open_.enter_context(Sink())
        crowd = Crowd(folder / f"with {games}", sink, FEW, core)
        open_.callback(crowd.server.kill)
        crowds.append(crowd)
    none, many = crowds
    many.server.stop()
    there, archive = many.server.file, many.server.file.parent / "archive"
    small = size_of(many.server.url)
    _copy(there, _LEFT, ARCHIVED, one)
    [written] = (each.read_bytes() for each in (folder / "one").rglob("*.gz"))
    with closing(sqlite3.connect(there)) as db:
        for (name,) in db.execute("select file from archived").fetchall():
            (archive / name).parent.mkdir(parents=True, exist_ok=True)
            (archive / name).write_bytes(written)
    size = size_of(many.server.url) - small
    each, file = size / ARCHIVED / 1e3, len(written) / 1e3
    yield (
        *("the same in the archive: database and file", f"{each:.1f} kB and {file:.1f} kB"),
        *(f"before {before:.0f} kB", f"{(each + file) / before:.3f}"),
    )
    both = f"{size / 1e9:.2f} GB and {ARCHIVED * file / 1e6:.1f} GB"
    yield f"{ARCHIVED:,} games there: database and files", both, "", ""
    ms = [1000 * each for each in _proofs(there, archive)]
    yield "the proof of one of them, which holds", told(ms, "{:.0f} ms"), f"{PROVED} of them", ""
    none.server.stop()
    for crowd in crowds:
        crowd.server.start()
        keep_to(core, crowd.server.pid)
    rates = [(many.block(), none.block()) for _ in range(BLOCKS)][2:]
    ours, theirs = zip(*rates, strict=True)
    yield beside(f"moves with {ARCHIVED:,} in the archive", ours, "{:.1f}/s", "with none", theirs)
    yield (
        *("memory of the server with so many, after moves", f"{many.server.memory:.0f} MB"),
        *(f"with none {none.server.memory:.0f} MB", ""),
    )
    many.server.stop()
    none.server.stop()
    times = [[seconds_to_start(one.server) for one in crowds] for _ in range(STARTS)]
    for which, what in enumerate(("start-up with so many", "the same, of a core")):
        theirs, ours = ([one[at][which] for one in times] for at in range(2))
        yield beside(what, ours, "{:.2f} s", "with none", theirs)

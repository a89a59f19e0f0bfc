"""Many open games in one database: moves, memory, start-up, and deadlines that pass together."""

from __future__ import annotations

import hashlib
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

from pbem.config.settings import Settings
from pbem.context.services import open_services
from pbem.inbound.deadlines import process_deadlines
from pbem.inbound.worker import TOGETHER
from pbem.mail.addresses import Addresses
from pbem.mail.codes import Purpose, Signs, draw
from pbem.store.database import Database
from tests.bench.measure import Row, beside, in_turn, rate, seconds_to_start, told
from tests.bench.moves import alone, answers, at_rest, hand_in, keep_to, until
from tests.club import Letter, seated
from tests.torture.players import Players, Reply
from tests.torture.server import ServerProcess
from tests.torture.sink import Sink

FEW, MANY = 100, 100_000
MOVES, BLOCKS, STARTS = 40, 10, 5
DUE, KEPT = 10_000, 200

_LATER = "2100-01-01 00:00:00.000000"
"""As the server writes a time."""

_COPIED = {
    "player": {"id": "players", "address": "text", "name": "text"},
    "game": {"id": "games", "name": "text", "key": "text", "organiser_id": "players"},
    "seat": {"game_id": "games", "player_id": "players"},
    "event": {"game_id": "games"},
    "secret": {"game_id": "games"},
    "question": {"id": "questions", "game_id": "games"},
    "outbox": {
        "id": "mails",
        "message_id": "text",
        "name": "text",
        "player_id": "players",
        "game_id": "games",
        "question_id": "questions",
        "rcpt": "text",
    },
}
"""What of the first game is made new in each copy; numbers go on, texts begin with the copy's."""


def crowded(folder: Path, games: int) -> tuple[Addresses, Letter]:
    """Make a database with so many games of four, in each of which the first bid is asked.

    What is returned is where its answers go, and the mail that asks in the first game.

    One is set up by the server; the others are its copies, with rows of their own for players,
    cards and mails. Of the mails that were sent, only the one that asks has kept its bytes.
    """
    folder.mkdir()
    club = seated(folder)
    club.now = datetime.now(UTC)
    club.open("Anna", "Bruno", "Chloe", "Dieter")
    asked = club.letter(club.waiting)
    club.services.db.close()
    with closing(sqlite3.connect(folder / "club.db")) as db:
        db.execute("pragma journal_mode = off")
        db.execute("pragma synchronous = off")
        db.execute("update outbox set raw = x'' where question_id is null")
        # As if these games had run for a while: nobody's letter is due.
        db.execute("update player set digest_due = ? where digest_due is not null", (_LATER,))
        db.execute(
            "create temp table copy as with recursive n(n) as"
            " (select 1 union all select n + 1 from n where n < ?) select n from n",
            (games - 1,),
        )
        count = {"players": "player", "games": "game", "questions": "question", "mails": "outbox"}
        step = {
            name: db.execute(f"select max(id) from {table}").fetchone()[0]
            for name, table in count.items()
        }
        for table, new in _COPIED.items() if games > 1 else ():
            names = [row[1] for row in db.execute(f"pragma table_info({table})")]
            values = [_copied(name, new.get(name), step) for name in names]
            db.execute(
                f"insert into {table} ({', '.join(f'{name!r}' for name in names)})"
                f" select {', '.join(values)} from copy cross join {table} order by n"
            )
        # Each game has one question, so both have the same number.
        db.executemany(
            "insert into code values (?, ?, ?)",
            [(_signs(game), Purpose.QUESTION, game + 1) for game in range(1, games)],
        )
        db.commit()
    (folder / "club.db").rename(folder / "ohhell.db")
    return club.services.addresses, asked


def _signs(game: int) -> Signs:
    """The random part of the code of the question in a copied game."""
    return draw(lambda count: hashlib.sha256(f"{game}".encode()).digest()[:count])


def _copied(name: str, how: str | None, step: dict[str, int]) -> str:
    column = f'"{name}"'
    match how:
        case None:
            return column
        case "text":
            return f"n || {column}"
        case _:
            return f"{column} + n * {step[how]}"


def first_bids(addresses: Addresses, letter: Letter, games: Sequence[int]) -> list[Reply]:
    """The answers of those who are asked first in some of the games, 0 being the one copied."""
    quote = "\r\n".join(f"> {line}" for line in letter.text.splitlines())
    found = []
    for game in games:
        to = addresses.answers_to(_signs(game)) if game else letter.reply_to
        sender = f"{game or ''}{letter.to.lower()}@club.example"
        raw = (
            f"From: {sender}\r\nTo: {to}\r\nSubject: Re: {letter.subject}\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n\r\n"
            f"{letter.choices[0]}\r\n\r\nOn Monday, Lindy wrote:\r\n{quote}\r\n"
        )
        found.append(Reply(sender, to, raw.encode()))
    return found


class Crowd:
    """A server on a database with so many open games, and those of its players who answer.

    `next` is what they answer next, and `mailbox` where, as a setting.
    """

    def __init__(self, folder: Path, sink: Sink, games: int, core: int | None) -> None:
        addresses, letter = crowded(folder, games)
        self.mailbox = f"mailbox: {addresses.mailbox}\n"
        self.server = ServerProcess(folder, sink.port, self.mailbox)
        self.players = Players(sink, self.server)
        self.server.start()
        keep_to(core, self.server.pid)
        some = random.Random(1).sample(range(games), min(MOVES, games))
        self.next = first_bids(addresses, letter, some)

    def block(self) -> float:
        """Moves a second, each player who is asked making one."""
        replies = self.next
        began = time.perf_counter()
        hand_in(self.server.smtp, replies)
        until(lambda: at_rest(self.server.file))
        spent = time.perf_counter() - began
        self.next = answers(self.players)
        return len(replies) / spent


def rows() -> Iterator[Row]:
    """Moves a second, memory and start-up with many games beside few; deadlines a second."""
    with tempfile.TemporaryDirectory() as folder, alone() as core, ExitStack() as open_:
        crowds = []
        for games in (FEW, MANY):
            sink = open_.enter_context(Sink())
            crowds.append(Crowd(Path(folder) / str(games), sink, games, core))
            open_.callback(crowds[-1].server.kill)
        few, many = crowds
        size = many.server.file.stat().st_size / 1e9
        yield f"a database with {MANY:,} open games", f"{size:.1f} GB", "", ""
        rates = [(many.block(), few.block()) for _ in range(BLOCKS)][1:]
        ours, theirs = zip(*rates, strict=True)
        yield beside(f"moves with {MANY:,} open games", ours, "{:.1f}/s", f"with {FEW}", theirs)
        what = "memory of the server with so many, after moves"
        other = f"with {FEW} {few.server.memory:.0f} MB"
        yield what, f"{many.server.memory:.0f} MB", other, ""
        many.server.stop()
        few.server.stop()
        took = [[seconds_to_start(one.server) for one in crowds] for _ in range(STARTS)]
        for which, name in enumerate(("start-up with so many", "the same, of a core")):
            theirs, ours = ([one[at][which] for one in took] for at in range(2))
            yield beside(name, ours, "{:.2f} s", f"with {FEW}", theirs)
        yield _deadlines(many.server.file)


def _deadlines(file: Path) -> Row:
    """How fast deadlines are kept when very many pass in the same minute."""
    with closing(sqlite3.connect(file)) as db, db:
        [[due]] = db.execute("select min(due_at) from question where closed is null")
        db.execute("update question set due_at = ? where id <= ?", (due, DUE))
        db.execute("update question set due_at = ? where id > ?", (_LATER, DUE))
    with closing(Database(f"sqlite:///{file}")) as db:
        services = open_services(db, Settings(mailbox="table@ohhell.example"))
        at = datetime.fromisoformat(due).replace(tzinfo=UTC)

        spent = []

        def kept() -> tuple[int, float]:
            began, before = time.perf_counter(), time.process_time()
            for _ in range(0, KEPT, TOGETHER):
                assert process_deadlines(services, at, set(), {}, at)
            spent.append((time.process_time() - before) / KEPT)
            return KEPT, time.perf_counter() - began

        [rates] = in_turn(rate(kept))
    what = f"deadlines kept, {DUE:,} past in the same minute"
    all_of_them = told([DUE / one / 60 for one in rates], "{:.1f} minutes")
    each = told([1000 * one for one in spent], "{:.1f} ms")
    return what, told(rates, "{:.1f}/s"), f"all of them in {all_of_them}", f"{each} of a core each"

"""Moves from SMTP in to mail handed on: the real server beside the least a server can do.

Both run on one core of their own, where there are two; whoever plays, and the smarthost that takes
what they send, run on another.
"""

from __future__ import annotations

import os
import smtplib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event

from tests.bench.measure import Row, beside, figure, told
from tests.club import seated
from tests.servers import HOST, free_port, wait_for_port
from tests.torture.players import Players, Reply
from tests.torture.run import NAMES, tables
from tests.torture.sink import Sink

GAMES, ROUNDS = 60, 6
CLIENTS = 30
WHOLE_GAMES = 3


def rows() -> Iterator[Row]:
    """What the disk takes, three times for each mail of the floor and less often for ours, which
    share commits; moves a second beside the floor; of many clients beside one; questions of a game;
    a move in the last deal beside one in the first.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield figure("a write that is safe on the disk", _safe_writes(Path(folder)), "{:.2f} ms")
    with tempfile.TemporaryDirectory() as folder, alone() as core:
        sample, ours = _rounds(Path(folder), core)
        floor = _floor(Path(folder), sample, core)
    what = "moves from SMTP in to mail handed on"
    yield beside(what, ours, "{:.1f}/s", "the least for each mail", floor)
    with tempfile.TemporaryDirectory() as folder, alone() as core:
        one, many = zip(*_waited_for(Path(folder), core), strict=True)
    what = f"the same with {CLIENTS} clients at once, each waiting until its letter has left"
    yield beside(what, many, "{:.1f}/s", "one after the other", one)
    with tempfile.TemporaryDirectory() as folder:
        games = [_whole_game(Path(folder) / str(number), number) for number in range(WHOLE_GAMES)]
    asked = [questions for questions, _ in games]
    share = told([one / 512 for one in asked], "{:.2f}")
    what = f"questions in a game of four by mail, median of {WHOLE_GAMES}"
    yield what, told(asked, "{:.0f}"), "one for each bid and card: 512", share
    # Both ends of the standard game have hands of ten cards.
    spent = [by_deal for _, by_deal in games]
    first, last = ([1000 * statistics.median(one[deal]) for one in spent] for deal in (1, 19))
    what = "a mail processed in the last deal of a game"
    yield beside(what, last, "{:.1f} ms", "in the first", first)


def _safe_writes(folder: Path) -> list[float]:
    """Milliseconds until a page written to a file is safe, for each of many."""
    taken = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append(1000 * (time.perf_counter() - began))
    return taken


@contextmanager
def alone() -> Iterator[int | None]:
    """A core for the server, which everything here keeps away from; None if there is only one."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        yield None
        return
    os.sched_setaffinity(0, cores[1:])
    try:
        yield cores[0]
    finally:
        os.sched_setaffinity(0, cores)


def keep_to(core: int | None, pid: int) -> None:
    """Keep a process, and all that it begins, to one core."""
    for thread in Path(f"/proc/{pid}/task").iterdir() if core is not None else ():
        os.sched_setaffinity(int(thread.name), {core})


def hand_in(port: int, replies: Sequence[Reply]) -> None:
    """Hand mails in, one after the other on one connection."""
    with smtplib.SMTP(HOST, port, timeout=60) as client:
        for reply in replies:
            client.sendmail(reply.sender, [reply.to], reply.raw)


def answers(players: Players) -> list[Reply]:
    """What all who are asked answer to their newest letters."""
    found = []
    while (reply := players.next(0.05)) is not None:
        found.append(reply)
    return found


def until(true: Callable[[], bool]) -> None:
    """Wait for something that comes about soon."""
    while not true():
        time.sleep(0.01)


def at_rest(file: Path) -> bool:
    """Whether no mail waits, neither to be thought through nor to leave."""
    with closing(sqlite3.connect(file, timeout=30)) as db:
        sql = (
            "select not exists (select 1 from inbound where state = 'new') and not exists"
            " (select 1 from outbox where state in ('queued', 'sending'))"
        )
        return bool(db.execute(sql).fetchone()[0])


def _served(folder: Path, core: int | None) -> tuple[list[Reply], float]:
    """The answers of one round, and the median of the server's moves a second.

    `against` calls it in each tree, of this commit and of older ones.
    """
    replies, rates = _rounds(folder, core)
    return replies, statistics.median(rates)


def _rounds(folder: Path, core: int | None) -> tuple[list[Reply], list[float]]:
    """The answers of one round, and the server's moves a second in each but the first."""
    rates, replies = [], []
    with tables(folder, GAMES) as players:
        players.server.start()
        keep_to(core, players.server.pid)
        until(lambda: at_rest(folder / "ohhell.db"))
        for _ in range(ROUNDS):
            replies = answers(players)
            began = time.perf_counter()
            hand_in(players.server.smtp, replies)
            until(lambda: at_rest(folder / "ohhell.db"))
            rates.append(len(replies) / (time.perf_counter() - began))
        players.server.stop()
    return replies, rates[1:]


def _waited_for(folder: Path, core: int | None) -> list[tuple[float, float]]:
    """Moves a second of one client and of many at once, for each round, the first left out."""
    rates = []
    with tables(folder, GAMES) as players, ThreadPoolExecutor(CLIENTS) as clients:
        players.server.start()
        keep_to(core, players.server.pid)
        until(lambda: at_rest(folder / "ohhell.db"))
        for _ in range(ROUNDS):
            one_by_one = _rate(players, map)
            rates.append((one_by_one, _rate(players, clients.map)))
        players.server.stop()
    return rates[1:]


def _rate(players: Players, run: Callable[..., Iterator[None]]) -> float:
    """Moves a second; `run` has a client play each answer, and wait for the letter it brings."""
    until(lambda: at_rest(players.server.file))
    replies, sink = answers(players), players.sink
    told = {_table(reply.sender): Event() for reply in replies}

    def note(moment: str) -> None:
        if moment == "DATA":
            told[_table(sink.copies[-1].rcpt)].set()

    def play(reply: Reply) -> None:
        hand_in(players.server.smtp, [reply])
        assert told[_table(reply.sender)].wait(60)

    sink.at = note
    began = time.perf_counter()
    for _ in run(play, replies):
        pass
    seconds = time.perf_counter() - began
    until(lambda: at_rest(players.server.file))
    return len(replies) / seconds


def _table(address: str) -> str:
    return address.partition(".")[2]


def _floor(folder: Path, replies: Sequence[Reply], core: int | None) -> list[float]:
    """Mails a second of the least a server can do, with the same answers, in each round."""
    port, rates = free_port(), []
    with Sink() as sink:
        command = [sys.executable, "-m", "tests.bench.floor", str(port), str(sink.port)]
        process = subprocess.Popen([*command, str(folder / "floor.db")])
        try:
            wait_for_port(port, 30, process=process)
            keep_to(core, process.pid)
            for turn in range(1, ROUNDS + 1):
                began = time.perf_counter()
                hand_in(port, replies)
                until(partial(_have_come, sink, turn * len(replies)))
                rates.append(len(replies) / (time.perf_counter() - began))
        finally:
            process.kill()
            process.wait()
    return rates[1:]


def _have_come(sink: Sink, mails: int) -> bool:
    return len(sink.copies) >= mails


def _whole_game(folder: Path, number: int) -> tuple[int, dict[int, list[float]]]:
    """A game by mail in one process: how many questions, and the seconds of each by deal."""
    spent: dict[int, list[float]] = defaultdict(list)
    folder.mkdir()
    club = seated(folder, seed=number + 1)
    club.open(*NAMES)
    while not club.game.over:
        name, deal = club.waiting, len(club.game.deals) + 1
        choice = club.letter(name).choices[0]
        began = time.perf_counter()
        club.say(name, choice)
        spent[deal].append(time.perf_counter() - began)
    club.services.db.close()
    return sum(map(len, spent.values())), spent

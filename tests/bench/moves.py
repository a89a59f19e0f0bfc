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

from tests.bench.measure import Row
from tests.club import seated
from tests.servers import HOST, free_port, wait_for_port
from tests.torture.players import Players, Reply
from tests.torture.run import NAMES, tables
from tests.torture.sink import Sink

GAMES, ROUNDS = 60, 6
CLIENTS = 30
WHOLE_GAMES = 3


def rows() -> Iterator[Row]:
    """Moves a second beside the floor; of many clients beside one; questions of a game; a move in
    the last deal beside one in the first."""
    with tempfile.TemporaryDirectory() as folder, alone() as core:
        sample, ours = _served(Path(folder), core)
        floor = _floor(Path(folder), sample, core)
    beside = f"the least for each mail {floor:.1f}/s"
    yield "moves from SMTP in to mail handed on", f"{ours:.1f}/s", beside, f"{ours / floor:.2f}"
    with tempfile.TemporaryDirectory() as folder, alone() as core:
        pairs = _waited_for(Path(folder), core)
    one, many = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratios = sorted(at_once / in_turn for in_turn, at_once in pairs)
    what = f"the same with {CLIENTS} clients at once, each waiting until its letter has left"
    spread = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
    yield what, f"{many:.1f}/s", f"one after the other {one:.1f}/s", spread
    with tempfile.TemporaryDirectory() as folder:
        questions, spent = _whole_games(Path(folder))
    what = f"questions in a game of four by mail, mean of {WHOLE_GAMES}"
    mean = questions / WHOLE_GAMES
    yield what, f"{mean:.0f}", "one for each bid and card: 512", f"{mean / 512:.2f}"
    # Both ends of the standard game have hands of ten cards.
    first, last = (1000 * statistics.median(spent[deal]) for deal in (1, 19))
    what = "a mail processed in the last deal of a game"
    yield what, f"{last:.1f} ms", f"in the first {first:.1f} ms", f"{last / first:.2f}"


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
    """Moves a second of the server; and the answers of one round."""
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
    return replies, statistics.median(rates[1:])


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


def _floor(folder: Path, replies: Sequence[Reply], core: int | None) -> float:
    """Mails a second of the least a server can do, with the same answers."""
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
    return statistics.median(rates[1:])


def _have_come(sink: Sink, mails: int) -> bool:
    return len(sink.copies) >= mails


def _whole_games(folder: Path) -> tuple[int, dict[int, list[float]]]:
    """Whole games by mail in one process: how many questions, and the seconds of each by deal."""
    spent: dict[int, list[float]] = defaultdict(list)
    questions = 0
    for number in range(WHOLE_GAMES):
        (folder / str(number)).mkdir()
        club = seated(folder / str(number), seed=number + 1)
        club.open(*NAMES)
        while not club.game.over:
            name, deal = club.waiting, len(club.game.deals) + 1
            choice = club.letter(name).choices[0]
            began = time.perf_counter()
            club.say(name, choice)
            spent[deal].append(time.perf_counter() - began)
            questions += 1
        club.services.db.close()
    return questions, spent

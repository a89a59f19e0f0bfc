"""`python3 dev.py torture-workers`: servers on one PostgreSQL, killed while many games are played.

At random, and at any moment: one of them or all at once, again on its way up, or all connections to
the database cut. Every game must end once, with the score that its log and the rules give.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from threading import Event, Thread

from engine import Preset, Rules
from engine.schedule import Schedule
from tests.memory import most_resident, resident
from tests.servers import postgres
from tests.torture.audit import audit
from tests.torture.night import club_night, games_over, play_to_the_end, unfair
from tests.torture.players import Players
from tests.torture.workers import Workers

DEALS = 3
GAME = Preset(
    "three deals",
    (),
    "three players, three cards down to one",
    Rules(hand_max=((3, DEALS),), schedule=Schedule.DOWN, players=(3, 3)),
)
LONGEST = 3600
"""Seconds after which games that have not ended never will."""

DatabaseUnavailable = Callable[[Workers, random.Random], None]


def kill_one(workers: Workers, dice: random.Random) -> None:
    """One dies, and is started again."""
    victim = dice.randrange(len(workers.workers))
    workers.kill(victim)
    workers.start(victim)


def kill_on_its_way_up(workers: Workers, dice: random.Random) -> None:
    """One dies, and once more while it starts."""
    victim = dice.randrange(len(workers.workers))
    workers.kill(victim)
    workers.launch(victim)
    Event().wait(dice.uniform(0, 2))
    workers.kill(victim)
    workers.start(victim)


def kill_all(workers: Workers, _dice: random.Random) -> None:
    """All die in the same moment."""
    everybody = range(len(workers.workers))
    for victim in everybody:
        workers.kill(victim)
    for victim in everybody:
        workers.launch(victim)
    for victim in everybody:
        workers.wait_for_receivers(victim)


def cut_off(workers: Workers, _dice: random.Random) -> None:
    """All live on, but every connection to the database is gone."""
    workers.server.cut_off(workers.database)


TROUBLES: dict[str, tuple[DatabaseUnavailable, int]] = {
    "one killed": (kill_one, 8),
    "one killed, and again on its way up": (kill_on_its_way_up, 2),
    "all killed at once": (kill_all, 1),
    "every connection cut": (cut_off, 1),
}
"""What happens to the servers, each with its weight."""


def main() -> int:
    """Run; 1 if a game did not end, or anything was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--roles", default="all,all,process,deliver", help="one for each server")
    parser.add_argument("--every", type=int, default=25, help="answers between troubles, about")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    roles = wanted.roles.split(",")
    print(f"Servers on one PostgreSQL: {', '.join(roles)}; {wanted.games} games to begin")
    with tempfile.TemporaryDirectory(prefix="ohhell-torture-") as folder:
        try:
            with club_night(Path(folder), wanted.games, *roles, preset=GAME) as players:
                return 0 if _played(players, wanted.games, wanted.every, wanted.seed) else 1
        finally:
            postgres.stop()


def _played(players: Players, games: int, every: int, seed: int) -> bool:
    """Play all games while the servers are troubled, and print what was counted; if all is well."""
    workers = players.server
    assert isinstance(workers, Workers)
    for number in range(len(workers.workers)):
        workers.start(number)
    began, over, troubles = time.monotonic(), Event(), Counter[str]()
    trouble = Thread(target=_trouble, args=(players, every, seed, over, troubles))
    telling = Thread(target=_tell, args=(players, games, over, began))
    for thread in (trouble, telling):
        thread.start()
    try:
        play_to_the_end(players, games, lambda _taken: None, LONGEST)
    finally:
        over.set()
        trouble.join()
        telling.join()
    took = time.monotonic() - began
    figures, scores = audit(players), unfair(players, DEALS)
    print(f"\n{games_over(players)} games over in {took:.0f} seconds")
    for name, count in asdict(figures).items():
        print(f"{count:6}  {name.replace('_', ' ')}")
    for name in TROUBLES:
        print(f"{troubles[name]:6}  times {name}")
    for worker in workers.workers:
        assert worker.process is not None
        now, most = resident(worker.process.pid), most_resident(worker.process.pid)
        print(f"{now:6.0f}  MB has the server with role {worker.role}; {most:.0f} at most")
    print(f"\npbem check: {' '.join(workers.run('check').split())}")
    wrong = [*scores, *(f"{count} {name}" for name, count in figures.wrong.items())]
    if not figures.kills:
        wrong.append("nobody was killed")
    print("\n".join(["WRONG:", *wrong]) if wrong else "Nothing is wrong.")
    return not wrong


def _trouble(players: Players, every: int, seed: int, over: Event, troubles: Counter[str]) -> None:
    """Bring trouble after so many answers, about, and at any moment then."""
    workers, dice = players.server, random.Random(seed)
    assert isinstance(workers, Workers)
    weights = [weight for _, weight in TROUBLES.values()]
    due = dice.randrange(1, every)
    while not over.wait(dice.uniform(0, 0.5)):
        if len(players.accepted) >= due:
            [name] = dice.choices(list(TROUBLES), weights)
            TROUBLES[name][0](workers, dice)
            troubles[name] += 1
            due = len(players.accepted) + dice.randrange(1, 2 * every)


def _tell(players: Players, games: int, over: Event, began: float) -> None:
    """Say now and then how far they are."""
    while not over.wait(10):
        told = (
            f"{time.monotonic() - began:5.0f} s  {games_over(players):4}/{games} games over"
            f"  {len(players.accepted):6} answers taken  {players.server.kills:4} kills"
        )
        print(told, flush=True)


if __name__ == "__main__":
    sys.exit(main())

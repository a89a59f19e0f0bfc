"""`python3 dev.py simulate`: whole worlds from a seed, with everything that may fail in them."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tests.simulated.faults import KINDS, Nth
from tests.simulated.marks import expected, never
from tests.simulated.oracles import READ_WORDS
from tests.simulated.planted import PLANTED
from tests.simulated.run import Found, Size, every, live, many
from tests.simulated.shrink import oracles_of, shrunk

UNJUDGED = (*(one.__name__ for one in READ_WORDS), "nothing_hidden_is_told")
"""The oracles that cannot judge letters without words."""

_WITHOUT = "kinds of faults or mails that never happen: deaths,smarthost,undo"


def main(words: list[str] | None = None) -> int:
    """Run; 1 if anything is wrong in a world, or if a fault that was planted is not found."""
    parser = argparse.ArgumentParser(prog="python3 dev.py simulate", description=__doc__)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--seed", type=int, help="one world, told event by event with --verbose")
    which.add_argument("--seeds", type=_range, help="many worlds, 1..1000; fresh ones if not given")
    which.add_argument("--every", choices=KINDS, help="one world again and again: each fails once")
    parser.add_argument("--nth", type=_nth, help="the one thing that fails: 'statement 12'")
    parser.add_argument("--dies", action="store_true", help="the server is killed at it instead")
    parser.add_argument("--step", type=int, default=1, help="of all that fail only each so manieth")
    parser.add_argument("--minutes", type=float, default=5, help="for so long worlds begin (5)")
    parser.add_argument("--games", type=int, default=20, help="games that go on at a time (20)")
    parser.add_argument("--days", type=float, default=4, help="days that a world lives (4)")
    parser.add_argument("--people", type=int, default=0, help="so many; as the games need")
    parser.add_argument("--without", type=_kinds, default=frozenset(), help=_WITHOUT)
    parser.add_argument("--plant", choices=PLANTED, default="", help="a fault that must be found")
    parser.add_argument("--plain", action="store_true", help="letters are drawn as facts only")
    parser.add_argument("--postgres", action="store_true", help="two servers share a PostgreSQL")
    parser.add_argument("--shrink", action="store_true", help="leave out of it what can be")
    parser.add_argument("--until", type=int, help="tell no event after this one")
    parser.add_argument("--verbose", action="store_true", help="tell every event of the world")
    wanted = parser.parse_args(words)
    nth = Nth(*wanted.nth, dies=wanted.dies) if wanted.nth else None
    given = (wanted.games, wanted.days, wanted.people, wanted.without, wanted.plant)
    size = Size(*given, nth, wanted.plain, wanted.postgres)
    if size.plain:
        print("Letters are facts, so these cannot judge:", *UNJUDGED, sep="\n  ")
    if wanted.seed is not None and wanted.shrink:
        return _shrink(wanted.seed, size, wanted.minutes * 60)
    if wanted.seed is not None:
        return _one(wanted.seed, size, wanted.until, verbose=wanted.verbose or wanted.until)
    seeds = wanted.seeds or count(random.SystemRandom().randrange(10**6))
    worlds = ((seed, size) for seed in seeds)
    if wanted.every:
        worlds = every(wanted.every, 3, replace(size, games=1, days=0.3), wanted.step)
    code = _all(worlds, wanted.minutes * 60)
    return 1 - code if wanted.plant else code


def _range(said: str) -> range:
    first, dots, last = said.partition("..")
    return range(int(first), int(last if dots else first) + 1)


def _nth(said: str) -> tuple[str, int]:
    where, number = said.split()
    return where, int(number)


def _kinds(said: str) -> frozenset[str]:
    return frozenset(said.split(","))


def _shrink(seed: int, size: Size, seconds: float) -> int:
    def lives(number: int, smaller: Size) -> Found:
        print(f"--seed {number} {smaller.options}", end=" ... ", flush=True)
        came_of = live(number, smaller)
        print(", ".join(sorted(oracles_of(came_of))) or "sound")
        return came_of

    found = lives(seed, size)
    if found.wrong:
        found = shrunk(found, lives, time.monotonic() + seconds)
    return _verdict(found, verbose=False)


def _one(seed: int, size: Size, until: int | None, *, verbose: bool) -> int:
    def told(number: int, at: datetime, what: str) -> None:
        if verbose and (until is None or number <= until):
            print(f"{number:6} {at:%a %d %b %H:%M:%S}  {what}")

    found = live(seed, size, told)
    print(f"sent      {found.sent}\ndatabase  {found.database}")
    _tell(found.counted + found.faults)
    return _verdict(found, verbose=verbose)


def _all(worlds: Iterator[tuple[int, Size]], seconds: float) -> int:
    began = time.monotonic()
    until = began + seconds
    counted: Counter[str] = Counter()
    marks: Counter[str] = Counter()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, transient=True) as bar:
        living = bar.add_task("worlds")
        for found in many(worlds, until):
            counted.update(found.counted)
            counted.update(found.faults)
            marks.update(found.marks)
            counted.update({"worlds": 1, "seconds of one core": round(found.seconds)})
            told = f"{counted['worlds']} worlds, {counted['mails']} mails, seed {found.seed}"
            told += f", {found.size.nth}" if found.size.nth else ""
            bar.update(living, description=told)
            if found.wrong:
                bar.stop()
                _verdict(found, verbose=False)
                print(f"Found after {time.monotonic() - began:.0f} s.")
                return 1
    _tell(counted)
    blind = never(marks)
    print(f"\nNever came ({len(blind)} of {len(expected())} marks):", *blind, sep="\n  ")
    print("\nNothing is wrong.")
    return 0


def _tell(counted: Counter[str]) -> None:
    for what, number in sorted(counted.items()):
        print(f"{number:8}  {what}")


def _verdict(found: Found, *, verbose: bool) -> int:
    if not found.wrong:
        print("Nothing is wrong.")
        return 0
    if not verbose:
        print("\n".join(found.last))
    print(f"\nWRONG in the world of seed {found.seed}:", *found.wrong, sep="\n")
    again = f"python3 dev.py simulate --seed {found.seed} {found.size.options}"
    print(f"\nLook into it: {again} --verbose\nMake it smaller: {again} --shrink")
    return 1


if __name__ == "__main__":
    sys.exit(main())

"""`python3 dev.py soak`: weeks of games by mail in an hour, with memory and mails counted daily."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from pbem.logs import log_to
from tests.soak.counting import Sample, sample, verdict
from tests.soak.town import Log, Town

_BAD_POST_EVERY, _AWAY_EVERY = 5, 9
"""Every so many days the smarthost is out of order for some hours, or the server does not run."""


def main() -> int:
    """Run; 1 if memory grows, a mail is left, a fault is met, or `pbem check` finds anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--days", type=int, default=10_000, help="simulated days at most")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    log = Log()
    log_to(log, style="json")
    with tempfile.TemporaryDirectory(prefix="ohhell-soak-") as folder:
        town = Town(Path(folder), wanted.games, random.Random(wanted.seed))
        samples = asyncio.run(soak(town, log, wanted.days, wanted.minutes * 60))
        wrong = verdict(town, log, samples)
        town.server.services.db.close()
    print("\n".join(["WRONG:", *wrong]) if wrong else "Nothing is wrong.")
    return 1 if wrong else 0


async def soak(town: Town, log: Log, days: int, seconds: float) -> list[Sample]:
    """Let days pass until the time is up, and then let all that is under way come to rest."""
    began, samples, told = time.monotonic(), [], 0
    print(Sample.head())
    for day in range(days):
        town.fill()
        town.orders()
        if day % _BAD_POST_EVERY == _BAD_POST_EVERY - 1:
            town.post_rests(town.dice.uniform(1, 8))
        if day % _AWAY_EVERY == _AWAY_EVERY - 1:
            town.server_away(town.dice.uniform(1, 12))
        await town.live(day + 1)
        await town.tidy()
        samples.append(sample(town, day + 1, time.monotonic() - began))
        print(samples[-1].line(), flush=True)
        wrong = [*town.wrong, *log.errors]
        print("".join(f"WRONG: {one}\n" for one in wrong[told:]), end="", flush=True)
        told = len(wrong)
        if time.monotonic() - began > seconds:
            break
    town.nobody_writes()
    await town.live(len(samples) + 2)
    return samples


if __name__ == "__main__":
    sys.exit(main())

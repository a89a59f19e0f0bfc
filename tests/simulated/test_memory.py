"""A server that runs for days holds no more than before."""

from __future__ import annotations

import gc
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path

import pytest

import engine
import pbem
from tests.databases import ON_POSTGRES
from tests.simulated.world import World

pytestmark = pytest.mark.skipif(ON_POSTGRES, reason="a world lies on a disk of its own")

MOST_GROWTH = 1.5
"""What the server's own lines hold may grow so much from the fourth day to the eighth: words of
another language, statements asked for the first time. Were mails or games kept, it would double.
"""

_OURS = [
    tracemalloc.Filter(True, f"{Path(module.__file__ or '').parent}/*") for module in (engine, pbem)
]


def held() -> float:
    """What lines of the server have made and still hold, in MB; the world keeps every mail."""
    gc.collect()
    found = tracemalloc.take_snapshot().filter_traces([*_OURS, _SQLALCHEMY])
    return sum(one.size for one in found.traces) / 1e6


_SQLALCHEMY = tracemalloc.Filter(True, "*/sqlalchemy/*")


def samples(folder: Path) -> list[float]:
    """What is held on the fourth and on the eighth day of a world."""
    world, found = World(2, folder, games=2), []
    tracemalloc.start()
    with world.lived():
        for days in (4, 8):
            world.at(world.now + timedelta(days=days), lambda: found.append(held()))
        world.live(8.1)
    return found


@pytest.mark.long
def test_memory_does_not_grow_from_day_to_day(tmp_path):
    # In a process of its own, where no test before it has filled what is filled once.
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:
        early, late = alone.submit(samples, tmp_path).result(timeout=600)

    assert late < early * MOST_GROWTH

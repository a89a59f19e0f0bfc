"""A world in which something is wrong, made smaller until nothing more can be left out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.simulated.run import Found, Size

_SEEDS = 3
"""A smaller world is another one: so many seeds are tried before it counts as sound."""


def shrunk(found: Found, lives: Callable[[int, Size], Found], until: float) -> Found:
    """The smallest world found by a time in which an oracle complains that did so in this one.

    It may be of one of the next seeds.
    """
    complains = oracles_of(found)
    smaller = _smaller(found)
    while time.monotonic() < until and (size := next(smaller, None)) is not None:
        for seed in range(found.seed, found.seed + _SEEDS):
            tried = lives(seed, size)
            if complains & oracles_of(tried):
                found, complains = tried, complains & oracles_of(tried)
                smaller = _smaller(found)
                break
    return found


def oracles_of(found: Found) -> set[str]:
    """Who complains of a world."""
    return {one.partition(":")[0] for one in found.wrong}


def _smaller(found: Found) -> Iterator[Size]:
    """Worlds like that one with less in them, those first that leave out most."""
    size = found.size
    if size.games > 1:
        yield replace(size, games=1)
        yield replace(size, games=size.games // 2)
    if size.days > 0.1:
        yield replace(size, days=round(size.days / 4, 2))
        yield replace(size, days=round(size.days * 0.7, 2))
    kinds = sorted(found.kinds - {"power"})
    parts = 1
    while kinds and parts <= len(kinds):
        for part in range(parts):
            yield replace(size, without=size.without.union(kinds[part::parts]))
        parts = parts * 2 if parts * 2 <= len(kinds) or parts == len(kinds) else len(kinds)
    people = size.people or max(5, round(size.games * 1.3))
    for fewer in (3, people - 1):
        if 3 <= fewer < people:
            yield replace(size, people=fewer)

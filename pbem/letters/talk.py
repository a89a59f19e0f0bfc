"""What players say at the table, as letters bring it to the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.letters.badges import Badge

_ON_TOP = 320
"""So many signs of talk stand above what is asked, so that this stays in sight."""

_MOST_OFFERED = 140


@dataclass(frozen=True, slots=True)
class Remark:
    """Who says something, and the words; who has left the table has no badge."""

    name: str
    words: str
    badge: Badge | None = None


def heard(said: Iterable[Remark]) -> tuple[tuple[Remark, ...], tuple[Remark, ...]]:
    """What stands on top of a letter, the newest, and what was said before that.

    What somebody says twice is heard once.
    """
    once = tuple(dict.fromkeys(said))
    length, at = 0, len(once)
    while at and (at == len(once) or length + len(once[at - 1].words) <= _ON_TOP):
        at -= 1
        length += len(once[at].words)
    return once[at:], once[:at]


def for_the_table(wrote: str) -> str:
    """Words that are no answer and may be meant for the table; empty if they are too long."""
    words = " ".join(wrote.split())
    some = any(map(str.isalpha, words))
    return words if some and len(words) <= _MOST_OFFERED else ""

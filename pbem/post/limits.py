"""How often the server answers by itself: one person, and all of them together.

A robot that does not say it is one would otherwise be answered for ever (EMAIL.md 3.4).
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.config import Limits

REFUSALS = frozenset({"refused", "which_card", "not_yet", "was_that_you"})
"""The kinds of answers to what cannot be taken: whoever gets many of them is no person.

Or somebody has his code, and would have him flooded with questions whether a mail is his.
"""


@dataclass(frozen=True, slots=True)
class Count:
    """The answers written in the last hour and in the last day."""

    hour: int
    day: int


def held_back(kind: str, same: Count, limits: Limits) -> str | None:
    """Why an answer of a kind is not written to somebody who got so many of it; None if it is."""
    if kind in REFUSALS:
        hour, day = limits.refusals_an_hour, limits.refusals_a_day
    else:
        hour, day = limits.answers_an_hour, limits.answers_a_day
    if same.hour >= hour:
        return "too many answers in an hour"
    return "too many answers in a day" if same.day >= day else None

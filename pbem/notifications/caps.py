"""How often the server answers by itself: one person, and all of them together.

A robot that does not say it is one would otherwise be answered for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.config.settings import Limits

REFUSALS = frozenset({
    *("refused", "which_card", "did_you_mean", "in_or_out", "not_yet", "was_that_you"),
    "are_you_sure",
})  # fmt: skip
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
    hour, day = _most(kind, limits)
    if same.hour >= hour:
        return "too many answers in an hour"
    return "too many answers in a day" if same.day >= day else None


def silent_until(
    kind: str, written: Sequence[datetime], now: datetime, limits: Limits
) -> datetime | None:
    """Until when nothing of a kind is written any more after a word written now; None if some is.

    `written` is when those of that kind were written before.
    """
    hour, day = _most(kind, limits)
    ends = []
    for most, span in ((hour, timedelta(hours=1)), (day, timedelta(days=1))):
        within = sorted(at for at in (*written, now) if at > now - span)
        if len(within) >= most:
            ends.append(within[-most] + span)
    return max(ends, default=None)


def _most(kind: str, limits: Limits) -> tuple[int, int]:
    """How many of a kind are written in an hour, and in a day."""
    if kind in REFUSALS:
        return limits.refusals_an_hour, limits.refusals_a_day
    return limits.answers_an_hour, limits.answers_a_day

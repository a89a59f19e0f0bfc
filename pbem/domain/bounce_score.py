"""How much an address may bounce: points for each mail that comes back, fewer as time passes.

Two bounces for good, four others, or any that go on for a day: then nothing more is sent there
until its player writes. Each mail counts once, as its worst bounce.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

SOFT, HARD = 1, 2
LIMIT = 4
FADES = timedelta(days=7)
"""A point is forgotten after so long."""

PATIENCE = timedelta(days=1)
"""Bounces that go on for so long are no passing trouble."""

TOLD_FOR = timedelta(days=1)
"""So long an organiser who was told that mail comes back need not be told again."""


@dataclass(frozen=True, slots=True)
class BounceScore:
    """What has come back from an address: points as of `at`, counted since `since`."""

    points: int
    since: datetime
    at: datetime


def scored(before: BounceScore | None, points: int, now: datetime) -> BounceScore:
    """The score of an address after one more bounce."""
    left = 0 if before is None else max(0, before.points - (now - before.at) // FADES)
    since = before.since if before is not None and left else now
    return BounceScore(left + points, since, now)


def too_many(score: BounceScore) -> bool:
    """Whether nothing more should be sent to an address with this score."""
    return score.points >= LIMIT or score.at - score.since >= PATIENCE

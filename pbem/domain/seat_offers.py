"""When a seat changes hands that somebody was asked to take: pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

KEEPS = timedelta(days=1)
"""For so long who sits there may keep the seat."""

LAPSES = timedelta(days=7)
"""For so long somebody is asked who does not answer."""


class OfferStep(StrEnum):
    """What an offered seat comes to next."""

    NOTHING = "nothing"
    OVER = "over"
    LAPSE = "lapse"
    WAIT_FOR_DEAL = "wait for deal"
    """A computer plays the hand under way to its end."""

    TAKE = "take"


class Offered(Protocol):
    """A seat that somebody is asked to take."""

    @property
    def dropped(self) -> bool:
        """Whether who sits there has no say."""

    @property
    def as_of(self) -> datetime | None:
        """How the game stood that the holder himself came along with from another server."""

    @property
    def asked_at(self) -> datetime:
        """When the newcomer was asked."""

    @property
    def said_at(self) -> datetime | None:
        """When he said yes."""

    @property
    def from_deal(self) -> int | None:
        """The deal that he begins with, once that is settled."""


@dataclass(frozen=True, slots=True)
class Now:
    """How a table stands: the number of the deal under way, whether a move is held back that may
    be taken back, and whether an organiser of the game plays at another seat.
    """

    at: datetime
    over: bool
    deal: int
    hiding: bool
    watched: bool


def next_step(offered: Offered, now: Now) -> OfferStep:
    """What comes next: nothing before a yes, and before the day to keep the seat is over.

    Where an organiser plays, too, a newcomer who might be in league with him begins with a hand
    that nobody else has held. Who came along with a game goes on with his own.
    """
    if now.over:
        return OfferStep.OVER
    if offered.said_at is None:
        return OfferStep.LAPSE if now.at > offered.asked_at + LAPSES else OfferStep.NOTHING
    if not offered.dropped and now.at <= offered.asked_at + KEEPS:
        return OfferStep.NOTHING
    if offered.from_deal is not None:
        ready = now.deal >= offered.from_deal and not now.hiding
        return OfferStep.TAKE if ready else OfferStep.NOTHING
    return OfferStep.WAIT_FOR_DEAL if now.watched and offered.as_of is None else OfferStep.TAKE

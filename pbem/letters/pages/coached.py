"""The letter that looks back at a deal: what could have been bid and played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from engine import Card
from engine.coach import CardReview, DealReview
from engine.specials import Call
from pbem.letters.odds import of_100
from pbem.letters.page import Page, Trait
from pbem.letters.reader import Reader

_MOST_TOLD = 3
"""Who reads of more cards at once learns from none."""

_LEAST_TOLD = 0.1
"""Points that are not worth a line if they are fewer."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card with what was said of it."""

    card: Card
    call: Call | None


@dataclass(frozen=True, slots=True)
class BidBar:
    """In how many of 100 deals a bid is kept, and what it brings in the mean."""

    bid: int
    kept: int
    made: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Better:
    """A card that another would have been better than.

    In how many of 100 deals the bid is kept with each, and how many points the other brings more.
    """

    trick: int
    led: bool
    played: Laid
    kept: int
    other: Laid
    other_kept: int
    points: float

    @classmethod
    def of(cls, review: CardReview) -> Self:
        """As the coach found it."""
        judged = review.judged
        return cls(
            trick=review.trick,
            led=review.led,
            played=Laid(review.card, review.call),
            kept=of_100(judged.made.keep),
            other=Laid(review.best, review.best_call),
            other_kept=of_100(judged.best.keep),
            points=round(judged.cost, 1),
        )


@dataclass(frozen=True, slots=True)
class Coached(Page, traits=Trait.SHOWS):
    """What a reader could have done in a deal; `bid` is None where none was weighed.

    `points` is what the best bid brings more in the mean.
    """

    deal: int
    bid: int | None
    best: int | None
    points: float
    bars: tuple[BidBar, ...]
    better: tuple[Better, ...]
    choices: int

    @classmethod
    def of(cls, reader: Reader, review: DealReview) -> Self:
        """What the coach found, for the reader whose deal it was."""
        bid = review.bid
        return cls(
            frame=reader.frame,
            deal=review.number,
            bid=bid.bid if bid else None,
            best=bid.best if bid else None,
            points=round(bid.judged.cost, 1) if bid else 0.0,
            bars=tuple(
                BidBar(n, of_100(tried.keep), made=n == bid.bid, best=n == bid.best)
                for n, tried in bid.open
            )
            if bid
            else (),
            better=tuple(
                Better.of(card)
                for card in review.mistakes[:_MOST_TOLD]
                if card.judged.cost >= _LEAST_TOLD
            ),
            choices=len(review.cards),
        )

"""A deal looked back at, as plain data: worked out apart from play, and kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engine import Card, Entry, Seat
from engine.as_json import call_of
from engine.coach import BidReview, CardReview, DealReview, review_deal
from engine.luck import Luck, deal_luck
from engine.specials import Call
from engine.weighing import Judged, Tried

Plain = dict[str, Any]


def seed_of(game: int, deal: int) -> str:
    """The seed of what is weighed in a deal: `why` tells of a choice what a hint told of it."""
    return f"{game} {deal}"


def look_back_at(log: Iterable[Entry], seat: Seat, deal: int, seed: str) -> Plain:
    """What a seat should have done in a deal of a log, by a seed; it takes about a second."""
    return _plain(review_deal(list(log), seat, deal, seed.encode()))


def luck_of_deal(log: Iterable[Entry], deal: int, seed: str) -> Plain:
    """What the cards of a deal of a log were worth, by a seed; it takes a few seconds."""
    return asdict(deal_luck(list(log), deal, seed.encode()))


def luck_of(found: Plain) -> Luck | None:
    """What the cards of a deal were worth, read back; None if that could not be worked out."""
    return Luck(tuple(found["worth"]), tuple(found["error"])) if found else None


def review_of(found: Plain) -> DealReview:
    """What the coach found, read back; rows of before know nothing of the steady player."""
    return DealReview(
        number=found["number"],
        size=found["size"],
        bid=found["bid"] and _bid(found["bid"]),
        cards=tuple(map(_card, found["cards"])),
    )


def _plain(review: DealReview) -> Plain:
    return {
        "number": review.number,
        "size": review.size,
        "bid": review.bid and asdict(review.bid),
        "cards": [
            {
                "trick": one.trick,
                "led": one.led,
                "card": str(one.card),
                "call": one.call and str(one.call),
                "best": str(one.best),
                "best_call": one.best_call and str(one.best_call),
                "judged": asdict(one.judged),
                "steady": one.steady and str(one.steady),
                "steady_call": one.steady_call and str(one.steady_call),
            }
            for one in review.cards
        ],
    }


def _judged_of(found: Plain) -> Judged:
    steady = found.get("steady")
    return Judged(
        made=Tried(*found["made"]),
        best=Tried(*found["best"]),
        deals=found["deals"],
        exact=found["exact"],
        error=found["error"],
        steady=steady and Tried(*steady),
    )


def _bid(found: Plain) -> BidReview:
    return BidReview(
        bid=found["bid"],
        best=found["best"],
        judged=_judged_of(found["judged"]),
        tricks=tuple(found["tricks"]),
        open=tuple((bid, Tried(*tried)) for bid, tried in found["open"]),
        steady=found.get("steady"),
    )


def _card(found: Plain) -> CardReview:
    steady = found.get("steady")
    return CardReview(
        trick=found["trick"],
        led=found["led"],
        card=Card.parse(found["card"]),
        call=_call(found["call"]),
        best=Card.parse(found["best"]),
        best_call=_call(found["best_call"]),
        judged=_judged_of(found["judged"]),
        steady=Card.parse(steady) if steady else None,
        steady_call=_call(found.get("steady_call")),
    )


def _call(code: str | None) -> Call | None:
    return call_of(code) if code else None

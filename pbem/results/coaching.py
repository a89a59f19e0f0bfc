"""A deal looked back at, in a process of its own: nobody's play waits for it.

`python -m pbem.results.coaching` is that process: it reads the wish and the log as JSON, and writes
what the coach found.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

from engine import Card, Entry, Seat
from engine.as_json import call_of
from engine.coach import BidReview, CardReview, DealReview, Judged, Tried, review_deal
from engine.record import read_record, write_record
from engine.specials import Call

Plain = dict[str, Any]

_MOST_SECONDS = 60
"""A deal takes about one; what takes a minute never ends."""

_NICE = 10
"""So much less of the processor than whatever moves games on."""


class CannotCoach(Exception):
    """A deal could not be looked back at; the message says why."""


def coached(log: Iterable[Entry], seat: Seat, deal: int, seed: str) -> Plain:
    """What a seat should have done in a deal, worked out by a process that waits for others.

    CannotCoach if it does not come to an end.
    """
    wish = {"seat": seat, "deal": deal, "seed": seed, "log": write_record(log)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            input=json.dumps(wish),
            capture_output=True,
            text=True,
            timeout=_MOST_SECONDS,
            check=True,
        )
        found: Plain = json.loads(done.stdout)
    except subprocess.CalledProcessError as problem:
        raise CannotCoach(problem.stderr.strip().rpartition("\n")[2]) from problem
    except (subprocess.SubprocessError, OSError, ValueError) as problem:
        raise CannotCoach(str(problem)) from problem
    return found


def review_of(found: Plain) -> DealReview:
    """What the coach found, read back."""
    bid, cards = found["bid"], found["cards"]
    return DealReview(
        number=found["number"],
        size=found["size"],
        bid=bid and _bid(bid),
        cards=tuple(_card(card) for card in cards),
    )


def _plain(review: DealReview) -> Plain:
    bid = review.bid
    return {
        "number": review.number,
        "size": review.size,
        "bid": bid
        and {
            "bid": bid.bid,
            "best": bid.best,
            "judged": _judged(bid.judged),
            "tricks": bid.tricks,
            "open": bid.open,
        },
        "cards": [
            {
                "trick": one.trick,
                "led": one.led,
                "card": str(one.card),
                "call": one.call and str(one.call),
                "best": str(one.best),
                "best_call": one.best_call and str(one.best_call),
                "judged": _judged(one.judged),
            }
            for one in review.cards
        ],
    }


def _judged(judged: Judged) -> Plain:
    return {
        "made": judged.made,
        "best": judged.best,
        "deals": judged.deals,
        "exact": judged.exact,
        "error": judged.error,
    }


def _judged_of(found: Plain) -> Judged:
    return Judged(
        made=Tried(*found["made"]),
        best=Tried(*found["best"]),
        deals=found["deals"],
        exact=found["exact"],
        error=found["error"],
    )


def _bid(found: Plain) -> BidReview:
    return BidReview(
        bid=found["bid"],
        best=found["best"],
        judged=_judged_of(found["judged"]),
        tricks=tuple(found["tricks"]),
        open=tuple((bid, Tried(*tried)) for bid, tried in found["open"]),
    )


def _card(found: Plain) -> CardReview:
    return CardReview(
        trick=found["trick"],
        led=found["led"],
        card=Card.parse(found["card"]),
        call=_call(found["call"]),
        best=Card.parse(found["best"]),
        best_call=_call(found["best_call"]),
        judged=_judged_of(found["judged"]),
    )


def _call(code: str | None) -> Call | None:
    return call_of(code) if code else None


def main() -> None:
    """Work one deal out, from the standard input to the standard output."""
    os.nice(_NICE)
    wish = json.load(sys.stdin)
    log, seed = read_record(wish["log"]), wish["seed"].encode()
    json.dump(_plain(review_deal(log, Seat(wish["seat"]), wish["deal"], seed)), sys.stdout)


if __name__ == "__main__":
    main()

"""A deal looked back at, in a process of its own: nobody's play waits for it.

`python -m pbem.results.coaching` is that process: it reads the wish and the log as JSON, and writes
what the coach found.
"""

from __future__ import annotations

import json
import os
import signal
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


class CoachStopped(Exception):
    """The server stops: what was being worked out still has to be."""


class CoachProcess:
    """Looks back at deals in a process that lets others go first, one deal at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def __call__(self, log: Iterable[Entry], seat: Seat, deal: int, seed: str) -> Plain:
        """What a seat should have done in a deal.

        CannotCoach if it does not come to an end, CoachStopped if that was our doing.
        """
        wish = {"seat": seat, "deal": deal, "seed": seed, "log": write_record(log)}
        try:
            with subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            ) as self._process:
                if self._stopped:
                    self.stop()
                told, wrong = self._ended(self._process, json.dumps(wish))
            if self._process.returncode:
                raise CannotCoach(wrong.strip().rpartition("\n")[2] or self._process.returncode)
            found: Plain = json.loads(told)
        except (OSError, ValueError, subprocess.SubprocessError) as problem:
            raise CannotCoach(str(problem)) from problem
        return found

    def _ended(self, process: subprocess.Popen[str], wish: str) -> tuple[str, str]:
        """What a process has written once it has ended; it is killed if it takes for ever."""
        try:
            ended = process.communicate(wish, timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        if self._stopped:
            raise CoachStopped
        return ended

    def stop(self) -> None:
        """End what is under way, and begin nothing more."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()


def worked_out(log: Iterable[Entry], seat: Seat, deal: int, seed: str) -> Plain:
    """What a seat should have done in a deal, worked out here and now."""
    return _plain(review_deal(log, seat, deal, seed.encode()))


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
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)  # to all of the server: it kills us where it means us
    wish = json.load(sys.stdin)
    log = read_record(wish["log"])
    json.dump(worked_out(log, Seat(wish["seat"]), wish["deal"], wish["seed"]), sys.stdout)


if __name__ == "__main__":
    main()

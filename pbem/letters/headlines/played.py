"""Facts about the bids and the tricks of one deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine import Rank, Seat
from engine.order import RankOrder, suit_in_play
from engine.specials import Specials
from pbem.letters.headlines.course import Course
from pbem.letters.headlines.kinds import Fact, Kind, told_if

_FAR = 2
"""So many tricks make a bid, or the worth of a hand, far from what was taken."""

_MANY = 4
_SOME = 3


def table_bids(course: Course) -> Iterator[Fact]:
    """What all bids together came to."""
    deal, bids = course.deal, course.bids
    size, total = deal.size, sum(bids.values())
    made = tuple(seat for seat, bid in bids.items() if deal.taken[seat] == bid)
    missed = tuple(seat for seat in bids if seat not in made)
    if bids:
        yield Fact(Kind.HOW_MANY_MADE, n=len(made), of=len(bids))
    if len(bids) < deal.players:
        return
    far = abs(total - size)
    yield from told_if(
        (not missed, Fact(Kind.EVERYBODY_MADE)),
        (not made, Fact(Kind.NOBODY_MADE)),
        (len(made) == 1 < len(missed), Fact(Kind.ONLY_MADE, made)),
        (len(missed) == 1 < len(made), Fact(Kind.ALL_BUT_ONE, missed)),
        (len({*bids.values()}) == 1, Fact(Kind.SAME_BID, n=max(bids.values()))),
        (total - size >= _FAR, Fact(Kind.TOO_MANY, n=total, of=size, more=3 * far)),
        (0 < total <= size - _FAR, Fact(Kind.TOO_FEW, n=total, of=size, more=3 * far)),
    )


def single_bids(course: Course) -> Iterator[Fact]:
    """What became of one bid."""
    deal, bids = course.deal, course.bids
    size = deal.size
    zeros = tuple(seat for seat, bid in bids.items() if bid == deal.taken[seat] == 0)
    if len(zeros) > 1 and size >= _SOME:
        yield Fact(Kind.ZEROS_KEPT, zeros, more=4 * len(zeros))
    highest = [bid for bid in bids.values() if bid == max(bids.values())]
    for seat, bid in bids.items():
        taken = deal.taken[seat]
        whose, far = (seat,), abs(taken - bid)
        big = _MANY <= bid < size and highest == [bid]
        yield from told_if(
            (bid == taken == 0 and size >= _MANY, Fact(Kind.ZERO_KEPT, whose, n=size, more=size)),
            (bid == taken == size >= _SOME, Fact(Kind.ALL_TAKEN, whose, n=size, more=size)),
            (bid == taken and big, Fact(Kind.BIG_BID, whose, n=bid, more=3 * bid)),
            (taken - bid >= _FAR, Fact(Kind.OVERRUN, whose, n=taken, of=bid, more=3 * far)),
            (0 < taken <= bid - _FAR, Fact(Kind.SHORT, whose, n=taken, of=bid, more=3 * far)),
            (0 == taken <= bid - _FAR, Fact(Kind.EMPTY_HANDED, whose, of=bid, more=3 * far)),
        )


def hands(course: Course) -> Iterator[Fact]:
    """What was made of the cards."""
    worths = course.worth
    for seat, bid in course.bids.items():
        taken, worth, whose = course.deal.taken[seat], worths[seat], (seat,)
        far = abs(taken - worth)
        if far >= _FAR:
            above, below = taken == bid > worth > 0, taken == bid < worth
            unlucky = 0 < taken < min(bid, worth)
            yield from told_if(
                (above, Fact(Kind.ABOVE_WORTH, whose, n=taken, of=worth, more=5 * far)),
                (below, Fact(Kind.BELOW_WORTH, whose, n=taken, of=worth, more=5 * far)),
                (unlucky, Fact(Kind.UNLUCKY, whose, n=taken, of=worth, more=4 * far)),
            )


def tricks(course: Course) -> Iterator[Fact]:
    """Who took which tricks."""
    deal, bids = course.deal, course.bids
    takers = [trick.taker for trick in deal.tricks]
    if len(takers) < _SOME:
        return
    runs = [(taker, len(list(row))) for taker, row in groupby(takers)]
    for taker, length in runs:
        if taker is not None and _SOME <= length < len(takers):
            yield Fact(Kind.RUN, (taker,), n=length, more=4 * length)
        if taker is not None and length == len(takers) != bids.get(taker):
            yield Fact(Kind.EVERY_TRICK, (taker,), n=length)
    most = max(deal.taken)
    if most >= _FAR and deal.taken.count(most) == 1 and most < len(takers):
        yield Fact(Kind.MOST_TRICKS, (Seat(deal.taken.index(most)),), n=most, of=len(takers))
    first, last = takers[0], takers[-1]
    if first is not None and bids.get(first) == 0:
        yield Fact(Kind.ZERO_LOST_FIRST, (first,))
    if last is not None:
        yield from _last_trick(course, last)


def _last_trick(course: Course, last: Seat) -> Iterator[Fact]:
    """What the last trick did to the bids."""
    for seat, bid in course.bids.items():
        took, over = seat == last, course.deal.taken[seat] - bid
        yield from told_if(
            (took and over == 0, Fact(Kind.LAST_TRICK_MADE, (seat,), more=2 * bid)),
            (took and over == 1 <= bid, Fact(Kind.LAST_TRICK_TOO_MANY, (seat,))),
            (took and over == 1 > bid, Fact(Kind.ZERO_LOST_LAST, (seat,))),
            (not took and over == -1, Fact(Kind.LAST_TRICK_LOST, (seat, last))),
        )


def cards(course: Course) -> Iterator[Fact]:
    """Cards that did more, or less, than they usually do."""
    deal = course.deal
    rules, ranking, trump = deal.rules, deal.ranking, deal.trump
    if rules.specials is not Specials.NONE:
        return
    for trick in deal.tricks:
        if trick.taker is None or len(trick.cards) < deal.players:
            continue
        played = dict(trick.by_seat(deal.players, deal.way))
        best, led = played[trick.taker], suit_in_play(trick.cards[0], ranking)
        by_trump = suit_in_play(best, ranking) is trump
        ace = any(card.rank is Rank.ACE and card.suit is led for card in played.values())
        high = ranking.order is not RankOrder.ACES_LOW
        yield from told_if(
            (best.rank is Rank.TWO and not by_trump, Fact(Kind.LOW_CARD, (trick.taker,))),
            (
                ace and high and by_trump and led is not trump,
                Fact(Kind.ACE_TRUMPED, (trick.taker,)),
            ),
        )

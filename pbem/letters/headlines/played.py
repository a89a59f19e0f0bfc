"""Facts about the bids and the tricks of one deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine import Rank, Seat
from engine.order import RankOrder, suit_in_play
from engine.specials import Specials
from pbem.letters.headlines.course import Course
from pbem.letters.headlines.kinds import Fact, Kind

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
    if not missed:
        yield Fact(Kind.EVERYBODY_MADE)
    if not made:
        yield Fact(Kind.NOBODY_MADE)
    if len(made) == 1 < len(missed):
        yield Fact(Kind.ONLY_MADE, made)
    if len(missed) == 1 < len(made):
        yield Fact(Kind.ALL_BUT_ONE, missed)
    if len({*bids.values()}) == 1:
        yield Fact(Kind.SAME_BID, n=next(iter(bids.values())))
    if total - size >= _FAR:
        yield Fact(Kind.TOO_MANY, n=total, of=size, more=3 * (total - size))
    if size - total >= _FAR and total:
        yield Fact(Kind.TOO_FEW, n=total, of=size, more=3 * (size - total))


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
        if bid == taken == 0 and size >= _MANY:
            yield Fact(Kind.ZERO_KEPT, whose, n=size, more=size)
        if bid == taken == size >= _SOME:
            yield Fact(Kind.ALL_TAKEN, whose, n=size, more=size)
        if _MANY <= bid == taken < size and highest == [bid]:
            yield Fact(Kind.BIG_BID, whose, n=bid, more=3 * bid)
        if taken - bid >= _FAR:
            yield Fact(Kind.OVERRUN, whose, n=taken, of=bid, more=3 * far)
        if bid - taken >= _FAR and taken:
            yield Fact(Kind.SHORT, whose, n=taken, of=bid, more=3 * far)
        if bid - taken >= _FAR and not taken:
            yield Fact(Kind.EMPTY_HANDED, whose, of=bid, more=3 * far)


def hands(course: Course) -> Iterator[Fact]:
    """What was made of the cards."""
    worths = course.worth
    for seat, bid in course.bids.items():
        taken, worth = course.deal.taken[seat], worths[seat]
        far = abs(taken - worth)
        if far < _FAR:
            continue
        if taken == bid > worth > 0:
            yield Fact(Kind.ABOVE_WORTH, (seat,), n=taken, of=worth, more=5 * far)
        if taken == bid < worth:
            yield Fact(Kind.BELOW_WORTH, (seat,), n=taken, of=worth, more=5 * far)
        if 0 < taken < min(bid, worth):
            yield Fact(Kind.UNLUCKY, (seat,), n=taken, of=worth, more=4 * far)


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
    taken = course.deal.taken
    for seat, bid in course.bids.items():
        if seat == last and bid == taken[seat]:
            yield Fact(Kind.LAST_TRICK_MADE, (seat,), more=2 * bid)
        if seat == last and taken[seat] == bid + 1:
            kind = Kind.LAST_TRICK_TOO_MANY if bid else Kind.ZERO_LOST_LAST
            yield Fact(kind, (seat,))
        if seat != last and taken[seat] == bid - 1:
            yield Fact(Kind.LAST_TRICK_LOST, (seat, last))


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
        if best.rank is Rank.TWO and suit_in_play(best, ranking) is not trump:
            yield Fact(Kind.LOW_CARD, (trick.taker,))
        aces = [card for card in played.values() if card.rank is Rank.ACE and card.suit is led]
        ruffed = suit_in_play(best, ranking) is trump is not led
        if aces and ruffed and ranking.order is not RankOrder.ACES_LOW:
            yield Fact(Kind.ACE_TRUMPED, (trick.taker,))

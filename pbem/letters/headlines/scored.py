"""Facts about the score after a deal, and about the bids of a player in a row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, takewhile

from pbem.letters.headlines.course import Course, alone, alone_last, lead
from pbem.letters.headlines.kinds import Fact, Kind, told_if
from pbem.letters.race import place

_ROW = 3
"""So many bids make a row, and so many deals a game in which there is something to look back to."""

_LONG_LEAD = 5
_CLOSE = 10
_VERY_CLOSE = 5
_MANY_DEALS = 6
_ROUND = 100


def rows(course: Course) -> Iterator[Fact]:
    """Bids made or missed in a row."""
    perfect = [seat for seat in course.seats if all(course.history(seat))]
    if len(course.deals) >= _ROW and len(perfect) == 1:
        yield Fact(Kind.PERFECT, tuple(perfect), n=len(course.deals))
    for seat in course.bids:
        *earlier, made = course.history(seat)
        _, row = next(groupby(reversed(earlier)), (made, ()))
        length = len(list(row))
        if made and all(earlier[-1:]) and length + 1 >= _ROW:
            yield Fact(Kind.STREAK, (seat,), n=length + 1, more=4 * length)
        if length < _ROW or made is earlier[-1]:
            continue
        if not made:
            kind = Kind.FIRST_MISS if length == len(earlier) else Kind.STREAK_ENDS
        else:
            kind = Kind.FIRST_MADE if length == len(earlier) else Kind.DROUGHT_ENDS
        yield Fact(kind, (seat,), n=length, more=2 * length)


def top(course: Course) -> Iterator[Fact]:
    """Who leads while the game goes on."""
    if course.winners is not None:
        return
    deals, before, after = len(course.deals), course.before, course.after
    leader, led = alone(after), alone(before) if deals > 1 else None
    if leader is None:
        yield from _shared(course)
        return
    if after[leader] > 0:
        yield Fact(Kind.LEADS, (leader,), n=after[leader])
    if deals == 1:
        yield Fact(Kind.BEST_START, (leader,))
        return
    if led is not None and led != leader:
        yield Fact(Kind.TAKES_LEAD, (leader, led))
    if led is None:
        yield Fact(Kind.ALONE_ON_TOP, (leader,))
    back = leader not in lead(before) and _was_last(course, leader)
    held = len(list(takewhile(lambda totals: alone(totals) == leader, reversed(course.totals))))
    count = course.count or 0
    yield from told_if(
        (back, Fact(Kind.COMEBACK, (leader,))),
        (held >= _LONG_LEAD, Fact(Kind.LEAD_HELD, (leader,), n=held, more=held)),
        (_MANY_DEALS <= count <= 2 * deals < count + 2, Fact(Kind.HALFWAY, (leader,))),
    )
    if led == leader:
        yield from _margins(course)


def _shared(course: Course) -> Iterator[Fact]:
    """Several who lead."""
    leaders = lead(course.after)
    if len(leaders) == len(course.after):
        yield Fact(Kind.ALL_LEVEL)
    elif len(course.deals) > 1 and leaders != lead(course.before):
        yield Fact(Kind.TIE_ON_TOP, leaders)


def _margins(course: Course) -> Iterator[Fact]:
    """How far the one who still leads is ahead."""
    before, after = course.before, course.after
    [leader] = lead(after)
    others = {seat: after[seat] for seat in course.seats if seat != leader}
    [second, *tied] = [seat for seat in others if others[seat] == max(others.values())]
    margin = after[leader] - after[second]
    was = before[leader] - max(before[seat] for seat in others)
    if margin > was:
        yield Fact(Kind.PULLS_AWAY, (leader,), n=margin)
    deal = max((max(one.points or (0,)) for one in course.deals), default=0)
    if not tied and margin <= deal and margin < before[leader] - before[second]:
        yield Fact(Kind.CLOSES_IN, (second, leader), n=margin, more=10 * (margin <= _VERY_CLOSE))


def standings(course: Course) -> Iterator[Fact]:
    """Who changes places, and how close all are."""
    before, after, deals = course.before, course.after, len(course.deals)
    if deals == 1:
        return
    for seat in course.seats:
        was, now = place(before[seat], before), place(after[seat], after)
        yield from told_if(
            (1 < now < was, Fact(Kind.CLIMBS, (seat,), n=now, more=8 * (was - now))),
            (now > was, Fact(Kind.FALLS, (seat,), n=now, more=8 * (now - was))),
        )
    spread = max(after) - min(after)
    if deals > _ROW and 0 < spread <= min(_CLOSE, max(course.deal.points or (0,))):
        yield Fact(Kind.ALL_CLOSE, n=spread)


def points(course: Course) -> Iterator[Fact]:
    """What the deal brought, and marks that totals pass."""
    got, deals = course.deal.points or (), len(course.deals)
    earlier = [one for deal in course.deals[:-1] for one in deal.points or ()]
    most = alone(got)
    if most is not None and got[most] > 0:
        yield Fact(Kind.MOST_POINTS, (most,), n=got[most])
        if deals >= _ROW and got[most] > max(earlier) > 0:
            yield Fact(Kind.BEST_DEAL, (most,), n=got[most])
    losers = tuple(seat for seat in course.seats if got[seat] < 0)
    if len(losers) == 1 and min(earlier, default=0) >= 0:
        yield Fact(Kind.FIRST_LOSS, losers)
    for seat in course.seats:
        was, now = course.before[seat], course.after[seat]
        yield from told_if(
            (was >= 0 > now, Fact(Kind.BELOW_ZERO, (seat,))),
            (was < 0 < now, Fact(Kind.ABOVE_ZERO, (seat,))),
        )
    mark = max(course.after) // _ROUND * _ROUND
    there = tuple(seat for seat in course.seats if course.after[seat] >= mark)
    if mark > max(map(max, course.totals[:-1])) and len(there) == 1:
        yield Fact(Kind.HUNDRED, there, n=mark)


def ending(course: Course) -> Iterator[Fact]:
    """How the game was won."""
    winner = alone(course.after)
    if winner is None or course.winners != (winner,) or len(course.deals) < _ROW:
        return
    before, after = course.before, course.after
    led = alone(before)
    if led is not None and led != winner:
        yield Fact(Kind.DECIDED_LAST, (winner, led))
    never_behind = all(winner in lead(totals) for totals in course.totals[1:])
    yield from told_if(
        (led == winner, Fact(Kind.HELD_TO_THE_END, (winner,))),
        (never_behind, Fact(Kind.NEVER_BEHIND, (winner,))),
        (_was_last(course, winner), Fact(Kind.WON_FROM_LAST, (winner,))),
    )
    behind = [seat for seat in course.seats if place(after[seat], after) == 2]
    if len(behind) == 1 and after[winner] - after[behind[0]] <= _VERY_CLOSE:
        yield Fact(Kind.PHOTO_FINISH, (winner, behind[0]), n=after[winner] - after[behind[0]])


def _was_last(course: Course, seat: int) -> bool:
    """Whether a seat was last alone after an earlier deal, of more than two players."""
    earlier = course.totals[1:-1]
    return len(course.after) >= _ROW and any(alone_last(totals) == seat for totals in earlier)

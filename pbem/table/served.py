"""Which orders the server carries out, and what it takes lines for that say something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Card
from pbem.orders.context import Reading
from pbem.orders.model import (
    Bid,
    Clause,
    HousePolicy,
    Join,
    Keep,
    Lay,
    Order,
    Pass,
    Plan,
    Play,
    Request,
    Step,
    Trump,
    Undecided,
    Unread,
    Unsure,
    Wish,
)

Move = Bid | Play | Plan | Trump | Lay
"""What answers a question about a deal."""

Served = Move | Keep | Pass | Join | HousePolicy | Request | Unsure | Undecided | Unread
"""The orders the server carries out; all others are answered as unreadable."""

_SERVED_WISHES = (
    *(Wish.STATUS, Wish.HELP, Wish.UNDO, Wish.FORGET_PLAN, Wish.FATES, Wish.PROOF),
    *(Wish.LOG, Wish.CHART),
)


def served(reading: Reading) -> Served:
    """The order of a line, or the line as unread where the server cannot do what it says."""
    match reading.order:
        case Bid() | Play() | Plan() | Keep() | Trump() | Lay() | Join() | Unread() as order:
            return order
        case Pass() | HousePolicy() | Undecided() as order:
            return order
        case Unsure(among=among) as order if among and isinstance(among[0], Card):
            return order
        case Request(wish=wish) as order if wish in _SERVED_WISHES:
            return order
        case Request(Wish.HAND | Wish.STANDINGS):
            # The status shows both.
            return Request(Wish.STATUS)
        case _:
            return Unread(reading.line)


def joined(readings: Sequence[Reading]) -> list[Reading]:
    """The same readings, a card and the condition written below it as one plan."""
    whole: list[Reading] = []
    for reading in readings:
        last = whole[-1] if whole else None
        steps = _steps(last.order) if last and last.table == reading.table else ()
        if last and steps and isinstance(reading.order, Plan):
            plan = Plan((*steps, *reading.order.steps))
            line = f"{last.line}; {reading.line}"
            repaired = last.repaired or reading.repaired
            whole[-1] = replace(last, line=line, order=plan, repaired=repaired)
        else:
            whole.append(reading)
    return whole


def _steps(order: Order) -> tuple[Step, ...]:
    match order:
        case Plan(steps):
            return steps
        case Play(card, None):
            return ((Clause(card),),)
        case _:
            return ()

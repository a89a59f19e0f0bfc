"""How fast a table answers, as all have seen; from it follows how long a move is held back."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import datetime, timedelta

from pbem.domain import hold
from pbem.domain.hold import AT_ONCE, MOVES, QUICK, SLOW, Asked, hold_of
from pbem.domain.logged import BY_COMPUTER, Actor
from pbem.domain.model import Question, Table
from pbem.orders.keywords import Ask
from pbem.store import answers, shuffles
from pbem.store.answers import Timed
from pbem.store.database import Session
from pbem.store.events import Dated, dated_log
from pbem.turns.turn import ToLog, standing_log

_RECENT = 8
"""So many answers tell how long one takes."""


def is_live(session: Session, table: Table) -> bool:
    """Whether all at a table answer at once, so that a quick answer is held only briefly."""
    return table.setup.follows and hold_of(table).live(_taken(session, table))


def is_quick(session: Session, table: Table) -> bool:
    """Whether the people at a table answer at once, however long their moves are held."""
    taken = _taken(session, table, by=(Actor.PLAYER, Actor.DEADLINE))
    return len(taken) > 1 and max(taken[-2:]) <= QUICK


def opens(
    session: Session,
    table: Table,
    steps: Sequence[ToLog],
    length: int,
    now: datetime,
    *,
    answered: Question | None,
) -> list[timedelta]:
    """After how long others may know of each step of a turn that is made now.

    `length` is that of the log, in which the turn is not yet. `answered` is the question that its
    player, or the computer that plays there, has answered by it; None if there was none.
    """
    usual, asked = hold_of(table), _asked(steps, answered, now)
    if not usual.usual and not (asked and (asked.live or asked.hold)):
        return [timedelta(0)] * len(steps)
    return hold.opens(
        [(one.actor, one.entry) for one in steps],
        usual,
        asked,
        _taken(session, table) if table.setup.follows else (),
        lambda at: thinking(session, table, length + at, now),
    )


def thinking(session: Session, table: Table, number: int, now: datetime) -> timedelta:
    """How long a move seems to take at a live table that nobody thinks about, by its number."""
    last = shuffles.last_fixed(session, table.id)
    fixed = shuffles.fixed(session, table.id, last or 0)
    lately = answers.lately(session, table.id, _RECENT)
    taken = [one.took for one in lately if one.at < now and one.took <= QUICK]
    return hold.pause(fixed.secret if fixed else b"", number, taken)


def _asked(steps: Sequence[ToLog], answered: Question | None, now: datetime) -> Asked | None:
    """The question that a turn made now begins by answering; None if nobody has answered one."""
    first = steps[0] if steps else None
    if first is None or first.seat is None or first.actor not in {Actor.PLAYER, *BY_COMPUTER}:
        return None
    if answered is None:
        return Asked(live=False, ago=SLOW)
    hold = None if answered.hold is None else timedelta(minutes=answered.hold)
    return Asked(answered.live, now - answered.asked_at, hold)


def _taken(
    session: Session, table: Table, by: Container[Actor] = frozenset(Actor)
) -> list[timedelta]:
    """How long the last moves of a game took that were made so; before them, the yeses to it."""
    log = dated_log(session, table.id)
    made = standing_log([one.logged for one in log])
    moves = [log[one.seq] for one in made if isinstance(one.entry, MOVES) and one.actor in by][-2:]
    lately = answers.lately(session, table.id, _RECENT)
    yeses = [one.took for one in reversed(lately) if one.ask is Ask.INVITATION]
    return [*yeses, *(_took(one, lately) for one in moves)]


def _took(move: Dated, lately: Sequence[Timed]) -> timedelta:
    one = move.logged
    if one.actor is Actor.DEADLINE:
        return SLOW
    if one.actor is not Actor.PLAYER:
        return AT_ONCE
    told = (answer.took for answer in lately if (answer.seat, answer.at) == (one.seat, move.at))
    return next(told, SLOW)

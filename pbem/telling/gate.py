"""The one way into the outbox, so that nobody is written to who has not agreed to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from pbem.house import House
from pbem.store import firsts, outbox
from pbem.store.database import Session
from pbem.store.outbox import Written
from pbem.table.strangers import (
    AT_THE_DOOR,
    DAY,
    FIRST,
    WEEK,
    Asks,
    Before,
    Unwritten,
    Why,
    unwritten_answer,
    unwritten_first,
)


def send(
    house: House, session: Session, mail: Written, now: datetime, asks: Asks = Asks.FIRST
) -> Unwritten | None:
    """Put a letter into the outbox; why not, if its reader has not agreed to such a one.

    Whoever has agreed gets every letter, and whoever writes under the code of a seat gets the
    answer. Anybody else gets only the kinds that may be first, and of these as few as
    `pbem.table.strangers` says.
    """
    coded = mail.seat is not None and mail.inbound is not None
    if coded or firsts.has_agreed(session, mail.rcpt, now - WEEK):
        outbox.queue(session, mail, now)
        return None
    before = _before(session, mail, now)
    why = _unwritten(house, mail, before, asks)
    if why is None:
        outbox.queue(session, replace(mail, first=not before.game), now)
    return why


def _unwritten(house: House, mail: Written, before: Before, asks: Asks) -> Unwritten | None:
    limits = house.limits
    if mail.inbound is not None and mail.kind in AT_THE_DOOR:
        return unwritten_answer(before, server=limits.all_strangers_a_day)
    if mail.kind not in FIRST:
        return Unwritten(Why.NEVER)
    each = None if mail.by is None else limits.strangers_a_day
    return unwritten_first(before, asks, organiser=each, server=limits.all_strangers_a_day)


def _before(session: Session, mail: Written, now: datetime) -> Before:
    """What was written to somebody who has agreed to nothing, and to others like that."""
    to, day = mail.rcpt, now - DAY
    since = partial(firsts.firsts_since, session)
    return Before(
        game=firsts.letters_about(session, to, mail.game, FIRST) if mail.game else (),
        week=since(now - WEEK, FIRST, to=to),
        organiser=since(day, FIRST, by=mail.by) if mail.by else (),
        server=since(day, FIRST, ordered=True),
        answers=since(day, AT_THE_DOOR, to=to, ordered=False),
        door=since(day, AT_THE_DOOR, ordered=False),
    )

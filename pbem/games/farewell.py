"""A server that ends: its operator says on which day, and from then on nothing new begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from pbem.context import Context
from pbem.games.guests import CannotOrganise
from pbem.notifications.operator import MORNING
from pbem.store.database import Session
from pbem.store.farewell import Farewell, FarewellStage, ends_on, farewell, set_farewell


class CannotEnd(ValueError):
    """What cannot be said of a server's end; the message says why, and nothing was changed."""


def say_farewell(ctx: Context, day: date, words: str = "") -> Farewell:
    """Let the server end on a day, at seven in the morning where it stands; whoever has a part in
    what is open is told by the next steps of the server. Another day takes the place of one that
    was said before. CannotEnd if it is not to come, or the end has begun.
    """
    at = datetime.combine(day, MORNING, ZoneInfo(ctx.settings.zone)).astimezone(ctx.now.tzinfo)
    if at <= ctx.now:
        raise CannotEnd(f"the morning of {day} is over: a day is needed that is still to come")
    known = farewell(ctx.session, change=True)
    _must_be_to_come(known)
    if known is not None and known.stands and (known.day, known.words) == (day, words):
        raise CannotEnd(f"that is said already: this server ends on {day}")
    said = Farewell(day, at, words, since=ctx.now)
    set_farewell(ctx.session, said)
    return said


def take_back(ctx: Context) -> Farewell:
    """Let the server go on, and tell so who was told that it ends; CannotEnd if the end has begun,
    or none was said.
    """
    known = farewell(ctx.session, change=True)
    _must_be_to_come(known)
    if known is None or not known.stands:
        raise CannotEnd("no farewell was said: there is nothing to take back")
    set_farewell(ctx.session, replace(known, stage=FarewellStage.TAKEN_BACK, after=0))
    return known


def open_again(ctx: Context) -> Farewell:
    """Let a server that has ended begin again, its games as they are; CannotEnd for any other."""
    known = farewell(ctx.session, change=True)
    if known is None or not known.closed:
        raise CannotEnd("the database is not closed: there is nothing to open")
    set_farewell(ctx.session, None)
    return known


def must_go_on(session: Session) -> None:
    """CannotOrganise if nothing new begins, since the server ends."""
    day = ends_on(session)
    if day is not None:
        raise CannotOrganise("this server ends on %(day)s, and nothing new begins here", day=day)


def _must_be_to_come(known: Farewell | None) -> None:
    if known is not None and known.stage not in (FarewellStage.TOLD, FarewellStage.TAKEN_BACK):
        again = "`pbem farewell --open` opens it again" if known.closed else "that cannot be undone"
        raise CannotEnd(f"this server has come to its end on {known.day}; {again}")

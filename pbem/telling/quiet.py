"""When the server does not answer: a player who got too many answers, and all after too many."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.house import House
from pbem.logs import log
from pbem.post.limits import REFUSALS, Count, held_back, silent_until
from pbem.store import server
from pbem.store.database import Session
from pbem.store.frequency import answered_at, answers_after

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SILENCE = HOUR
"""How long the server answers nobody after it has answered too much; then all begins anew."""


def why_silent(
    house: House, session: Session, player: int | None, kind: str, now: datetime
) -> str | None:
    """Why an answer of some kind is not written to a player now; None if it is.

    Those to people who are no players are counted together.
    """
    until = server.silent_until(session)
    if until is not None and now < until:
        return "the server answers nobody at the moment"
    began = now - HOUR if until is None else max(until, now - HOUR)
    times = (began, now - HOUR, now - DAY)
    (all_, _), (_, hour), (_, day) = answers_after(session, times, player=player, kind=kind)
    if all_ >= house.limits.all_an_hour:
        server.set_silent_until(session, now + SILENCE)
        log.error("too many answers, silent for a while", until=(now + SILENCE).isoformat())
        return "the server answers nobody at the moment"
    return held_back(kind, Count(hour, day), house.limits)


def last_before_silence(
    house: House, session: Session, player: int, kind: str, now: datetime
) -> datetime | None:
    """Until when a player hears no more after a refusal of a kind written now; None if he does."""
    if kind not in REFUSALS:
        return None
    written = answered_at(session, now - DAY, player=player, kind=kind)
    return silent_until(kind, written, now, house.limits)

"""When the server does not answer: a player who got too many answers, and all after too many."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.context import Context
from pbem.logs import log
from pbem.notifications.caps import REFUSALS, Count, held_back, silent_until
from pbem.store import server
from pbem.store.frequency import answered_at, answers_after

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SILENCE = HOUR
"""How long the server answers nobody after it has answered too much; then all begins anew."""


def why_silent(ctx: Context, player: int | None, kind: str) -> str | None:
    """Why an answer of some kind is not written to a player now; None if it is.

    Those to people who are no players are counted together.
    """
    until = server.silent_until(ctx.session)
    if until is not None and ctx.now < until:
        return "the server answers nobody at the moment"
    began = ctx.now - HOUR if until is None else max(until, ctx.now - HOUR)
    times = (began, ctx.now - HOUR, ctx.now - DAY)
    (all_, _), (_, hour), (_, day) = answers_after(ctx.session, times, player=player, kind=kind)
    if all_ >= ctx.settings.limits.all_an_hour:
        server.set_silent_until(ctx.session, ctx.now + SILENCE)
        log.error("too many answers, silent for a while", until=(ctx.now + SILENCE).isoformat())
        return "the server answers nobody at the moment"
    return held_back(kind, Count(hour, day), ctx.settings.limits)


def last_before_silence(ctx: Context, player: int, kind: str) -> datetime | None:
    """Until when a player hears no more after a refusal of a kind written now; None if he does."""
    if kind not in REFUSALS:
        return None
    written = answered_at(ctx.session, ctx.now - DAY, player=player, kind=kind)
    return silent_until(kind, written, ctx.now, ctx.settings.limits)

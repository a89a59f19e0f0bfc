"""When the server does not answer: a player who got too many answers, and all after too many.

A robot that does not say it is one would otherwise be answered for ever.
"""

from __future__ import annotations

from collections.abc import Set
from datetime import datetime, timedelta

from pbem.config.settings import Limits
from pbem.context import Context
from pbem.domain.strangers import DAY
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Trait
from pbem.logs import log
from pbem.store.frequency import answered_at, answers_after
from pbem.store.inbound import leave_unanswered
from pbem.store.server import ServerTime, server_time, set_server_time

HOUR = timedelta(hours=1)
SILENCE = HOUR
"""How long the server answers nobody after it has answered too much; then all begins anew."""


def left_unanswered(ctx: Context, inbound: int, player: int | None, kind: str) -> bool:
    """Whether a mail gets no answer of some kind now; why is noted with it."""
    why = why_silent(ctx, player, kind)
    if why is not None:
        leave_unanswered(ctx.session, inbound, why)
    return why is not None


def why_silent(ctx: Context, player: int | None, kind: str) -> str | None:
    """Why an answer of some kind is not written to a player now; None if it is.

    What refuses, or asks back, is counted together.
    Those to people who are no players are counted together.
    """
    until = server_time(ctx.session, ServerTime.SILENT)
    if until is not None and ctx.now < until:
        return "the server answers nobody at the moment"
    began = ctx.now - HOUR if until is None else max(until, ctx.now - HOUR)
    times = (began, ctx.now - HOUR, ctx.now - DAY)
    (all_, _), (_, hour), (_, day) = answers_after(
        ctx.session, times, player=player, kinds=_counted_with(kind)
    )
    if all_ >= ctx.settings.limits.all_an_hour:
        set_server_time(ctx.session, ServerTime.SILENT, ctx.now + SILENCE)
        log.error("too many answers, silent for a while", until=(ctx.now + SILENCE).isoformat())
        return "the server answers nobody at the moment"
    most_an_hour, most_a_day = _most(kind, ctx.settings.limits)
    if hour >= most_an_hour:
        return "too many answers in an hour"
    return "too many answers in a day" if day >= most_a_day else None


def last_before_silence(ctx: Context, player: int, kind: str) -> datetime | None:
    """Until when a player gets no more of a kind after one written now; None if he does."""
    written = answered_at(ctx.session, ctx.now - DAY, player=player, kinds=_counted_with(kind))
    hour, day = _most(kind, ctx.settings.limits)
    ends = []
    for most, span in ((hour, HOUR), (day, DAY)):
        within = sorted(at for at in (*written, ctx.now) if at > ctx.now - span)
        if len(within) >= most:
            ends.append(within[-most] + span)
    return max(ends, default=None)


def _counted_with(kind: str) -> Set[str]:
    """The kinds that are counted together with one: all that refuse, or ask back, are one."""
    refuses = kinds_with(Trait.REFUSES)
    return refuses if kind in refuses else {kind}


def _most(kind: str, limits: Limits) -> tuple[int, int]:
    """How many of a kind are written in an hour, and in a day."""
    if kind in kinds_with(Trait.REFUSES):
        return limits.refusals_an_hour, limits.refusals_a_day
    return limits.answers_an_hour, limits.answers_a_day

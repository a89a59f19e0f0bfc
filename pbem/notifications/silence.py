"""When the server does not answer: a player who got too many answers, and all after too many.

A robot that does not say it is one would otherwise be answered for ever.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.config.settings import Limits
from pbem.context import Context
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Trait
from pbem.logs import log
from pbem.store.frequency import answered_at, answers_after
from pbem.store.server import ServerTime, server_time, set_server_time

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SILENCE = HOUR
"""How long the server answers nobody after it has answered too much; then all begins anew."""


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
    return held_back(kind, Count(hour, day), ctx.settings.limits)


def last_before_silence(ctx: Context, player: int, kind: str) -> datetime | None:
    """Until when a player gets no more of a kind after one written now; None if he does."""
    written = answered_at(ctx.session, ctx.now - DAY, player=player, kinds=_counted_with(kind))
    return silent_until(kind, written, ctx.now, ctx.settings.limits)


@dataclass(frozen=True, slots=True)
class Count:
    """The answers written in the last hour and in the last day."""

    hour: int
    day: int


def held_back(kind: str, same: Count, limits: Limits) -> str | None:
    """Why an answer of a kind is not written to somebody who got so many of it; None if it is."""
    hour, day = _most(kind, limits)
    if same.hour >= hour:
        return "too many answers in an hour"
    return "too many answers in a day" if same.day >= day else None


def silent_until(
    kind: str, written: Sequence[datetime], now: datetime, limits: Limits
) -> datetime | None:
    """Until when nothing of a kind is written any more after a word written now; None if some is.

    `written` is when those of that kind were written before.
    """
    hour, day = _most(kind, limits)
    ends = []
    for most, span in ((hour, HOUR), (day, DAY)):
        within = sorted(at for at in (*written, now) if at > now - span)
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

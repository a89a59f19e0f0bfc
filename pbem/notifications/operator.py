"""The operator's day: a mail in the morning if anything happened, at once if it cannot wait.

What cannot wait is that we fall silent, that a mail has the server killed again and again, that a
login at a provider has ended, that more mails are to leave than the provider takes, that a copy of
the database cannot be made or carried off, or that the last letters of a server are written. On
Mondays, if it is wanted, the server's week.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.model import Player
from pbem.domain.vocabulary import Trouble
from pbem.domain.week import NewerVersion
from pbem.letters.pages.operators import Concern, OperatorDay, OperatorWeek
from pbem.letters.taps import Taps
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.silence import SILENCE
from pbem.store.consent import agree
from pbem.store.copied import Copied, copied
from pbem.store.database import Session
from pbem.store.farewell import ends_on, farewell, last_letters
from pbem.store.newer import index_asked
from pbem.store.people import player_at
from pbem.store.reports import due_count
from pbem.store.server import ServerTime, rest, server_time, set_server_time
from pbem.store.troubles import Happened, happened, just_too_often
from pbem.store.week import grown_since_last, week

MORNING = time(7)
_MOST = 30
_LONGEST = 200


def operator_of(ctx: Context) -> Player | None:
    """Who keeps the server, as somebody to whom letters are written; None if nobody is named."""
    if ctx.settings.operator is None:
        return None
    return _known(ctx, ctx.settings.operator, ctx.settings.zone)


def _known(ctx: Context, address: str, zone: str) -> Player:
    operator = player_at(ctx.session, address, "Operator", zone=zone, now=ctx.now)
    agree(ctx.session, operator.id, ctx.now)
    return operator


def operator_taps(ctx: Context, operator: Player) -> Taps:
    """Where the operator's orders go, and how their subjects begin."""
    return taps_for(ctx, Purpose.OPERATOR, 0, "server", operator.language)


def tell_operator(
    services: Services,
    address: str,
    zone: str,
    now: datetime,
    ended: Sequence[tuple[datetime, str]] = (),
) -> bool:
    """Write the operator's mail if it is due and anything happened; whether one was written.

    `ended` are the logins at providers that have, and when.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        last = server_time(session, ServerTime.TOLD)
        copies = copied(session)
        if last is None or last > now:
            set_server_time(session, ServerTime.TOLD, now if last else _begins(copies, now))
            return False
        out_of = [Concern(at, Trouble.ENDED, 0, who) for at, who in ended if last < at <= now]
        limited = server_time(session, ServerTime.LIMITED)
        if limited is not None and last < limited <= now:
            rests = rest(session)
            until = rests.until if rests is not None else now
            out_of.append(Concern(limited, Trouble.LIMITED, due_count(session, now), until=until))
        out_of += _of_copies(copies, last, now)
        out_of += _of_the_end(session, last, now)
        out_of += _of_silence(session, last, now)
        urgent = out_of or just_too_often(session, last, now)
        if not urgent and now < _morning_after(last, zone):
            return False
        set_server_time(session, ServerTime.TOLD, now)
        found = [*map(_concern, happened(session, last, now)), *out_of]
        if not found:
            return False
        operator = _known(ctx, address, zone)
        page = OperatorDay(
            operator_taps(ctx, operator),
            operator.zone,
            troubles=tuple(found[:_MOST]),
            more=max(0, len(found) - _MOST),
            copied=copies.made,
            megabytes=copies.bytes / 1e6,
        )
        notify(ctx, page, operator, str(int(now.timestamp())))
        return True


def tell_week(services: Services, address: str, zone: str, now: datetime, room: int | None) -> bool:
    """Write the letter of the server's week if it is Monday morning; whether it was written.

    Of what went wrong in the week it tells what still does. `room` are the bytes that are free on
    the disk of the database, None where it is on another machine.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        last = server_time(session, ServerTime.WEEK)
        if last is None or last > now:
            set_server_time(session, ServerTime.WEEK, now)
            grown_since_last(session)
            return False
        if now < _monday_after(last, zone):
            return False
        set_server_time(session, ServerTime.WEEK, now)
        told, copies = week(session, last, now), copied(session)
        size, more = grown_since_last(session)
        needs = [*map(_concern, happened(session, last, now)), *_of_copies(copies, None, now)]
        operator = _known(ctx, address, zone)
        page = OperatorWeek(
            operator_taps(ctx, operator),
            operator.zone,
            since=last,
            until=now,
            needs=tuple(needs[:_MOST]),
            more=max(0, len(needs) - _MOST),
            week=told,
            megabytes=size / 1e6,
            grown=None if more is None else more / 1e6,
            gigabytes=None if room is None else room / 1e9,
            copied=copies.made,
            ends=ends_on(session),
            newer=_newer(services, session),
        )
        notify(ctx, page, operator, f"week {int(now.timestamp())}")
        return True


def _newer(services: Services, session: Session) -> NewerVersion | None:
    """The newer version that the index told of, if it is asked."""
    asked = index_asked(session) if services.settings.ask_index is not None else None
    return asked.newer if asked is not None else None


def _concern(one: Happened) -> Concern:
    return Concern(one.at, one.what, one.number, one.detail[:_LONGEST])


def _of_copies(copies: Copied, since: datetime | None, until: datetime) -> Iterator[Concern]:
    """What fails with copies, if it began after one moment and up to another."""
    for failing, what in (
        (copies.failing, Trouble.NO_COPY),
        (copies.kept_here, Trouble.COPY_STAYS),
    ):
        if failing is None or failing.since > until or (since and failing.since <= since):
            continue
        yield Concern(failing.since, what, detail=failing.why[:_LONGEST])


def _of_the_end(session: Session, since: datetime, until: datetime) -> Iterator[Concern]:
    """That last letters were written, if it was after one moment and up to another."""
    known = farewell(session)
    if known is None or known.written is None or not since < known.written <= until:
        return
    letters = sum(last_letters(session, known.since).values())
    yield Concern(known.written, Trouble.LAST_LETTERS, letters)


def _begins(copies: Copied, now: datetime) -> datetime:
    """From when on an operator is told what happens who has never been: what fails from the first
    start on is not behind it.
    """
    failing = [one.since for one in (copies.failing, copies.kept_here) if one is not None]
    return min([now, *(since - timedelta(seconds=1) for since in failing)])


def _of_silence(session: Session, since: datetime, until: datetime) -> Iterator[Concern]:
    """That the server fell silent, if it was after one moment and up to another."""
    ends = server_time(session, ServerTime.SILENT)
    if ends is not None and since < ends - SILENCE <= until:
        yield Concern(ends - SILENCE, Trouble.SILENT)


def _morning_after(last: datetime, zone: str) -> datetime:
    """The first morning after a moment, on the clock of a zone."""
    local = last.astimezone(ZoneInfo(zone))
    day = local.date() + timedelta(days=0 if local.time() < MORNING else 1)
    return datetime.combine(day, MORNING, ZoneInfo(zone))


def _monday_after(last: datetime, zone: str) -> datetime:
    """The first Monday morning after a moment, on the clock of a zone."""
    morning = _morning_after(last, zone)
    return morning + timedelta(days=-morning.weekday() % 7)

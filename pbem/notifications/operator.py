"""The operator's day: a mail in the morning if anything happened, at once if it cannot wait.

What cannot wait is that we fall silent, that a mail has the server killed again and again, that a
login at a provider has ended, that more mails are to leave than the provider takes, or that a
copy of the database cannot be made or carried off.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.vocabulary import Trouble
from pbem.letters.pages.organisers import Concern, OperatorDay
from pbem.letters.taps import Taps
from pbem.notifications.mailer import notify
from pbem.notifications.silence import SILENCE
from pbem.store.consent import agree
from pbem.store.copied import Copied, copied
from pbem.store.database import Session
from pbem.store.people import player_at
from pbem.store.reports import due_count
from pbem.store.server import ServerTime, rest, server_time, set_server_time
from pbem.store.troubles import happened, just_too_often

MORNING = time(7)
_MOST = 30
_LONGEST = 200


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
        opened = _opened(session, last, now)
        out_of = [Concern(at, Trouble.ENDED, 0, who) for at, who in ended if last < at <= now]
        limited = server_time(session, ServerTime.LIMITED)
        if limited is not None and last < limited <= now:
            rests = rest(session)
            until = rests.until if rests is not None else now
            out_of.append(Concern(limited, Trouble.LIMITED, due_count(session, now), until=until))
        for failing, what in (
            (copies.failing, Trouble.NO_COPY),
            (copies.kept_here, Trouble.COPY_STAYS),
        ):
            if failing is not None and last < failing.since <= now:
                out_of.append(Concern(failing.since, what, detail=failing.why[:_LONGEST]))
        urgent = opened is not None or bool(out_of) or just_too_often(session, last, now)
        if not urgent and now < _morning_after(last, zone):
            return False
        set_server_time(session, ServerTime.TOLD, now)
        found = [
            Concern(one.at, one.what, one.number, one.detail[:_LONGEST])
            for one in happened(session, last, now)
        ]
        found += out_of
        if opened is not None:
            found.append(Concern(opened, Trouble.SILENT))
        if not found:
            return False
        operator = player_at(session, address, "Operator", zone=zone, now=now)
        agree(session, operator.id, now)
        listed, more = tuple(found[:_MOST]), max(0, len(found) - _MOST)
        taps = Taps(address, "server", operator.language)
        megabytes = copies.bytes / 1e6
        page = OperatorDay(taps, operator.zone, listed, more, copies.made, megabytes)
        unique = str(int(now.timestamp()))
        notify(ctx, page, operator, unique)
        return True


def _begins(copies: Copied, now: datetime) -> datetime:
    """From when on an operator is told what happens who has never been: what fails from the first
    start on is not behind it.
    """
    failing = [one.since for one in (copies.failing, copies.kept_here) if one is not None]
    return min([now, *(since - timedelta(seconds=1) for since in failing)])


def _opened(session: Session, last: datetime, now: datetime) -> datetime | None:
    """When the server fell silent since the operator was told last, or None if it did not."""
    until = server_time(session, ServerTime.SILENT)
    began = until - SILENCE if until is not None else None
    return began if began is not None and last < began <= now else None


def _morning_after(last: datetime, zone: str) -> datetime:
    """The first morning after a moment, on the clock of a zone."""
    local = last.astimezone(ZoneInfo(zone))
    day = local.date() + timedelta(days=0 if local.time() < MORNING else 1)
    return datetime.combine(day, MORNING, ZoneInfo(zone))

"""What is late because of us: mails that leave late, deadlines while the server was away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.model import Question, Table
from pbem.logs import log
from pbem.notifications.moment import Moment
from pbem.notifications.questions import tell_late
from pbem.outbox.retry import AWAY, ON_TIME, given_back, started_late
from pbem.store import deadlines, outbox, questions, requeue
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.gathering import went_with
from pbem.store.locks import take_games
from pbem.store.sending import Outgoing
from pbem.store.server import ServerTime, server_time, set_rest, set_server_time

BEAT = timedelta(seconds=30)
"""How often the server writes down that it is at work."""


def renew(services: Services, mail: Outgoing, now: datetime) -> Outgoing | None:
    """Start the time to answer only now, if a mail leaves late; the mail told anew, if it is.

    Only the mail that asks first has that time before it: a reminder leaves when much of it is
    gone. A mail that may have left already is not told anew: it must look the same both times.
    """
    if mail.question is None:
        if mail.kind == outbox.TABLES:
            _renew_within(services, mail.id, now)
        return None
    if mail.kind not in outbox.NEWS or (mail.begins and now <= mail.begins + ON_TIME):
        return None
    with services.db.begin() as session:
        late = _late(session, mail.question, now)
        if late is None or outbox.asked_in(session, mail.question):
            return None
        asked, table, due = late
        deadlines.set_due(session, asked.id, due, table.reminder(asked.seat, now, due))
        log.warning("deadline moved", question=asked.id, due=due.isoformat(), why="mail was late")
        if mail.doubtful:
            return None
        at = Moment(Context(services, session, now), table, *services.games.game(session, table.id))
        fresh, raw = tell_late(at, replace(asked, due_at=due), mail.id, mail.kind)
    return replace(mail, message_id=fresh, raw=raw)


def _renew_within(services: Services, number: int, now: datetime) -> None:
    """The same for all that is asked in one mail; it leaves with the deadlines it was written with.

    Nobody is hurt by an earlier one.
    """
    with services.db.begin() as session:
        late = (_late(session, one, now) for one in went_with(session, number))
        for asked, table, due in filter(None, late):
            deadlines.set_due(session, asked.id, due, table.reminder(asked.seat, now, due))


def _late(session: Session, number: int, now: datetime) -> tuple[Question, Table, datetime] | None:
    """An open question whose mail leaves too late, at which table, and the deadline it is to have;
    None for any other.
    """
    asked = questions.question(session, number)
    if asked is None or asked.closed is not None or asked.due_at is None:
        return None
    take_games(session, [asked.game])
    if not questions.still_open(session, asked):
        return None
    table = load_table(session, asked.game)
    due = started_late(asked.due_at, now, table.setup.answer_in, table.pace(asked.seat))
    return None if due is None else (asked, table, due)


def at_work(services: Services, now: datetime) -> None:
    """Write down that the server takes in mail; time that it did not is given back to all.

    Questions asked since it is back had no part in that. When the clock was put back, what waits
    for a time waits no longer than before.
    """
    with services.db.begin() as session:
        last = server_time(session, ServerTime.AT_WORK)
        away = now - last if last else timedelta(0)
        if last and abs(away) < BEAT:
            return
        set_server_time(session, ServerTime.AT_WORK, now)
        if last is None or abs(away) < AWAY:
            return
        if away < timedelta(0):
            requeue.shift_waiting(session, away)
            set_rest(session, None)
        moved = 0
        for asked in deadlines.all_open(session):
            assert asked.due_at is not None
            if away > timedelta(0) and asked.asked_at > last:
                continue
            table = load_table(session, asked.game)
            pace = table.pace(asked.seat)
            due = given_back(asked.due_at, away, now, table.setup.answer_in, pace)
            if due != asked.due_at:
                reminded = table.reminder(asked.seat, asked.asked_at, due)
                deadlines.put_off(session, asked.id, due, reminded)
                moved += 1
    log.warning("the server was away", since=last.isoformat(), deadlines_moved=moved)

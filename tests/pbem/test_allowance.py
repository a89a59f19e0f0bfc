"""The limits of a provider: questions leave first, then results; what waits is told, not late."""

import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import select, update
from sqlmodel import col

from pbem.games.late import renew
from pbem.notifications.operator import tell_operator
from pbem.outbox.deliver import Post, deliver_due, write_down
from pbem.store import questions
from pbem.store.allowance import Allowance
from pbem.store.outbox import Sending
from pbem.store.server import rest
from pbem.store.tables.mails import OutboxRow
from tests.club import Letter

OPERATOR = "op@home.example"


class Office:
    """A club's post, whose provider takes so many mails; what it took, by kind and hour."""

    def __init__(self, club, **allowed):
        self.club, self.allowed = club, Allowance(**allowed)
        self.began, self.left = club.now, []

    @asynccontextmanager
    async def carrier(self):
        async def send(_sender, _to, raw):
            self.left.append(((self.club.now - self.began) / timedelta(hours=1), raw))

        yield send

    def deliver(self, **later):
        self.club.now += timedelta(**later)
        services = self.club.services

        def clock():
            return self.club.now

        post = Post(
            services.db,
            services.addresses,
            self.carrier,
            clock,
            partial(renew, services),
            allowed=self.allowed,
        )

        async def all_due():
            while await deliver_due(post):
                pass

        asyncio.run(all_due())
        write_down(post)

    @property
    def rest(self):
        with self.club.services.db.begin() as session:
            return rest(session)

    def sent(self):
        """What has left, the first one first."""
        query = select(col(OutboxRow.kind)).where(col(OutboxRow.state) == Sending.SENT.value)
        with self.club.services.db.begin() as session:
            return list(session.scalars(query.order_by(col(OutboxRow.done_at))))


def queued(club, *kinds):
    """As many mails wait as there are kinds: those of a real game, called so."""
    with club.services.db.begin() as session:
        some = list(session.scalars(select(OutboxRow).order_by(col(OutboxRow.id))))
        for row, kind in zip(some, kinds, strict=False):
            row.state, row.due_at, row.done_at = Sending.QUEUED.value, club.now, None
            row.kind = kind
            row.question_id = row.question_id if kind == "your_bid" else None
        for row in some[len(kinds) :]:
            row.state, row.done_at = Sending.SUPERSEDED.value, club.now


@pytest.fixture(name="table")
def _table(club):
    club.open("Anna", "Bruno", "Ruth", "Dieter", "Chloe")
    return club


def test_what_may_not_leave_now_leaves_when_the_provider_takes_it_again(table):
    queued(table, *["welcome"] * 5)
    office = Office(table, an_hour=2)
    for _ in range(13):
        office.deliver(minutes=15)

    assert [hour for hour, _ in office.left] == [0.25, 0.25, 1.25, 1.25, 2.25]
    assert office.rest is None


def test_of_two_limits_the_stricter_one_counts(table):
    queued(table, *["welcome"] * 5)
    office = Office(table, an_hour=2, a_day=3)
    for _ in range(26):
        office.deliver(hours=1)

    assert [hour for hour, _ in office.left] == [1, 1, 2, 25, 25]


def test_questions_leave_first_then_results_then_the_rest(table):
    queued(table, "welcome", "deal_over", "welcome", "your_tables", "deal_over")
    office = Office(table, an_hour=1)
    for _ in range(5):
        office.deliver(hours=1)

    assert office.sent() == ["your_tables", "deal_over", "deal_over", "welcome", "welcome"]


def test_without_a_limit_the_oldest_leaves_first(table):
    queued(table, "welcome", "deal_over", "welcome", "your_tables", "deal_over")
    office = Office(table)
    office.deliver()

    assert len(office.left) == 5
    assert office.rest is None


def test_what_waits_is_said_and_the_operator_is_told_once_a_day(table):
    queued(table, *["welcome"] * 5)
    office = Office(table, a_day=2)
    tell_operator(table.services, OPERATOR, "UTC", table.now)
    told = []
    for _ in range(8):
        office.deliver(minutes=10)
        told.append(tell_operator(table.services, OPERATOR, "UTC", table.now))

    assert office.rest.why == "the provider's limit of 2 mails a day is reached"
    assert told.count(True) == 1


def test_of_what_a_provider_takes_one_mail_is_kept_for_the_operator(table):
    """Of three an hour two leave; the mail that tells of it comes later, and leaves before them."""
    queued(table, *["welcome"] * 5)
    office = Office(table, an_hour=3, kept=1)
    tell_operator(table.services, OPERATOR, "UTC", table.now)
    office.deliver(minutes=1)
    assert tell_operator(table.services, OPERATOR, "UTC", table.now)
    office.deliver(minutes=1)
    told = Letter(OPERATOR, office.left[-1][1]).text

    assert office.sent() == ["welcome", "welcome", "operator_day"]
    assert "3 mails wait: the provider takes no more before Monday 5 October, 09:01." in told
    office.deliver(minutes=59)
    assert office.sent()[3:] == ["welcome"]
    office.deliver(minutes=5)
    assert office.sent()[3:] == ["welcome"] * 2


def test_the_time_for_an_answer_begins_when_the_question_leaves(table):
    """Bruno has 48 hours from the moment at which his question left, a day late."""
    with table.services.db.begin() as session:
        [first] = session.scalars(
            select(OutboxRow).where(col(OutboxRow.question_id).is_not(None)).limit(1)
        )
        number, before = first.question_id, questions.question(session, first.question_id).due_at
        session.execute(update(OutboxRow).values(state=Sending.SENT.value, done_at=table.now))
        first.state, first.due_at, first.done_at = Sending.QUEUED.value, table.now, None
    office = Office(table, a_day=4)
    office.deliver()
    held_back = list(office.left)
    office.deliver(hours=24)
    with table.services.db.begin() as session:
        after = questions.question(session, number).due_at

    assert held_back == []
    assert len(office.left) == 1
    assert after >= before + timedelta(hours=23)

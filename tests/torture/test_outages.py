"""The post stands still, the server is away, its clock jumps: nobody loses time or a mail by it."""

import asyncio
import email
import email.policy
import re
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import text

from pbem.context import Context
from pbem.context.services import Services
from pbem.demo.correspondent import answer
from pbem.domain.deadlines import Pace
from pbem.games.guests import Person
from pbem.games.late import at_work, renew
from pbem.games.set_up import new_game
from pbem.inbound.deadlines import process_deadlines
from pbem.inbound.worker import process_next
from pbem.notifications.reminders import remind_next
from pbem.outbox.carriers import NotSent
from pbem.outbox.deliver import Post, deliver_due
from pbem.outbox.faults import Fault
from pbem.outbox.retry import given_back, started_late
from pbem.server.ticks import Ticks
from pbem.store import questions
from pbem.store.inbound import Arrived, accept
from pbem.store.server import ServerTime, set_server_time
from tests.club import MORNING
from tests.setups import set_up

SINCE = "SINCE YOUR LAST MAIL"


class Sea:
    """A game of three whose mails go by a post that can be down.

    The clock is an argument: nothing sleeps. Now and then the server does what its ticks do.
    """

    def __init__(self, services: Services) -> None:
        self.services, self.now, self.up, self.taken = services, MORNING, True, []
        self.refuses = lambda raw: False
        self.addresses = {name: f"{name}@club.example" for name in ("Anna", "Bruno", "Ruth")}
        self.post = Post(
            services.db,
            services.addresses,
            self.carrier,
            lambda: self.now,
            partial(renew, services),
        )
        with services.db.begin() as session:
            new_game(
                Context(services, session, self.now),
                name="Lindy",
                setup=set_up(),
                organiser=Person("Marta", "marta@club.example"),
                people=[Person(*one) for one in self.addresses.items()],
                zone="UTC",
                invite=False,
            )
        self.tick()

    @asynccontextmanager
    async def carrier(self):
        if not self.up:
            raise NotSent(Fault.POST, "nobody is at home")

        async def send(_mail_from, rcpt, raw):
            if self.refuses(raw):
                raise NotSent(Fault.MAIL, "the mailbox is full")
            self.taken.append((rcpt, raw))

        yield send

    def tick(self):
        at_work(self.services, self.now)
        while process_next(self.services, self.now):
            pass
        failed = set()
        while process_deadlines(self.services, self.now, failed, {}, self.now):
            assert not failed
        while remind_next(self.services, self.now):
            pass
        while asyncio.run(deliver_due(self.post)):
            pass

    def pass_time(self, **time):
        until = self.now + timedelta(**time)
        while self.now < until:
            self.now = min(until, self.now + timedelta(hours=2))
            with self.services.db.begin() as session:
                set_server_time(session, ServerTime.AT_WORK, self.now)
            self.tick()

    def hear(self, name, text, to):
        """A player's answer to a letter comes in."""
        address = re.search(rb"^Reply-To: (.*)\r$", to, re.MULTILINE)[1].decode()
        raw = f"From: {self.addresses[name]}\nTo: {address}\n\n{text}\n".encode()
        mail = Arrived("smtp", address, "a@b", raw + str(self.now).encode(), self.now)
        with self.services.db.begin() as session:
            assert accept(session, mail)

    def say(self, text):
        """The one whose turn it is answers the newest letter."""
        self.hear(self.waiting, text, self.letters(self.waiting)[-1])
        self.tick()

    def letters(self, name):
        return [raw for rcpt, raw in self.taken if rcpt == self.addresses[name].lower()]

    def outbox(self, columns):
        with self.services.db.begin() as session:
            query = text(f"select {columns} from outbox order by id")
            return [tuple(row) for row in session.connection().execute(query)]

    @property
    def asked(self):
        with self.services.db.begin() as session:
            [asked] = questions.open_questions(session, 1)
        return asked

    @property
    def waiting(self):
        return [*self.addresses][self.asked.seat]


@pytest.fixture(name="sea")
def _sea(club):
    return Sea(club.services)


def words(raw):
    """The text part of a letter."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    return message.get_body(("plain",)).get_content().replace("\r\n", "\n")


def subject(raw):
    """What the list of mails shows of a letter."""
    return email.message_from_bytes(raw, policy=email.policy.default)["Subject"]


def promised(raw):
    """Until when a letter says one has time."""
    return re.search(r"Please answer by (\w+ \d+ \w+, \d+:\d+)", words(raw))[1]


def test_when_the_smarthost_sleeps_for_twelve_hours_each_has_one_present_mail_afterwards(sea):
    """EMAIL 7.8."""
    early, first = len(sea.taken), sea.letters(sea.waiting)[-1]
    sea.up = False
    asleep = sea.waiting
    sea.say("1")
    for _ in range(3):
        sea.hear(asleep, "status", first)
        sea.pass_time(hours=1)
    sea.pass_time(hours=9)
    began, due = sea.now, sea.asked.due_at
    assert len(sea.taken) == early

    sea.up = True
    sea.pass_time(hours=1)

    after = sea.taken[early:]
    assert sorted(rcpt for rcpt, _ in after) == sorted(
        sea.addresses[name].lower() for name in (asleep, sea.waiting)
    )
    assert max(sea.outbox("attempts")) == (1,)
    assert sea.asked.due_at > due
    assert sea.asked.due_at >= began + timedelta(hours=48)
    assert promised(sea.letters(sea.waiting)[-1]) == (
        f"{sea.asked.due_at:%A} {sea.asked.due_at.day} {sea.asked.due_at:%B, %H:%M}"
    )


def test_nobody_misses_a_question_that_is_still_in_our_outbox(sea):
    sea.up = False
    sea.say("1")
    asked = sea.asked
    sea.pass_time(days=3)
    assert asked.due_at < sea.now
    assert sea.asked.id == asked.id

    sea.up = True
    sea.pass_time(hours=47)
    assert sea.asked.id == asked.id
    sea.pass_time(hours=16)
    assert sea.asked.id != asked.id


def test_a_mail_whose_deadline_was_moved_tells_the_new_one_under_another_message_id(sea):
    """No Message-ID stands over two texts: a mail program that has one drops the other."""
    sea.up = False
    sea.say("1")
    [before], written = sea.outbox("message_id")[-1], sea.outbox("name, turn")[-1]
    sea.pass_time(hours=7)
    sea.up = True
    sea.pass_time(hours=1)

    [after] = sea.outbox("message_id")[-1]
    assert sea.outbox("name, turn")[-1] == written
    assert after != before
    assert f"Message-ID: {after}\r\n".encode() in sea.taken[-1][1]
    assert sea.outbox("raw")[-1] == (sea.taken[-1][1],)


def test_a_mail_that_may_have_left_is_never_told_anew(sea):
    sea.up = False
    sea.say("1")
    written = sea.outbox("raw")[-1]
    with sea.services.db.begin() as session:
        session.connection().execute(
            text("update outbox set state = 'sending' where state = 'queued'")
        )
    due = sea.asked.due_at
    sea.pass_time(hours=7)
    sea.up = True
    sea.pass_time(hours=1)

    assert sea.taken[-1][1:] == sea.outbox("raw")[-1] == written
    assert sea.asked.due_at > due


def test_news_of_a_mail_that_never_left_are_told_in_the_next(sea):
    """Its reader answered to another letter meanwhile, so the mail itself is out of date."""
    sea.refuses = lambda raw: SINCE in words(raw)
    while sea.outbox("state")[-1] == ("sent",):
        sea.say(answer(words(sea.letters(sea.waiting)[-1])))
    leader, lost = sea.waiting, words(sea.outbox("raw")[-1][0])
    sea.hear(leader, "status", sea.letters(leader)[-1])
    sea.tick()
    sea.refuses = lambda raw: False
    sea.say(re.search(r"YOU CAN PLAY\n  (\S+)", lost)[1])
    while sea.waiting != leader:
        sea.say(answer(words(sea.letters(sea.waiting)[-1])))
    sea.pass_time(hours=1)

    told, trick = lost.partition(SINCE)[2].strip().splitlines()[:2]
    assert told == "Trick by trick, deal 1: [who took it]"
    assert re.fullmatch(r"   1\. .*\[\w+ [^],]+\].*", trick)
    assert f"{told}\n{trick}\n" in words(sea.letters(leader)[-1])
    assert sea.outbox("state").count(("superseded",)) == 1


def test_time_the_server_was_away_is_given_back(sea):
    for hours, least, most in [(0.15, 0, 0), (0.2, 0.2, 13.2), (12, 12, 25), (480, 480, 493)]:
        before = sea.asked
        sea.now += timedelta(hours=hours)
        sea.tick()
        gained = (sea.asked.due_at - before.due_at) / timedelta(hours=1)

        assert (sea.asked.id, least <= gained <= most) == (before.id, True)


def test_who_was_reminded_is_not_reminded_again_for_each_time_the_server_was_away(sea):
    name = sea.waiting
    sea.pass_time(hours=40)
    reminded = len(sea.letters(name))
    for _ in range(4):
        sea.now += timedelta(minutes=30)
        sea.tick()
        sea.now += timedelta(minutes=1)
        sea.tick()

    assert reminded > 1
    assert len(sea.letters(name)) == reminded


def test_a_question_asked_since_the_server_is_back_is_not_given_time_it_did_not_lose(sea):
    name = sea.waiting
    sea.now += timedelta(days=3)
    sea.hear(name, "1", sea.letters(name)[-1])
    process_next(sea.services, sea.now)
    due = sea.asked.due_at
    sea.tick()

    assert sea.asked.due_at == due <= sea.now + timedelta(hours=48 + 13)


def test_a_clock_that_jumps_forwards_and_back_costs_nobody_his_turn_nor_the_game_a_year(sea):
    asked = sea.asked
    sea.now += timedelta(days=365)
    sea.tick()
    assert sea.asked.id == asked.id
    sea.say("1")
    asked = sea.asked

    sea.now -= timedelta(days=365)
    sea.tick()

    assert sea.asked.id == asked.id
    assert timedelta(hours=48) <= sea.asked.due_at - sea.now <= timedelta(hours=48 + 14)


def test_a_mail_that_waits_does_not_wait_for_a_clock_that_was_put_back(sea):
    sea.up = False
    sea.say("1")
    sea.now -= timedelta(days=30)
    sea.up = True
    sea.tick()

    assert sea.outbox("state")[-1] == ("sent",)


def test_when_the_clock_is_put_back_every_tick_runs_on():
    """APScheduler alone would wait until the old time comes again."""
    times = iter([MORNING, MORNING + timedelta(hours=1), *[MORNING] * 100])
    ran = []

    async def run():
        ticks = Ticks(lambda: next(times))
        twice = asyncio.Event()

        async def tick():
            ran.append(1)
            if len(ran) == 2:
                twice.set()

        ticks.every(3600, "tick", tick)
        ticks.start()
        await asyncio.wait_for(twice.wait(), 10)
        await ticks.stop(10)

    asyncio.run(run())

    assert len(ran) == 2


def test_a_reminder_moves_no_deadline(sea):
    due, waiting = sea.asked.due_at, sea.waiting
    sea.pass_time(hours=40)

    asked, reminded = map(subject, sea.letters(waiting)[-2:])
    assert asked == "[Lindy 1/19] Game starts: your bid, by Wed 9:00"
    assert reminded == "[Lindy 1/19] reminder: your bid, by Wed 9:00"
    assert sea.asked.due_at == due


def test_who_is_silent_is_played_for_in_time_though_reminded(sea):
    first, due = sea.asked, sea.asked.due_at
    while sea.now < due:
        sea.pass_time(hours=2)
    sea.pass_time(hours=2)

    assert sea.asked.seq > first.seq


@pytest.mark.parametrize(
    ("late", "due"),
    [
        ("12:00", None),
        ("12:15", None),
        ("12:16", "Wed 13:00"),
        ("13:00", "Wed 13:00"),
        ("20:00", "Wed 20:00"),
        ("20:30", "Wed 21:00"),
        ("21:01", "Thu 9:00"),
    ],
)
def test_a_deadline_counts_from_when_its_mail_has_left(late, due):
    """A mail of Monday noon, to be answered in 48 hours, leaves some time later that day."""
    asked = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)
    printed = datetime(2026, 10, 7, 12, 0, tzinfo=UTC)
    hour, minute = map(int, late.split(":"))
    found = started_late(printed, asked.replace(hour=hour, minute=minute), 48, Pace("UTC"))

    assert (found and f"{found:%a} {found.hour}:{found:%M}") == due


@pytest.mark.parametrize(
    ("away", "due"),
    [
        ("0:10", "7 12:00"),
        ("0:11", "7 13:00"),
        ("3:00", "7 15:00"),
        ("9:30", "8 09:00"),
        ("48:00", "9 12:00"),
        ("-5:00", "7 12:00"),
        ("-23:59", "7 12:00"),
        ("-72:00", "7 12:00"),
        ("-8760:00", "7 12:00"),
    ],
)
def test_what_a_deadline_becomes_after_the_server_was_away(away, due):
    """A deadline of the 7th at noon, seen on the 5th at noon, when a full time is 48 hours."""
    sign = -1 if away.startswith("-") else 1
    hours, minutes = map(int, away.lstrip("-").split(":"))
    gap = sign * timedelta(hours=hours, minutes=minutes)
    noon = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)
    found = given_back(noon + timedelta(days=2), gap, noon, 48, Pace("UTC"))

    assert f"{found.day} {found:%H:%M}" == due


def test_a_deadline_out_of_reach_after_the_clock_was_put_back_leaves_a_whole_new_time():
    noon = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)
    due = given_back(noon + timedelta(days=367), timedelta(days=-365), noon, 48, Pace("UTC"))

    assert due == noon + timedelta(days=2)

"""A server that is killed while it thinks about a mail: nobody's fault, and nothing is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from engine import Seat
from pbem.domain.outcomes import Parked, Played, Resent, Told
from pbem.domain.vocabulary import WhyNot
from pbem.inbound.deadlines import process_deadlines
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import process_next, take_up
from pbem.notifications.operator import tell_operator
from pbem.server.clock import now
from pbem.store import questions
from pbem.store.inbound import Arrived, accept
from pbem.store.mail_under_way import MailUnderWay
from pbem.store.own_file import own_file
from tests.club import became
from tests.pbem.test_cli import out, sorry
from tests.pbem.test_cli_mails import operator_of

OPERATOR = "op@club.example"
A_BIT = timedelta(seconds=1)
FULL_TIME = timedelta(hours=49)


class Killed(BaseException):
    """The end of the process, at once."""


class Mortal:
    """A club whose server can be killed while it thinks, and is started again.

    Two games have begun: Lindy, and Tango, whose first bid is Dora's.
    """

    def __init__(self, club, file, monkeypatch):
        self.club, self._file, self._patch = club, file, monkeypatch
        self.start()
        club.open("Cem", "Dora", "Emil", game="Tango")
        self.lindy = club.waiting
        with club.services.db.begin() as session:
            [asked] = questions.open_questions(session, 2)
        self.tango = ("Cem", "Dora", "Emil")[asked.seat]

    def start(self):
        self._note = MailUnderWay(own_file(self._file))
        self.club.services = replace(self.club.services, note=self._note)
        take_up(self.club.services, self.club.now)

    def come(self, name, said, to=None):
        """A mail comes, and nobody looks at it yet."""
        club, to = self.club, to or self.club.letter(name).reply_to
        raw = f"From: {club.addresses[name]}\nTo: {to}\nSubject: Hi\n\n{said}\n".encode()
        with club.services.db.begin() as session:
            mail = Arrived("smtp", to, club.addresses[name], raw, club.now)
            accept(session, mail, lane_of(club.services, session, mail))

    def die(self):
        """It is killed at the next mail that it thinks about."""

        def dies(*_about):
            raise Killed

        with self._patch.context() as patched:
            patched.setattr("pbem.inbound.worker.route", dies)
            with pytest.raises(Killed):
                process_next(self.club.services, self.club.now)
        self._note.close()
        self.start()

    def think(self):
        """What has become of every mail, once none can be thought about any more."""
        while process_next(self.club.services, self.club.now):
            pass
        self.club.deliver()
        return self.outcomes

    @property
    def outcomes(self):
        """What has become of every mail, in the order in which they came."""
        with self.club.services.db.begin() as session:
            mails = session.connection().execute(
                text("select state, outcomes from inbound order by id")
            )
            return [became(stored) if stored else state for state, stored in mails]


@pytest.fixture(name="mortal")
def _mortal(table, tmp_path, monkeypatch):
    return Mortal(table, tmp_path / "note", monkeypatch)


def test_three_kills_at_one_mail_park_nothing_and_then_it_is_played(mortal):
    mortal.come(mortal.lindy, "2")
    for _ in range(3):
        mortal.die()
        mortal.club.now += timedelta(minutes=1)

    assert mortal.think() == [Played("2")]


def test_after_each_kill_a_mail_rests_longer_up_to_a_day(mortal):
    mortal.come(mortal.lindy, "2")
    mortal.die()
    mortal.die()
    for pause in (
        *(timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1)),
        *(timedelta(hours=6), timedelta(days=1), timedelta(days=1), timedelta(days=1)),
    ):
        mortal.club.now += pause - A_BIT
        assert mortal.think() == ["new"]
        mortal.club.now += A_BIT
        mortal.die()


def test_a_mail_that_was_done_when_the_kill_came_is_not_touched_again(mortal):
    mortal.come(mortal.lindy, "2")
    mortal.think()
    mortal.club.services.note.begin([1])
    mortal._note.close()
    mortal.start()

    assert mortal.think() == [Played("2")]


def test_all_other_mails_come_first(mortal):
    mortal.come(mortal.lindy, "2")
    mortal.die()
    mortal.come(mortal.tango, "1")
    process_next(mortal.club.services, mortal.club.now)

    assert mortal.outcomes == ["new", Played("1")]
    assert mortal.think() == [Played("2"), Played("1")]


def test_later_mails_about_the_same_game_wait_behind_it_and_no_others(mortal):
    """Else an undo would come before what it takes back."""
    mortal.come(mortal.lindy, "2")
    mortal.die()
    mortal.die()
    mortal.come(mortal.lindy, "status")
    mortal.come(mortal.tango, "1")
    mortal.come(mortal.tango, "hello", to="table@ohhell.example")
    waits = mortal.think()
    mortal.club.now += timedelta(seconds=10)

    codeless = Resent(WhyNot.NO_CODE)
    assert waits == ["new", "new", Played("1"), codeless]
    assert mortal.think() == [Played("2"), Told("status"), Played("1"), codeless]


def test_a_mail_that_names_no_game_keeps_nobody_waiting(mortal):
    mortal.come(mortal.lindy, "hello", to="table@ohhell.example")
    mortal.die()
    mortal.die()
    mortal.come(mortal.lindy, "2")

    assert mortal.think() == ["new", Played("2")]
    mortal.club.now += FULL_TIME
    assert process_deadlines(mortal.club.services, mortal.club.now, set(), {}, mortal.club.now)


def test_only_the_deadlines_of_its_game_wait(mortal):
    mortal.come(mortal.lindy, "2")
    for _ in range(6):
        mortal.die()
        mortal.club.now += timedelta(hours=6)
    mortal.club.now += FULL_TIME
    mortal.die()
    missed = []
    while process_deadlines(mortal.club.services, mortal.club.now, set(), {}, mortal.club.now):
        missed.append(mortal.club.now)
    with mortal.club.services.db.begin() as session:
        open_ = [questions.open_questions(session, game)[0].seat for game in (1, 2)]

    assert len(missed) == 1
    assert mortal.club.table.players[open_[0]].name == mortal.lindy
    assert ("Cem", "Dora", "Emil")[open_[1]] != mortal.tango
    mortal.club.now += timedelta(days=1)
    assert mortal.think() == [Played("2")]


def test_the_operator_is_told_at_the_third_kill_at_once_and_of_later_ones_in_the_morning(mortal):
    club = mortal.club

    def tells():
        written = tell_operator(club.services, OPERATOR, "UTC", club.now)
        club.deliver()
        return written

    mortal.come(mortal.lindy, "2")
    told = [tells()]
    for _ in range(4):
        club.now += timedelta(minutes=2)
        mortal.die()
        told.append(tells())

    assert told == [False, False, False, True, False]
    assert (
        "The server was killed 3 times while it processed mail 1. It tries again, and that game "
        "waits. Set the mail aside with: pbem inbox --park 1"
    ) in " ".join(club.letter(OPERATOR).text.split())
    club.now += timedelta(days=1)
    assert tells()
    assert "killed 4 times" in " ".join(club.letter(OPERATOR).text.split())


def test_an_operator_sees_it_and_sets_it_aside(mortal, tmp_path):
    operator = operator_of(tmp_path)
    mortal.come(mortal.lindy, "2")
    mortal.die()
    mortal.die()
    mortal.come(mortal.tango, "1")
    waits = out(operator("inbox"))
    done = out(operator("inbox", "--park", "1"))

    assert "waits; the server was killed at it 2 times" in waits
    assert "Mail 1 is set aside" in done
    assert "mail 1 does not wait" in sorry(operator("inbox", "--park", "1"))
    mortal.club.now = now() + A_BIT
    assert mortal.think() == [Parked(), Played("1")]
    assert mortal.club.letter(mortal.lindy).subject == "[Lindy] A fault of ours"


def test_each_of_two_processes_in_a_folder_has_a_note_of_its_own(tmp_path):
    first, second = (MailUnderWay(own_file(tmp_path / "note")) for _ in range(2))
    first.begin([7, 8])
    second.begin([12])
    for note in (first, second):
        note.close()
    again = [MailUnderWay(own_file(tmp_path / "note")) for _ in range(2)]

    assert [note.found for note in again] == [(7, 8), (12,)]


@pytest.mark.parametrize(
    "rubbish", [b"", b"\0" * 21, b"x" * 21, b"7" * 21, b"999999999999999999\n"]
)
def test_a_note_that_lies_after_a_loss_of_power_does_no_harm(mortal, rubbish, tmp_path):
    (tmp_path / "note").write_bytes(rubbish)
    mortal.come(mortal.lindy, "2")
    mortal._note.close()
    mortal.start()

    assert mortal.think() == [Played("2")]
    assert mortal.club.game.deal.bids[Seat(mortal.club.seat(mortal.lindy))] == 2


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ("Delivered-To: {to}", True),
        ("To: Lindy <{to}>", True),
        ("In-Reply-To: {id}", True),
        ("Subject: [Lindy {tag}] 2", True),
        ("Subject: 2", False),
    ],
)
def test_the_game_of_a_mail_is_told_at_the_door_by_any_header_without_reading_its_text(
    table, headers, told
):
    letter = table.letter(table.waiting)
    tag = re.search(r"#\w+", letter.text)[0]
    head = headers.format(to=letter.reply_to, id=letter.message["Message-ID"], tag=tag)
    mail = Arrived("imap", "", "", f"{head}\n\n2\n\n{letter.text}".encode(), table.now)
    with table.services.db.begin() as session:
        assert (lane_of(table.services, session, mail) == 1) is told

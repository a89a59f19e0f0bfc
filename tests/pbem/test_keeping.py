"""The bytes of mails are kept for some time, and what became of them for good."""

from datetime import timedelta

from sqlalchemy import text

from pbem.domain.outcomes import Parked, Played, at, stored
from pbem.store import inbound
from pbem.store.inbound import Arrived, accept
from pbem.store.requeue import requeue_mails
from pbem.store.retention import drop_bytes

LONG = timedelta(days=90)


def rows(club, sql):
    with club.services.db.begin() as session:
        return session.connection().execute(text(sql)).all()


def drop(club):
    with club.services.db.begin() as session:
        return drop_bytes(session, club.now - LONG)


def test_old_mails_are_emptied_and_newer_ones_kept(club):
    club.open("Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    first = rows(club, "select count(*) from outbox where state = 'sent'")[0][0]
    club.now += LONG - timedelta(days=1)
    assert drop(club) == 0
    club.now += timedelta(days=2)
    club.say(club.waiting, "2")

    assert drop(club) == first + 1
    assert drop(club) == 0
    assert rows(club, "select outcomes from inbound where length(raw) = 0") == [
        (stored(at(1, Played("1"))),)
    ]
    assert rows(club, "select outcomes from inbound where length(raw) > 0") == [
        (stored(at(1, Played("2"))),)
    ]


def test_an_emptied_mail_is_still_known_when_it_comes_again(club):
    club.open("Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    [(raw, recipient)] = rows(club, "select raw, recipient from inbound")
    club.now += 2 * LONG
    drop(club)
    with club.services.db.begin() as session:
        assert not accept(session, Arrived("smtp", recipient, "a@b.example", raw, club.now))


def test_a_quote_of_an_emptied_letter_is_still_no_answer(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    letter = club.letter(name)
    club.now += 2 * LONG
    drop(club)

    assert club.say(name, "1", to=letter) == Played("1")


def test_what_is_not_done_with_keeps_its_bytes(club):
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        accept(session, Arrived("smtp", "x@y.example", "a@b.example", b"parked", club.now))
        accept(session, Arrived("smtp", "x@y.example", "a@b.example", b"waits", club.now))
        inbound.park_inbound(session, 1, Parked("ValueError"), club.now)
    with club.services.db.begin() as session:
        session.connection().execute(text("update outbox set state = 'queued', done_at = null"))
    club.now += 2 * LONG

    assert drop(club) == 0


def test_an_emptied_mail_is_not_sent_again(club):
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        session.connection().execute(text("update outbox set state = 'failed'"))
    club.now += 2 * LONG
    drop(club)
    with club.services.db.begin() as session:
        assert requeue_mails(session, club.now, None) == 0

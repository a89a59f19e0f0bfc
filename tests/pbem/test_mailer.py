"""One door leads into the outbox, and lets nothing through to strangers but first letters."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from pbem.config.settings import Settings
from pbem.context import Context
from pbem.context.services import open_services
from pbem.domain.strangers import Asks, Before, unwritten_first
from pbem.letters.kinds import all_kinds, kinds_with
from pbem.letters.page import Trait
from pbem.notifications.mailer import send
from pbem.store.consent import agree
from pbem.store.erasure import forget, nobody
from pbem.store.outbox import Written
from pbem.store.people import player_at
from pbem.store.tables.mails import OutboxRow
from tests.databases import empty_database

PBEM = Path(__file__).parents[2] / "pbem"
NOW = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
QUEUES = re.compile(r"outbox\.queue\b|store\.outbox import .*\bqueue\b|OutboxRow\(")


@pytest.fixture(name="services")
def _services(tmp_path):
    services = open_services(
        empty_database(tmp_path / "house.db"), Settings(mailbox="table@ohhell.example")
    )
    yield services
    services.db.close()


def letter(kind, to="anna@club.example", inbound=None):
    """A letter that an organiser's order brings, or that answers a mail."""
    return Written(
        message_id=f"<{kind}@ohhell.example>",
        name=kind,
        kind=kind,
        player=None,
        game=None,
        seat=None,
        question=None,
        seq=0,
        turn=None,
        rcpt=to,
        raw=b"",
        due_at=NOW,
        inbound=inbound,
        by=1,
    )


WRITES = re.compile(
    r"outbox\.queue\b|store\.outbox import .*\bqueue\b"
    r"|OutboxRow\(|(?:add|[Ii]nsert)\w*\(\s*(?:session,\s*)?OutboxRow\b"
)


def test_nothing_else_puts_a_mail_into_the_outbox():
    asked = [
        file.relative_to(PBEM).as_posix()
        for file in PBEM.rglob("*.py")
        if WRITES.search(file.read_text("utf-8"))
    ]

    assert sorted(asked) == ["notifications/mailer.py", "store/outbox.py", "store/tables/mails.py"]


@pytest.mark.parametrize("kind", sorted(all_kinds()))
def test_a_stranger_gets_first_letters_and_no_others(services, kind):
    with services.db.begin() as session:
        unasked = send(Context(services, session, NOW), letter(kind))

    assert (unasked is None) == (kind in kinds_with(Trait.FIRST))


@pytest.mark.parametrize("kind", sorted(all_kinds()))
def test_whoever_has_agreed_gets_every_letter(services, kind):
    with services.db.begin() as session:
        anna = player_at(session, "anna@club.example", "Anna", zone="UTC", now=NOW)
        agree(session, anna.id, NOW)

        assert send(Context(services, session, NOW), letter(kind)) is None


def test_nothing_is_written_to_who_is_forgotten(services):
    with services.db.begin() as session:
        anna = player_at(session, "anna@club.example", "Anna", zone="UTC", now=NOW)
        agree(session, anna.id, NOW)
        forget(session, anna.id, NOW)
        gone = replace(letter("silent_player"), rcpt=nobody(anna.id)[1])
        send(Context(services, session, NOW), gone)

        assert session.scalars(select(OutboxRow)).all() == []


MOMENTS = st.lists(
    st.datetimes(datetime(2026, 9, 27), datetime(2026, 10, 5, 7), timezones=st.just(UTC)),
    max_size=8,
).map(lambda found: tuple(sorted(found)))


@given(MOMENTS, MOMENTS, st.integers(1, 5), st.integers(1, 5))
def test_when_a_first_letter_is_put_off_there_is_room_at_the_moment_that_is_told(
    week, day, organiser, server
):
    def seen(now):
        return Before(
            week=tuple(at for at in week if at > now - timedelta(days=7)),
            organiser=tuple(at for at in day if at > now - timedelta(days=1)),
            server=tuple(at for at in day if at > now - timedelta(days=1)),
        )

    now, asked = NOW, 0
    limits = {"organiser": organiser, "server": server}
    while (why := unwritten_first(seen(now), Asks.FIRST, **limits)) is not None:
        assert why.until is not None
        assert why.until > now
        now, asked = why.until, asked + 1
    assert asked <= 3, "each reason is told once"

"""What is kept about people: each column is accounted for, and what nobody needs goes by itself."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlmodel import SQLModel

from pbem.domain.model import Role
from pbem.server.chores import drop_next
from pbem.store import people
from pbem.store.bounces import count_bounce
from pbem.store.person_export import data_of
from pbem.store.roles import give_role
from pbem.store.tables.people import PlayerRow
from tests.club import seated

PAGE = (Path(__file__).parents[2] / "docs" / "PRIVACY.md").read_text("utf-8")
ABOUT_PEOPLE, ABOUT_NOBODY = PAGE.split("## What says nothing of a person")


def named(page):
    """The columns that a part of the page names, as often as it does."""
    return re.findall(r"^\| `(\w+\.\w+)`", page, re.MULTILINE)


def columns():
    """The columns of all tables."""
    return {
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.sorted_tables
        for column in table.columns
    }


def test_each_column_of_the_database_is_accounted_for_once():
    nobody = re.findall(r"`(\w+\.\w+)`", ABOUT_NOBODY)
    accounted = named(ABOUT_PEOPLE) + nobody
    assert sorted(accounted) == sorted(columns())


def test_each_row_says_what_why_how_long_and_how_it_goes():
    rows = [line for line in ABOUT_PEOPLE.splitlines() if line.startswith("| `")]
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 4, row
        assert all(cells), row


@pytest.fixture(name="invited")
def _invited(tmp_path):
    """Lindy, to which Anna has said yes, and Bruno and Ruth nothing."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Anna", "yes")
    return club


def known(club):
    """The names of the people whose addresses are known."""
    with club.services.db.begin() as session:
        return {one.name for one, *_ in people.everybody(session) if "club.example" in one.address}


def cancelled(club):
    with club.services.db.begin() as session:
        session.execute(text("update game set stage = 'cancelled'"))


def tidied(club, **time):
    club.now += timedelta(**time)
    while drop_next(club.services, club.now):
        pass


def test_who_never_said_yes_is_forgotten_ninety_days_after_the_last_letter(invited):
    cancelled(invited)
    tidied(invited, days=89)
    assert known(invited) == {"Anna", "Bruno", "Ruth", "Marta"}

    tidied(invited, days=2)
    assert known(invited) == {"Anna", "Marta"}


def test_who_is_still_asked_stays(invited):
    tidied(invited, days=200)
    assert known(invited) == {"Anna", "Bruno", "Ruth", "Marta"}


def test_who_wants_no_mail_stays_known_so_that_it_holds(invited):
    invited.say("Bruno", "stop")
    invited.say("Bruno", "yes")
    cancelled(invited)
    tidied(invited, days=91)
    assert known(invited) == {"Anna", "Bruno", "Marta"}


def test_of_who_is_forgotten_nothing_is_kept_that_was_hers_to_set(invited):
    for words in ("language fr", "time zone Asia/Tokyo", "quiet 22:00-7:00", "forget me", "yes"):
        invited.say("Anna", words)
    with invited.services.db.begin() as session:
        [row] = session.scalars(select(PlayerRow).where(PlayerRow.forgotten_at.is_not(None)))
        assert (row.language, row.zone, row.mailing, row.agreed_at) == ("en", "UTC", {}, None)


def test_her_data_tells_what_is_kept_by_her_number_and_by_her_address(invited):
    with invited.services.db.begin() as session:
        anna = people.owner(session, "anna@club.example")
        people.add_alias(session, anna, "anna@work.example", invited.now)
        give_role(session, 1, anna, Role.STANDBY, invited.now)
        count_bounce(session, "anna@club.example", 1, "mailbox full", invited.now)
        data = data_of(session, anna)

    assert [one["address"] for one in data["other addresses"]] == ["anna@work.example"]
    assert [one["role"] for one in data["what you are to other games"]] == ["standby"]
    assert [one["why"] for one in data["your mail that came back"]] == ["mailbox full"]

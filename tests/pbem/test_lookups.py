"""What a transaction has looked up is kept until something is written."""

from __future__ import annotations

import pytest

from pbem.store.database import Database
from pbem.store.lookups import forget, found, keep
from pbem.store.server import server_value, set_server_value
from pbem.store.tables.server import ServerRow
from tests.databases import database_url


@pytest.fixture
def session(tmp_path):
    """A transaction that has looked something up."""
    db = Database(database_url(tmp_path / "lookups.db"))
    with db.begin() as session:
        server_value(session, "here", b"1")
        keep(session, "what", "found")
        yield session
    db.close()


def test_what_was_found_is_kept_while_others_are_read(session):
    server_value(session, "here", b"2")

    assert found(session, "what") == "found"


def test_it_is_forgotten_with_the_next_write(session):
    set_server_value(session, "here", b"3")

    assert found(session, "what") is None


def test_a_row_that_waits_to_be_written_is_a_write(session):
    session.add(ServerRow(name="there", value=b"4"))

    assert found(session, "what") is None


def test_a_savepoint_that_is_rolled_back_is_one(session):
    savepoint = session.begin_nested()
    keep(session, "what", "found within")
    savepoint.rollback()

    assert found(session, "what") is None


def test_it_is_forgotten_when_others_may_have_written(session):
    forget(session)

    assert found(session, "what") is None


def test_another_key_says_nothing(session):
    assert found(session, "else") is None

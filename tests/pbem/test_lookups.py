"""What a transaction has looked up is kept until the tables it was read from are written."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import delete, insert, text, update

from pbem.store.blocks import add_block
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


class TestOfATable:
    """What was read from one table outlives what is written into another."""

    @pytest.fixture(autouse=True)
    def read(self, session):
        keep(session, "of it", "found", ServerRow)

    def test_is_kept_while_another_table_is_written(self, session):
        add_block(session, "@evil.example", "spam", datetime(2026, 11, 3, tzinfo=UTC))

        assert found(session, "of it") == "found"
        assert found(session, "what") is None

    @pytest.mark.parametrize(
        "how",
        [
            insert(ServerRow).values(name="a", value=b"5"),
            update(ServerRow).values(value=b"6"),
            delete(ServerRow),
        ],
    )
    def test_is_forgotten_however_its_own_is_written(self, session, how):
        session.execute(how)

        assert found(session, "of it") is None

    def test_is_forgotten_with_what_names_no_table_plainly(self, session):
        session.execute(text("WITH old AS (SELECT 1) DELETE FROM block"))

        assert found(session, "of it") is None

    def test_is_forgotten_when_others_may_have_written(self, session):
        forget(session)

        assert found(session, "of it") is None

    def test_is_forgotten_with_a_savepoint_that_is_rolled_back(self, session):
        savepoint = session.begin_nested()
        session.execute(update(ServerRow).values(value=b"7"))
        keep(session, "of it", "found within", ServerRow)
        savepoint.rollback()

        assert found(session, "of it") is None

"""What each mail is looked up with is made once: nothing is put into a statement at each execution.

An `IN` over parameters is written anew whenever it is run, so words of ours stand in the statement;
only what a mail brings, such as the Message-IDs that it names, is a list of parameters.
"""

from __future__ import annotations

import pytest
from sqlalchemy import Select, select
from sqlalchemy.dialects import postgresql, sqlite

from pbem.store import noted, questions, sending, waiting
from pbem.store.rows import is_one_of
from pbem.store.tables.mails import OutboxRow

EACH_MAIL = {
    "its question": questions._OPEN,
    "its sender": noted._OF_SENDER,
    "its reader": noted._OF_READER,
    "its letter": noted._OF_LETTER,
    "the mails that wait": waiting._NEAR,
    "the letters that are due": sending._OLDEST_FIRST,
    "the letters that are due where not all can leave": sending._FIRST_WHAT_MATTERS,
}


@pytest.mark.parametrize("dialect", [sqlite.dialect(), postgresql.dialect()], ids=lambda d: d.name)
@pytest.mark.parametrize("statement", EACH_MAIL.values(), ids=EACH_MAIL)
def test_nothing_is_written_into_it_when_it_is_run(
    statement: Select[tuple[object]], dialect: sqlite.dialect
) -> None:
    compiled = statement.compile(dialect=dialect)
    assert not compiled.post_compile_params
    assert not compiled.literal_execute_params


def test_a_word_stands_in_it_as_sql_writes_it() -> None:
    some = select(OutboxRow.id).where(is_one_of(OutboxRow.kind, ("your_bid", "it's")))
    assert str(some).endswith("IN ('your_bid', 'it''s')")

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
from pbem.store.statements import CompiledStatements
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


def key_of(statement: Select[tuple[object]], *names: str) -> tuple[object, ...]:
    """What SQLAlchemy looks a statement up by, run with parameters of these names."""
    found = statement._generate_cache_key()
    assert found is not None
    return (sqlite.dialect, found.key, names, False, False)


def test_a_statement_that_is_kept_is_compiled_once_and_not_looked_through_again() -> None:
    seen: list[object] = []

    class Part(str):
        def __hash__(self) -> int:
            seen.append(self)
            return super().__hash__()

    compiled, key = CompiledStatements(), (sqlite.dialect, (Part("select"),), (), False, False)
    assert compiled.get(key) is None
    compiled[key] = "SELECT 1"
    seen.clear()

    assert compiled.get(key) == "SELECT 1"
    assert not seen


def test_a_statement_built_anew_is_known_by_its_parts() -> None:
    compiled = CompiledStatements()
    compiled[key_of(select(OutboxRow.id))] = "SELECT outbox.id"

    assert compiled.get(key_of(select(OutboxRow.id))) == "SELECT outbox.id"
    assert compiled.get(key_of(select(OutboxRow.kind))) is None


def test_the_same_statement_run_in_another_way_is_another_one() -> None:
    compiled, statement = CompiledStatements(), select(OutboxRow.id)
    compiled[key_of(statement, "now")] = "with a moment"

    assert compiled.get(key_of(statement)) is None
    assert compiled.get((postgresql.dialect, *key_of(statement, "now")[1:])) is None
    assert compiled.get(key_of(statement, "now")) == "with a moment"


def test_however_many_statements_are_built_no_more_are_kept_than_are_used() -> None:
    compiled = CompiledStatements()
    for number in range(5_000):
        compiled[key_of(select(OutboxRow.id), str(number))] = number
        assert compiled.get(key_of(select(OutboxRow.id), str(number))) == number

    assert len(compiled) <= 1_000
    assert len(compiled._same) <= 1_000

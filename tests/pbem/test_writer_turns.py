"""Threads that share a database which takes one writer at a time come up in their order."""

from __future__ import annotations

from threading import Thread

import pytest

from pbem.store import writer_turns
from pbem.store.database import DatabaseUnavailable
from tests.databases import TURNS, empty_database

pytestmark = TURNS


@pytest.fixture(name="db")
def _db(tmp_path):
    db = empty_database(tmp_path / "club.db")
    yield db
    db.close()


def waits_behind(db, count):
    """Return once so many threads wait."""
    while len(db._turns._waiting) < count:
        pass


def test_who_asked_first_is_first_and_who_has_just_been_is_last(db):
    order, threads = [], []

    def work(name):
        with db.begin():
            order.append(name)

    with db.begin():
        for count, name in enumerate(("door", "post", "clock"), 1):
            threads.append(Thread(target=work, args=[name]))
            threads[-1].start()
            waits_behind(db, count)
    work("mill")
    for thread in threads:
        thread.join()

    assert order == ["door", "post", "clock", "mill"]


def test_a_thread_may_begin_within_its_own_turn(db):
    with db.begin():
        with db.begin() as within:
            within.connection()
        assert db._turns._whose is not None
    assert db._turns._whose is None


def test_a_turn_is_over_when_the_transaction_fails(db):
    with pytest.raises(ZeroDivisionError), db.begin():
        raise ZeroDivisionError
    with db.begin():
        pass


def test_who_waits_too_long_hears_of_trouble_and_stands_in_nobodys_way(db, monkeypatch):
    monkeypatch.setattr(writer_turns, "_PATIENT", 0.01)
    heard = []

    def work():
        try:
            with db.begin():
                heard.append("done")
        except DatabaseUnavailable as trouble:
            heard.append(str(trouble))

    with db.begin():
        late = Thread(target=work)
        late.start()
        late.join()
    work()

    assert heard == ["the database is busy", "done"]

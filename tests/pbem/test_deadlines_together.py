"""Deadlines of different games that have passed are kept in one commit, and fail alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import event, text

from engine import replay
from pbem.inbound import deadlines
from pbem.inbound.deadlines import process_deadlines
from pbem.store.database import DatabaseUnavailable
from pbem.store.events import read_log
from pbem.store.locks import GamesNeeded
from tests.club import once, seated
from tests.databases import FULL_DISK, full

TABLES = 6
POOR = 3
"""The game whose deadline fails."""


class Killed(BaseException):
    """The end of the process, at once."""


class Night:
    """Some games have just begun, and nobody has answered in time. They are numbered from 1 on."""

    def __init__(self, club):
        self.club, self.games = club, range(1, TABLES + 1)
        club.now += timedelta(hours=49)
        self.failed = set()

    def keep(self):
        """Keep what there is; whether there was anything."""
        return process_deadlines(self.club.services, self.club.now, self.failed, {}, self.club.now)

    @property
    def moves(self):
        """How many bids stand in each game's log, which is what the server has in mind of it."""
        found = []
        with self.club.services.db.begin() as session:
            for number in self.games:
                mind, _ = self.club.services.games.game(session, number)
                log = read_log(session, number)
                assert mind == replay(one.entry for one in log)
                found.append(sum(type(one.entry).__name__ == "BidMade" for one in log))
        return found

    def rows(self, query):
        with self.club.services.db.begin() as session:
            return [tuple(row) for row in session.connection().execute(text(query))]


@once
def _six(folder):
    club = seated(folder)
    for number in range(1, TABLES + 1):
        club.open(*(f"{name}{number}" for name in "ABC"), game=f"Table{number}")
    return club


@pytest.fixture(name="night")
def _night(tmp_path):
    return Night(_six(tmp_path))


def fails_at(monkeypatch, game, error):
    """The deadline of a game fails, after all is done that it brings about."""
    done = deadlines.after_a_miss

    def after(ctx, table, seat):
        done(ctx, table, seat)
        if table.id == game:
            raise error

    monkeypatch.setattr(deadlines, "after_a_miss", after)


def test_those_of_different_games_are_kept_in_one_commit(night):
    commits = []
    event.listen(night.club.services.db._engine, "commit", commits.append)

    assert night.keep()
    assert len(commits) == 1
    assert not night.keep()
    assert night.moves == [1] * TABLES
    night.club.deliver()
    assert night.rows("select count(*) from question where closed is null") == [(TABLES,)]


def test_one_that_fails_takes_no_other_with_it_and_is_kept_when_it_can_be(night, monkeypatch):
    with monkeypatch.context() as patched:
        fails_at(patched, POOR, RuntimeError)
        kept = [night.keep(), night.keep()]
        asked = night.rows(f"select count(*) from outbox where game_id = {POOR}")

    assert kept == [True, False]
    assert night.moves == [0 if game == POOR else 1 for game in night.games]
    assert len(night.failed) == 1
    night.failed.clear()
    assert night.keep()
    assert night.moves == [1] * TABLES
    assert night.rows(f"select count(*) from outbox where game_id = {POOR}") > asked


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(night):
    with night.club.services.db.begin() as session:
        session.connection().execute(text(f"update game set rules = '7' where id = {POOR}"))
    kept = [night.keep(), night.keep()]

    assert kept == [True, False]
    missed = night.rows("select game_id from question where closed = 'missed' order by game_id")
    assert missed == [(game,) for game in night.games if game != POOR]


@FULL_DISK
def test_a_full_disk_is_the_fault_of_none(night):
    with full(night.club.services.db), pytest.raises(DatabaseUnavailable, match="full"):
        night.keep()

    assert night.failed == set()
    assert night.moves == [0] * TABLES
    assert [night.keep(), night.keep()] == [True, False]
    assert night.moves == [1] * TABLES


def test_after_a_kill_in_their_midst_each_is_kept_once(night, monkeypatch):
    with monkeypatch.context() as patched:
        fails_at(patched, POOR, Killed)
        with pytest.raises(Killed):
            night.keep()
    lost = night.moves

    assert lost == [0] * TABLES
    assert [night.keep(), night.keep()] == [True, False]
    assert night.moves == [1] * TABLES


def test_one_whose_game_another_server_has_is_left_for_the_next_time(night, monkeypatch):
    with monkeypatch.context() as patched:
        fails_at(patched, POOR, GamesNeeded([POOR]))
        night.keep()

    assert night.moves == [0 if game == POOR else 1 for game in night.games]
    night.failed.clear()
    assert [night.keep(), night.keep()] == [True, False]
    assert night.moves == [1] * TABLES

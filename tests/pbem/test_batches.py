"""Mails of different games that wait are thought through in one commit, and fail alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import event, text
from sqlmodel import Session

from engine import replay
from pbem.domain.outcomes import Parked, Played, Told
from pbem.inbound import worker
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import TOGETHER, process_next, take_up
from pbem.store import questions
from pbem.store.database import DatabaseUnavailable
from pbem.store.events import read_log
from pbem.store.games import load_table
from pbem.store.inbound import Arrived, accept
from pbem.store.locks import GamesNeeded
from pbem.store.mail_under_way import MailUnderWay
from pbem.store.own_file import own_file
from pbem.store.waiting import cut_short
from tests.club import became, once, seated
from tests.databases import FULL_DISK, full

TABLES = 6
POOR = 3
"""The game whose mails fail."""


class Killed(BaseException):
    """The end of the process, at once."""


class Evening:
    """A club with some games that have just begun, whose players all answer before anybody looks.

    Games have the numbers from 1 on.
    """

    def __init__(self, club, games):
        self.club, self.games = club, range(1, games + 1)
        for number in self.games:
            club.open(*(f"{name}{number}" for name in "ABC"), game=f"Table{number}")

    def waiting(self, game):
        """Who is asked."""
        with self.club.services.db.begin() as session:
            [asked] = questions.open_questions(session, game)
            return load_table(session, game).players[asked.seat].name

    def come(self, game, said):
        """The one who is asked answers, and nobody looks at it yet."""
        name = self.waiting(game)
        to, sender = self.club.letter(name).reply_to, self.club.addresses[name]
        raw = f"From: {sender}\nTo: {to}\nSubject: Hi\n\n{said}\n".encode()
        with self.club.services.db.begin() as session:
            mail = Arrived("smtp", to, sender, raw, self.club.now)
            assert accept(session, mail, lane_of(self.club.services, session, mail))

    def think(self, most=TOGETHER):
        """Think once; whether there was anything."""
        return process_next(self.club.services, self.club.now, most)

    def rows(self, query):
        with self.club.services.db.begin() as session:
            return [tuple(row) for row in session.connection().execute(text(query))]

    @property
    def outcomes(self):
        """What has become of every mail, in the order in which they came."""
        mails = self.rows("select state, outcomes from inbound order by id")
        return [became(told) if state != "new" else state for state, told in mails]

    def folded(self, game):
        """A game as the server has it in mind, and as its table tells it."""
        with self.club.services.db.begin() as session:
            mind, _ = self.club.services.games.game(session, game)
            return mind, replay(one.entry for one in read_log(session, game))


@once
def _six(folder):
    club = seated(folder)
    Evening(club, TABLES)
    return club


@pytest.fixture(name="evening")
def _evening(tmp_path):
    evening = Evening(_six(tmp_path), 0)
    evening.games = range(1, TABLES + 1)
    return evening


def commits(evening):
    """A list that grows with each commit."""
    found = []
    event.listen(evening.club.services.db._engine, "commit", found.append)
    return found


def fails_at(monkeypatch, games, error=RuntimeError):
    """Mails of some games fail, after all is done that they ask for."""
    done = worker.close_inbound

    def close(session, number, outcomes, now):
        if outcomes[0][0] in games:
            raise error
        done(session, number, outcomes, now)

    monkeypatch.setattr(worker, "close_inbound", close)


def test_what_waits_for_different_games_is_thought_through_in_one_commit(evening):
    for game in evening.games:
        evening.come(game, "2")
    counted = commits(evening)

    assert evening.think()
    assert len(counted) == 1
    assert not evening.think()
    assert evening.outcomes == [Played("2")] * TABLES


def test_mails_of_one_game_keep_their_order_in_commits_of_their_own(evening):
    evening.come(1, "2")
    evening.come(1, "undo")
    evening.come(2, "1")
    evening.think()
    first = evening.outcomes
    evening.think()

    assert first == [Played("2"), "new", Played("1")]
    assert evening.outcomes[1] not in ("new", Parked("RuntimeError"))


def test_no_more_are_taken_than_there_is_room_for(evening):
    for game in evening.games:
        evening.come(game, "2\n\n" + "x" * 400_000 * (game % 2))
    evening.think(most=4)
    first = evening.outcomes
    evening.think()

    assert [one == "new" for one in first] == [False] * 4 + [True] * 2
    assert evening.outcomes == [Played("2")] * TABLES


def test_one_that_fails_takes_no_other_with_it_and_leaves_no_trace(evening, monkeypatch):
    """It is parked alone, after three attempts; its game goes on as if nothing had been."""
    club = evening.club
    for game in evening.games:
        evening.come(game, "2")
    before, _ = evening.folded(POOR)
    name = evening.waiting(POOR)
    with monkeypatch.context() as patched:
        fails_at(patched, [POOR])
        evening.think()
        first = evening.outcomes
        while evening.think():
            pass
    club.deliver()

    others = [Played("2")] * TABLES
    assert first == [*others[: POOR - 1], "new", *others[POOR:]]
    assert evening.outcomes == [*others[: POOR - 1], Parked("RuntimeError"), *others[POOR:]]
    assert club.letter(name).subject == f"[Table{POOR}] A fault of ours"
    for game in evening.games:
        mind, told = evening.folded(game)
        assert mind == told
        assert (mind == before) is (game == POOR)
    assert evening.rows(f"select count(*) from outbox where game_id = {POOR} and turn > 0") == [
        (0,)
    ]

    evening.come(POOR, "1")
    evening.think()
    mind, told = evening.folded(POOR)
    assert evening.outcomes[-1] == Played("1")
    assert mind == told != before


def test_one_that_another_server_stands_in_the_way_of_is_thought_through_alone(
    evening, monkeypatch
):
    for game in evening.games:
        evening.come(game, "2")
    routed, first = worker.route, [POOR]

    def route(ctx, mail):
        outcomes = routed(ctx, mail)
        if outcomes[0][0] in first:
            first.clear()
            raise GamesNeeded([POOR])
        return outcomes

    monkeypatch.setattr(worker, "route", route)
    evening.think()

    assert evening.outcomes == [Played("2")] * TABLES


def test_what_cannot_be_committed_together_is_committed_one_by_one(evening):
    for game in evening.games:
        evening.come(game, "2")
    tried = []

    def commit(session):
        if not session.in_nested_transaction():
            tried.append(1)
            if len(tried) == 1:
                raise RuntimeError

    event.listen(Session, "before_commit", commit)
    try:
        evening.think()
    finally:
        event.remove(Session, "before_commit", commit)

    assert len(tried) == 1 + TABLES
    assert evening.outcomes == [Played("2")] * TABLES


@FULL_DISK
def test_a_full_disk_is_the_fault_of_none(evening):
    for game in evening.games:
        evening.come(game, "2")
    with full(evening.club.services.db), pytest.raises(DatabaseUnavailable):
        evening.think()

    assert evening.rows("select count(*) from inbound where attempts > 0") == [(0,)]
    evening.think()
    assert evening.outcomes == [Played("2")] * TABLES


def test_all_are_noted_before_one_is_thought_of_and_after_a_kill_each_is_tried_alone(
    evening, monkeypatch, tmp_path
):
    file = tmp_path / "note"

    def started():
        note = MailUnderWay(own_file(file))
        evening.club.services = replace(evening.club.services, note=note)
        take_up(evening.club.services, evening.club.now)
        return note

    note = started()
    for game in evening.games:
        evening.come(game, "2")

    def dies(*_about):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(worker, "route", dies)
        with pytest.raises(Killed):
            evening.think()
    noted = file.read_text().split()
    note.close()
    note = started()
    counted = commits(evening)
    while evening.think():
        pass
    note.close()

    assert noted == [str(number) for number in range(1, TABLES + 1)]
    assert evening.outcomes == [Played("2")] * TABLES
    assert len(counted) > TABLES
    assert evening.rows("select deaths from inbound") == [(1,)] * TABLES


def test_a_mail_cut_short_waits_for_the_others_and_is_not_among_them(evening):
    for game in evening.games:
        evening.come(game, "status")
    with evening.club.services.db.begin() as session:
        cut_short(session, [2], evening.club.now)
    evening.think()
    first = evening.outcomes
    evening.think()

    assert [number for number, one in enumerate(first, 1) if one == "new"] == [2]
    assert evening.outcomes == [Told("status")] * TABLES

"""Several servers on one PostgreSQL: who may work on what, and what a lost connection costs."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from threading import Barrier, Thread, get_ident

import pytest
from sqlalchemy import event, text

from engine import BidMade, Seat
from pbem.config.settings import Settings
from pbem.context.services import open_services
from pbem.domain.logged import Actor, Logged
from pbem.domain.outcomes import Parked, Played, Told, at
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import process_next
from pbem.store import inbound, inbox, offers, questions, sending, server
from pbem.store.database import Database, DatabaseUnavailable
from pbem.store.events import append, load_log
from pbem.store.games import load_table
from pbem.store.inbound import Arrived, accept
from pbem.store.locks import apart, take_games
from pbem.store.offers import Offer
from pbem.store.waiting import next_inbound, this_inbound
from tests.club import MORNING, Club, became, configured
from tests.databases import migrated
from tests.servers.postgres import shared


@pytest.fixture(name="place")
def _place():
    """The URL of an empty PostgreSQL database, and its name."""
    name = shared().create(migrated())
    yield shared().url(name), name
    with shared().connect() as postgres:
        postgres.execute(f"drop database {name} with (force)")


@pytest.fixture(name="two")
def _two(place):
    """Two servers on it."""
    servers = [Database(place[0]), Database(place[0])]
    yield servers
    for one in servers:
        one.close()


def come(db: Database, *lanes: int | None) -> None:
    """Mails come, each about a game, or nobody knows about what."""
    with db.begin() as session:
        for at, lane in enumerate(lanes):
            accept(session, Arrived("smtp", "t@x.example", "", b"mail %d" % at, MORNING), lane)


@contextmanager
def taken(db: Database) -> Iterator[int | None]:
    """The number of the mail that a server takes, in the middle of its transaction."""
    with db.begin() as session:
        [*mails] = next_inbound(session, MORNING)
        yield mails[0].id if mails else None


@pytest.mark.parametrize(
    ("lanes", "at_once"),
    [
        ((1, 2, 3), [1, 2, 3]),
        ((1, 1, 2, 1), [1, 3]),
        ((1, None, 2), [1]),
        ((None, 1), [1]),
        ((2, 1, 2, 1), [1, 2]),
    ],
)
def test_a_game_is_one_servers_and_its_mails_keep_their_order(two, lanes, at_once):
    come(two[0], *lanes)

    with ExitStack() as servers:
        found = [servers.enter_context(taken(two[at % 2])) for at in range(len(lanes))]

    assert found == [*at_once, *[None] * (len(lanes) - len(at_once))]


def test_what_a_killed_server_had_in_hand_is_taken_over_at_once(two, place):
    come(two[0], 1)

    def die_and_be_followed():
        with taken(two[0]) as mine:
            shared().cut_off(place[1])
            with taken(two[1]) as taken_over:
                assert taken_over == mine == 1

    with pytest.raises(DatabaseUnavailable):
        die_and_be_followed()


def test_a_mail_that_another_server_has_taken_or_done_is_not_taken_again(two):
    """So it is with one that has to be begun anew, with more games."""
    come(two[0], 1)
    with taken(two[0]), two[1].begin() as other:
        assert this_inbound(other, 1) == []
    with two[0].begin() as session:
        assert [mail.id for mail in this_inbound(session, 1)] == [1]
        inbound.close_inbound(session, 1, at(None, Played("2")), MORNING)
    with two[1].begin() as other:
        assert this_inbound(other, 1) == []


def test_letters_are_claimed_once_and_let_go_when_their_server_is_gone(two, place):
    with two[0].begin() as session:
        session.connection().execute(
            text(
                "insert into outbox (message_id, kind, seq, rcpt, raw, state, attempts, due_at,"
                " created_at, bounced) select 'm' || n, 'x', 0, 'a@x.example', '', 'queued', 0,"
                " :now, :now, 0 from generate_series(1, 3) as n"
            ),
            {"now": MORNING},
        )
    with two[0].begin() as first, two[1].begin() as second:
        mine = sending.claim(first, MORNING, timedelta(minutes=5), most=2, by="one")
        other = sending.claim(second, MORNING, timedelta(minutes=5), most=2, by="two")
    assert [[mail.id for mail in mails] for mails in (mine, other)] == [[1, 2], [3]]

    with two[1].begin() as session:
        assert sending.release(session, MORNING, "one") == 2
        again = sending.claim(session, MORNING, timedelta(minutes=5), by="two")
    assert [(mail.id, mail.doubtful) for mail in again] == [(1, True), (2, True)]


def test_a_tick_that_must_run_once_runs_on_one_server(two):
    with (
        two[0].only_one("deadlines") as ours,
        two[1].only_one("deadlines") as theirs,
        two[1].only_one("poll") as other,
    ):
        assert (ours, theirs, other) == (True, False, True)
    with two[1].only_one("deadlines") as ours:
        assert ours


def test_a_server_that_loses_its_connection_gives_up_its_tick(two, place):
    with two[0].only_one("deadlines") as ours:
        assert ours
        shared().cut_off(place[1])
        with two[1].only_one("deadlines") as taken_over:
            assert taken_over


def test_a_connection_lost_in_a_transaction_is_trouble_and_nothing_more(two, place):
    come(two[0], 1)

    def take_and_lose():
        with two[0].begin() as session:
            next_inbound(session, MORNING)
            session.flush()
            shared().cut_off(place[1])

    with pytest.raises(DatabaseUnavailable):
        take_and_lose()
    with taken(two[0]) as again:
        assert again == 1


def test_a_connection_lost_in_a_savepoint_is_not_the_fault_of_what_was_done_there(two, place):
    come(two[0], 1)

    def lose(session):
        with apart(session):
            shared().cut_off(place[1])
            next_inbound(session, MORNING)

    def do_apart_and_lose():
        with two[0].begin() as session:
            next_inbound(session, MORNING)
            with pytest.raises(DatabaseUnavailable) as lost:
                lose(session)
            raise lost.value

    with pytest.raises(DatabaseUnavailable):
        do_apart_and_lose()
    with taken(two[0]) as again:
        assert again == 1


def test_a_waiting_server_sees_what_the_other_has_written(two):
    """Without the wait it would think about a game of a moment ago."""
    club = _club(two[0])
    club.open("Anna", "Bruno", "Ruth")

    def take_at_once():
        with two[1].begin() as impatient:
            impatient.connection().execute(text("set local lock_timeout = '50ms'"))
            take_games(impatient, [1])

    with two[0].begin() as first:
        take_games(first, [1])
        with pytest.raises(DatabaseUnavailable):
            take_at_once()
        length = len(load_log(first, 1))
        entry = Logged(length, length, Actor.PLAYER, Seat(1), BidMade(Seat(1), 2))
        append(first, 1, [entry], MORNING)
    with two[1].begin() as second:
        take_games(second, [1])
        assert len(load_log(second, 1)) == length + 1


def test_a_commit_waits_for_the_disk_unless_it_need_not(two):
    waits = []
    for lasting in (True, False, True):
        with two[0].begin(lasting=lasting) as session:
            asked = session.connection().execute(text("SHOW synchronous_commit"))
            waits.append(asked.scalar())

    assert waits == ["on", "off", "on"]


def test_two_servers_that_start_at_once_agree_on_the_key(two):
    with two[0].begin() as session:
        first = server.server_value(session, "token key", b"one")
    with two[1].begin() as session:
        assert server.server_value(session, "token key", b"two") == first == b"one"


def test_a_mail_is_processed_although_the_connection_was_lost_before(two, place):
    club = _club(two[0])
    club.open("Anna", "Bruno", "Ruth")
    shared().cut_off(place[1])

    assert isinstance(club.say(club.waiting, "2"), Played)
    assert not process_next(club.services, club.now)


def test_nothing_a_mail_holds_is_more_than_postgresql_can_keep(two):
    """PostgreSQL keeps no NUL in a text."""
    club = _club(two[0])
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting

    for said in ("\0 2", "say \0", "address \0@x.example", "Lindy\0: 2"):
        became = club.say(name, said, headers="X-Odd: \0\n")
        assert not isinstance(became, Parked)
        with club.services.db.begin() as session:
            assert inbox.inbound_counts(session).get("parked", 0) == 0
            assert inbox.inbound_counts(session).get("new", 0) == 0


def test_two_servers_that_take_many_mails_at_once_do_each_once(two):
    """Each takes what the other has left, and again when more has come."""
    club, games = _club(two[0]), range(1, 9)
    for game in games:
        club.open(*(f"{name}{game}" for name in "ABC"), game=f"Table{game}")
    with club.services.db.begin() as session:
        for said in ("2", "status"):
            for game in games:
                [asked] = questions.open_questions(session, game)
                name = load_table(session, game).players[asked.seat].name
                to = club.letter(name).reply_to
                raw = f"From: {club.addresses[name]}\n\n{said}\n".encode()
                mail = Arrived("smtp", to, "a@b.example", raw, MORNING)
                accept(session, mail, lane_of(club.services, session, mail))
    troubles = []

    def work(db):
        services = open_services(db, club.services.settings)
        try:
            while process_next(services, MORNING, most=3):
                pass
        except Exception as problem:
            troubles.append(problem)

    servers = [Thread(target=work, args=[db]) for db in two]
    for one in servers:
        one.start()
    for one in servers:
        one.join(60)
    work(two[0])

    assert troubles == []
    with two[0].begin() as session:
        told = session.connection().execute(text("select outcomes from inbound order by id"))
        outcomes = [became(stored) for (stored,) in told]
        bids = [club.services.games.game(session, game)[0].deal.bids for game in games]
    assert outcomes == [Played("2")] * len(games) + [Told("status")] * len(games)
    assert [sum(bid is not None for bid in some) for some in bids] == [1] * len(games)


GAMES = {
    "Lindy": ("Anna", "Bruno", "Ruth"),
    "Tango": ("Cem", "Dora", "Emil"),
    "Waltz": ("Finn", "Gerd", "Hugo"),
}
"""Three open games, and who has a seat in them."""


@pytest.mark.parametrize(
    "wishes",
    [
        {"Anna": "Tango", "Cem": "Lindy"},
        {"Anna": "Waltz", "Cem": "Waltz"},
        {"Finn": "Lindy", "Cem": "Lindy"},
    ],
    ids=["each where the other is", "both into a later game", "both into an earlier game"],
)
def test_two_who_join_at_the_same_moment_by_two_servers_both_get_their_seat(two, wishes):
    """Each server has the games of its player before either asks for the game to be joined."""
    club = _club(two[0])
    club.services = configured(club.services, open_games=True)
    for game, names in GAMES.items():
        club.open(*names, invite=True, game=game)
    letters = {name: club.letter(name) for name in wishes}
    with club.services.db.begin() as session:
        for number in range(1, len(GAMES) + 1):
            offers.set_offer(session, number, Offer(6, None))
        for name, game in wishes.items():
            raw = f"From: {club.addresses[name]}\n\njoin {game}\n".encode()
            mail = Arrived("smtp", letters[name].reply_to, "a@b.example", raw, MORNING)
            accept(session, mail, lane_of(club.services, session, mail))
    both_have_theirs, met, troubles = Barrier(2), set(), []

    def meet(_connection, _cursor, statement, *_others):
        if "FOR NO KEY UPDATE" in statement and get_ident() not in met:
            met.add(get_ident())
            both_have_theirs.wait(10)

    def work(db):
        services = open_services(db, club.services.settings)
        while True:
            try:
                if not process_next(services, MORNING, most=1):
                    return
            except DatabaseUnavailable as problem:
                troubles.append(str(problem))

    for db in two:
        event.listen(db._engine, "after_cursor_execute", meet)
    servers = [Thread(target=work, args=[db]) for db in two]
    for one in servers:
        one.start()
    for one in servers:
        one.join(60)

    assert troubles == []
    with two[0].begin() as session:
        seated = [[one.name for one in load_table(session, n).players] for n in (1, 2, 3)]
    for name, game in wishes.items():
        assert name in seated[list(GAMES).index(game)]


def _club(db: Database) -> Club:
    """A club on a PostgreSQL database."""
    services = open_services(
        db, Settings(mailbox="table@ohhell.example"), lambda game, deal: f"{game}/{deal}".encode()
    )
    return Club(services)

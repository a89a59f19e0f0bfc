"""The store: migrations and tables agree, a mail is stored once, a log has one writer at a time."""

import importlib
import pkgutil
import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import ColumnElement, Executable, create_engine, text
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import NullType
from sqlmodel import SQLModel

from engine import BidMade, Seat, TakenBack, replay
from pbem import store
from pbem.domain.logged import Actor, Logged
from pbem.store import inbox, mailboxes, reports, shuffles
from pbem.store.database import CannotOpen, Database
from pbem.store.events import append, load_log
from pbem.store.inbound import Arrived, accept
from pbem.store.mailboxes import Baseline
from pbem.store.migrate import MIGRATIONS, newest_migration
from tests.club import MORNING
from tests.databases import PRAGMAS, database_url, empty_database
from tests.effort import of_each


@pytest.fixture(name="db")
def _db(tmp_path):
    db = empty_database(tmp_path / "store.db")
    yield db
    db.close()


def mail(raw=b"QH", recipient="table+q@x.example", place=None):
    return Arrived("smtp", recipient, "anna@x.example", raw, MORNING, place)


def test_the_migrations_make_exactly_the_tables_of_the_code(tmp_path):
    url = database_url(tmp_path / "new.db")
    engine = create_engine(url)
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
    engine.dispose()

    assert found == []


def test_the_last_file_of_the_migrations_holds_the_newest():
    assert newest_migration() == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def test_a_database_of_a_newer_program_is_not_opened(tmp_path):
    url = database_url(tmp_path / "newer.db")
    db = Database(url)
    with db.begin() as session:
        session.connection().execute(text("UPDATE alembic_version SET version_num = '9999'"))
    db.close()

    with pytest.raises(CannotOpen, match="9999"):
        Database(url)


def test_a_database_is_opened_again_with_what_it_holds(tmp_path):
    url = database_url(tmp_path / "again.db")
    first = Database(url)
    with first.begin() as session:
        accept(session, mail())
    first.close()

    again = Database(url)
    with again.begin() as session:
        assert inbox.inbound_counts(session) == {"new": 1}
    again.close()


@PRAGMAS
def test_sqlite_keeps_what_it_has_answered_for(tmp_path):
    """In a process of its own: in this one the tests do not wait for the disk."""
    asked = (
        "import sys; from sqlalchemy import text; from pbem.store.database import Database\n"
        "with Database(sys.argv[1]).begin() as session:\n"
        "    for name in ('journal_mode', 'synchronous', 'foreign_keys'):\n"
        "        print(session.connection().execute(text(f'PRAGMA {name}')).scalar())"
    )
    url = database_url(tmp_path / "x.db")

    told = subprocess.check_output([sys.executable, "-c", asked, url], text=True)

    assert told.split() == ["wal", "2", "1"]


@PRAGMAS
def test_a_file_that_is_only_read_stays_as_it_is_to_the_byte(tmp_path):
    file = tmp_path / "x.db"
    Database(database_url(file)).close()
    before = file.read_bytes()

    db = Database(database_url(file))
    with db.begin() as session:
        assert inbox.inbound_counts(session) == {}
    db.close()

    assert file.read_bytes() == before


@PRAGMAS
def test_sqlite_waits_for_the_disk_again_after_a_transaction_that_did_not(tmp_path):
    asked = (
        "import sys; from sqlalchemy import text; from pbem.store.database import Database\n"
        "db = Database(sys.argv[1])\n"
        "for lasting in (True, False, False, True):\n"
        "    with db.begin(lasting=lasting) as session:\n"
        "        print(session.connection().execute(text('PRAGMA synchronous')).scalar())"
    )
    url = database_url(tmp_path / "x.db")

    told = subprocess.check_output([sys.executable, "-c", asked, url], text=True)

    assert told.split() == ["2", "1", "1", "2"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:////no/such/folder/x.db", "unable to open database file"),
        ("nonsense", "URL"),
        ("nosuch://host/db", "nosuch"),
        ("postgresql+psycopg://a:geheim@127.0.0.1:1/x", "port 1 failed"),
    ],
)
def test_a_database_that_cannot_be_opened_says_why_without_its_password(url, why):
    with pytest.raises(CannotOpen, match=why) as problem:
        Database(url)

    assert "geheim" not in str(problem.value)


def test_the_same_mail_is_stored_once_and_another_recipients_copy_too(db):
    with db.begin() as session:
        stored = [accept(session, mail()), accept(session, mail())]
        stored += [
            accept(session, mail(recipient="table+r@x.example")),
            accept(session, mail(b"3")),
        ]

    assert stored == [True, False, True, True]


def test_an_imap_message_is_stored_once_by_its_place(db):
    with db.begin() as session:
        assert accept(session, mail(b"one", place="a/INBOX/1/5"))
        assert not accept(session, mail(b"other bytes", place="a/INBOX/1/5"))
        assert accept(session, mail(b"two", place="a/INBOX/1/6"))


def test_two_writers_of_one_log_cannot_both_append(club):
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        length = len(load_log(session, 1))
    entry = Logged(length, length, Actor.PLAYER, Seat(1), BidMade(Seat(1), 2))
    with club.services.db.begin() as session:
        append(session, 1, [entry], MORNING)

    with pytest.raises(IntegrityError), club.services.db.begin() as session:
        append(session, 1, [entry], MORNING)


def test_a_turn_that_fails_leaves_nothing_behind(club):
    club.open("Anna", "Bruno", "Ruth")
    before = club.game

    def turn_without_power():
        with club.services.db.begin() as session:
            first = Logged(len(load_log(session, 1)), 0, Actor.PLAYER, Seat(1), BidMade(Seat(1), 2))
            append(session, 1, [first], MORNING)
            raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        turn_without_power()

    assert club.game == before


def test_a_folded_game_follows_its_log(club):
    """The cache is only ever a copy: it follows new entries, and entries taken back."""
    club.open("Anna", "Bruno", "Ruth", hold=10)
    name = club.waiting
    for said in ("2", "undo", "3", "undo", "4"):
        club.say(name, said)
        with club.services.db.begin() as session:
            log = load_log(session, 1)
        assert club.game == replay(logged.entry for logged in log)

    assert sum(isinstance(logged.entry, TakenBack) for logged in log) == 2


def test_nothing_is_known_of_a_turn_that_was_rolled_back(club):
    """Neither its entries nor the game folded from them, although another turn is as long."""
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        length = len(load_log(session, 1))
    [first] = club.game.awaiting
    second = Seat((first + 1) % 3)

    def bids(session, one, two):
        entries = [BidMade(first, one), BidMade(second, two)]
        rows = enumerate(entries, length)
        append(session, 1, [Logged(n, n, Actor.PLAYER, e.seat, e) for n, e in rows], MORNING)
        club.services.games.game(session, 1)

    def bids_in_vain(transaction, session, one):
        with transaction:
            bids(session, one, 3)
            raise RuntimeError("the organiser meant something else")

    with club.services.db.begin() as session:
        with pytest.raises(RuntimeError):
            bids_in_vain(session.begin_nested(), session, 0)
        assert len(load_log(session, 1)) == length
        bids(session, 1, 3)
        session.rollback()
    with club.services.db.begin() as session:
        bids(session, 2, 3)

    assert club.game.deal.bids[first] == 2


def test_a_log_that_another_process_goes_on_with_is_read_on(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    [first] = club.game.awaiting
    other = empty_database(tmp_path / "club.db")
    with other.begin() as session:
        number = len(load_log(session, 1))
        bid = Logged(number, number, Actor.PLAYER, first, BidMade(first, 2))
        append(session, 1, [bid], MORNING)
    other.close()

    assert club.game.deal.bids[first] == 2


def test_a_secret_once_kept_stays(club):
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        kept = shuffles.fixed(session, 1, 1)
        shuffles.fix(session, 1, 1, b"newer")
        assert shuffles.fixed(session, 1, 1) == kept
        assert shuffles.fixed(session, 1, 9) is None
        shuffles.fix(session, 1, 9, b"fresh")
        assert shuffles.fixed(session, 1, 9).secret == b"fresh"


def test_a_mailbox_remembers_where_reading_begins(db):
    with db.begin() as session:
        assert mailboxes.baseline(session, "a", "INBOX") is None
        mailboxes.set_baseline(session, "a", "INBOX", Baseline(7, 41))
        # RFC 9051 2.3.1.1: no number is higher.
        mailboxes.set_baseline(session, "b", "INBOX", Baseline(2**32 - 1, 2**32 - 1))
    with db.begin() as session:
        mailboxes.set_baseline(session, "a", "INBOX", Baseline(8, 0))
    with db.begin() as session:
        assert mailboxes.baseline(session, "a", "INBOX") == Baseline(8, 0)
        assert mailboxes.baseline(session, "b", "INBOX") == Baseline(2**32 - 1, 2**32 - 1)


def test_counts_of_an_empty_store_are_empty(db):
    with db.begin() as session:
        assert inbox.inbound_counts(session) == reports.outbox_counts(session) == {}


def prepared():
    """Every statement of the store that is built once, by its module and name."""
    for module in pkgutil.iter_modules(store.__path__, "pbem.store."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, Executable | ColumnElement):
                yield f"{module.name}.{name}", value


@of_each(("name", "statement"), list(prepared()))
def test_every_place_in_a_prepared_statement_has_a_type(name, statement):
    """Without one a moment is written as the driver likes, and compared with others as text."""
    binds = statement.compile(dialect=sqlite_dialect()).binds

    assert [key for key, one in binds.items() if isinstance(one.type, NullType)] == []

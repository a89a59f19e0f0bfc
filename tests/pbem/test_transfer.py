"""All of a database taken into another: nothing is lost, nothing changes where it was."""

import pytest
from sqlalchemy import create_engine, text

from pbem.context.services import open_services
from pbem.domain.outcomes import Played, Said, Talked
from pbem.domain.vocabulary import To
from pbem.store.database import CannotOpen, Database
from pbem.store.server import set_alive
from pbem.store.server_lock import only_server
from pbem.store.transfer import transfer
from tests.club import Club, seated
from tests.databases import FROM_A_FILE, database_url
from tests.pbem.test_cli import out, sorry
from tests.servers.postgres import shared
from tests.terminal import command

HOLD = 10


@pytest.fixture(name="club")
def _club(tmp_path):
    """Lindy with a bid that is held, words for the table and a mail that waits; an invitation."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", hold=HOLD)
    first = club.waiting
    club.say(first, "1")
    club.say(first, "say hello")
    club.open("Anna", "Jan", "Ruth", game="Tuesday", invite=True)
    yield club
    club.services.db.close()


def url_of(folder):
    return database_url(folder / "club.db")


def empty(kind, folder):
    """The URL of a database in which nothing is, not even tables."""
    if kind == "a file":
        return f"sqlite:///{folder / 'other.moved'}"
    return shared().url(shared().create())


def rows(url):
    """How many rows each table has."""
    engine = create_engine(url)
    with engine.connect() as connection:
        names = connection.dialect.get_table_names(connection)
        found = {
            name: connection.scalar(text(f"select count(*) from {name}"))
            for name in names
            if name != "alembic_version"
        }
    engine.dispose()
    return found


def moved(club, url):
    """The same club on another database."""
    return Club(
        open_services(Database(url), club.services.settings, club.services.secrets),
        now=club.now,
        boxes=club.boxes,
        addresses=club.addresses,
        sent=club.sent,
        seed=club.seed,
    )


KINDS = ["a file", "a PostgreSQL"]


@pytest.mark.parametrize("kind", KINDS)
def test_letters_from_before_are_answered_after(club, tmp_path, kind):
    to = empty(kind, tmp_path)
    before = rows(url_of(tmp_path))
    taken = transfer(url_of(tmp_path), to, club.now)

    assert rows(url_of(tmp_path)) == before == rows(to)
    assert {name: held.rows for name, held in taken.tables.items()} == before
    there = moved(club, to)
    assert there.game == club.game
    there.later(minutes=HOLD)
    name = there.waiting
    assert there.say(name, "1", to=there.letter(name)) == Played("1")
    assert there.say("Jan", "yes", to=there.letters("Jan")[-1]) == Said(True, To.INVITATION)
    there.services.db.close()


@pytest.mark.parametrize("kind", KINDS)
def test_new_rows_get_numbers_that_nothing_had(club, tmp_path, kind):
    to = empty(kind, tmp_path)
    transfer(url_of(tmp_path), to, club.now)
    there = moved(club, to)
    there.open("Anna", "Bruno", "Ruth", game="Third")
    assert there.say("Bruno", "say good evening", to=there.letters("Bruno")[-1]) == Talked()
    there.services.db.close()


def test_there_and_back_it_is_the_same(club, tmp_path):
    between = empty("a PostgreSQL", tmp_path)
    back = empty("a file", tmp_path)
    there = transfer(url_of(tmp_path), between, club.now)
    assert transfer(between, back, club.now) == there


@pytest.mark.parametrize("kind", KINDS)
def test_cut_off_it_leaves_nothing_and_can_be_begun_again(club, tmp_path, kind):
    to = empty(kind, tmp_path)

    def cut(_table, done, every):
        if done > every / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transfer(url_of(tmp_path), to, club.now, cut)
    assert {name for name, count in rows(to).items() if count} <= {"server"}
    assert transfer(url_of(tmp_path), to, club.now).rows == sum(rows(to).values())


def test_what_is_not_empty_is_refused(club, tmp_path):
    (tmp_path / "more").mkdir()
    other = seated(tmp_path / "more")
    other.open("Eva", "Jan", "Ruth")
    to = url_of(tmp_path / "more")
    with pytest.raises(CannotOpen, match=r"is not empty \(there are rows in"):
        transfer(url_of(tmp_path), to, club.now)
    other.services.db.close()


def test_tables_of_others_are_left_alone(club, tmp_path):
    to = empty("a file", tmp_path)
    engine = create_engine(to)
    with engine.begin() as connection:
        connection.execute(text("create table songs (title text)"))
    engine.dispose()
    with pytest.raises(CannotOpen, match="it has tables already"):
        transfer(url_of(tmp_path), to, club.now)


def test_a_database_that_is_not_there_is_not_made(tmp_path):
    wanted = tmp_path / "nowhere.db"
    with pytest.raises(CannotOpen, match="there is no database"):
        transfer(f"sqlite:///{wanted}", f"sqlite:///{tmp_path / 'other.moved'}", None)
    assert [*tmp_path.iterdir()] == []


@FROM_A_FILE
def test_a_file_that_is_being_served_is_refused(club, tmp_path):
    with (
        only_server(url_of(tmp_path)),
        pytest.raises(CannotOpen, match="the server is running on"),
    ):
        transfer(url_of(tmp_path), empty("a PostgreSQL", tmp_path), club.now)


def test_a_postgresql_that_is_being_served_is_refused(club, tmp_path):
    served, to = empty("a PostgreSQL", tmp_path), empty("a file", tmp_path)
    transfer(url_of(tmp_path), served, club.now)
    there = Database(served)
    with there.begin() as session:
        set_alive(session, "one", club.now)
    with there.begin() as session:
        session.execute(text("select 1"))
        with pytest.raises(CannotOpen, match=r"a server is at work on .*; stop it first"):
            transfer(served, to, club.now)
    there.close()


def test_at_the_command_line_it_says_what_was_done_and_what_comes_next(club, tmp_path):
    to = empty("a file", tmp_path)
    said = out(command(tmp_path, "move", url_of(tmp_path), to))
    assert f"tables are in {to}, each as it was in" in said
    assert said.endswith("as `database`, look with `pbem doctor`, and start the server.")
    assert "is not empty" in sorry(command(tmp_path, "move", url_of(tmp_path), to))

"""`pbem backup` copies a database that is being written to; `pbem restore` goes back to a copy."""

import re
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.config.settings import Settings
from pbem.context.services import open_services
from pbem.domain.outcomes import Changed, Played, Said
from pbem.games.after_restore import ask_everybody
from pbem.games.check import check_game
from pbem.server.clock import now
from pbem.store.backup import CannotCopy, back_up, look_into
from pbem.store.database import Database
from pbem.store.events import load_log
from pbem.store.games import load_table
from pbem.store.holding import Holding
from pbem.store.people import has_stopped, owner, set_stopped
from pbem.store.server_lock import only_server
from tests.databases import COPIES, empty_database, everything
from tests.pbem.test_cli import pbem, sorry
from tests.stages import every_stage

pytestmark = COPIES

SETTINGS = Settings(mailbox="table@ohhell.example")


def url(folder, name="club.db"):
    return f"sqlite:///{folder}/{name}"


def length(services):
    with services.db.begin() as session:
        return len(load_log(session, 1))


def test_a_copy_is_private_and_its_games_are_whole(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    made = back_up(url(tmp_path), tmp_path / "copy.db")
    then = length(club.services)
    club.say(club.waiting, "2")
    copy = open_services(Database(url(tmp_path, "copy.db")), SETTINGS)

    assert (made.games, made.mails) == (1, 5)
    assert made.file.stat().st_mode & 0o777 == 0o600
    assert (length(copy), length(club.services)) == (then, then + 1)
    with copy.db.begin() as session:
        assert check_game(session, 1) is None
    copy.db.close()


def test_copies_made_while_moves_are_written_hold_whole_turns(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    done = threading.Event()

    def copy_and_copy():
        count = 0
        while not done.is_set() or count < 3:
            back_up(url(tmp_path), tmp_path / f"copy{count}.db")
            count += 1

    copier = threading.Thread(target=copy_and_copy)
    copier.start()
    for _ in range(12):
        name = club.waiting
        club.say(name, club.letter(name).choices[0])
    done.set()
    copier.join()
    copies = sorted(tmp_path.glob("copy*.db"))

    assert len(copies) >= 3
    for file in copies:
        services = open_services(
            Database(f"sqlite:///{file}"), Settings(mailbox="table@ohhell.example")
        )
        with services.db.begin() as session:
            assert check_game(session, 1) is None
        services.db.close()


def test_what_is_there_is_never_written_over(club, tmp_path):
    with pytest.raises(CannotCopy, match="is here already; nothing was written"):
        back_up(url(tmp_path), tmp_path / "club.db")


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("sqlite:////nowhere/club.db", "there is no database /nowhere/club.db"),
        ("postgresql://host/cards", "pg_restore, and then `pbem ask-anew`"),
        ("sqlite://", "pg_restore, and then `pbem ask-anew`"),
    ],
)
def test_a_database_that_cannot_be_copied_leaves_nothing(tmp_path, where, why):
    with pytest.raises(CannotCopy, match=why):
        back_up(where, tmp_path / "copy.db")

    assert list(tmp_path.iterdir()) == []


def test_a_damaged_or_foreign_file_is_no_copy(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    whole = copy.read_bytes()
    half = len(whole) // 2
    copy.write_bytes(whole[:half] + b"\xff" * 5000 + whole[half + 5000 :])
    with pytest.raises(CannotCopy, match=r"is damaged|is not a copy"):
        look_into(copy)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other, other:
        other.execute("create table recipe (cake text)")
    with pytest.raises(CannotCopy, match="is not a copy of our database"):
        look_into(tmp_path / "other.db")


def test_going_back_to_a_copy_asks_anew_and_no_answer_to_a_lost_mail_plays(club, tmp_path):
    """The next question gets the number the lost one had; the lost one's code must not fit it."""
    club.open("Anna", "Bruno", "Ruth")
    first = club.waiting
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    asked = club.letter(first)
    club.say(first, "1")
    second = club.waiting
    lost = club.letter(second)
    club.services.db.close()
    done = pbem(tmp_path, "restore", str(copy), database=url(tmp_path))
    said = " ".join(done.stdout.split())

    assert (done.returncode, done.stderr) == (0, "")
    assert "1 game, 3 mails." in said
    assert "1 question is asked anew" in said
    assert len(list(tmp_path.glob("club.db.before-*"))) == 1
    club.services = open_services(
        empty_database(tmp_path / "club.db"), Settings(mailbox="table@ohhell.example")
    )
    club.now = now() + timedelta(minutes=1)
    club.deliver()
    assert club.waiting == first
    anew = club.letter(first)
    assert anew is not asked
    assert "The server had to go back to how things stood on" in " ".join(anew.text.split())
    for letter, name in ((lost, second), (asked, first)):
        assert not isinstance(club.say(name, "2", to=letter), Played)
    assert club.say(first, "1", to=anew) == Played("1")
    assert club.say(second, "2", to=lost) != Played("2")
    assert club.say(second, "2") == Played("2")


def test_all_who_may_have_seen_more_than_the_copy_are_told(club, tmp_path):
    """Two moves are lost. Who is asked again for one that all have seen would think of cheating."""
    club.open("Anna", "Bruno", "Ruth")
    first = club.waiting
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    club.say(first, "1")
    second = club.waiting
    club.say(second, "1")
    third = club.waiting
    club.services.db.close()
    pbem(tmp_path, "restore", str(copy), database=url(tmp_path))
    club.services = open_services(
        empty_database(tmp_path / "club.db"), Settings(mailbox="table@ohhell.example")
    )
    club.addresses["Marta"] = "marta@club.example"
    club.now = now() + timedelta(minutes=1)
    club.deliver()

    for name in (second, third):
        assert club.letter(name).subject == "[Lindy] Lindy has gone back"
    for name in (first, second, third, "Marta"):
        told = " ".join(club.letter(name).text.split())
        stood = r"The server had to go back to how things stood on .*, \d\d:\d\d \([^)]+\)[:,]"
        assert re.search(stood, told)
        assert ("The game stands in deal 1 now." in told) == (name in {second, third})
    # An answer to a letter of the time that is gone is not met with silence.
    lost = club.letters(third)[-2]
    assert not isinstance(club.say(third, "1", to=lost), Played)
    assert club.letter(third).subject == "[Lindy] Your mail did not count"


def gone_back(club, tmp_path, copy, spoil=None):
    """The server goes back to a copy, and is at work again; what `restore` says."""
    club.services.db.close()
    if spoil is not None:
        spoil(tmp_path / "club.db")
    done = pbem(tmp_path, "restore", str(copy), database=url(tmp_path))
    club.services = open_services(
        empty_database(tmp_path / "club.db"), Settings(mailbox="table@ohhell.example")
    )
    club.now = now() + timedelta(minutes=1)
    club.deliver()
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


def asks_for(club, name, order):
    """A player orders what is asked back, and means it."""
    club.say(name, order)
    assert isinstance(club.tap(name, "yes"), Changed)


def person_at(club, seat):
    """Who sits there: the name, and whether that is somebody who wants no more mail."""
    with club.services.db.begin() as session:
        player = load_table(session, 1).players[seat]
        return player.name, has_stopped(session, player.id)


@pytest.mark.parametrize(
    ("order", "name", "stopped", "told"),
    [
        ("forget me", "Former player 1", True, "1 person is forgotten again"),
        ("stop", "Anna", True, "1 person gets no more mail, as before"),
        ("leave", "Anna", False, "1 player who had left for good is out again"),
    ],
)
def test_who_went_since_the_copy_stays_away(club, tmp_path, order, name, stopped, told):
    """The copy still knows Anna, and has a letter for her that has not left."""
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
    with club.services.db.begin() as session:
        session.execute(text("update outbox set state = 'queued' where player_id = 1"))
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    club.deliver()
    seat = club.seat("Anna")
    asks_for(club, "Anna", order)
    club.open("Jan", "Bruno", "Ruth", game="Later")
    letters = len(club.letters("Anna"))
    said = gone_back(club, tmp_path, copy)

    assert told in said
    assert person_at(club, seat) == (name, stopped)
    assert club.table.left == {seat}
    assert len(club.letters("Anna")) == letters
    if order == "forget me":
        with club.services.db.begin() as session:
            assert "anna@club.example" not in str(everything(session.connection()))
    # A second time, from the same copy, perhaps in the same second.
    for aside in tmp_path.glob("club.db.before-*"):
        aside.unlink()
    assert told in gone_back(club, tmp_path, copy)


def test_nobody_went_and_nothing_is_said_of_it(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    said = gone_back(club, tmp_path, copy)

    assert "forgotten" not in said
    assert "no more mail" not in said


def test_who_came_since_the_copy_and_went_is_not_taken_for_somebody_else(club, tmp_path):
    """Jan, who came after the copy, has the number there that Ines had before it was made."""
    club.open("Anna", "Bruno", "Ruth")
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    club.open("Jan", "Bruno", "Ruth", game="Later")
    with club.services.db.begin() as session:
        number = owner(session, "jan@club.example")
        set_stopped(session, number, club.now)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(
            "insert into player (id, name, address, language, zone, reminders, renewed, mailing,"
            " digest, created_at) select ?, 'Ines', 'ines@club.example', language, zone, 1, 0,"
            " '{}', digest, '2020-01-01 00:00:00.000000' from player where id = 1",
            [number],
        )
    gone_back(club, tmp_path, copy)

    with club.services.db.begin() as session:
        assert owner(session, "ines@club.example") == number
        assert not has_stopped(session, number)


def damage(file):
    """Spoil all but the first page of a database."""
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


@pytest.mark.parametrize("spoil", [damage, lambda file: file.unlink()])
def test_who_went_is_not_known_where_the_database_cannot_be_read(club, tmp_path, spoil):
    club.open("Anna", "Bruno", "Ruth")
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    said = gone_back(club, tmp_path, copy, spoil)

    assert "Who asked since the copy to be forgotten, or to get no more mail, is not known" in said
    assert "`pbem forget ADDRESS`" in said


def test_a_move_that_is_held_back_stays_so(club):
    club.open("Anna", "Bruno", "Ruth", hold=10)
    first = club.waiting
    club.say(first, "1")
    second = club.waiting
    club.now += timedelta(minutes=2)
    ask_everybody(club.services, club.now, club.now, Holding())
    club.deliver()

    assert len(club.letters(second)) == 1
    club.later(minutes=8)
    assert "YOUR BID" in club.letter(second).text


def test_a_running_server_keeps_its_database(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    club.services.db.close()
    with only_server(url(tmp_path)):
        done = pbem(tmp_path, "restore", str(copy), database=url(tmp_path))

    assert "the server is running on" in sorry(done)
    assert list(tmp_path.glob("club.db.before-*")) == []


def test_a_damaged_copy_replaces_nothing(club, tmp_path):
    (tmp_path / "copy.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    before = (tmp_path / "club.db").read_bytes()

    assert "is not a copy of our database" in sorry(
        pbem(tmp_path, "restore", "copy.db", database=url(tmp_path))
    )
    assert (tmp_path / "club.db").read_bytes() == before


@pytest.fixture(name="town", scope="module")
def _town(tmp_path_factory):
    """A server with a game at every stage: its folder, its club, and the games by stage."""
    folder = tmp_path_factory.mktemp("town")
    club, games = every_stage(folder)
    club.services.db.close()
    return folder, club, games


@pytest.fixture(name="copied")
def _copied(town, tmp_path):
    """A folder with that server's database, and a copy of it; its club, and the games by stage."""
    folder, club, games = town
    for name in ("club.db", "copy.db"):
        back_up(url(folder), tmp_path / name)
    # As a server leaves it.
    Database(url(tmp_path)).close()
    return tmp_path, club, games


def asked_by(folder):
    """How many letters of what kind a restore has written, by game."""
    with closing(sqlite3.connect(folder / "copy.db")) as copy:
        [(last,)] = copy.execute("select max(id) from outbox").fetchall()
    with closing(sqlite3.connect(folder / "club.db")) as db:
        rows = db.execute(
            "select game.name, kind, count(*) from outbox join game on game.id = game_id"
            " where outbox.id > ? and outbox.state = 'queued' group by game.name, kind",
            [last],
        )
        found: dict[str, dict[str, int]] = {}
        for game, kind, count in rows:
            found.setdefault(game, {})[kind] = count
        return found


def test_a_game_of_whatever_stage_is_asked_anew(copied):
    """Who was asked in the copy is asked once more; everybody else is told that it went back."""
    folder, _, games = copied
    done = pbem(folder, "restore", "copy.db", database=url(folder))
    asked = asked_by(folder)

    assert (done.returncode, done.stderr) == (0, "")
    assert {stage: asked.get(game) for stage, game in games.items()} == {
        "draft": None,
        "inviting": {"invitation": 3, "command_result": 1},
        "refused": {"invitation": 2, "command_result": 1},
        "cancelled before its start": None,
        "playing": {"your_bid": 1, "game_news": 2, "command_result": 1},
        "a move held back": {"your_bid": 1, "game_news": 2, "command_result": 1},
        "the last move held back": None,
        "paused": {"your_bid": 1, "game_news": 2, "command_result": 1},
        "over": None,
        "cancelled on its way": None,
        "put away": None,
        "with a computer": {"your_bid": 1, "game_news": 2, "command_result": 1},
        "trial": {"your_bid": 1},
        "of a match": {"your_bid": 1, "game_news": 2, "command_result": 1},
        "of a league": {"invitation": 2, "game_news": 1},
    }


def test_a_yes_to_an_invitation_from_before_the_copy_still_counts(copied):
    folder, club, _ = copied
    pbem(folder, "restore", "copy.db", database=url(folder))
    here = replace(club, services=open_services(Database(url(folder)), SETTINGS))
    first, again = here.letter("AnnaInviting"), now() + timedelta(minutes=1)
    here.now = again
    here.deliver()

    assert here.letter("AnnaInviting") is not first
    assert here.say("AnnaInviting", "yes", to=first) == Said(True)
    assert here.say("BrunoInviting", "yes") == Said(True)
    here.services.db.close()


def test_a_copy_of_which_one_game_cannot_be_asked_anew_changes_nothing(copied):
    folder, _, games = copied
    with closing(sqlite3.connect(folder / "copy.db")) as copy, copy:
        copy.execute(
            "delete from event where game_id = (select id from game where name = ?)",
            [games["of a match"]],
        )
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    done = pbem(folder, "restore", "copy.db", database=url(folder))
    after = {file.name: file.read_bytes() for file in folder.iterdir()}

    assert sorry(done).startswith(
        "pbem: the copy is not used, and nothing has changed: Match cannot be asked anew ("
    )
    assert after.keys() - before.keys() <= {"club.db-wal", "club.db-shm", "club.db.lock"}
    assert after["club.db"] == before["club.db"]

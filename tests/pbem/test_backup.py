"""`pbem backup` copies a database that is being written to; `pbem restore` goes back to a copy."""

import sqlite3
import threading
from contextlib import closing
from datetime import timedelta

import pytest

from pbem.house import open_house
from pbem.organiser.check import check_game
from pbem.server.clock import now
from pbem.store.backup import CannotCopy, back_up, look_into
from pbem.store.database import Database
from pbem.store.events import log_length
from pbem.store.server import set_at_work
from tests.databases import COPIES
from tests.pbem.test_cli import pbem, sorry

pytestmark = COPIES


def url(folder, name="club.db"):
    return f"sqlite:///{folder}/{name}"


def length(house):
    with house.db.begin() as session:
        return log_length(session, 1)


def test_a_copy_is_private_and_its_games_are_whole(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    made = back_up(url(tmp_path), tmp_path / "copy.db")
    then = length(club.house)
    club.say(club.waiting, "2")
    copy = open_house(Database(url(tmp_path, "copy.db")), "table@ohhell.example")

    assert (made.games, made.mails) == (1, 5)
    assert made.file.stat().st_mode & 0o777 == 0o600
    assert (length(copy), length(club.house)) == (then, then + 1)
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
        house = open_house(Database(f"sqlite:///{file}"), "table@ohhell.example")
        with house.db.begin() as session:
            assert check_game(session, 1) is None
        house.db.close()


def test_what_is_there_is_never_written_over(club, tmp_path):
    with pytest.raises(CannotCopy, match="is here already; nothing was written"):
        back_up(url(tmp_path), tmp_path / "club.db")


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("sqlite:////nowhere/club.db", "there is no database /nowhere/club.db"),
        ("postgresql://host/cards", "use pg_dump"),
        ("sqlite://", "use pg_dump"),
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
    club.house.db.close()
    done = pbem(tmp_path, "restore", str(copy), database=url(tmp_path))
    said = " ".join(done.stdout.split())

    assert (done.returncode, done.stderr) == (0, "")
    assert "1 game, 3 mails." in said
    assert "1 question is asked anew" in said
    assert len(list(tmp_path.glob("club.db.before-*"))) == 1
    club.house = open_house(Database(url(tmp_path)), "table@ohhell.example")
    club.now = now() + timedelta(minutes=1)
    club.deliver()
    assert club.waiting == first
    anew = club.letter(first)
    assert anew is not asked
    assert "The server had to go back to how things stood on" in " ".join(anew.text.split())
    for letter, name in ((lost, second), (asked, first)):
        assert not club.say(name, "2", to=letter).startswith("played")
    assert club.say(first, "1", to=anew) == "played: 1"
    assert club.say(second, "2", to=lost) != "played: 2"
    assert club.say(second, "2") == "played: 2"


def test_a_running_server_keeps_its_database(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    copy = back_up(url(tmp_path), tmp_path / "copy.db").file
    with club.house.db.begin() as session:
        set_at_work(session, now())
    club.house.db.close()
    done = pbem(tmp_path, "restore", str(copy), database=url(tmp_path))

    assert sorry(done) == (
        "pbem: the server is running, or ran just now; stop it and wait two minutes"
    )
    assert list(tmp_path.glob("club.db.before-*")) == []


def test_a_damaged_copy_replaces_nothing(club, tmp_path):
    (tmp_path / "copy.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    before = (tmp_path / "club.db").read_bytes()

    assert "is not a copy of our database" in sorry(
        pbem(tmp_path, "restore", "copy.db", database=url(tmp_path))
    )
    assert (tmp_path / "club.db").read_bytes() == before

"""`pbem backup`: a whole copy of a database that is being written to."""

import sqlite3
import threading
from contextlib import closing

import pytest

from pbem.house import open_house
from pbem.organiser.check import check_game
from pbem.store.backup import CannotCopy, back_up, look_into
from pbem.store.database import Database
from pbem.store.games import log_length


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
        assert check_game(copy, session, 1) is None
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
            assert check_game(house, session, 1) is None
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

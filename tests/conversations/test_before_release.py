"""A database that a server left before the first release: its games go on as if nothing happened.

`tests/data/make_before_release.py` tells who plays there, and how far the games are.
"""

from __future__ import annotations

import lzma
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlmodel import SQLModel, col

from pbem.demo.correspondent import answer
from pbem.domain.model import Role, Stage
from pbem.domain.outcomes import Automatic, Played, Repeated, Said, TakenBack
from pbem.domain.vocabulary import To
from pbem.games.check import check_game
from pbem.server.clock import now
from pbem.store import questions
from pbem.store.games import load_table
from pbem.store.migrate import newest_migration
from pbem.store.roles import in_role, organised_by
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import InboundRow
from tests.club import Club, Letter, once, seated
from tests.conversations.test_bounces import number_of, score
from tests.databases import COPIES, behind
from tests.pbem.test_robots import report
from tests.pbem.test_tokens import of_old
from tests.stages import environment
from tests.terminal import command

pytestmark = COPIES

DUMP = Path(__file__).parents[1] / "data" / "before_release.sql.xz"
OVER, INVITING, PLAYING, ASKING = range(1, 5)
OLD, NEW = 18, 24
"""How long the codes of questions were then, and how long all are today."""


def lay(file: Path) -> None:
    """Make the database of a file, as it was left."""
    file.touch(mode=0o600)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(lzma.decompress(DUMP.read_bytes()).decode())


def visited(folder: Path) -> Club:
    """The club of a folder's database, with the letters everybody has got."""
    club = seated(folder)
    boxes = defaultdict(list)
    with club.services.db.begin() as session:
        rows = session.connection().execute(
            text(
                "select player.name, address, raw, kind from outbox join player "
                "on player.id = player_id where state = 'sent' order by outbox.id"
            )
        )
        for name, address, raw, kind in rows:
            club.addresses[name] = address
            boxes[name].append(Letter(name, raw, kind))
        club.now = session.scalar(select(func.max(col(InboundRow.received_at))))
    club.boxes = dict(boxes)
    return club


@once
def upgraded(folder: Path) -> Club:
    """The club at the moment at which the old server ended."""
    lay(folder / "club.db")
    return visited(folder)


@pytest.fixture(name="old")
def _old(tmp_path):
    return upgraded(tmp_path)


def run(folder, *words):
    done = command(folder, *words, env=environment(folder))
    assert (done.returncode, done.stderr) == (0, ""), done
    return " ".join(done.stdout.split())


def code_of(letter):
    """The code an answer to a letter is addressed to."""
    return letter.reply_to.partition("+")[2].partition("@")[0]


def asked(club, number):
    """Who is asked in a game."""
    with club.services.db.begin() as session:
        players = load_table(session, number).players
        return [players[one.seat].name for one in questions.open_questions(session, number)]


def answered(club, number):
    """Who has answered in a game, in turn."""
    done = (
        select(col(QuestionRow.seat))
        .where(col(QuestionRow.game_id) == number, col(QuestionRow.closed) == "answered")
        .order_by(col(QuestionRow.closed_at))
    )
    with club.services.db.begin() as session:
        players = load_table(session, number).players
        return [players[seat].name for seat in session.scalars(done)]


def stage(club, number):
    with club.services.db.begin() as session:
        return load_table(session, number).stage


def play_out(club, number):
    """Everybody answers as people do, until the game is over and all are told."""
    club.later(minutes=21)
    while names := asked(club, number):
        said = answer(club.letter(names[0]).text)
        assert isinstance(club.say(names[0], said), Played), (names, said)
        # What others see after ten minutes may bring about a card that is held back, too.
        club.later(minutes=21)
    club.later(hours=2)
    with club.services.db.begin() as session:
        table = load_table(session, number)
        assert check_game(session, number) is None
    assert table.stage is Stage.OVER
    for player in table.players:
        assert "final score" in club.letter(player.name).subject.lower()


def go_on_after_restoring(folder):
    """Play the games to their ends that were brought back from a copy."""
    club = visited(folder)
    club.now = max(club.now, now())
    for number in (PLAYING, ASKING):
        play_out(club, number)


def test_its_tables_become_those_of_the_code(old, tmp_path):
    with behind(tmp_path / "club.db") as connection:
        found = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
        number = connection.scalar(text("select version_num from alembic_version"))

    assert (number, found) == (newest_migration(), [])


def test_who_helped_and_who_stood_by_then_does_so_still(tmp_path):
    lay(tmp_path / "club.db")
    with closing(sqlite3.connect(tmp_path / "club.db")) as database:
        names = "select id from player where name in ('Anna', 'Olga', 'Sara') order by name"
        anna, olga, sara = (number for [number] in database.execute(names))
        database.execute(f"insert into organiser values ({PLAYING}, {anna})")
        for who, day in ((olga, 3), (sara, 2), (anna, 4)):
            since = f"2026-10-0{day} 08:00:00.000000"
            database.execute(f"insert into standby values ({PLAYING}, {who}, '{since}')")
        database.commit()

    with visited(tmp_path).services.db.begin() as session:
        assert in_role(session, PLAYING, Role.ORGANISER) == [anna]
        assert in_role(session, PLAYING, Role.STANDBY) == [sara, olga, anna]
        assert organised_by(session, anna) == [PLAYING]
        assert organised_by(session, olga) == []


def test_every_event_is_what_the_rules_give(old, tmp_path):
    assert run(tmp_path, "check") == "4 games checked: every event is what the rules give."
    assert [stage(old, number) for number in (OVER, INVITING, PLAYING, ASKING)] == [
        *(Stage.OVER, Stage.INVITING, Stage.PLAYING, Stage.PLAYING)
    ]


def test_a_letter_of_that_time_is_answered_and_the_game_goes_on_to_its_end(old):
    [name] = asked(old, ASKING)
    letter = old.letter(name)
    assert len(code_of(letter)) == OLD
    assert old.say(name, "1", to=letter) == Played("1")
    assert old.say(name, "1!", to=letter) == Repeated()
    assert len(code_of(old.letter(asked(old, ASKING)[0]))) == NEW
    play_out(old, ASKING)


def test_a_card_held_back_then_can_still_be_taken_back(old):
    holder = answered(old, PLAYING)[-1]
    letter = old.letter(holder)
    assert (letter.kind, len(code_of(letter))) == ("your_play", OLD)
    assert asked(old, PLAYING) != [holder]
    assert old.say(holder, "undo", to=letter) == TakenBack()
    assert asked(old, PLAYING) == [holder]
    old.later(minutes=21)
    assert isinstance(old.say(holder, answer(old.letter(holder).text)), Played)
    assert asked(old, PLAYING) != [holder]


def test_a_plan_made_then_is_still_kept(old):
    planner, _ = answered(old, PLAYING)[-2:]
    old.say(planner, "status")

    assert "YOUR PLANS\n  Trick 2: low." in old.letter(planner).text


def test_an_invitation_of_that_time_is_accepted(old):
    kim, lea = asked(old, INVITING)
    assert len(code_of(old.letter(kim))) == OLD
    assert old.say(kim, "yes") == Said(True)
    assert old.say(lea, "yes") == Said(True, To.BEGIN)
    play_out(old, INVITING)


@pytest.mark.parametrize("by", ["its address", "its Message-ID"])
def test_a_letter_of_that_time_that_comes_back_is_known(old, by):
    name = asked(old, ASKING)[0]
    letter = old.letter(name)
    number = number_of(old, letter)
    raw, to = report("5.1.1"), old.services.addresses.mailbox
    if by == "its address":
        to = f"table+{of_old('b', number, old.services.addresses.keys.master)}@ohhell.example"
    else:
        returned = b"--x\nContent-Type: message/rfc822\n\n" + letter.raw.replace(b"\r", b"")
        raw = raw.replace(b"--x--", returned + b"\n--x--")

    assert old.receive(raw, to, "") == Automatic("bounce for good")
    assert score(old, name) == (2, False)


def test_it_is_backed_up_and_brought_back(old, tmp_path):
    run(tmp_path, "backup", "copy.db")
    old.services.db.close()
    assert "4 questions are asked anew" in run(tmp_path, "restore", "copy.db")
    go_on_after_restoring(tmp_path)


def test_a_copy_made_then_is_brought_back(tmp_path):
    lay(tmp_path / "copy.db")
    assert "4 questions are asked anew" in run(tmp_path, "restore", "copy.db")
    go_on_after_restoring(tmp_path)

"""Finished games in files of an archive: nothing is lost, and everything still answers."""

import gzip
import hashlib
import os
import pkgutil
import re
import signal
import stat
import tarfile
from datetime import timedelta
from itertools import count

import pytest
from sqlalchemy import text

from engine.proof import write_proof
from engine.verify import verify
from pbem.config.backups import Backups
from pbem.context.services import open_services
from pbem.copies.make import copy_to
from pbem.copies.packing import new_key
from pbem.copies.shelf import copies_in
from pbem.domain.outcomes import Told
from pbem.games.check import check_game
from pbem.results.final_counts import final_count
from pbem.results.game_status import record
from pbem.results.proof import proof
from pbem.results.standings import table_of
from pbem.server.chores import Chores, drop_next
from pbem.store.archived import ArchiveTrouble
from pbem.store.export_import import read_whole
from pbem.store.games import load_table
from pbem.store.person_export import data_of
from pbem.store.plain_rows import OF_A_GAME
from pbem.store.tidy import give_back
from pbem.store.transfer import transfer
from tests.club import once, seated
from tests.conversations.test_archived import (
    a_year_later,
    about_lindy,
    archived,
    started_anew,
)
from tests.conversations.test_duplicate import play
from tests.databases import FROM_A_FILE, ON_POSTGRES, database_url
from tests.effort import others_long
from tests.pbem.test_cli import out, sorry
from tests.servers.postgres import programs
from tests.terminal import command


@pytest.fixture(name="club")
def _club(tmp_path):
    """Lindy a year after its end, when the bytes of its mails have been dropped."""
    club = a_year_later(tmp_path)
    yield club
    club.services.db.close()


def files(folder):
    return sorted(one for one in (folder / "archive").rglob("*") if one.is_file())


def rows(club, *tables, game=1):
    """How many rows some tables have for a game."""
    with club.services.db.begin() as session:
        return [
            session.scalar(text(f"select count(*) from {table} where game_id = {game}"))
            for table in tables
        ]


def answers(club, game=1):
    """All that can be asked of a game that is over."""
    with club.services.db.begin() as session:
        table = load_table(session, game)
        names, deals = [one.name for one in table.players], proof(session, table, club.now)
        return {
            "log": record(session, game, club.now),
            "proof": write_proof(table.name, names, deals, table.shuffled_as),
            "check": check_game(session, game),
            "count": final_count(session, game, club.now),
            "standings": table_of(session, [game], (), club.now),
            "whole": read_whole(session, game),
        }


LEAVING = ("event", "secret", "word", "plan", "policy")


def test_everything_answers_from_the_file_as_it_did_before(club, tmp_path):
    before = answers(club)
    assert rows(club, "event") != [0]
    assert archived(club) == [1]

    assert rows(club, *LEAVING) == [0] * len(LEAVING)
    [file] = files(tmp_path)
    assert re.fullmatch(r"1-[0-9a-f]{12}\.json\.gz", file.name)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    anew = started_anew(club, tmp_path)
    assert answers(anew) == before
    assert archived(anew) == []
    anew.services.db.close()


def test_only_what_is_old_enough_and_done_with_goes(club, tmp_path):
    club.now -= timedelta(days=40)
    assert archived(club) == []
    club.now += timedelta(days=40)
    club.say("Anna", "log", to=about_lindy(club)[-1])
    assert archived(club) == []
    club.now += timedelta(days=91)
    while drop_next(club.services, club.now):
        pass
    assert archived(club) == [1]
    assert rows(club, "event", "question") == [0, 0]


def test_what_a_game_costs_in_the_database(club):
    before = rows(club, "event", "question", "inbound", "outbox")
    archived(club)
    after = rows(club, "event", "question", "inbound", "outbox")
    assert min(before) > 4
    # The newest mail of all stays, so that no other has its number.
    assert after == [0, 0, 1, 0]


def test_her_data_are_told_from_the_file_too(club):
    def told(club):
        with club.services.db.begin() as session:
            return data_of(session, load_table(session, 1).players[0].id)

    before = told(club)
    archived(club)
    after = told(club)
    [game, other], [game_then, other_then] = after["games"], before["games"]
    assert (game, other) == (game_then, other_then)
    assert game["what you were asked"]
    for part, dropped in (("mails you sent", {"mail_from", "text"}), ("mails to you", {"rcpt"})):
        plain = [{k: v for k, v in one.items() if k not in dropped} for one in before[part]]
        kept = [{k: v for k, v in one.items() if k not in dropped} for one in after[part]]
        assert sorted(map(str, kept)) == sorted(map(str, plain))


def test_who_is_forgotten_stands_nowhere_in_database_or_archive(club, tmp_path):
    archived(club)
    club.say("Ruth", "forget me", to=club.letters("Ruth")[-1])
    club.say("Ruth", "yes")
    club.now += timedelta(days=91)
    while drop_next(club.services, club.now):
        pass
    list(give_back(database_url(tmp_path / "club.db"), 0))
    inside = [gzip.decompress(one.read_bytes()) for one in files(tmp_path)]
    on_disk = b"".join(one.read_bytes() for one in tmp_path.glob("club.db*"))
    for written in (*inside, on_disk):
        assert b"ruth@" not in written.lower()
    assert all(b"Ruth" not in one and b"club.example" not in one for one in inside)
    with club.services.db.begin() as session:
        assert check_game(session, 1) is None
    assert "Former player" in answers(club)["log"]


KILLS = {
    "read": ("pbem.games.archiving.write_file", 1),
    "half written": ("pbem.store.archived.read_file", 1),
    "written": ("pbem.games.archiving.leave", 1),
    "noted": ("pbem.store.archiving._keep_with_seats", 1),
    "rows deleted": ("pbem.store.archiving.delete_rows", 3 + len(OF_A_GAME)),
}
"""Places, and how often each is come to with a game: mails, answers, questions, its own rows."""

GAMES = ("Lindy", "Tango", "Cork")
NUMBERS = [1, 2, 3]


@once
def all_ended(folder):
    """Three games that were played to their ends, one after the other."""
    club = seated(folder)
    for number, name in zip(NUMBERS, GAMES, strict=True):
        club.open("Anna", "Bruno", "Ruth", game=name, preset="ohhell_pagat, 2 deals up")
        play(club, number)
    return club


def kill_at(place, nth):
    """What is at a place, but that its nth call is the end of the process, at once."""
    done, calls = pkgutil.resolve_name(place), count(1)

    def does(*args, **named):
        if next(calls) == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return done(*args, **named)

    return does


@pytest.mark.parametrize("nth", others_long(NUMBERS, lambda nth: nth == 2))
@pytest.mark.parametrize("where", KILLS)
def test_a_kill_at_any_game_loses_nothing_and_doubles_nothing(tmp_path, monkeypatch, where, nth):
    """The command is a process of its own, and gets a real SIGKILL."""
    club = a_year_later(tmp_path, all_ended)
    before = [answers(club, number) for number in NUMBERS]
    there = [rows(club, *LEAVING, game=number) for number in NUMBERS]
    club.services.db.close()
    place, times = KILLS[where]
    with monkeypatch.context() as patched:
        patched.setattr(place, kill_at(place, nth * times))
        assert typed(tmp_path, "archive").returncode == -signal.SIGKILL

    club = started_anew(club, tmp_path)
    gone = [[0] * len(LEAVING)] * (nth - 1)
    assert [rows(club, *LEAVING, game=number) for number in NUMBERS] == gone + there[nth - 1 :]
    assert [answers(club, number) for number in NUMBERS] == before
    assert archived(club) == NUMBERS[nth - 1 :]
    assert [answers(club, number) for number in NUMBERS] == before
    assert all(verify(one["proof"]).over for one in before)
    assert [re.sub("-.{12}", "", one.name) for one in files(tmp_path)] == [
        f"{number}.json.gz" for number in NUMBERS
    ]
    club.services.db.close()


def typed(folder, *words, **settings):
    """A command for the club's database and archive."""
    where = {"OHHELL_DATABASE": database_url(folder / "club.db"), "PATH": os.environ["PATH"]}
    where |= {"OHHELL_ARCHIVE": str(folder / "archive"), "OHHELL_ARCHIVE_AFTER": "1"}
    return command(folder, *words, env=where | settings)


@pytest.fixture(autouse=True)
def _pg_dump(monkeypatch):
    """The programs of the PostgreSQL that tests run."""
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")


def test_a_command_archives_and_what_others_write_is_the_same(club, tmp_path):
    def written():
        said = [out(typed(tmp_path, *words)) for words in (["log", "Lindy"], ["standings"])]
        for words in (["proof", "Lindy", "-o", "lindy.proof"], ["export", "Lindy", "lindy.pdf"]):
            out(typed(tmp_path, *words))
        out(typed(tmp_path, "site", "pages"))
        pages = {one.name: one.read_bytes() for one in sorted((tmp_path / "pages").iterdir())}
        return said, (tmp_path / "lindy.proof").read_text(), pages

    before = written()
    said = out(typed(tmp_path, "archive"))
    assert said.startswith(f"1 game is in {tmp_path / 'archive'}.")
    assert written() == before
    assert len(before[2]) == 5
    assert "the whole game" in out(typed(tmp_path, "verify", "lindy.proof"))
    assert "2 games checked" in out(typed(tmp_path, "check"))
    assert out(typed(tmp_path, "archive")) == (
        "No game has been over for more than 1 day, and the bytes of all its mails gone."
    )


def test_standings_read_no_file(club, tmp_path):
    before = out(typed(tmp_path, "standings"))
    archived(club)
    files(tmp_path)[0].unlink()
    assert out(typed(tmp_path, "standings")) == before


def test_without_a_folder_in_the_settings_nothing_goes(club, tmp_path):
    assert "name a folder in the settings, as `archive`" in sorry(
        command(tmp_path, "archive", env={"OHHELL_DATABASE": database_url(tmp_path / "club.db")})
    )


MISSING = [(["log", "Lindy"], "pbem: "), (["proof", "Lindy"], "pbem: "), (["site", "x"], "pbem: ")]


@pytest.mark.parametrize(("words", "begins"), MISSING)
def test_a_file_that_is_missing_is_named_in_one_sentence(club, tmp_path, words, begins):
    archived(club)
    [file] = files(tmp_path)
    file.unlink()
    said = sorry(typed(tmp_path, *words))
    named = f"{begins}Lindy is in the archive, but its file is missing: {file}"
    assert said.replace(" ", "") == named.replace(" ", "")


def test_check_and_doctor_tell_a_file_that_is_missing_or_another(club, tmp_path):
    archived(club)
    [file] = files(tmp_path)
    assert (
        "1 game in the archive, and the file of each is there"
        in typed(tmp_path, "doctor", "--wait", "0").stdout
    )
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    assert f"its file is damaged, or another: {file}" in typed(tmp_path, "check").stdout
    file.unlink()
    done = typed(tmp_path, "doctor", "--wait", "0")
    assert f"of 1 game in the archive 1 without a file: {file} is missing" in done.stdout


def test_by_mail_a_player_hears_that_it_cannot_be_done_now(club, tmp_path):
    """Nothing is lost: the mail is parked, and tried again when the file is back."""
    archived(club)
    [file] = files(tmp_path)
    there = file.read_bytes()
    file.unlink()
    club = started_anew(club, tmp_path)
    club.say("Anna", "log", to=about_lindy(club)[-1])
    with club.services.db.begin() as session:
        parked = "select id from inbound where state = 'parked'"
        [number] = session.scalars(text(parked)).all()
    assert "could not carry it" in club.letter("Anna").text
    file.write_bytes(there)
    out(typed(tmp_path, "inbox", "--again", str(number)))
    assert club.process() == Told("log")
    club.services.db.close()


def test_moved_to_another_database_everything_still_answers(club, tmp_path):
    before = answers(club)
    archived(club)
    to = f"sqlite:///{tmp_path / 'other.moved'}"
    transfer(database_url(tmp_path / "club.db"), to, club.now)
    there = started_anew(club, tmp_path, to)
    assert answers(there) == before
    there.services.db.close()


def copier(club, tmp_path, **said):
    backups = Backups(folder=tmp_path / "copies", **said)
    more = {"database": database_url(tmp_path / "club.db"), "backups": backups}
    settings = club.services.settings.model_copy(update=more)
    copies = Chores(open_services(club.services.db, settings), lambda: club.now).copies
    assert copies is not None
    return copies


def packs(tmp_path):
    return sorted((tmp_path / "copies").glob("archive-*"))


def test_each_file_is_packed_beside_the_copies_once(club, tmp_path):
    copies = copier(club, tmp_path)
    copies()
    assert packs(tmp_path) == []
    archived(club)
    for _ in range(2):
        club.now += timedelta(days=1)
        copies()
    [pack] = packs(tmp_path)
    [file] = files(tmp_path)
    with tarfile.open(pack) as tar:
        assert tar.getnames() == [f"0/{file.name}"]
    assert pack.stat().st_mode & 0o777 == 0o600

    # A pack that is lost is made anew.
    pack.unlink()
    club.now += timedelta(days=1)
    copies()
    assert len(packs(tmp_path)) == 1


def test_what_is_packed_is_carried_off_as_the_copies_are(club, tmp_path):
    archived(club)
    (tmp_path / "far").mkdir()
    copier(club, tmp_path, then=f"cp {{copy}} {tmp_path / 'far'}")()
    assert len(list((tmp_path / "far").glob("archive-*.tar"))) == 1


def test_encrypted_packs_hold_the_files_for_who_has_the_key(club, tmp_path):
    archived(club)
    [file] = files(tmp_path)
    copier(club, tmp_path, recipient=new_key(tmp_path / "key.txt"))()
    [pack] = packs(tmp_path)
    assert pack.name.endswith(".tar.age")
    there = tmp_path / "there"
    out(command(tmp_path, "unpack", str(pack), "key.txt", str(there)))
    assert (there / "0" / file.name).read_bytes() == file.read_bytes()


@FROM_A_FILE
def test_on_another_machine_the_copy_and_the_packs_are_all_there_was(club, tmp_path):
    before = answers(club)
    archived(club)
    copier(club, tmp_path)()
    club.services.db.close()
    there = tmp_path / "machine"
    there.mkdir()
    [copy] = copies_in(tmp_path / "copies").values()
    said = out(typed(there, "restore", str(copy)))
    assert "1 without a file" in said
    assert "unpack all `archive-*` that lie beside the copies into the folder" in said
    (there / "archive").mkdir()
    with tarfile.open(packs(tmp_path)[0]) as tar:
        tar.extractall(there / "archive", filter="data")
    assert typed(there, "log", "Lindy").stdout.strip() == before["log"].strip()
    assert "2 games checked" in out(typed(there, "check"))


def test_after_going_back_to_before_the_archive_the_same_file_is_made(club, tmp_path):
    copy_to(database_url(tmp_path / "club.db"), tmp_path / "early", club.now)
    archived(club)
    [file] = files(tmp_path)
    first = file.read_bytes()
    with club.services.db.begin() as session:
        whole = session.scalar(text("select digest from archived"))
    assert hashlib.sha256(first).hexdigest() == whole
    club.services.db.close()
    if not ON_POSTGRES:
        out(typed(tmp_path, "restore", "early"))
        assert "1 game is in" in out(typed(tmp_path, "archive"))
        assert [one.read_bytes() for one in files(tmp_path)] == [first]


def test_the_server_archives_once_a_day_by_itself(club, tmp_path):
    Chores(club.services, lambda: club.now).tidy()
    assert len(files(tmp_path)) == 1


def test_a_full_disk_is_left_to_mails(club, tmp_path, monkeypatch):
    before = answers(club)
    monkeypatch.setattr("pbem.store.archived.free", lambda _: 99_000_000)
    with pytest.raises(ArchiveTrouble, match="what is free on that disk is left to mails"):
        archived(club)
    Chores(club.services, lambda: club.now).tidy()
    assert answers(club) == before
    assert not (tmp_path / "archive").exists()


def test_a_game_whose_log_cannot_be_read_stays_as_it_is(club, tmp_path):
    with club.services.db.begin() as session:
        session.execute(text("update event set kind = 'Nothing' where game_id = 1 and seq = 5"))
    club = started_anew(club, tmp_path)
    assert archived(club) == []
    with club.services.db.begin() as session:
        assert "its log cannot be read" in (check_game(session, 1) or "")
    assert not (tmp_path / "archive").exists()
    club.services.db.close()

"""A game in a file: another server goes on with it, and ends it with the same score."""

import json
import random
import stat

import pytest

from engine import BidMade, GameEnded, Level, Seat, choices, view
from pbem.commands.organiser.import_game import import_game
from pbem.context import Context
from pbem.domain.asking import said
from pbem.domain.outcomes import Changed, Played
from pbem.domain.vocabulary import Change
from pbem.exports.as_json import json_of, moved
from pbem.games.check import check_game
from pbem.games.guests import CannotOrganise
from pbem.results.shown import CannotExport
from pbem.server.clock import now
from pbem.store.erasure import forget
from pbem.store.events import load_log
from pbem.store.export_import import read_whole
from pbem.store.games import load_table
from pbem.store.people import set_stopped
from pbem.store.seats import set_level
from tests.club import seated
from tests.conversations.test_organising import welcome
from tests.databases import database_url, wipe
from tests.effort import few
from tests.pbem.test_cli import PLAYERS, dump, out, pbem, sorry

DEALS = "ohhell_pagat, 3 deals down"


def exported(club, game=1):
    """The file of a club's game."""
    with club.services.db.begin() as session:
        return json_of(read_whole(session, game), club.now)


def imported(club, written):
    """A club that goes on with the game in a file."""
    with club.services.db.begin() as session:
        import_game(Context(club.services, session, club.now), moved(written, "game.json"))
    club.deliver()


def all_play_on(club):
    """Everybody who came along says yes to the new server."""
    for player in club.table.players:
        assert club.tap(player.name, "yes") == Changed(Change.SEAT)


def moves(club, seed, until=lambda club: club.game.over):
    """Play on by mail: every move is chosen by the dice from what is allowed."""
    while not until(club):
        seat = club.game.awaiting[0]
        length = len(log_of(club))
        choice = random.Random(f"{seed}/{length}").choice(choices(view(club.game, seat)))
        club.say(club.table.players[seat].name, said(choice))


def log_of(club):
    with club.services.db.begin() as session:
        return load_log(session, 1)


def tables_of(club):
    """All that a file holds of a game, without what mails have told."""
    with club.services.db.begin() as session:
        whole = read_whole(session, 1)
    for seat in whole["seats"]:
        del seat["told"]
    return whole


@pytest.fixture(name="elsewhere")
def _elsewhere(tmp_path):
    """A second server with an empty database, whose later cards are shuffled by the same seed."""
    (tmp_path / "elsewhere").mkdir()
    club = seated(tmp_path / "elsewhere")
    yield club
    club.services.db.close()


@pytest.mark.parametrize("stop", few([9, 1, 4, 14, 17], 1))
def test_a_game_goes_on_elsewhere_to_the_same_score(club, elsewhere, stop):
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    begun = len(log_of(club))
    moves(club, stop, lambda club: len(log_of(club)) >= begun + stop)
    club.say("Anna", "status")
    written = exported(club)
    elsewhere.addresses, elsewhere.now = club.addresses, club.now

    imported(elsewhere, written)
    assert tables_of(elsewhere) == tables_of(club)
    all_play_on(elsewhere)
    moves(elsewhere, stop)
    moves(club, stop)

    assert [one.entry for one in log_of(elsewhere)] == [one.entry for one in log_of(club)]
    assert isinstance(log_of(elsewhere)[-1].entry, GameEnded)
    assert elsewhere.game.totals == club.game.totals
    with elsewhere.services.db.begin() as session:
        assert check_game(session, 1) is None
    assert "FINAL SCORE" in elsewhere.letter("Ruth").text


def test_a_game_outlives_its_database(club, tmp_path):
    """Written to files, the database wiped, read again by a command, and played to its end."""
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    begun = len(log_of(club))
    moves(club, 5, lambda club: len(log_of(club)) >= begun + 12)
    database = database_url(tmp_path / "club.db")
    for name in ("lindy.json", "lindy.txt"):
        out(pbem(tmp_path, "export", "Lindy", name, database=database))
    record = pbem(tmp_path, "log", "Lindy", database=database).stdout
    moves(club, 5)
    score, entries = club.game.totals, [one.entry for one in log_of(club)]
    club.services.db.close()
    wipe(tmp_path / "club.db")
    database = database_url(tmp_path / "club.db")

    assert "no game is called Lindy" in sorry(pbem(tmp_path, "log", "Lindy", database=database))
    out(pbem(tmp_path, "import", "lindy.json", database=database))
    out(pbem(tmp_path, "export", "Lindy", "again.txt", database=database))
    assert pbem(tmp_path, "log", "Lindy", database=database).stdout == record != ""
    written = (tmp_path / "lindy.txt").read_text("utf-8")
    assert (tmp_path / "again.txt").read_text("utf-8") == written
    anew = seated(tmp_path)
    anew.addresses, anew.now = club.addresses, now()
    anew.deliver()
    all_play_on(anew)
    moves(anew, 5)

    assert anew.game.totals == score
    assert [one.entry for one in log_of(anew)] == entries
    anew.services.db.close()


def test_who_has_agreed_to_nothing_there_is_asked_before_a_card_is_shown(club, elsewhere):
    """An import asks the newcomer first, as `replace` does: a file may name any address."""
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    elsewhere.addresses, elsewhere.now = club.addresses, club.now
    imported(elsewhere, exported(club))

    for name in ("Anna", "Bruno", "Ruth"):
        [asked] = elsewhere.letters(name)
        assert asked.subject == f"[Lindy] Do you play on from here, {name}?"
        assert "YOUR HAND" not in asked.text
    first = elsewhere.waiting
    others = [name for name in ("Anna", "Bruno", "Ruth") if name != first]

    assert elsewhere.tap(others[0], "yes") == Changed(Change.SEAT)
    assert elsewhere.letter(others[0]).subject == "[Lindy] Where we are"
    assert elsewhere.tap(first, "yes") == Changed(Change.SEAT)
    assert elsewhere.hand(first) == club.hand(first)
    assert elsewhere.say(first, "1") == Played("1")
    assert len(elsewhere.letters(others[1])) == 1


def test_who_does_not_play_on_elsewhere_leaves_to_a_computer(club, elsewhere):
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    club.addresses["Marta"] = "marta@club.example"
    elsewhere.addresses, elsewhere.now = club.addresses, club.now
    imported(elsewhere, exported(club))

    assert elsewhere.tap("Bruno", "no") == Changed(Change.SEAT_DECLINED)
    assert elsewhere.seat("Bruno") in elsewhere.table.left
    assert "Bruno does not play on here." in elsewhere.letter("Marta").text
    for _ in range(8):
        elsewhere.later(hours=24)
    silent = "Ruth has not answered for seven days, and is not asked any more whether to play on."
    assert any(silent in " ".join(one.text.split()) for one in elsewhere.letters("Marta"))
    assert not any("YOUR HAND" in one.text for one in elsewhere.letters("Ruth"))


def test_who_is_known_there_is_asked_at_once(club, elsewhere):
    for one, game in ((club, "Lindy"), (elsewhere, "Tango")):
        one.open("Anna", "Bruno", "Ruth", preset=DEALS, game=game)
        welcome(one)
    elsewhere.now = club.now
    first = club.waiting
    imported(elsewhere, exported(club))

    assert elsewhere.letter(first).subject == "[Lindy 1/3] your bid, by Wed 10:00"


def test_plans_and_policies_come_along(club, elsewhere):
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    waiting = club.waiting
    other = next(name for name in ("Anna", "Bruno", "Ruth") if name != waiting)
    club.say(waiting, "when made duck")
    club.say(other, "salt seaside")
    whole = tables_of(club)
    assert [whole["policies"], whole["words"]] != [[], []]
    elsewhere.addresses, elsewhere.now = club.addresses, club.now

    imported(elsewhere, exported(club))

    assert tables_of(elsewhere) == whole


def test_players_are_asked_anew_with_a_word_on_why_and_old_codes_are_worthless(club, elsewhere):
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    elsewhere.addresses, elsewhere.now = club.addresses, club.now
    asked = club.letter(club.waiting)

    imported(elsewhere, exported(club))

    waiting = elsewhere.waiting
    assert sorted(elsewhere.boxes) == ["Anna", "Bruno", "Ruth"]
    assert elsewhere.tap(waiting, "yes") == Changed(Change.SEAT)
    _, anew = elsewhere.letters(waiting)
    assert "The game has moved to this server as it stood on Monday" in " ".join(anew.text.split())
    assert anew.reply_to != asked.reply_to
    before = len(log_of(elsewhere))
    elsewhere.say(waiting, "1", to=asked)
    assert len(log_of(elsewhere)) == before
    elsewhere.say(waiting, "1", to=anew)
    assert isinstance(log_of(elsewhere)[before].entry, BidMade)


def test_a_game_not_begun_invites_all_who_have_not_said_yes_to_this_server(club, elsewhere):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Bruno", "yes")
    elsewhere.addresses, elsewhere.now = club.addresses, club.now

    imported(elsewhere, exported(club))

    assert sorted(elsewhere.boxes) == ["Anna", "Bruno", "Ruth"]
    elsewhere.say("Anna", "yes")
    elsewhere.say("Bruno", "yes")
    elsewhere.say("Ruth", "yes")
    assert elsewhere.game.awaiting != ()


def changed(written, change):
    """A file with another digest over what was changed, as somebody with skill would make it."""
    told = json.loads(written)
    change(told["game"])
    return json_of(told["game"], moved(written, "x").at)


def set_(*way):
    """A change that sets the last but one step of a way to the last."""
    *steps, last, value = way

    def change(game):
        for step in steps:
            game = game[step]
        game[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (set_("game", "name", "="), "cannot name a game"),
        (set_("game", "nosuch", 1), "unknown: nosuch"),
        (set_("game", "rules", {"nosuch": 1}), "cannot be read"),
        (set_("game", "stage", "over"), "not what its rules give"),
        (set_("people", 1, "name", "a/b"), "cannot be a name"),
        (set_("people", 1, "address", "nobody"), "is not a mail address"),
        (set_("people", 1, "address", "table@ohhell.example"), "own address"),
        (set_("people", 1, "name", "Bruno"), "two players have the same name"),
        (set_("people", 1, "address", "bruno@club.example"), "the same person here"),
        (set_("people", 1, "language", "xx"), "not a language we know"),
        (set_("people", 1, "zone", "Mars/Olympus"), "cannot be read"),
        (set_("seats", 0, "person", 99), "cannot be read"),
        (set_("seats", []), "cannot be read"),
        (set_("secrets", 0, "secret", "zz"), "cannot be read"),
        (set_("secrets", 1, "secret", "00"), "not what its rules give"),
        (set_("log", 1, "data", {}), "cannot be read"),
        (set_("log", 1, "at", "yesterday"), "cannot be read"),
        (set_("log", []), "not what its rules give"),
        (set_("plans", None), "cannot be read"),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_nothing_changes(club, elsewhere, change, says):
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    wrong = changed(exported(club), change)

    with pytest.raises(CannotOrganise, match=says):
        imported(elsewhere, wrong)

    with elsewhere.services.db.begin() as session, pytest.raises(LookupError):
        read_whole(session, 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda file: file[: len(file) // 2], "is damaged"),
        (lambda file: file.replace(b'"hold": 0', b'"hold": 1'), "was changed after"),
        (lambda file: file.replace(b'"version": 1', b'"version": 2'), "is of version 2"),
        (lambda file: file.replace(b'"sha256"', b'"sha255"'), "was changed after"),
        (lambda file: file.replace(b'"at": "2026', b'"at": "never'), "is damaged"),
        (lambda _: b"[" * 100_000, "is damaged"),
        (lambda _: b"[1, 2]", "is no game"),
        (lambda _: b"\xff\xfe", "is damaged"),
    ],
)
def test_a_file_that_is_damaged_or_of_another_kind_is_told_apart(club, change, says):
    club.open("Anna", "Bruno", "Ruth")
    written = change(exported(club))

    with pytest.raises(CannotExport, match=says):
        moved(written, "game.json")


def test_the_command_line_moves_a_game_and_refuses_it_twice(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    out(pbem(old, "new", "Lindy", *PLAYERS, "--start"))

    told = out(pbem(old, "export", "Lindy", "lindy.json"))
    assert "all cards and addresses" in told
    assert stat.S_IMODE((old / "lindy.json").stat().st_mode) == 0o600
    told = out(pbem(new, "import", str(old / "lindy.json")))
    assert told.startswith("Lindy: Anna, Bruno, Ruth.")
    assert "every event is what the rules give" in out(pbem(new, "check"))
    assert pbem(new, "log", "Lindy").stdout == pbem(old, "log", "Lindy").stdout
    before = dump(new)
    assert "there is a game called Lindy already" in sorry(
        pbem(new, "import", str(old / "lindy.json"))
    )
    assert "cannot be read" in sorry(pbem(new, "import", "nothing.json"))
    assert dump(new) == before


def test_many_games_move_at_once_and_what_cannot_is_named(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    for name in ("Lindy", "Club"):
        out(pbem(old, "new", name, *PLAYERS, "--start"))
        out(pbem(old, "export", name, str(new / f"{name}.json")))

    said = out(pbem(new, "import", "Lindy.json", "Club.json"))
    assert said.startswith("Lindy: Anna, Bruno, Ruth. Club: Anna, Bruno, Ruth.")
    wipe(new / "ohhell.db")
    said = sorry(pbem(new, "import", "Lindy.json", "nothing.json", "Club.json"))
    assert "nothing.json cannot be read: No such file or directory; 1 before it" in said
    assert out(pbem(new, "show", "Lindy"))
    assert "no game is called Club" in sorry(pbem(new, "show", "Club"))


def test_a_player_who_left_and_is_forgotten_stays_nobody(club, elsewhere):
    """On the other server somebody else has been forgotten who had the same number."""
    for one, game in ((club, "Lindy"), (elsewhere, "Tango")):
        one.open("Anna", "Bruno", "Ruth", preset=DEALS, game=game)
        with one.services.db.begin() as session:
            set_level(session, 1, Seat(0), Level.STEADY, one.now, left=True)
            forget(session, load_table(session, 1).players[0].id, one.now)

    imported(elsewhere, exported(club))

    with elsewhere.services.db.begin() as session:
        before, after = load_table(session, 1).players[0], load_table(session, 2).players[0]
    assert after.id != before.id
    assert after.name == f"Former player {after.id}"


def test_nobody_is_written_to_who_wants_no_mail(club, elsewhere):
    for one, game in ((club, "Lindy"), (elsewhere, "Tango")):
        one.open("Anna", "Bruno", "Ruth", preset=DEALS, game=game)
    with elsewhere.services.db.begin() as session:
        set_stopped(session, load_table(session, 1).players[1].id, elsewhere.now)

    with pytest.raises(CannotOrganise, match="Bruno has asked for no more mail"):
        imported(elsewhere, exported(club))

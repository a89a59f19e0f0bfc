"""The command line, as a person at a terminal meets it: every command a process of its own."""

import importlib
import json
import mailbox
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from engine import MOST_PLAYERS
from pbem import cli
from pbem.cli import base
from pbem.domain.setup import SPARE_HOURS
from tests.databases import (
    NO_SETTINGS,
    behind,
    copied,
    database_url,
    everything,
    settings,
)
from tests.effort import LONG
from tests.terminal import ENVIRONMENT, PBEM, command

PLAYERS = ["Anna <anna@club.example>", "bruno@club.example", "ruth@club.example"]
CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def pbem(folder, *words, database=None):
    """One command, run in a folder."""
    env = {"OHHELL_DATABASE": database} if database is not None else {}
    return command(folder, *words, env=env)


def out(done):
    """What a command printed, in one line; it must have done what it was asked."""
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


def sorry(done):
    """The one sentence a command gave up with."""
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert done.stderr.startswith("pbem: ")
    assert done.stderr.count("pbem: ") == 1
    return " ".join(done.stderr.split())


def dump(folder):
    with behind(folder / "ohhell.db") as db:
        return everything(db)


def tamper(folder, seq, change):
    """Change an entry of the one game's log behind the server's back."""
    with behind(folder / "ohhell.db") as db:
        entry = db.scalar(text("select data from event where seq = :seq"), {"seq": seq})
        told = json.loads(entry) if isinstance(entry, str) else entry
        changed = {"data": json.dumps(told | change(told)), "seq": seq}
        db.execute(text("update event set data = :data where seq = :seq"), changed)


@pytest.fixture(name="begun", scope="module")
def _begun(tmp_path_factory):
    folder = tmp_path_factory.mktemp("begun")
    out(pbem(folder, "new", "Lindy", *PLAYERS, "--start"))
    return folder


@pytest.fixture(name="lindy")
def _lindy(begun, tmp_path):
    """A folder with the game Lindy, just begun."""
    return copied(begun, tmp_path / "lindy")


def test_without_a_word_the_commands_are_listed(tmp_path):
    done = pbem(tmp_path)

    assert "Usage: " in done.stdout + done.stderr
    for name in ("serve", "demo", "new", "games", "show", "log", "check", "init"):
        assert f"\n  {name} " in done.stdout + done.stderr


def test_an_unknown_command_is_wrong_usage(tmp_path):
    done = pbem(tmp_path, "play")

    assert (done.returncode, "No such command 'play'" in done.stderr) == (2, True)


def test_init_writes_settings_once_that_every_command_can_read(tmp_path):
    assert "Wrote config.yaml" in out(pbem(tmp_path, "init"))
    written = (tmp_path / "config.yaml").read_bytes()

    assert "config.yaml is here already" in sorry(pbem(tmp_path, "init"))
    assert "No games yet" in out(pbem(tmp_path, "games"))
    assert (tmp_path / "config.yaml").read_bytes() == written


def test_where_there_are_no_games_the_commands_say_so(tmp_path):
    assert "0 games checked" in out(pbem(tmp_path, "check"))
    assert "no game is called Lindy" in sorry(pbem(tmp_path, "show", "Lindy"))
    assert "no game is called Lindy" in sorry(pbem(tmp_path, "log", "Lindy"))


def test_a_new_game_is_listed_and_shown(tmp_path):
    said = out(pbem(tmp_path, "new", "Lindy", *PLAYERS))

    assert said.startswith("Lindy: Anna, Bruno, Ruth. Invitations are in the outbox")
    assert "inviting" in out(pbem(tmp_path, "games"))
    assert "Bruno bruno@club.example has not answered" in out(pbem(tmp_path, "show", "lindy"))
    assert out(pbem(tmp_path, "log", "LINDY")) == "# Lindy: 0 Anna, 1 Bruno, 2 Ruth not begun"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["new", "Rummy", *PLAYERS[:2], "ruth"], "'ruth' is not a mail address"),
        (["new", "Rummy", *PLAYERS[:2]], "3 to 7 players, not 2"),
        (["new", "Rummy", *PLAYERS, "ANNA <other@club.example>"], "same name"),
        (["new", "Rummy", *PLAYERS, "--preset", "rummy"], "no preset is called 'rummy'"),
        (["new", "Pod", *PLAYERS, "--preset", "podrida"], "several games are called podrida"),
        (["rules", "bridge"], "no preset is called 'bridge'"),
        (["rules", "truf7", "--players", "5"], "this game is for 4 players, not 5"),
        (["new", "LINDY", *PLAYERS], "a game called LINDY already"),
        (["show", "Rummy"], "no game is called Rummy"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_changes_nothing(lindy, words, why):
    before = dump(lindy)
    done = pbem(lindy, *words)

    assert why in sorry(done)
    assert dump(lindy) == before


@pytest.mark.parametrize("line", ["tick: soon", "doors: ["])
def test_a_setting_that_cannot_be_used_is_named(tmp_path, line):
    (tmp_path / "config.yaml").write_text(line)
    said = sorry(pbem(tmp_path, "games"))

    assert said.startswith("pbem: config.yaml")
    assert line.startswith("doors") or line.partition(":")[0] in said


@pytest.mark.parametrize("url", ["sqlite:////no/such/x.db", "postgresql://me:pass@host:port/x"])
def test_a_database_that_cannot_be_opened_is_named_without_its_password(tmp_path, url):
    said = sorry(pbem(tmp_path, "games", database=url))

    assert "database" in said
    assert "pass@" not in said


@pytest.mark.parametrize(
    ("seq", "change"),
    [
        (1, lambda told: {"turn_up": told["hands"][0][:2]}),
        (1, lambda told: {"turn_up": "XX"}),
        (0, lambda told: {"rules": {"hook": False}}),
    ],
    ids=["another card", "no card", "other rules"],
)
def test_check_names_a_game_whose_log_was_changed(lindy, seq, change):
    tamper(lindy, seq, change)
    done = pbem(lindy, "check")

    assert "broken" in sorry(done)
    assert "Lindy: " in done.stdout


def test_the_log_of_a_running_game_shows_the_hands_of_past_deals_only(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    while not (club.game.deals and club.game.deal.tricks):
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    database = database_url(tmp_path / "club.db")
    past, _, running = pbem(tmp_path, "log", "Lindy", database=database).stdout.rpartition("\ndeal")

    hidden = {card for name in club.addresses for card in club.hand(name)}
    assert len(CARD.findall(past.partition("\ndeal")[2].partition("\n")[0])) == 30
    assert not hidden & set(CARD.findall(running))
    assert "every event is what" in out(pbem(tmp_path, "check", database=database))


@contextmanager
def serving(folder):
    """`pbem serve` in a folder, once it has introduced itself; the block gets what it prints."""
    printed = folder / "printed"
    where = ENVIRONMENT | settings(folder)
    with printed.open("w") as file:
        process = subprocess.Popen(
            [*PBEM, "serve"], cwd=folder, env=where, stdout=file, stderr=file
        )
    try:
        wait_until(lambda: "stop with" in printed.read_text() or process.poll() is not None)
        yield process, printed
    finally:
        process.kill()
        process.wait()


def wait_until(true, seconds=60):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


@NO_SETTINGS
@LONG
def test_a_server_without_settings_runs_and_files_invitations_until_it_is_stopped(tmp_path):
    outgoing = tmp_path / "outgoing"
    with serving(tmp_path) as (process, printed):
        if "already in use" in printed.read_text():
            pytest.skip("something else listens on the default port")
        said = printed.read_text()
        out(pbem(tmp_path, "new", "Lindy", *PLAYERS))
        wait_until(lambda: len(list(outgoing.glob("new/*"))) == 3)
        process.send_signal(signal.SIGTERM)

        assert process.wait(20) == 0
    filed = mailbox.Maildir(outgoing, create=False)
    invited = "Anna invites you to a game of Oh Hell! by mail"
    assert {mail["To"].partition(" ")[0]: mail["Subject"] for mail in filed} == {
        "Anna": "[Lindy] Your game is set up",
        "Bruno": invited,
        "Ruth": invited,
    }
    for fact in ("sqlite:///ohhell.db", "SMTP on 127.0.0.1:8025", "Maildir outgoing/"):
        assert fact in said


def test_a_server_whose_port_is_taken_says_so(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "config.yaml").write_text(f"doors: [{{port: {port}}}]")
        said = sorry(pbem(tmp_path, "serve"))

    assert str(port) in said
    assert "already in use" in said


@LONG
def test_a_server_may_have_two_doors_that_are_set_alike(tmp_path):
    (tmp_path / "config.yaml").write_text("doors: [{port: 0}, {port: 0}]")
    with serving(tmp_path) as (_, printed):
        assert printed.read_text().count("SMTP on 127.0.0.1") == 2


def test_a_new_key_is_made_unless_the_server_is_at_work(lindy):
    assert "still read" in out(pbem(lindy, "new-key"))
    assert "no longer count" in out(pbem(lindy, "new-key", "--forget"))
    with behind(lindy / "ohhell.db") as db:
        key = db.scalar(text("select value from server where name = 'token key'"))
        now = {"now": datetime.now(UTC).isoformat().encode()}
        db.execute(text("insert into server values ('at work', :now)"), now)

    assert len(key) == 32
    assert "stop it" in sorry(pbem(lindy, "new-key"))


def test_players_are_listed_with_their_addresses_and_one_can_be_taken_away(lindy):
    with behind(lindy / "ohhell.db") as db:
        another = "select 'anna@work.example', id, created_at from player where name = 'Anna'"
        db.execute(text(f"insert into alias {another}"))

    listed = out(pbem(lindy, "users"))
    assert "anna@club.example" in listed
    assert "anna@work.example" in listed
    assert "Lindy" in listed
    assert "no longer count" in out(pbem(lindy, "users", "--drop", "anna@work.example"))
    assert "anna@work.example" not in out(pbem(lindy, "users"))
    assert "nobody's other" in sorry(pbem(lindy, "users", "--drop", "anna@club.example"))


def test_the_commands_take_as_many_players_as_the_rules():
    assert base.MOST_PLAYERS == MOST_PLAYERS


@NO_SETTINGS
def test_a_database_without_a_folder_is_the_one_beside_the_settings_that_are_named(lindy):
    """No empty one is made where one stands; one that is there already is still taken."""
    (lindy / "config.yaml").write_text("answer_in: 48\n")
    elsewhere = lindy / "elsewhere"
    elsewhere.mkdir()

    assert "Lindy" in out(pbem(elsewhere, "games", "--config", "../config.yaml"))
    assert list(elsewhere.iterdir()) == []
    assert "No games yet" in out(pbem(elsewhere, "games"))
    assert "No games yet" in out(pbem(elsewhere, "games", "--config", "../config.yaml"))


def test_the_usual_values_of_options_are_those_of_the_rules():
    assert (base.MOST_PLAYERS, base.SPARE_HOURS) == (MOST_PLAYERS, SPARE_HOURS)


def test_every_trouble_that_is_told_in_a_sentence_is_where_the_command_line_looks_for_it():
    for module, name in cli._TROUBLES.items():
        assert issubclass(getattr(importlib.import_module(module), name), Exception)


def test_a_command_that_needs_no_database_imports_none():
    """What is slow to import is imported by the commands that need it."""
    slow = "[one for one in ('engine', 'pydantic', 'sqlmodel', 'jinja2') if one in sys.modules]"
    asked = f"import sys; import pbem.cli; print({slow})"

    said = subprocess.check_output([sys.executable, "-c", asked], text=True)

    assert said == "[]\n"


def test_a_server_that_starts_reads_nothing_that_draws_or_prints():
    """It takes a third of a small board, and most servers never print a sheet."""
    large = "[one for one in ('fpdf', 'numpy', 'PIL', 'xlsxwriter') if one in sys.modules]"
    asked = f"import sys; import pbem.server.serve, pbem.server.app; print({large})"

    said = subprocess.check_output([sys.executable, "-c", asked], text=True)

    assert said == "[]\n"


def test_help_lists_each_command_once_in_its_section(tmp_path):
    listed = pbem(tmp_path, "--help").stdout.partition("Begin and run:")[2]
    sections = {}
    for part in f"Begin and run:{listed}".split("\n\n"):
        title, *lines = part.strip().splitlines()
        sections[title] = [line.split()[0] for line in lines]

    began = ["init", "serve", "demo", "farewell", "login", "logout", "status"]
    assert sections["Begin and run:"] == began
    assert sections["Rule sets:"] == ["odds", "presets", "rules", "options"]
    kept = ["backup", "doctor", "compile", "archive", "tidy", "new-key", "move"]
    kept += ["restore", "ask-anew", "unpack", "copy-key", "migrate", "dkim"]
    assert sections["Copies, keys and health:"] == kept
    every = [command for commands in sections.values() for command in commands]
    assert len(set(every)) == len(every) == len(base.app.registered_commands)

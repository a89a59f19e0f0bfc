"""What the operators' page says is typed and set: done where it can be, looked up where not."""

from __future__ import annotations

import re
import shutil
import signal
import smtplib
import subprocess
import sys
import time
from dataclasses import replace
from email import message_from_bytes

import pytest
from sqlalchemy import text
from typer.main import get_command

from pbem.cli import app
from pbem.config.load import load
from pbem.domain.outcomes import Parked
from pbem.server.clock import now
from pbem.store import bounces, inbound, waiting
from pbem.store.farewell import FarewellStage, farewell, set_farewell
from pbem.store.inbound import Arrived, accept
from tests.databases import FROM_A_FILE, behind, copied, empty_database, settings
from tests.docs.blocks import DOCS, blocks
from tests.effort import LONG
from tests.pbem.test_cli import PLAYERS, out, serving, wait_until
from tests.servers import free_port, need
from tests.servers.postfix import running_postfix
from tests.servers.postgres import shared
from tests.terminal import ENVIRONMENT, PBEM, command

PAGE = DOCS / "OPERATING.md"
ROOT = DOCS.parent
CONTRIB = ROOT / "contrib"
INSTALLED = "/opt/ohhell/"
"""Where the page installs the program, and in its `src` this project."""


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory):
    """A server's folder with a game, and with all that can be stuck."""
    folder = tmp_path_factory.mktemp("server")
    people = [one.replace("club.example", "cards.example") for one in PLAYERS]
    out(command(folder, "new", "Lindy", "Anna <anna@cards.example>", *people[1:], "--start"))
    db = empty_database(folder / "ohhell.db")
    with db.begin() as session:
        accept(session, Arrived("smtp", "x@y.example", "a@b.example", b"From: a@b.example", now()))
        inbound.park_inbound(session, 1, Parked("ValueError"), now())
        accept(session, Arrived("smtp", "x@y.example", "a@b.example", b"From: c@d.example", now()))
        waiting.cut_short(session, [2], now())
        bounces.count_bounce(session, "anna@cards.example", 4, "gone", now(), stop=True)
        for change in (
            "update outbox set state = 'failed', error = 'no'",
            "insert into alias select 'anna@old.example', id, created_at from player limit 1",
        ):
            session.connection().execute(text(change))
    db.close()
    return folder


def endless(words):
    """Whether a command goes on until it is stopped."""
    return words[0] == "serve" or "--watch" in words


def typed(*states):
    """The commands of the blocks that are done in these states."""
    found = [block for state in states for block in blocks(PAGE, "console", state)]
    return [(block, words) for block in found for words in block.commands]


@LONG
@pytest.mark.parametrize(
    "state", ["day by day", "when something is stuck", "stopped", "a farewell"]
)
def test_every_command_works(folder, state, tmp_path):
    here = copied(folder, tmp_path / "server")
    for _, (program, *words) in typed(state):
        assert program == "pbem"
        if endless(words):
            continue
        if words[:2] == ["requeue", "1"]:
            again(here)
        done = command(here, *words)
        assert (done.returncode, done.stderr) == (0, ""), words


def again(folder):
    """Let the first mail fail once more."""
    db = empty_database(folder / "ohhell.db")
    with db.begin() as session:
        session.connection().execute(text("update outbox set state = 'failed' where id = 1"))
    db.close()


@FROM_A_FILE
def test_a_server_that_is_closed_is_opened_again_as_it_says(folder, tmp_path):
    here = copied(folder, tmp_path / "server")
    [(_, (_, *said)), *_] = typed("a farewell")
    [(_, (_, *opens))] = typed("once it is closed")
    out(command(here, *said))
    db = empty_database(here / "ohhell.db")
    with db.begin() as session:
        known = farewell(session)
        set_farewell(session, replace(known, stage=FarewellStage.CLOSED))
    db.close()
    assert "`pbem farewell --open`" in command(here, "serve").stderr.replace("\n", " ")

    assert "The database is open" in out(command(here, *opens))


@FROM_A_FILE
def test_the_command_that_moves_a_file_into_a_postgresql_does(folder, tmp_path):
    here = copied(folder, tmp_path / "server")
    [(_, (_, verb, source, target))] = typed("out of one file")
    assert target.startswith("postgresql+psycopg://")
    url = shared().url(shared().create())

    assert f"each as it was in {source}" in out(command(here, verb, source, url))
    there = out(command(here, "games", env={"OHHELL_DATABASE": url}))
    assert there == out(command(here, "games")) != ""


ENDLESS = [
    pytest.param(words[1:], id=" ".join(words))
    for _, words in typed("nothing yet", "day by day")
    if endless(words[1:])
]


@LONG
@pytest.mark.parametrize("words", ENDLESS)
def test_a_command_without_an_end_is_stopped_by_ctrl_c(words, tmp_path):
    (tmp_path / "config.yaml").write_text("doors: [{port: 0}]\n")
    printed = tmp_path / "printed"
    where = ENVIRONMENT | settings(tmp_path)
    with printed.open("w") as file:
        process = subprocess.Popen(
            [*PBEM, *words], cwd=tmp_path, env=where, stdout=file, stderr=file
        )
        until = time.monotonic() + 40
        while not re.search(r"stop with|mail out", printed.read_text()):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        code = process.wait(20)

    assert (code, "Traceback" in printed.read_text()) == (0, False)


def test_the_settings_file_is_written_and_can_be_used(tmp_path):
    [words] = [words for _, words in typed("nothing yet") if words[1] == "init"]

    assert "Wrote config.yaml" in out(command(tmp_path, *words[1:]))
    assert out(command(tmp_path, "games")).startswith("No games yet")


def test_a_server_with_a_role_needs_only_that(tmp_path):
    """Its options are read; what roles do is shown on a real PostgreSQL by other tests."""
    for _, (_, *words) in typed("several servers"):
        done = command(tmp_path, *words, env={"OHHELL_DATABASE": "sqlite:///no/such/place.db"})
        assert (done.returncode, done.stderr.count("pbem: ")) == (1, 1), done.stderr


@pytest.mark.parametrize("block", blocks(PAGE, "yaml"), ids=lambda block: block.state)
def test_every_setting_can_be_used(block, tmp_path):
    (tmp_path / "config.yaml").write_text(block.text)

    settings, _ = load(tmp_path / "config.yaml")
    assert settings != load()[0]


# --- commands that only root can give ----------------------------------------------------------


def option_names(words):
    return [word.partition("=")[0] for word in words if word.startswith("--") and word != "--"]


@pytest.mark.parametrize(
    ("block", "words"),
    {
        " ".join(row[1]): pytest.param(*row, id=" ".join(row[1]))
        for row in typed("as root", "with docker", "a machine")
    }.values(),
)
def test_what_needs_root_has_these_options_and_files(block, words):
    if "--" in words:
        rest = words[words.index("--") + 1 :]
        check_program(words[: words.index("--")])
        words = rest
    for word in words:
        if word.startswith(f"{INSTALLED}src/"):
            assert (ROOT / word.removeprefix(f"{INSTALLED}src/")).exists()
        if word.startswith("contrib/"):
            assert (ROOT / word).exists()
    if "pbem" in words or words[0] == f"{INSTALLED}bin/pbem":
        at = next(n for n, word in enumerate(words) if word.endswith("pbem"))
        check_pbem(words[at + 1 :])
        words = words[:at]
    if words and words[0] != "cd":
        check_program(words)


def check_pbem(words):
    """Whether `pbem` has this command with these options."""
    known = get_command(app)
    context = known.make_context("pbem", list(words), resilient_parsing=True)
    assert words[0] in known.list_commands(context)
    one = known.get_command(context, words[0])
    names = {name for option in one.params for name in (*option.opts, *option.secondary_opts)}
    assert set(option_names(words)) <= names


def check_program(words):
    """Whether a program has these options, if it is on this machine."""
    program = words[0].replace(f"{INSTALLED}bin/pip", "pip")
    asked = [sys.executable, "-m", "pip"] if program == "pip" else [program]
    if shutil.which(asked[0]) is None:
        pytest.skip(f"{program} is not installed")
    sub = [words[1]] if program in ("docker", "pip") else []
    helped = subprocess.run(
        [*asked, *sub, "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    told = helped.stdout + helped.stderr
    assert [name for name in option_names(words) if name not in told] == []


def test_the_unit_is_one_that_systemd_understands(tmp_path):
    """Its program is where the page installs it; here it is taken for another one."""
    unit = (CONTRIB / "ohhell.service").read_text()
    assert f"ExecStart={INSTALLED}bin/pbem serve --quiet\n" in unit
    (tmp_path / "ohhell.service").write_text(unit.replace(f"{INSTALLED}bin/pbem", "/bin/true"))
    done = subprocess.run(
        [need("systemd-analyze"), "verify", str(tmp_path / "ohhell.service")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_container_is_made_of_files_that_are_there():
    lines = (CONTRIB / "Dockerfile").read_text().splitlines()
    built = " ".join(blocks(PAGE, "console", "with docker")[0].commands[0])

    assert [line for line in lines if line.startswith("COPY . ")] == ["COPY . /src"]
    assert built == lines[0].removeprefix("# ")
    assert (ROOT / "constraints.txt").is_file()


# --- a real Postfix, set as the page says ------------------------------------------------------


@LONG
def test_postfix_set_like_this_lets_answers_in_and_refuses_the_rest(tmp_path):
    [block] = blocks(PAGE, "postfix")
    said = dict(re.split(r"\s*=\s*", line, maxsplit=1) for line in block.text.splitlines())
    port = free_port()
    said["virtual_transport"] = said["virtual_transport"].replace("8024", str(port))
    (tmp_path / "config.yaml").write_text(
        f"mailbox: table@cards.example\ndoors: [{{protocol: lmtp, port: {port}}}]\ntick: 0.1\n"
    )
    out(command(tmp_path, "new", "Lindy", *PLAYERS))
    [(_, asked), *_] = rows(tmp_path, "select rcpt, raw from outbox where kind = 'invitation'")
    address = str(message_from_bytes(asked)["Reply-To"])
    with (
        serving(tmp_path),
        running_postfix(port, "cards.example", more=said) as postfix,
        smtplib.SMTP(postfix.host, postfix.smtp_port, timeout=30) as client,
    ):
        client.sendmail("a@b.example", [address], "Subject: hello\n\nhello\n")
        people = [f"{who}@cards.example" for who in ("you", "postmaster", "abuse")]
        assert client.sendmail("a@b.example", people, "Subject: hello\n\nhello\n") == {}
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("a@b.example", ["info@cards.example"], "Subject: hello\n\nhello\n")
        wait_until(lambda: rows(tmp_path, "select recipient from inbound"))

    assert address.startswith("table+")
    assert rows(tmp_path, "select recipient from inbound") == [(address,)]


def rows(folder, query):
    """What a server's database answers."""
    with behind(folder / "ohhell.db") as db:
        return [tuple(row) for row in db.execute(text(query))]

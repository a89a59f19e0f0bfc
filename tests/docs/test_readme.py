"""A newcomer follows the README on a machine with a mailbox and a mail server: real mail, no more.

Only where they are is told by the environment, because theirs have other names.
"""

from __future__ import annotations

import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager, suppress

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from pbem.demo.mailbox import Feeder, running_mailbox
from tests.club import Letter
from tests.databases import NO_SETTINGS
from tests.docs.blocks import README, blocks
from tests.effort import LONG
from tests.pbem.test_cli import wait_until
from tests.terminal import ENVIRONMENT, PBEM
from tests.torture.sink import Sink

PATIENCE = 300
"""So many seconds are waited for a letter: a review may take a minute on a busy machine."""


class Smarthost(Sink):
    """A mail server that wants the name and the password of an account."""

    def __init__(self, account, feeder):
        super().__init__()
        self.account, self.feeder = account, feeder

    def factory(self):
        return SMTP(self, authenticator=self.let_in, auth_require_tls=False)

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        if not session.authenticated:
            return "530 Authentication required"
        return await super().handle_MAIL(server, session, envelope, address, options)

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        if all(address.startswith("table") for address in envelope.rcpt_tos):
            self.feeder.add(envelope.content)
            return "250 OK"
        return await super().handle_DATA(server, session, envelope)

    def let_in(self, _server, _session, _envelope, _mechanism, told):
        known = (self.account.user, self.account.password.get_secret_value())
        let_in = (told.login.decode(), told.password.decode()) == known
        return AuthResult(success=let_in, handled=False)


@contextmanager
def newcomer(folder):
    """What a newcomer has: a mailbox, a mail server, and a terminal."""
    with (
        running_mailbox() as mailbox,
        closing(Feeder(mailbox)) as feeder,
        Smarthost(mailbox, feeder) as sink,
    ):
        places = {
            "IMAP__HOST": mailbox.host,
            "IMAP__PORT": str(mailbox.port),
            "IMAP__TLS": "false",
            "IMAP__EVERY": "0.1",
            "SMARTHOST__HOST": sink.hostname,
            "SMARTHOST__PORT": str(sink.port),
            "SMARTHOST__TLS": "none",
            "TICK": "0.2",
        }
        told = {f"OHHELL_{name}": value for name, value in places.items()}
        password = mailbox.password.get_secret_value()
        # Neither the address nor what is before the @ names this account; nobody reads it as well.
        answers = f"{password}\n{mailbox.user}\n{password}\nn\n"
        yield Newcomer(folder, ENVIRONMENT | told, answers, feeder, sink)


class Newcomer:
    """Types commands, and reads and writes mails; `spent` counts the commands."""

    def __init__(self, folder, environment, answers, feeder, sink):
        self.folder, self.environment, self.answers = folder, environment, answers
        self.feeder, self.sink, self.spent = feeder, sink, 0
        self.letters = []

    def type(self, words):
        """Give a command as the page has it; what it said."""
        self.spent += 1
        done = subprocess.run(
            [*PBEM, *self._own(words)],
            cwd=self.folder,
            env=self.environment,
            input=self.answers,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return " ".join(done.stdout.split())

    @contextmanager
    def leave_running(self, words):
        """Give a command that goes on."""
        self.spent += 1
        with (self.folder / "printed").open("w") as file:
            process = subprocess.Popen(
                [*PBEM, *self._own(words)],
                cwd=self.folder,
                env=self.environment,
                stdout=file,
                stderr=file,
            )
        try:
            wait_until(self._has_seen_the_mailbox)
            yield
        finally:
            process.terminate()
            process.wait(20)

    def _has_seen_the_mailbox(self):
        """What comes in from now on is read; what was there before is not ours."""
        with closing(sqlite3.connect(self.folder / "ohhell.db")) as db, suppress(sqlite3.Error):
            return db.execute("select count(*) from mailbox").fetchone() != (0,)

    def letter(self, to, subject):
        """The mail somebody gets that has this in its subject."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for one in (*self.letters, *iter_now(self.sink)):
                if one not in self.letters:
                    self.letters.append(one)
                if one.rcpt == to and subject in str(one.message["Subject"]):
                    return one
            time.sleep(0.05)
        raise AssertionError(f"{to} got no mail about {subject}")

    def next_letter(self, to):
        """The next mail somebody gets that was not read yet."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for one in iter_now(self.sink):
                if one.rcpt == to and one not in self.letters:
                    self.letters.append(one)
                    return Letter(to, one.raw)
            time.sleep(0.05)
        raise AssertionError(f"{to} got no mail after {self.letters[-1].message['Subject']}")

    def answer_letter(self, letter, words):
        self.write(letter.to, letter.reply_to, words)

    def write(self, sender, to, words):
        """Somebody mails something to an address of the server's."""
        raw = (
            f"From: {sender}\nTo: {to}\nDelivered-To: {to}\nSubject: cards\n"
            f"Message-ID: <{sender}{time.monotonic()}>\n\n{words}\n"
        )
        self.feeder.add(raw.encode())

    def answer(self, letter, words):
        self.write(letter.rcpt, str(letter.message["Reply-To"]), words)

    def wait_until_it_is_played(self, games):
        until = time.monotonic() + PATIENCE
        while "deal 1 of" not in (said := self.type(games)):
            assert time.monotonic() < until, said
            self.spent -= 1

    @staticmethod
    def _own(words):
        assert words[:3] == ["python3", "dev.py", "pbem"]
        return words[3:]


def iter_now(sink):
    """The letters that have come so far."""
    return list(sink.copies)


@NO_SETTINGS
@LONG
def test_five_commands_lead_from_a_clone_to_a_game_of_four(tmp_path):
    found = blocks(README, "console", "a game of four")
    init, serve, doctor, new, games = [words for block in found for words in block.commands]
    assert (doctor[3:], serve[3:], games[3:]) == (["doctor"], ["serve"], ["games"])
    four = [word for word in new if "@" in word]

    with newcomer(tmp_path) as me:
        assert "Wrote config.yaml, which only you can read." in me.type(init)
        with me.leave_running(serve):
            assert "Invitations are in the outbox" in me.type(new)
            for address in four:
                subject = "invites you" if address != four[0] else "Your game is set up"
                me.letter(address, subject)
            for address in four[1:]:
                me.answer(me.letter(address, "invites you"), "yes")
            me.wait_until_it_is_played(games)
            assert me.letter(four[1], "] Game starts")
        assert me.spent + 1 <= 5  # the doctor asks the DNS of the world, which is not here


@NO_SETTINGS
@LONG
def test_a_line_to_the_mailbox_leads_to_a_game_of_four(tmp_path):
    [block] = blocks(README, "console", "by mail alone")
    [line] = blocks(README, "mail", "by mail alone")[0].lines
    init, serve = block.commands
    marta, server = init[-1], init[-3]
    four = [word.strip(",") for word in line.split() if "@" in word]

    with newcomer(tmp_path) as me:
        me.type(init)
        with me.leave_running(serve):
            me.write(marta, server, line)
            me.answer(me.letter(marta, "[Lindy] Draft: check and start"), "start")
            for address in four:
                me.answer(me.letter(address, "invites you"), "yes")
            assert me.letter(four[0], "] Game starts")
    assert me.spent == 2


@NO_SETTINGS
def test_one_word_leads_to_a_game_alone_and_to_its_final_score(tmp_path):
    """From `practice` to the final letter, and what it offers, by words that README has."""
    init, serve = blocks(README, "console", "by mail alone")[0].commands
    [practice] = blocks(README, "mail", "alone")[0].lines
    marta, server = init[-1], init[-3]
    written = README.read_text("utf-8")
    assert all(f"`{word}`" in written for word in (practice, "low", "review"))

    with newcomer(tmp_path) as me:
        me.type(init)
        with me.leave_running(serve):
            me.write(marta, server, practice)
            me.answer(me.letter(marta, "Do you want to play cards by mail?"), practice)
            while True:
                asked = me.next_letter(marta)
                if "final score" in asked.subject:
                    break
                bid = asked.choices[0]
                me.answer_letter(asked, bid if bid.isdigit() else "low")
            final = " ".join(asked.text.split())
            assert "Four players, 3 deals" in final
            assert '"review" tells how you bid in all deals' in final
            me.answer_letter(asked, "review")
            assert "Looking back at 3 deals" in me.next_letter(marta).subject
    assert me.spent == 2


@pytest.mark.parametrize("state", ["a game of four", "by mail alone", "alone"])
def test_no_path_of_the_readme_is_longer_than_five_commands(state):
    assert sum(len(block.commands) for block in blocks(README, "console", state)) <= 5

"""This server beside GNU Mailman 3 core: mails a second, from handed in to handed on, in turn.

Mailman has one list, a poster and one subscriber, on SQLite: what is nearest to a game of mails. It
is installed into an environment of its own, `build/mailman`, the first time that it is measured.
"""

from __future__ import annotations

import email
import os
import signal
import smtplib
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email.policy import SMTP
from itertools import count
from pathlib import Path

from tests.bench.measure import ROUNDS, CannotCompare, Row, beside
from tests.bench.moves import alone, answers, at_rest, hand_in, keep_to, until
from tests.bench.scale import ROOT
from tests.servers import HOST, free_port, wait_for_port
from tests.torture.players import Reply
from tests.torture.run import tables
from tests.torture.sink import Sink

_GAMES = 60
_THERE = ROOT / "build" / "mailman"
_NUMBERS = count()

_CONFIG = """\
[mailman]
layout: here
site_owner: owner@club.example
[paths.here]
var_dir: {folder}/var
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: {host}
lmtp_port: {port}
smtp_host: {host}
smtp_port: {smarthost}
[webservice]
port: {web}
[database]
url: sqlite:///{folder}/var/data/mailman.db
"""

_LIST = """\
import sys
from mailman.core.initialize import initialize
initialize(sys.argv[1])
from mailman.app.lifecycle import create_list
from mailman.config import config
from mailman.interfaces.archiver import ArchivePolicy
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.member import MemberRole
from mailman.interfaces.usermanager import IUserManager
from mailman.utilities.datetime import now
from zope.component import getUtility
getUtility(IDomainManager).add('lists.example')
table = create_list('table@lists.example', ['owner@club.example'])
table.send_welcome_message = table.admin_immed_notify = False
for name in ('anna', 'bruno'):
    user = getUtility(IUserManager).create_user(f'{name}@club.example', name)
    [address] = user.addresses
    address.verified_on = now()
    member = table.subscribe(address, MemberRole.member)
    if name == 'anna':
        member.preferences.receive_own_postings = False
if sys.argv[2] == 'tuned':
    table.digests_enabled, table.archive_policy = False, ArchivePolicy.never
config.db.commit()
"""


def rows() -> Iterator[Row]:
    """Mails a second of ours, beside Mailman's as it comes, and without its naps and its archive.

    CannotCompare if it cannot be installed.
    """
    python = _installed()
    with tempfile.TemporaryDirectory() as scratch, alone() as core:
        ours_in, plain_in, tuned_in = (Path(scratch) / name for name in ("ours", "plain", "tuned"))
        ours_in.mkdir()
        with (
            tables(ours_in, _GAMES) as players,
            _mailman(python, plain_in, core, tuned=False) as plain,
            _mailman(python, tuned_in, core, tuned=True) as tuned,
        ):
            server = players.server
            server.start()
            keep_to(core, server.pid)
            until(lambda: at_rest(server.file))
            ours, others = [], {plain: [], tuned: []}
            for _ in range(ROUNDS + 1):
                replies = answers(players)
                began = time.perf_counter()
                hand_in(server.smtp, replies)
                until(lambda: at_rest(server.file))
                ours.append(len(replies) / (time.perf_counter() - began))
                os.kill(server.pid, signal.SIGSTOP)
                for one, rates in others.items():
                    rates.append(one.rate(replies))
                os.kill(server.pid, signal.SIGCONT)
            server.stop()
    what = "mails handed in and handed on"
    yield beside(what, ours[1:], "{:.1f}/s", "GNU Mailman 3 as it comes", others[plain][1:])
    name = "without naps, archive and digest"
    yield beside(what, ours[1:], "{:.1f}/s", name, others[tuned][1:])


class _Mailman:
    """A Mailman that runs, and stands still unless it is being measured."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, sink: Sink) -> None:
        self.process, self._port, self._sink = process, port, sink

    def signal(self, which: signal.Signals) -> None:
        """Send a signal to all its processes."""
        os.killpg(self.process.pid, which)

    def rate(self, replies: Sequence[Reply]) -> float:
        """Mails a second, until each has left for its subscriber."""
        mails = [_to_the_list(reply.raw) for reply in replies]
        wanted = len(self._sink.copies) + len(mails)
        self.signal(signal.SIGCONT)
        began = time.perf_counter()
        with smtplib.LMTP(HOST, self._port, timeout=60) as client:
            for mail in mails:
                client.sendmail("anna@club.example", ["table@lists.example"], mail)
        until(lambda: len(self._sink.copies) >= wanted)
        took = time.perf_counter() - began
        self.signal(signal.SIGSTOP)
        return len(mails) / took


@contextmanager
def _mailman(python: Path, folder: Path, core: int | None, *, tuned: bool) -> Iterator[_Mailman]:
    folder.mkdir()
    with Sink() as sink:
        port, settings = free_port(), folder / "mailman.cfg"
        about = {"host": HOST, "port": port, "smarthost": sink.port, "web": free_port()}
        naps = "".join(f"[runner.{one}]\nsleep_time: 0.02s\n" for one in ("in", "pipeline", "out"))
        settings.write_text(_CONFIG.format(folder=folder, **about) + (naps if tuned else ""))
        lists = [str(python), "-c", _LIST, str(settings), "tuned" if tuned else "plain"]
        subprocess.run(lists, cwd=folder, check=True, capture_output=True)
        with (folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [str(python.parent / "master"), "--force", "-C", str(settings)],
                cwd=folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: core is None or os.sched_setaffinity(0, {core}),
            )
        mailman = _Mailman(process, port, sink)
        try:
            wait_for_port(port, 90, process=process, log=folder / "log")
            time.sleep(5)  # its other processes have no port to be waited for
            mailman.signal(signal.SIGSTOP)
            yield mailman
        finally:
            mailman.signal(signal.SIGKILL)
            process.wait()


def _to_the_list(raw: bytes) -> bytes:
    """The same mail to the list, from its poster, under a Message-ID of its own."""
    message = email.message_from_bytes(raw, policy=SMTP)
    fresh = {
        "From": "Anna <anna@club.example>",
        "To": "table@lists.example",
        "Subject": "Re: a move",
        "Message-ID": f"<{next(_NUMBERS)}.{os.getpid()}@club.example>",
    }
    for name in {*message.keys()} - {"Content-Type", "Content-Transfer-Encoding", "MIME-Version"}:
        del message[name]
    for name, value in fresh.items():
        message[name] = value
    return message.as_bytes()


def _installed() -> Path:
    """The Python that has Mailman."""
    python = _THERE / "bin" / "python"
    if not (_THERE / "bin" / "master").exists():
        venv.create(_THERE, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "mailman"]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        if done.returncode:
            why = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
            raise CannotCompare(f"GNU Mailman cannot be installed into {_THERE}: {why}")
    return python

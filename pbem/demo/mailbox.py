"""A real IMAP server for the demo: pymap in a process of its own, fed as a provider feeds it."""

from __future__ import annotations

import imaplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from threading import Lock

from pbem.config.settings import Mailbox

_USER, _PASSWORD = "demouser", "demopass"

# Its connections are held by nobody while they wait: from Python 3.13 on they are collected.
# And it would work a tenth of a second at each login, to protect a password that is no secret.
_PYMAP = """\
import gc
from functools import partial
gc.disable()
from pymap import config, main
config.BuiltinHash = partial(config.BuiltinHash, rounds=1)
main.main()
"""


class NoImapServer(Exception):
    """No IMAP server can be started; the message says what to do."""


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    """An empty mailbox on loopback for as long as the block runs; NoImapServer if it cannot be."""
    if find_spec("pymap") is None:
        raise NoImapServer("--imap needs an IMAP server: pip install 'ohhell-by-mail[demo]'")
    port = _free_port()
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _PYMAP,
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--no-tls",
            "dict",
            "--demo-data",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        account = {"host": "127.0.0.1", "port": port, "user": _USER, "password": _PASSWORD}
        yield Mailbox.model_validate(account | {"tls": "none", "every": 0.05})
    finally:
        # It keeps nothing, and asked to end it would wait for everybody to hang up.
        process.kill()
        process.wait(timeout=10)


class Feeder:
    """Puts mail into a mailbox, as its provider's mail server does when mail arrives.

    Several threads may: they take turns, since a connection of imaplib knows of one only.
    """

    def __init__(self, mailbox: Mailbox) -> None:
        assert mailbox.password is not None, "this one is not entered by OAuth"
        self._mailbox = mailbox
        self._turn = Lock()
        self._client = imaplib.IMAP4(mailbox.host, mailbox.port, timeout=30)
        self._client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client.login(mailbox.user, mailbox.password.get_secret_value())

    def add(self, raw: bytes) -> None:
        """File one mail in the inbox; OSError if the server does not take it."""
        with self._turn:
            status, said = self._client.append(self._mailbox.folder, "", "", raw)
        if status != "OK":
            raise OSError(f"the mailbox refused a mail: {said!r}")

    def close(self) -> None:
        """Hang up."""
        with suppress(imaplib.IMAP4.error, OSError):
            self._client.logout()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 15
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise NoImapServer("the IMAP server of the demo did not start")

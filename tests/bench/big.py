"""What a server holds in memory at most while somebody hands it a mail of 25 MB."""

from __future__ import annotations

import re
import smtplib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import ROUNDS, Row, figure
from tests.bench.moves import until
from tests.servers import HOST
from tests.servers.dovecot import Dovecot, running_dovecot
from tests.torture.server import ServerProcess
from tests.torture.sink import Sink

_LINE = b"4AAQSkZJRgABAQAAAQABAAD2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8M\r\n"
_FILE = _LINE * (25_000_000 // len(_LINE))

_HEAD = b"""\
From: Anna <anna@club.example>\r
To: table@cards.example\r
Subject: Re: your turn\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary="=="\r
\r
--==\r
Content-Type: text/plain\r
\r
QH\r
--==\r
Content-Type: image/jpeg\r
Content-Transfer-Encoding: base64\r
Content-Disposition: attachment; filename="our cat.jpg"\r
\r
"""

_TIMES = 3


def rows() -> Iterator[Row]:
    """Megabytes at most of a server that refuses such a mail, and that fetches the text of one."""
    held = [_most(by_imap=False) for _ in range(ROUNDS)]
    yield figure(f"memory of a server handed 25 MB {_TIMES} times by SMTP", held, "{:.0f} MB")
    held = [_most(by_imap=True) for _ in range(ROUNDS)]
    yield figure(f"the same, {_TIMES} times in its mailbox", held, "{:.0f} MB")


def _most(*, by_imap: bool) -> float:
    raw = _HEAD + _FILE + b"--==--\r\n"
    with tempfile.TemporaryDirectory() as scratch, Sink() as sink, running_dovecot() as dovecot:
        imap = (
            f"imap: {{host: {dovecot.host}, port: {dovecot.imap_port}, user: {dovecot.user},"
            f" password: {dovecot.password}, tls: false, every: 1}}\n"
        )
        server = ServerProcess(Path(scratch), sink.port, imap + "mailbox: table@cards.example\n")
        server.start()
        try:
            for turn in range(1, _TIMES + 1):
                if by_imap:
                    until(lambda: _looked(server))
                    _file(dovecot, raw, turn)
                    until(lambda turn=turn: _stored(server) == turn)
                else:
                    _refused(server, raw)
            status = Path(f"/proc/{server.pid}/status").read_text()
            found = re.search(r"VmHWM:\s+(\d+)", status)
            assert found is not None
            return int(found[1]) / 1024
        finally:
            server.stop()


def _refused(server: ServerProcess, raw: bytes) -> None:
    """Hand a mail in without telling how large it is: it has to come before it is refused."""
    with smtplib.SMTP(HOST, server.smtp, timeout=60) as client:
        client.ehlo()
        client.mail("anna@club.example")
        client.rcpt("table@cards.example")
        code, _said = client.data(raw)
        assert code == 552


def _file(dovecot: Dovecot, raw: bytes, number: int) -> None:
    file = Path(dovecot.folder) / "mail" / "Maildir" / "new" / f"{1_700_000_000 + number}.M1.here"
    # What says the same as a mail before is that mail once more.
    file.write_bytes(raw.replace(b"\r\n", b"\n").replace(b"QH", b"%d" % number, 1))
    file.chmod(0o666)


def _looked(server: ServerProcess) -> bool:
    """Whether the server has looked into its mailbox once: what comes from then on is new."""
    return bool(server.ask("select 1 from mailbox"))


def _stored(server: ServerProcess) -> int:
    [(mails,)] = server.ask("select count(*) from inbound")
    return int(mails)

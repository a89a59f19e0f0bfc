"""Bytes without end at the port of the running server, whose memory is looked at from outside."""

from __future__ import annotations

import socket
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest

from tests.effort import LONG
from tests.memory import most_resident
from tests.pbem.test_cli import serving
from tests.servers import free_port

MB = 1_000_000
US = "table@ohhell.localhost"
WITHOUT_END, SHORT_LINES = b"x" * MB, b"y\r\n" * (MB // 3)


@contextmanager
def server(folder, protocol):
    """A running server: its number among the processes, and the port of its receiver."""
    port = free_port()
    (folder / "config.yaml").write_text(
        f"doors: [{{protocol: {protocol}, port: {port}, most_clients: 300}}]\n"
    )
    with serving(folder) as (process, _printed):
        yield process.pid, port


class Flood:
    """A client that has said DATA, and sends what has no end."""

    def __init__(self, port, protocol):
        self.line = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.said = b""
        hello = "LHLO" if protocol == "lmtp" else "EHLO"
        for words, reply in (
            (None, b"220 "),
            (f"{hello} x.example", b"250 "),
            ("MAIL FROM:<a@x.example>", b"250 "),
            (f"RCPT TO:<{US}>", b"250 "),
            ("DATA", b"354 "),
        ):
            if words:
                self.line.sendall(f"{words}\r\n".encode())
            self.hear(reply)

    def hear(self, reply):
        """Wait for a reply."""
        self.said = b""
        while not any(one.startswith(reply) for one in self.said.split(b"\r\n")):
            told = self.line.recv(4096)
            assert told, f"hung up instead of {reply}"
            self.said += told

    def pour(self, what):
        """Send some more; whether the other side still takes it."""
        with suppress(OSError):
            self.line.sendall(what)
            return True
        return False

    def close(self):
        self.line.close()


@LONG
@pytest.mark.parametrize("what", [WITHOUT_END, SHORT_LINES], ids=["without a line end", "lines"])
@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_five_hundred_megabytes_cost_less_than_twenty(tmp_path, protocol, what):
    with server(tmp_path, protocol) as (pid, port), closing(Flood(port, protocol)) as flood:
        before = most_resident(pid)
        for _ in range(500):
            if not flood.pour(what):
                break
        with suppress(OSError):
            flood.hear(b"5")

        assert most_resident(pid) - before < 20


@LONG
@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_two_hundred_at_once_cost_less_than_a_hundred_megabytes(tmp_path, protocol):
    with server(tmp_path, protocol) as (pid, port), ExitStack() as stack:
        before = most_resident(pid)
        floods = [stack.enter_context(closing(Flood(port, protocol))) for _ in range(200)]
        for _ in range(100):
            floods = [flood for flood in floods if flood.pour(WITHOUT_END[:50_000])]

        assert most_resident(pid) - before < 100

"""Start real servers for the tests: from a folder of their own, on loopback only, as children."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

HOST = "127.0.0.1"
_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


def need(program: str) -> str:
    """The program's path. Where it is missing the test skips, or fails if servers are required."""
    path = shutil.which(program, path=f"{os.environ.get('PATH', '')}:{_PATH}")
    return path or _unavailable(f"{program} is not installed")


def need_root() -> None:
    """Skip the test, or fail it if servers are required, unless it runs as root."""
    if os.geteuid() != 0:
        _unavailable("starting a mail server needs root")


def free_port() -> int:
    """A loopback port that nobody listens on and no other caller gets for about a minute.

    One connection leaves it in TIME_WAIT: only a server with SO_REUSEADDR can then bind it.
    """
    with socket.socket() as listener, socket.socket() as client:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, 0))
        listener.listen(1)
        port: int = listener.getsockname()[1]
        client.connect((HOST, port))
        listener.accept()[0].close()
        return port


def wait_for_port(
    port: int,
    seconds: float = 10.0,
    *,
    process: subprocess.Popen[bytes] | None = None,
    log: Path | None = None,
) -> None:
    """Return once the port accepts connections.

    If the process ends or the time is up first: RuntimeError, with the end of the log.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and (process is None or process.poll() is None):
        with suppress(OSError), socket.create_connection((HOST, port), timeout=1.0):
            return
        time.sleep(0.02)
    tail = log.read_text(errors="replace")[-4000:] if log else ""
    raise RuntimeError(f"nothing answers on port {port}: {process}\n{tail}")


@contextmanager
def server_folder() -> Iterator[Path]:
    """A new folder other users can enter, with a path short enough for unix sockets."""
    folder = Path(tempfile.mkdtemp(prefix="ohhell-", dir="/tmp"))
    try:
        folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def running_server(
    command: Sequence[str], log: Path, ports: Sequence[int], *, user: str | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run the command until the block ends; the block starts once all ports answer.

    As another user, if one is named.
    """
    with log.open("ab") as out:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={"PATH": _PATH},
            start_new_session=True,
            user=user,
        )
    try:
        for port in ports:
            wait_for_port(port, process=process, log=log)
        yield process
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(0.05)  # Alone at first, or it might replace children that end before it.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)  # Its group, as it began a session of its own.
    with suppress(subprocess.TimeoutExpired):
        process.wait(5.0)
    with suppress(ProcessLookupError):
        for _ in range(10):  # Not until it is empty: zombies stay until init collects them.
            os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.01)
    process.wait()


def _unavailable(reason: str) -> NoReturn:
    if os.environ.get("OHHELL_SERVERS") == "required":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)

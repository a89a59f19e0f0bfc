"""Words for systemd: that we are ready, alive, reloading, stopping (sd_notify(3))."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send one state, such as `READY=1`, to whoever started us and wants to know."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    address = "\0" + where[1:] if where.startswith("@") else where
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto(state.encode(), address)


def watchdog_every() -> float | None:
    """How often we should say that we are alive, in seconds: half of what is allowed; or None."""
    allowed = os.environ.get("WATCHDOG_USEC", "")
    ours = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(allowed) / 2_000_000 if ours and allowed.isdecimal() and int(allowed) else None

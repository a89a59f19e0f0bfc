"""Running for good: start, say where mail comes in and goes out, wait for a signal, stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pbem.config.settings import ConfigError, Settings
from pbem.doctor.finding import Verdict
from pbem.doctor.local import settings_file
from pbem.logs import log
from pbem.server.app import Server
from pbem.store.database import CannotOpen, shown

_LONGEST_STOP = 9
"""Seconds after which a server that was told to stop is gone."""

Load = Callable[[], tuple[Settings, Path | None]]
"""Reads the settings, and tells the file they came from; ConfigError if they cannot be used."""


async def serve_until_stopped(load: Load, say: Callable[[str], None]) -> None:
    """Run a server until SIGINT or SIGTERM; SIGHUP makes it read its settings anew.

    Its first lines say how it is set up. CannotOpen if its database turns out to be damaged.
    """
    signals: asyncio.Queue[signal.Signals | CannotOpen] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, signals.put_nowait, number)
    server = await _started(*load(), say)
    alive = asyncio.create_task(_say_alive(lambda: server))
    _look_on(server, lambda found: loop.call_soon_threadsafe(signals.put_nowait, found))
    while (end := await signals.get()) is signal.SIGHUP:
        try:
            again = load()
        except ConfigError as problem:
            log.error("settings not read anew", why=str(problem))
            continue
        notify("RELOADING=1")
        say("Reading the settings anew.")
        await server.stop()
        server = await _started(*again, say)
    notify("STOPPING=1")
    say("Stopping: letting the work under way end.")
    alive.cancel()
    _gone_in(_LONGEST_STOP)
    await server.stop()
    if isinstance(end, CannotOpen):
        raise end


def _look_on(server: Server, tell: Callable[[CannotOpen], object]) -> None:
    """Begin to look through what grows; whoever stops the server need not wait for it."""

    def look() -> None:
        try:
            server.look_on()
        except CannotOpen as problem:
            with suppress(RuntimeError):  # the server has stopped meanwhile
                tell(problem)

    threading.Thread(target=look, daemon=True).start()


def _gone_in(seconds: float) -> None:
    """End this process at the latest in so many seconds, even if a thread of it hangs.

    A name server that does not answer cannot be interrupted. It costs no more than a kill does.
    """
    end = threading.Timer(seconds, os._exit, [0])
    end.daemon = True
    end.start()


async def _started(settings: Settings, found: Path | None, say: Callable[[str], None]) -> Server:
    server = Server(settings, settings_file=found)
    await server.start()
    for line in introduction(settings, found, server.ports):
        say(line)
    private = settings_file(settings, found)
    if private.verdict is Verdict.BAD:
        log.warning(private.what, advice=private.advice)
    notify("READY=1")
    return server


async def _say_alive(server: Callable[[], Server]) -> None:
    """Tell systemd again and again that we live, unless the work is stuck."""
    every = watchdog_every()
    while every is not None:
        if not server().worker.stuck:
            notify("WATCHDOG=1")
        await asyncio.sleep(every)


def introduction(settings: Settings, found: Path | None, ports: list[int]) -> list[str]:
    """The lines a server begins with; `ports` are the receivers' own, in order."""
    here = settings.role in ("all", "door")
    ways = [
        f"{receiver.protocol.upper()} on {receiver.host}:{port}"
        for receiver, port in zip(settings.doors if here else (), ports, strict=True)
    ]
    if here:
        ways += [f"mailbox {one.user} at {one.host}, by IMAP" for one in settings.read]
    way_in = ", ".join(ways) or ("nowhere: set doors or imap" if here else "by another server")
    way_out = (
        f"through {settings.smarthost.host}:{settings.smarthost.port}"
        if settings.smarthost
        else f"filed in the Maildir {settings.outgoing}/ (no smarthost is set yet)"
    )
    if settings.role not in ("all", "deliver"):
        way_out = "by another server"
    return [
        "Oh Hell! by mail is running.",
        f"  settings   {found or 'defaults (pbem init writes a file to change them)'}",
        f"  games in   {shown(settings.database)}",
        f"  address    {settings.mailbox}",
        *([f"  role       {settings.role}"] if settings.role != "all" else []),
        f"  mail in    {way_in}",
        f"  mail out   {way_out}",
        "  stop with  Ctrl-C",
    ]


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

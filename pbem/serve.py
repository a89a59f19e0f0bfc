"""Running for good: start, say where mail comes in and goes out, wait for a signal, stop."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

from pbem.app import Server
from pbem.config import Settings
from pbem.doctor.finding import Verdict
from pbem.doctor.here import settings_file
from pbem.logs import log
from pbem.store.database import shown

_HERE = Path(__file__).resolve().parent


async def serve_until_stopped(
    settings: Settings, found: Path | None, say: Callable[[str], None]
) -> None:
    """Run a server until SIGINT or SIGTERM; its first lines say how it is set up."""
    server = Server(settings)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    await server.start()
    for line in introduction(settings, found, server.ports):
        say(line)
    private = settings_file(settings, found)
    if private.verdict is Verdict.BAD:
        log.warning(private.what, advice=private.advice)
    await stopped.wait()
    say("Stopping: letting the work under way end.")
    await server.stop()


def introduction(settings: Settings, found: Path | None, ports: list[int]) -> list[str]:
    """The lines a server begins with; `ports` are the doors' own, in order."""
    doors = [
        f"{door.protocol.upper()} on {door.host}:{port}"
        for door, port in zip(settings.doors, ports, strict=True)
    ]
    if settings.imap:
        doors.append(f"mailbox {settings.imap.user} at {settings.imap.host}, by IMAP")
    way_out = (
        f"through {settings.smarthost.host}:{settings.smarthost.port}"
        if settings.smarthost
        else f"filed in the Maildir {settings.outgoing}/ (no smarthost is set yet)"
    )
    return [
        "Oh Hell! by mail is running.",
        f"  settings   {found or 'defaults (pbem init writes a file to change them)'}",
        f"  games in   {shown(settings.database)}",
        f"  address    {settings.mailbox}",
        f"  mail in    {', '.join(doors) or 'nowhere: set doors or imap'}",
        f"  mail out   {way_out}",
        "  stop with  Ctrl-C",
    ]


def example_config() -> str:
    """The commented settings file, from an installed package or the checkout."""
    packed = _HERE / "config.example.yaml"
    return (packed if packed.is_file() else _HERE.parent / packed.name).read_text("utf-8")

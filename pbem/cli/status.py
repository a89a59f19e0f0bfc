"""The one-screen status: does the server run, and does it keep up?"""

from __future__ import annotations

import signal
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from pbem.cli.base import ConfigFile, app, load, open_services, out
from pbem.cli.farewell import standing_of
from pbem.doctor.finding import counted

if TYPE_CHECKING:
    from datetime import datetime, timedelta
    from types import FrameType

    from pbem.config.settings import Settings
    from pbem.doctor.health import Health
    from pbem.domain.asking import Waited
    from pbem.results.game_status import GameSummary

_MOST_ROWS = 15


@app.command()
def status(
    watch: Annotated[bool, typer.Option("--watch", help="Show it anew every two seconds.")] = False,
    running: Annotated[
        bool, typer.Option("--running", help="Only the first line; ends with 1 unless at work.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="For monitors: ends with 0, 1 or 2 as its condition is."),
    ] = False,
    config: ConfigFile = None,
) -> None:
    """One screen: does the server run, what waits, and which games wait longest for whom?"""
    from rich.live import Live

    from pbem.context import Context
    from pbem.doctor.health import health
    from pbem.oauth.access import all_access
    from pbem.results.game_status import longest_waiting
    from pbem.server.clock import now
    from pbem.store.database import DatabaseUnavailable
    from pbem.store.hosts import old_hosts
    from pbem.store.server_lock import server_runs

    settings, _ = load(config)
    if as_json:
        ended = [one.user for one in all_access(settings, now) if one.ended]
        raise typer.Exit(_print_json(settings, ended))
    services = open_services(settings)
    if running:
        with services.db.begin() as session:
            found = health(session, now(), there=server_runs(settings.database))
        out.print(f"server  {_server(found)}")
        raise typer.Exit(0 if found.running else 1)
    accounts = all_access(settings, now)

    def screen() -> Group:
        with services.db.begin() as session:
            at = now()
            found = health(session, at, there=server_runs(settings.database))
            rows = longest_waiting(Context(services, session, at), _MOST_ROWS)
            ended = [one.user for one in accounts if one.ended]
        return _screen(found, rows, ended, old_hosts(settings.database))

    if not watch:
        out.print(screen())
        return
    stopped = _ctrl_c()
    with Live(console=out, screen=True, auto_refresh=False) as live:
        while True:
            try:
                shown: Group | Text = screen()
            except DatabaseUnavailable as problem:
                shown = Text(f"the database: {problem}")
            if out.is_terminal:
                live.update(shown, refresh=True)
            else:
                out.print(shown)
            if stopped.wait(2):
                return


def _print_json(settings: Settings, ended: list[str]) -> int:
    """Print how the server does, for machines; the exit code that says it, too.

    Of a database that cannot be used there is a sentence, and the code of what is critical.
    """
    from pbem.doctor.as_json import Condition, as_json
    from pbem.doctor.health import health
    from pbem.server.clock import now
    from pbem.store.database import CannotOpen, DatabaseUnavailable
    from pbem.store.hosts import old_hosts
    from pbem.store.server_lock import server_runs

    try:
        with open_services(settings).db.begin() as session:
            found = health(session, now(), there=server_runs(settings.database))
    except (CannotOpen, DatabaseUnavailable) as problem:
        typer.echo(f"pbem: {problem}", err=True)
        return Condition.CRITICAL
    told, condition = as_json(found, ended, old_hosts(settings.database))
    out.print_json(data=told, highlight=False)
    return condition


def _ctrl_c() -> Event:
    """What Ctrl-C sets: an exception may be lost where the interpreter can raise none. A second
    one is that exception.
    """
    stopped = Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stopped.set()

    signal.signal(signal.SIGINT, stop)
    return stopped


def _screen(found: Health, rows: list[GameSummary], out_of: list[str], old: list[str]) -> Group:
    facts = Grid.grid(padding=(0, 2))
    facts.add_row("server", _server(found))
    playing = ", ".join(f"{found.games.get(stage, 0)} {stage}" for stage in found.stages)
    facts.add_row("games", playing)
    late = f", {found.late} overdue" if found.late else ""
    facts.add_row("questions", f"{found.open} open{late}")
    facts.add_row("mail in", _mails(found.inbound, "new", "parked", waits=found.waits_in))
    facts.add_row("mail out", _mails(found.outbox, "queued", "failed", waits=found.waits_out))
    for sentence in old:
        facts.add_row("database", sentence)
    for user in out_of:
        facts.add_row("login", f"of {user} has ended: games wait until `pbem login`")
    if found.rests:
        waits = counted(found.due_out, "mail waits", "mails wait")
        until = f"rests until {found.rests.until:%d %b %H:%M} UTC, and {waits}"
        facts.add_row("post", f"{until}: {found.rests.why}")
    if told := _copies(found):
        facts.add_row("copies", told)
    if found.farewell is not None:
        facts.add_row("farewell", standing_of(found.farewell))
    grid = Grid("Game", "Stage", "Waiting for", "Since")
    for row in rows:
        grid.add_row(row.name, row.stage, row.waiting_for, _how_long(found.at, row.waited))
    return Group(facts, grid) if rows else Group(facts)


def _server(found: Health) -> str:
    """Whether the server is at work; if not, why, and when it was last heard of."""
    if found.running:
        return "is at work"
    if found.worked is None:
        return "is not at work, and never was: `pbem serve` starts it"
    last = f"last heard of {found.worked:%d %b %H:%M:%S} UTC"
    if found.there is None:
        return f"is not at work, {last}: it does not run, or cannot read its mailbox"
    if found.there:
        return f"runs, but does not get to work, {last}: see its log; perhaps its mailbox is shut"
    return f"does not run, {last}: `pbem serve` starts it"


def _copies(found: Health) -> str:
    """How old and how big the newest copy of the database is, and what fails; empty if there is
    nothing to tell.
    """
    known, told = found.copied, []
    if known.made is not None:
        age = _long(found.at - known.made)
        told.append(f"the newest is {age} old and has {known.bytes / 1e6:.1f} MB")
    if known.failing is not None:
        told.append(f"none since {known.failing.since:%d %b %H:%M} UTC: {known.failing.why}")
    if known.kept_here is not None:
        told.append(f"none leaves this machine: {known.kept_here.why}")
    return "; ".join(told)


def _mails(counts: dict[str, int], *states: str, waits: timedelta) -> str:
    total = sum(counts.values())
    told = [f"{total} in all", *(f"{counts.get(state, 0)} {state}" for state in states)]
    if waits.total_seconds() >= 1:
        told.append(f"the oldest waits {_long(waits)}")
    return ", ".join(told)


def _how_long(at: datetime, waited: Waited) -> str:
    if waited.until is not None:
        return f"asked on {waited.until:%d %b %H:%M} UTC"
    return "" if waited.since is None else _long(at - waited.since)


def _long(time: timedelta) -> str:
    minutes = int(time.total_seconds()) // 60
    if minutes < 1:
        return f"{int(time.total_seconds())} s"
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"

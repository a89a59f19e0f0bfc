"""Commands to begin with: run the server, watch a demo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.base import USUAL_GARBAGE, ConfigFile, RulesName, Sorry, app, load, out
from pbem.cli.empty_sheets import players_of


@app.command()
def serve(
    config: ConfigFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log only trouble.")] = False,
    role: Annotated[
        str | None,
        typer.Option(help="door, process or deliver: the others run elsewhere. Needs PostgreSQL."),
    ] = None,
) -> None:
    """Run the server until it is stopped."""
    import asyncio
    import gc

    from pbem.config.settings import Settings
    from pbem.logs import log_to
    from pbem.server.serve import serve_until_stopped

    def read() -> tuple[Settings, Path | None]:
        settings, found = load(config, **({"role": role} if role else {}))
        log_to(sys.stderr, verbose=not quiet, style=settings.log)
        return settings, found

    # What is imported stays; of what comes and goes with mails nothing may pile up.
    gc.freeze()
    gc.set_threshold(*USUAL_GARBAGE)
    try:
        asyncio.run(serve_until_stopped(read, out.print))
    except OSError as problem:
        raise Sorry(
            f"a door cannot be opened: {problem.strerror or problem} "
            "(is another server running? `doors` in the settings names other ports)"
        ) from problem


@app.command()
def demo(
    players: Annotated[
        int | None, typer.Option(min=2, max=8, help="How many play; four if they can.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same cards every time.")] = None,
    preset: RulesName = "ohhell_pagat",
    folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where mails and database are left.")
    ] = Path("demo"),
    imap: Annotated[bool, typer.Option("--imap", help="Answers come through a mailbox.")] = False,
    play: Annotated[bool, typer.Option("--play", help="You take the first seat.")] = False,
    short: Annotated[
        bool, typer.Option("--short", help="Three deals; who plays sees the table, not the mails.")
    ] = False,
) -> None:
    """Play one whole game by mail on this machine, and leave all its mails to leaf through."""
    from engine import combine
    from pbem.demo.run import DemoPlan, run_demo

    chosen = combine(f"{preset}, 3-5" if short else preset)
    count = players_of(chosen, players)
    run_demo(DemoPlan(count, seed, chosen, folder, imap=imap, human=play, short=short), out)

"""The command for the key that codes are made with."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.base import ConfigFile, Sorry, app, at_work, out


@app.command("new-key")
def new_key(
    forget: Annotated[
        bool, typer.Option("--forget", help="Answer addresses sent so far are no longer read.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Make a new key for the codes in answer addresses; the server must be stopped."""
    from pbem.context.services import renew_key
    from pbem.doctor.health import AWAKE
    from pbem.store.server import ServerTime, server_time

    with at_work(config) as ctx:
        seen = server_time(ctx.session, ServerTime.AT_WORK)
        if seen is not None and ctx.now - seen < AWAKE:
            raise Sorry("the server is running, or ran just now; stop it and wait two minutes")
        renew_key(ctx.session, forget=forget)
    out.print("New codes are made with a new key when the server starts.")
    if forget:
        out.print("Codes sent before no longer count: who answers an old mail gets no answer.")
    else:
        out.print("Codes sent before are still read; --forget ends that.")

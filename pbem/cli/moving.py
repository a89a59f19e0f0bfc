"""The command that takes all of a database into another."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.base import app, out, say


@app.command()
def move(
    source: Annotated[str, typer.Argument(metavar="FROM", help="URL of the database as it is.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="URL of an empty one.")],
) -> None:
    """Take all of a database into an empty one: out of a file into a PostgreSQL, or back.

    No server may be at work on either. The first stays as it is; whatever cuts this off leaves the
    other empty.
    """
    from rich.progress import Progress

    from pbem.server.clock import now
    from pbem.store.database import shown
    from pbem.store.transfer import transfer

    with Progress(console=out, transient=True) as progress:
        bar = progress.add_task("Taking in", total=None)

        def told(table: str, done: int, every: int) -> None:
            progress.update(bar, description=table, completed=done, total=every)

        moved = transfer(source, target, now(), told)
    say(
        f"{moved.rows:,} rows of {len(moved.tables)} tables are in {shown(target)}, each as it was"
        f" in {shown(source)}."
    )
    say("Now say so in the settings, as `database`, look with `pbem doctor`, and start the server.")

"""The command for the people and their addresses."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table as Grid

from pbem.cli.base import ConfigFile, Sorry, app, open_house, out
from pbem.config import load


@app.command()
def users(
    drop: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Take this other address from its player."),
    ] = None,
    config: ConfigFile = None,
) -> None:
    """List everybody: where we write to, where else they answer from, and what they play."""
    from pbem.store.people import drop_alias, everybody

    house = open_house(load(config)[0])
    with house.db.begin() as session:
        if drop is not None:
            if not drop_alias(session, drop):
                raise Sorry(f"{drop} is nobody's other address; `pbem users` lists them")
            out.print(f"Answers from {drop} no longer count.", markup=False)
            return
        people = everybody(session)
    if not people:
        out.print("No players yet; `pbem new` brings them in.")
        return
    grid = Grid("Player", "Address", "Answers from, too", "Games")
    for player, aliases, games in people:
        grid.add_row(player.name, player.address, ", ".join(aliases), ", ".join(games))
    out.print(grid)

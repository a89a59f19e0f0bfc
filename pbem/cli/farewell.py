"""The command that ends a server."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import ConfigFile, Sorry, app, at_work, say

if TYPE_CHECKING:
    from pbem.store.farewell import Farewell


@app.command(name="farewell")
def farewell_(
    day: Annotated[
        datetime | None,
        typer.Argument(formats=["%Y-%m-%d"], metavar="[DAY]", help="Its last day: 2027-03-01."),
    ] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]...", help="Yours, in the letter.")
    ] = None,
    cancel: Annotated[
        bool, typer.Option("--cancel", help="Go on after all: who was told is told so.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--open", help="Let a server begin again whose database is closed.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """End the server on a day: all are told, nothing new begins, and everybody gets what is hers.

    Without a day it tells how a farewell stands.
    """
    from pbem.games.farewell import open_again, say_farewell, take_back
    from pbem.store.farewell import farewell

    if sum((day is not None, cancel, again)) > 1:
        raise Sorry("a day, --cancel or --open: one of them")
    with at_work(config) as ctx:
        if day is not None:
            said = say_farewell(ctx, day.date(), " ".join(words or []))
            told = (
                f"This server ends on {said.day}, at {said.at:%H:%M} UTC. Whoever has a part in"
                " what is open is told as soon as the server is at work; nothing new begins."
                " `pbem farewell --cancel` takes it back."
            )
        elif cancel:
            take_back(ctx)
            told = "The server goes on, and who was told otherwise is told so."
        elif again:
            open_again(ctx)
            told = "The database is open: `pbem serve` begins again, its games as they are."
        else:
            told = standing_of(farewell(ctx.session))
    say(told)


def standing_of(known: Farewell | None) -> str:
    """How a farewell stands, in a sentence."""
    from pbem.store.farewell import FarewellStage

    if known is None:
        return "No farewell was said: this server goes on."
    over = f"The last day was {known.day}"
    return {
        FarewellStage.TOLD: f"This server ends on {known.day}, at {known.at:%H:%M} UTC.",
        FarewellStage.TAKEN_BACK: "A farewell was taken back: who was told of it is told so.",
        FarewellStage.STOPPING: f"{over}: games and leagues stop.",
        FarewellStage.WRITING: f"{over}: last letters are written.",
        FarewellStage.LEAVING: f"{over}: last letters leave, then the database is closed.",
        FarewellStage.CLOSED: f"{over}: all is told, and the database is closed.",
    }[known.stage]

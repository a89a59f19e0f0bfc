"""The commands that shut the door to somebody, and open it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from pbem.cli.base import ConfigFile, Sorry, app, load, open_services, out

if TYPE_CHECKING:
    from pbem.context import Context
    from pbem.context.services import Services
    from pbem.store.database import Session

Whom = Annotated[
    str, typer.Argument(metavar="ADDRESS", help="eve@cards.example, or @cards.example for all.")
]


@app.command(name="block")
def block_(
    whom: Whom,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]...", help="Why, for yourself.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Shut an address or a whole domain out: nothing from there is heard, nothing written there."""
    from pbem.games.blocks import CannotBlock, block, pattern_of

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        try:
            seats = block(_now(services, session), whom, " ".join(words or []))
        except CannotBlock as problem:
            raise Sorry(str(problem)) from problem
    out.print(
        f"{pattern_of(whom)} is shut out: mails from there are taken in and answered by nothing, "
        "and nothing is written there.",
        markup=False,
    )
    for game, name in seats:
        out.print(
            f"{name} sits at {game} and will be silent there; "
            f"`pbem drop {game} {name}` lets a computer play on.",
            markup=False,
        )


@app.command(name="unblock")
def unblock_(whom: Whom, config: ConfigFile = None) -> None:
    """Open the door again; whoever plays is asked once more what is open."""
    from pbem.games.blocks import CannotBlock, unblock

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        try:
            done = unblock(_now(services, session), whom)
        except CannotBlock as problem:
            raise Sorry(str(problem)) from problem
    if not done:
        raise Sorry(f"{whom} is not shut out; `pbem blocks` lists who is")
    out.print(f"{whom} is heard and written to again.", markup=False)


@app.command(name="blocks")
def blocks_(config: ConfigFile = None) -> None:
    """List the addresses and domains that are shut out, since when, and why."""
    from pbem.store.blocks import blocks

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        found = blocks(session)
    if not found:
        out.print("Nobody is shut out.")
        return
    grid = Grid("Shut out", "Since", "Why")
    for one in found:
        grid.add_row(one.pattern, f"{one.since:%Y-%m-%d}", one.words)
    out.print(grid)


def _now(services: Services, session: Session) -> Context:
    from pbem.context import Context
    from pbem.server.clock import now

    return Context(services, session, now())

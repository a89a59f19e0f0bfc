"""The commands for the people and their addresses."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.base import (
    ConfigFile,
    GameName,
    Sorry,
    app,
    at_work,
    game_number,
    load,
    open_services,
    out,
    print_rows,
    tell,
    unique_at,
)


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

    with at_work(config) as ctx:
        if drop is not None:
            if not drop_alias(ctx.session, drop):
                raise Sorry(f"{drop} is nobody's other address; `pbem users` lists them")
            out.print(f"Answers from {drop} no longer count.", markup=False)
            return
        rows = [
            (player.name, player.address, ", ".join(aliases), ", ".join(games))
            for player, aliases, games in everybody(ctx.session)
        ]
    none = "No players yet; `pbem new` brings them in."
    print_rows(rows, "Player", "Address", "Answers from, too", "Games", none=none)


@app.command(name="forget")
def forget_(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Theirs: `pbem users` lists them.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether it is meant.")] = False,
    config: ConfigFile = None,
) -> None:
    """Delete somebody's name, addresses and mails, as "forget me" does; cards and scores stay."""
    from pbem.context import Context
    from pbem.domain.model import Stage
    from pbem.games.seats import forget_now
    from pbem.server.clock import now
    from pbem.store.games import load_table
    from pbem.store.locks import games_around, take_games
    from pbem.store.people import owner, player
    from pbem.store.roles import organised_by

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        number = owner(session, address)
        if number is None:
            raise Sorry(f"nobody has the address {address}; `pbem users` lists all")
        name = player(session, number).name
    if not yes:
        asked = f"This deletes who {name} is, and cannot be undone. Type {address} to go on"
        if typer.prompt(asked).strip().casefold() != address.casefold():
            raise Sorry("that is another address; nothing was done")
    with services.db.begin() as session:
        take_games(session, games_around(session, [number]))
        run = [load_table(session, one) for one in organised_by(session, number, closed=False)]
        forget_now(Context(services, session, now()), player(session, number))
    out.print(f"{name} is forgotten here, and gets no letter about it.", markup=False)
    for table in run:
        if table.organiser.id == number and table.stage in (Stage.INVITING, Stage.PLAYING):
            out.print(
                f"Nobody organises {table.name} now: `pbem adopt` gives it to somebody.",
                markup=False,
            )


@app.command(name="adopt")
def adopt_(
    game: GameName,
    whom: Annotated[
        list[str],
        typer.Argument(metavar="WHOM", help="A player by name, or anybody by address."),
    ],
    config: ConfigFile = None,
) -> None:
    """Let somebody organise a game whose organiser is gone; the table and who did so are told."""
    from pbem.commands.operator import adopt
    from pbem.orders.organiser.model import HandOver
    from pbem.orders.organiser.parse import read_commands

    line = f"hand over to {' '.join(whom)}"
    with at_work(config) as ctx:
        [read] = read_commands([line], "en", ctx.now.date())
        if not read.commands or not isinstance(to := read.commands[0], HandOver):
            raise Sorry(f"{' '.join(whom)!r} is nobody; name a player, or give an address")
        number = game_number(ctx.session, game)
        told = adopt(ctx, number, to, line, unique_at(ctx.now))
    tell(ctx.services, told)

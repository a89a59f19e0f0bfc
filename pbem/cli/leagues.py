"""Commands for leagues: begin one, begin its next round."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from pbem.cli.base import (
    MOST_PLAYERS,
    AnswerIn,
    ConfigFile,
    RulesName,
    Sorry,
    app,
    at_desk,
    at_work,
    league_called,
    say,
    tell,
)


@app.command()
def league(
    name: Annotated[str, typer.Argument(help="The league's name; its games are called after it.")],
    people: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="The best first: 'Anna <anna@...>' ...")
    ],
    organiser: Annotated[
        str | None, typer.Option(help="Who organises; the first player if nobody is named.")
    ] = None,
    size: Annotated[
        int, typer.Option(min=2, max=MOST_PLAYERS, help="About so many at a table.")
    ] = 4,
    rounds: Annotated[int, typer.Option(min=1, max=99, help="How many rounds.")] = 3,
    movers: Annotated[
        int, typer.Option("--up", min=0, max=5, help="So many go up, and as many down.")
    ] = 1,
    drawn: Annotated[
        bool, typer.Option("--drawn", help="A club night: tables are drawn anew each round.")
    ] = False,
    exactly: Annotated[
        bool, typer.Option("--exactly", help="Drawn tables have exactly so many; others rest.")
    ] = False,
    until: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The last day to enter before the first draw."),
    ] = None,
    preset: RulesName = "ohhell_pagat",
    answer_in: AnswerIn = None,
    config: ConfigFile = None,
) -> None:
    """Draft the first round of a league, or a club night; `next-round` begins it."""
    from pbem.commands.organiser.desk import NotDone
    from pbem.commands.organiser.leagues import found_league
    from pbem.games.guests import person
    from pbem.orders.organiser.set_up import ByLot, Guest, NewLeague, Options

    everybody = [person(one) for one in people]
    guests = tuple(Guest(one.name, one.address, one.language or "") for one in everybody)
    options = Options((preset,), answer_in)
    if not drawn and (exactly or until):
        raise Sorry("--exactly and --until are for a club night: say --drawn, too")
    lot = ByLot(exactly, until.date() if until else None) if drawn else None
    ordered = NewLeague(name, guests, size, rounds, movers, options, lot)
    who = person(organiser) if organiser else everybody[0]
    try:
        with at_work(config) as ctx:
            told = found_league(at_desk(ctx), ordered, who, ctx.settings.zone)
    except NotDone as problem:
        told = problem.told
    tell(ctx.services, told)
    say(f"Begin it with: pbem next-round {name}")


@app.command("next-round")
def next_round_(
    name: Annotated[str, typer.Argument(metavar="LEAGUE", help="The league's name.")],
    config: ConfigFile = None,
) -> None:
    """Begin the next round of a league: tables by standing, after all of the last have ended."""
    from pbem.commands.organiser.handlers import run
    from pbem.orders.organiser.set_up import NextRound
    from pbem.store.leagues import last_round, tables_of

    with at_work(config) as ctx:
        found = league_called(ctx.session, name)
        games = tables_of(ctx.session, found.id, last_round(ctx.session, found.id))
        desk = at_desk(ctx, number=games[0], line=f"next round {name}")
        told = run(desk, NextRound(name))
    tell(ctx.services, told)

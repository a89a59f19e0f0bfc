"""How players have done: the standings of all games, and the table of a league."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from pbem.cli.base import ConfigFile, app, league_called, load, open_services, out

if TYPE_CHECKING:
    from pbem.context.services import Services


@app.command()
def standings(
    league: Annotated[
        str | None, typer.Argument(help="A league, for its table instead of all games.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """List who has won what in the games that are over, or how a league stands."""
    from pbem.results.finished import finished
    from pbem.results.shown import finished_games
    from pbem.results.standings import standings as ranked
    from pbem.server.clock import now
    from pbem.store.answers import on_time
    from pbem.store.games import all_games

    services = open_services(load(config)[0])
    if league is not None:
        _league_table(services, league)
        return
    with services.db.begin() as session:
        shown = finished_games(session, now())
        answers = on_time(session, all_games(session))
    rows = ranked((game for one in shown if (game := finished(one))), answers)
    if not rows:
        out.print("No game is over yet.")
        return
    grid = Grid("Place", "Player", "Games", "Won", "Bids made", "Rating", "On time")
    for row in rows:
        made = f"{row.made} of {row.bids}"
        rating = f"{row.rating}{'?' if row.provisional else ''}"
        late = "" if row.on_time is None else f"{row.on_time} %"
        grid.add_row(str(row.place), row.name, str(row.games), str(row.won), made, rating, late)
    out.print(grid)
    out.print("A rating with a question mark rests on fewer than 20 games.")


def _league_table(services: Services, name: str) -> None:
    """Print how a league stands."""
    from pbem.commands.organiser.league_table import league_lines
    from pbem.server.clock import now

    with services.db.begin() as session:
        lines = league_lines(session, league_called(session, name), now())
    grid = Grid("Place", "Player", "Level", "Games", "Won", "Points", "Moves")
    for one in lines:
        facts = (one.place, one.name, one.level, one.games, one.won, one.points, one.move)
        grid.add_row(*map(str, facts))
    out.print(grid)

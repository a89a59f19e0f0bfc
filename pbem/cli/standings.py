"""How players have done: the standings of all games, and the table of a league."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from pbem.cli.base import (
    ConfigFile,
    Sorry,
    app,
    league_called,
    load,
    open_services,
    out,
    print_rows,
    say,
    sheet_kind,
)

if TYPE_CHECKING:
    from datetime import date

    from pbem.context.services import Services
    from pbem.exports.listing import Listing


@app.command()
def standings(
    league: Annotated[
        str | None, typer.Argument(help="A league, for its table instead of all games.")
    ] = None,
    year: Annotated[
        int | None, typer.Option(min=1, max=9999, help="Only the games that ended in it.")
    ] = None,
    evenings: Annotated[
        bool, typer.Option("--evenings", help="Of evenings with real cards instead of games.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it instead: .pdf .xlsx .csv")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Tell who has won what, in games and in evenings with real cards, or how a league stands."""
    from pbem.exports.files import put
    from pbem.exports.listing import listing_file

    if league is not None and (year is not None or evenings):
        raise Sorry("the table of a league is that of its season; leave out --year and --evenings")
    kind = sheet_kind(file) if file is not None else None
    services = open_services(load(config)[0])
    if league is not None:
        listings = [_of_league(services, league)]
    elif evenings:
        listings = [_of_evenings(services, year or 0)]
    else:
        listings = [_of_games(services, year or 0)]
        listings += [] if file else [_of_evenings(services, year or 0)]
    shown = [one for one in listings if one.rows]
    if not shown:
        what = "evening" if evenings else "game"
        none = f"No {what} has ended in {year}." if year else f"No {what} is over yet."
        if file is not None:
            raise Sorry(f"{none} {file} is not written")
        out.print(none)
    elif file is not None and kind is not None:
        put(file, listing_file(kind, shown[0]))
        say(f"Wrote {file}.")
    else:
        for one in shown:
            rows = (map(Text, map(str, row)) for row in one.rows)
            print_rows(rows, *one.heads, title=one.title)
            if one.foot:
                out.print(one.foot)


def _of_games(services: Services, year: int) -> Listing:
    """The standings of all games, or of those that ended in a year by the operator's calendar."""
    from pbem.exports.listing import of_standings, standings_title
    from pbem.letters.speech import speech
    from pbem.results.evenings import all_evenings
    from pbem.results.standings import table_of
    from pbem.server.clock import now
    from pbem.store.games import all_games

    zone, said = services.settings.zone, speech("en")
    with services.db.reading() as session:
        games, evenings = all_games(session), all_evenings(session)
        lines = table_of(session, games, evenings, now(), year, zone)
    return of_standings(lines, standings_title(said, year), _today(services), said)


def _of_evenings(services: Services, year: int) -> Listing:
    """The standings of all evenings with real cards, or of those that ended in a year."""
    from pbem.exports.listing import evenings_title, of_evenings
    from pbem.letters.speech import speech
    from pbem.results.evenings import all_evenings, evening_standings, of_year

    zone, said = services.settings.zone, speech("en")
    with services.db.reading() as session:
        lines = evening_standings(of_year(all_evenings(session), year, zone))
    return of_evenings(lines, evenings_title(said, year), _today(services), said)


def _of_league(services: Services, name: str) -> Listing:
    """How a league stands."""
    from pbem.commands.organiser.league_table import league_lines
    from pbem.exports.listing import of_league
    from pbem.letters.speech import speech
    from pbem.server.clock import now

    with services.db.reading() as session:
        league = league_called(session, name)
        lines = league_lines(session, league, now())
    return of_league(lines, league.name, _today(services), speech("en"))


def _today(services: Services) -> date:
    """The day by the operator's calendar."""
    from zoneinfo import ZoneInfo

    from pbem.server.clock import now

    return now().astimezone(ZoneInfo(services.settings.zone)).date()

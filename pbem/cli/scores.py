"""Commands for a table with real cards: write down what is bid and taken."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import (
    ConfigFile,
    RulesName,
    Sorry,
    app,
    at_work,
    league_called,
    print_rows,
    say,
    sheet_kind,
)

if TYPE_CHECKING:
    from pbem.context.services import Services
    from pbem.domain.score_sheet import ScoreSheet
    from pbem.orders.organiser.set_up import Guest
    from pbem.results.sheet import SeatScore


@app.command()
def score(
    name: Annotated[str, typer.Argument(help="What the evening is called.")],
    lines: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LINE]...", help="As in a mail: '1: Anna 2/2, Bruno 1/0' ... done"),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(help="Begin a sheet for these, in seat order: 'Anna <anna@...>, Bruno'."),
    ] = None,
    preset: RulesName = "ohhell_pagat",
    league: Annotated[
        str | None, typer.Option("--counts-for", metavar="LEAGUE", help="A league it counts for.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the sheet too: .pdf .xlsx .csv")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Keep the scores of a table with real cards: begin a sheet, write deals down, look at it."""
    from pbem.games.score_sheets import new_sheet
    from pbem.notifications.scores import send_sheets
    from pbem.store import score_sheets

    with at_work(config) as ctx:
        if names is None:
            kept = score_sheets.find_sheet(ctx.session, None, name)
        else:
            counts_for = league_called(ctx.session, league) if league else None
            kept = new_sheet(ctx, None, name, [preset], _guests(names), counts_for)
        if kept is None:
            begin = f"pbem score {name} --names 'Anna, Bruno, ...'"
            raise Sorry(f"no sheet is called {name}; to begin it: {begin}")
        after, amiss = _taken_down(ctx.services, kept, lines or [])
        if after != kept:
            score_sheets.write_down(ctx.session, after, ctx.now)
        sent = send_sheets(ctx, after)
    _show(after)
    if sent.to:
        say(f"Sent the sheet to {', '.join(sent.to)}.")
    amiss += [ctx.services.templates.unwritten(one) for one in sent.unwritten]
    if file is not None:
        _write(ctx.services, after, file)
    if amiss:
        raise Sorry("\n".join(amiss))


def _guests(names: str) -> list[Guest]:
    """Who is named between commas, some with addresses; Sorry if one is nobody."""
    from pbem.orders.organiser.guests import guest_of

    found = [guest_of(one, bare=True) for one in names.split(",")]
    guests = [one for one in found if one is not None]
    if len(guests) < len(found):
        raise Sorry("say for example --names 'Anna <anna@cards.example>, Bruno, Carla'")
    return guests


def _taken_down(
    services: Services, kept: ScoreSheet, lines: list[str]
) -> tuple[ScoreSheet, list[str]]:
    """The sheet after some lines, and what is amiss with those that were not taken."""
    from pbem.domain.score_lines import take_down
    from pbem.orders.scores import read_scores

    amiss = []
    for line in read_scores(lines, "en"):
        kept, one = take_down(kept, line)
        if not one.done:
            amiss.append(f"{one.line}: {services.templates.amiss(one, kept.names)}")
    return kept, amiss


def _show(kept: ScoreSheet) -> None:
    from pbem.results.kept_sheet import sheet_of

    sheet = sheet_of(kept)
    rows = ((str(line.number), str(line.size), *map(_cell, line.scores)) for line in sheet.lines)
    print_rows(rows, "deal", "cards", *kept.names, title=kept.name)
    if kept.over:
        won = ", ".join(kept.names[seat] for seat in sheet.winners or ())
        say(f"It is over. Won by: {won or 'nobody'}.")
    else:
        number = kept.next_deal
        dealer = kept.names[kept.dealer(number)]
        say(f"Next: deal {number}, cards: {kept.size(number)}, dealt by {dealer}.")


def _cell(one: SeatScore) -> str:
    return f"{'-' if one.bid is None else one.bid}/{one.taken} {one.total}"


def _write(services: Services, kept: ScoreSheet, file: Path) -> None:
    from pbem.exports.files import put
    from pbem.exports.sheet_files import sheet_file
    from pbem.letters.speech import speech
    from pbem.results.kept_sheet import sheet_of

    rules = services.templates.rules(kept.rules, kept.players)
    put(file, sheet_file(sheet_kind(file), sheet_of(kept), rules, speech("en")))
    say(f"Wrote {file}.")

"""Commands that tell the rules there are."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table as Grid

from pbem.cli.base import MOST_PLAYERS, app, out


@app.command()
def presets() -> None:
    """List the rule sets there are."""
    from engine import PRESETS

    grid = Grid("Preset", "Players", "What differs from the standard game", "Also called")
    for row in PRESETS:
        least, most = row.rules.players
        players = f"{least}" if least == most else f"{least}-{most}"
        grid.add_row(row.name, players, row.line, ", ".join(row.aliases))
    out.print(grid)


@app.command()
def rules(
    name: Annotated[str, typer.Argument(help="A preset, by its name or another it goes by.")],
    option: Annotated[
        list[str] | None, typer.Argument(help="What you play otherwise: 'no hook' '13 deals up'.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=MOST_PLAYERS, help="For so many.")
    ] = None,
) -> None:
    """Print a rule set in words, with what differs from the standard game marked."""
    from engine import Rules, combine
    from pbem.letters.render import Templates

    row = combine(", ".join([name, *(option or ())]))
    least, most = row.rules.players
    count = min(max(4, least), most) if players is None else players
    of = "" if least == most else f" of {least} to {most}"
    out.print(f"{row.name}: {row.line}.", markup=False, soft_wrap=True)
    out.print(f"Here for {count} players{of}; * differs from the standard game.")
    templates = Templates()
    standard = templates.rules(Rules(), min(max(count, 3), 7))
    for sentence in templates.rules(row.rules, count):
        mark = " " if sentence in standard else "*"
        out.print(f"{mark} {sentence}", markup=False, soft_wrap=True)
    if row.undecided:
        out.print("The sources leave open:")
    for open_ in row.undecided:
        others = "".join(f"; or '{other}'" for other in open_.others)
        out.print(f"  {open_.axis}: {open_.line}{others}", markup=False, soft_wrap=True)


@app.command()
def options() -> None:
    """List what a rule set can be combined with: 'blackout, no hook, 13 deals up'."""
    from engine import options as known

    out.print(", ".join(known()), markup=False)
    out.print("Any other axis by its own name: 'tie most bids made', 'score tens', 'lock 80'.")

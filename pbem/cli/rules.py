"""Commands that tell the rules there are."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.base import MOST_PLAYERS, app, out, print_rows, say
from pbem.cli.empty_sheets import players_of


@app.command()
def presets() -> None:
    """List the rule sets there are."""
    from engine import PRESETS

    rows = (
        (
            row.name,
            "-".join(map(str, sorted(set(row.rules.players)))),
            row.line,
            ", ".join(row.aliases),
        )
        for row in PRESETS
    )
    print_rows(rows, "Preset", "Players", "What differs from the standard game", "Also called")


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
    count = players_of(row, players)
    of = "" if least == most else f" of {least} to {most}"
    say(f"{row.name}: {row.line}.")
    out.print(f"Here for {count} players{of}; * differs from the standard game.")
    templates = Templates()
    standard = templates.rules(Rules(), min(max(count, 3), 7))
    for sentence in templates.rules(row.rules, count):
        mark = " " if sentence in standard else "*"
        say(f"{mark} {sentence}")
    if row.undecided:
        out.print("The sources leave open:")
    for open_ in row.undecided:
        others = "".join(f"; or '{other}'" for other in open_.others)
        say(f"  {open_.axis}: {open_.line}{others}")


@app.command()
def options() -> None:
    """List what a rule set can be combined with: 'blackout, no hook, 13 deals up'."""
    from engine import options as known

    out.print(", ".join(known()), markup=False)
    out.print("Any other axis by its own name: 'tie most bids made', 'score tens', 'lock 80'.")

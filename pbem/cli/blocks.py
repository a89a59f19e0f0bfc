"""The commands that shut the door to somebody, and open it again."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.base import ConfigFile, Sorry, app, at_work, out, print_rows

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
    from pbem.games.blocks import block, pattern_of

    with at_work(config) as ctx:
        seats = block(ctx, whom, " ".join(words or []))
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
    from pbem.games.blocks import unblock

    with at_work(config) as ctx:
        done = unblock(ctx, whom)
    if not done:
        raise Sorry(f"{whom} is not shut out; `pbem blocks` lists who is")
    out.print(f"{whom} is heard and written to again.", markup=False)


@app.command(name="blocks")
def blocks_(config: ConfigFile = None) -> None:
    """List the addresses and domains that are shut out, since when, and why."""
    from pbem.store.blocks import blocks

    with at_work(config) as ctx:
        rows = [(one.pattern, f"{one.since:%Y-%m-%d}", one.words) for one in blocks(ctx.session)]
    print_rows(rows, "Shut out", "Since", "Why", none="Nobody is shut out.")

"""A command for translators, and for whoever wants to see what players get."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.base import Sorry, app, out


@app.command()
def gallery(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where the letters are left.")
    ] = Path("gallery"),
    language: Annotated[
        list[str] | None,
        typer.Option(metavar="XX", help="One language; may be repeated. All if none is named."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Write nothing: compare the letters with a revision's."),
    ] = None,
) -> None:
    """Write every letter in every language as text and HTML, with an index to leaf through."""
    from pbem.demo.against import compare
    from pbem.demo.letters import write_gallery
    from pbem.languages import translated

    known = translated()
    wanted = tuple(dict.fromkeys(language or known))
    if unknown := [one for one in wanted if one not in known]:
        raise Sorry(f"{unknown[0]} is not a language we write in: {', '.join(known)}")
    if against is not None:
        same, told = compare(against, wanted)
        out.print(told, markup=False, soft_wrap=True)
        raise typer.Exit(0 if same else 1)
    index = write_gallery(folder, wanted)
    out.print(f"Leaf through {index}", markup=False, soft_wrap=True)

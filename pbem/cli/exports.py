"""Commands that write games to files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.base import ConfigFile, GameName, app, game_number, open_house, out
from pbem.config import load

Language = Annotated[
    str | None, typer.Option(metavar="CODE", help="The language; the organiser's if none.")
]


@app.command()
def export(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="What to write: .csv .txt .xlsx")],
    language: Language = None,
    config: ConfigFile = None,
) -> None:
    """Write a game's score sheet or record to a file; of a running deal only what all may know."""
    from pbem.clock import now
    from pbem.exports.files import put, writer_for
    from pbem.exports.shown import shown
    from pbem.letters.speech import speech

    write = writer_for(file)
    house = open_house(load(config)[0])
    with house.db.begin() as session:
        found = shown(session, game_number(session, game), now())
    put(file, write(found, speech(language or found.table.organiser.language)))
    out.print(f"Wrote {file}.", markup=False, soft_wrap=True)

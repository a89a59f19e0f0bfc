"""Commands that write games to files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import (
    MOST_PLAYERS,
    ConfigFile,
    RulesName,
    Sorry,
    app,
    game_number,
    load,
    open_services,
    out,
    read_bytes,
    say,
)
from pbem.cli.empty_sheets import empty_places, empty_sheet, players_of
from pbem.doctor.finding import counted

if TYPE_CHECKING:
    from pbem.context.services import Services
    from pbem.domain.model import Table
    from pbem.results.shown import ShownGame

Language = Annotated[
    str | None, typer.Option(metavar="CODE", help="The language; the organiser's if none.")
]


@app.command()
def export(
    words: Annotated[
        list[str],
        typer.Argument(metavar="GAME FILE", help="The file ends in .csv .json .pdf .txt .xlsx"),
    ],
    blank: Annotated[
        bool,
        typer.Option(
            "--blank",
            help="An empty sheet, without a game: FILE.pdf to print, FILE.xlsx reckons by itself",
        ),
    ] = False,
    places: Annotated[
        bool, typer.Option("--places", help="Place cards to fold, for --names; FILE.pdf")
    ] = False,
    preset: Annotated[str, typer.Option(help="The rules of an empty sheet.")] = "ohhell_pagat",
    players: Annotated[
        int | None,
        typer.Option(min=2, max=MOST_PLAYERS, help="Players on an empty sheet; four if they can."),
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="Who plays, on an empty sheet or place cards: 'Anna, Bruno'.")
    ] = None,
    language: Language = None,
    config: ConfigFile = None,
) -> None:
    """Write a game's score sheet, or the game in words; of a running deal what all may know."""
    if places:
        empty_places(words, names)
        return
    if blank:
        empty_sheet(words, preset, players, names, language or "en")
        return
    if len(words) != 2:
        raise Sorry("say the game and then the file: pbem export Lindy lindy.pdf")
    file = Path(words[1])
    if file.suffix.lower() == ".json":
        _whole_game(words[0], file, config)
        return
    from pbem.exports.files import put, writer_for
    from pbem.letters.looks import usual_look
    from pbem.letters.speech import speech
    from pbem.results.shown import shown
    from pbem.server.clock import now

    write = writer_for(file)
    services = open_services(load(config)[0])
    with services.db.reading() as session:
        found = shown(session, game_number(session, words[0]), now())
    said = speech(language or found.table.organiser.language, usual_look(found.view.rules.pack))
    put(file, write(found, services.templates, said))
    say(f"Wrote {file}.")


@app.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="What `pbem export GAME FILE.json` has written."),
    ],
    config: ConfigFile = None,
) -> None:
    """Go on with games from another server: all that is open in them is asked anew."""
    from rich.progress import track

    from pbem.games.guests import CannotOrganise
    from pbem.results.shown import CannotExport

    services = open_services(load(config)[0])
    quiet = len(files) == 1 or not out.is_terminal
    shown = track(files, "Importing", console=out, transient=True, disable=quiet)
    for done, file in enumerate(shown):
        try:
            table = _import(services, file)
        except (Sorry, CannotOrganise, CannotExport) as problem:
            before = f"; {done} before it are in place" if done else ""
            named = "" if str(file) in str(problem) else f"{file}: "
            raise Sorry(f"{named}{problem}{before}") from problem
        names = ", ".join(player.name for player in table.players)
        out.print(f"{table.name}: {names}.", markup=False)
    out.print("What is open is asked anew; `pbem games` shows whom each game waits for.")
    out.print("Stop them on the server they come from: from now on they are played here.")


def _import(services: Services, file: Path) -> Table:
    """The table of a game whose file was read; Sorry, CannotOrganise or CannotExport if not."""
    from pbem.commands.organiser.import_game import import_game
    from pbem.context import Context
    from pbem.exports.as_json import moved
    from pbem.server.clock import now

    written = read_bytes(file)
    with services.db.begin() as session:
        return import_game(Context(services, session, now()), moved(written, str(file)))


@app.command()
def guide(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file ends in .pdf or .md")],
    preset: RulesName = "ohhell_pagat",
    players: Annotated[
        int | None, typer.Option(min=2, max=MOST_PLAYERS, help="How many play; four if they can.")
    ] = None,
    language: Annotated[str, typer.Option(metavar="CODE", help="The language.")] = "en",
) -> None:
    """Write how to play by mail on a few pages, for players: what the mails of help say."""
    from engine import combine
    from pbem.commands.player.handlers import SENDABLE
    from pbem.exports.files import put
    from pbem.exports.guide import markdown_of, printed
    from pbem.letters.guide import guide
    from pbem.letters.render import Templates
    from pbem.server.clock import now

    write = {".md": markdown_of, ".pdf": printed}.get(file.suffix.lower())
    if write is None:
        raise Sorry(f"{file} has none of the endings that can be written: .md .pdf")
    row = combine(preset)
    count, today = players_of(row, players), now().date()
    put(file, write(guide(Templates(), row.rules, count, language, today, SENDABLE)))
    say(f"Wrote {file}.")


@app.command()
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the pages go.")],
    language: Annotated[str, typer.Option(metavar="CODE", help="The language.")] = "en",
    config: ConfigFile = None,
) -> None:
    """Write the results as web pages: standings, each finished game, each deal trick by trick."""
    from pbem.commands.organiser.league_table import league_lines
    from pbem.exports.files import put
    from pbem.exports.site import pages
    from pbem.letters.speech import speech
    from pbem.results.evenings import all_evenings
    from pbem.results.public import public_name
    from pbem.results.shown import ended, shown
    from pbem.server.clock import now
    from pbem.store.leagues import all_leagues

    services = open_services(load(config)[0])
    called = partial(public_name, said=speech(language))
    with services.db.reading() as session:
        over = ended(session, now())
        evenings = all_evenings(session)
        seasons = [
            (one.name, league_lines(session, one, now(), called)) for one in all_leagues(session)
        ]
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            folder.chmod(0o755)
    except OSError as problem:
        raise Sorry(f"{folder} is no folder and cannot become one: {problem.strerror}") from problem
    games: list[int] = []

    def read() -> Iterator[ShownGame]:
        """Each in a transaction of its own, as a server goes on playing meanwhile."""
        for number in over:
            with services.db.reading() as session:
                game = shown(session, number, now())
            if game.over:
                games.append(number)
                yield game

    for name, page in pages(read(), services.templates, language, seasons, evenings):
        put(folder / name, page.encode(), 0o644)
    told = counted(len(games), "finished game") if games else "no game is over yet"
    say(f"Wrote {folder / 'index.html'}: {told}.")
    out.print(
        "Everybody who sees it sees every card that was played, and each player as she wants to"
        " be called there: by initials, where she has not said.",
        soft_wrap=True,
    )


def _whole_game(name: str, file: Path, config: Path | None) -> None:
    from pbem.context.known import sealed
    from pbem.exports.as_json import json_of
    from pbem.exports.files import put
    from pbem.server.clock import now
    from pbem.store.export_import import read_whole
    from pbem.store.games import load_table

    services = open_services(load(config)[0])
    with services.db.reading() as session:
        number = game_number(session, name)
        if sealed(session, load_table(session, number), now()):
            raise Sorry(f"{name} is sealed until all tables of its match have ended")
        whole = read_whole(session, number)
    put(file, json_of(whole, now()))
    say(f"Wrote {file}, the whole game; `pbem import` goes on with it on another server.")
    out.print("It holds all cards and addresses: keep it as safe as the database.")

"""The command line: each command says what it did, and what comes next."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from pbem.config import CONFIG_FILE, ConfigError, Settings, load

if TYPE_CHECKING:  # at run time these are imported by the commands that need them: they are slow
    from pbem.house import House
    from pbem.store.database import Session

__version__ = "0.1.0"

app = typer.Typer(
    help="Oh Hell! by mail: a play-by-email server for exact-bidding card games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
out = Console(highlight=False)

ConfigFile = Annotated[
    Path | None, typer.Option("--config", help=f"Settings file; {CONFIG_FILE} if it is here.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.")]


class Sorry(Exception):
    """Something a command cannot do, in one sentence for the person who typed it."""


def main() -> None:
    """Run the command line. Exit code 2 for wrong usage, 1 for what could not be done."""
    try:
        app()
    except Exception as problem:
        if not isinstance(problem, _expected_troubles()):
            raise
        Console(stderr=True, highlight=False).print(f"pbem: {problem}", markup=False)
        sys.exit(1)


def _expected_troubles() -> tuple[type[Exception], ...]:
    """What a user can run into; looked up only then, because the imports are slow."""
    from engine import RulesError
    from pbem.organiser.games import CannotOrganise
    from pbem.store.database import CannotOpen

    return Sorry, ConfigError, CannotOpen, CannotOrganise, RulesError


@app.command()
def serve(
    config: ConfigFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log only trouble.")] = False,
) -> None:
    """Run the server until it is stopped."""
    import asyncio

    from pbem.logs import log_to
    from pbem.serve import serve_until_stopped

    settings, found = load(config)
    log_to(sys.stderr, verbose=not quiet)
    try:
        asyncio.run(serve_until_stopped(settings, found, out.print))
    except OSError as problem:
        raise Sorry(
            f"a door cannot be opened: {problem.strerror or problem} "
            "(is another server running? `doors` in the settings names other ports)"
        ) from problem


def _tell_version(asked: bool) -> None:
    if asked:
        out.print(f"pbem {__version__}")
        raise typer.Exit


@app.callback()
def everything(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which it is."),
    ] = False,
) -> None:
    """Oh Hell! by mail: a play-by-email server for exact-bidding card games."""


@app.command()
def demo(
    players: Annotated[
        int | None, typer.Option(min=2, max=8, help="How many play; four if they can.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same cards every time.")] = None,
    preset: Annotated[str, typer.Option(help="The rules.")] = "ohhell_pagat",
    folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where mails and database are left.")
    ] = Path("demo"),
    imap: Annotated[bool, typer.Option("--imap", help="Answers come through a mailbox.")] = False,
    play: Annotated[bool, typer.Option("--play", help="You take the first seat.")] = False,
) -> None:
    """Play one whole game by mail on this machine, and leave all its mails to leaf through."""
    from engine import combine
    from pbem.demo.run import CannotPlay, DemoPlan, run_demo

    chosen = combine(preset)
    least, most = chosen.rules.players
    count = min(max(4, least), most) if players is None else players
    plan = DemoPlan(count, seed, chosen, folder, imap=imap, human=play)
    try:
        run_demo(plan, out)
    except CannotPlay as problem:
        raise Sorry(str(problem)) from problem


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The game's name, as in the mails' subjects.")],
    people: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="'Anna <anna@cards.example>' ...")
    ],
    organiser: Annotated[
        str | None, typer.Option(help="Who invites; the first player if nobody is named.")
    ] = None,
    preset: Annotated[str, typer.Option(help="The rules.")] = "ohhell_pagat",
    answer_in: Annotated[int | None, typer.Option(min=1, max=1440, help="Hours to answer.")] = None,
    hold: Annotated[
        int | None, typer.Option(min=0, max=60, help="Minutes a move can be undone.")
    ] = None,
    words: Annotated[str, typer.Option(help="A word of yours in the invitation.")] = "",
    start: Annotated[
        bool, typer.Option("--start", help="Ask nobody: all have agreed already.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Set up a game and invite its players."""
    from engine import combine
    from pbem.clock import now
    from pbem.organiser.games import new_game, person

    settings, _ = load(config)
    house = _house(settings)
    everybody = [person(one) for one in people]
    with house.db.begin() as session:
        table = new_game(
            house,
            session,
            name=name,
            preset=combine(preset),
            organiser=person(organiser) if organiser else everybody[0],
            people=everybody,
            answer_in=settings.answer_in if answer_in is None else answer_in,
            hold=settings.hold if hold is None else hold,
            zone=settings.zone,
            words=words,
            invite=not start,
            now=now(),
        )
    for one, player in zip(everybody, table.players, strict=True):
        if one.name != player.name:
            out.print(f"{one.address} is known as {player.name}; that name is kept.", markup=False)
    names = ", ".join(player.name for player in table.players)
    what = "The first hands" if start else "Invitations"
    out.print(f"{table.name}: {names}.", markup=False)
    out.print(f"{what} are in the outbox; `pbem serve` sends them if it is running.")
    if not start:
        out.print("The game begins when everybody has said yes; `pbem games` shows who has.")


@app.command()
def games(config: ConfigFile = None) -> None:
    """List all games: where each stands, and whom it waits for."""
    from pbem.clock import now
    from pbem.organiser.overview import overview
    from pbem.store.database import shown
    from pbem.store.inbound import inbound_counts

    settings, _ = load(config)
    house = _house(settings)
    with house.db.begin() as session:
        rows = overview(house, session, now())
        parked = inbound_counts(session).get("parked", 0)
    if not rows:
        out.print(f"No games yet in {shown(settings.database)}.", markup=False)
        out.print("Start one: pbem new Lindy anna@cards.example bruno@... ruth@...")
        return
    grid = Grid("Game", "Players", "Stage", "Waiting for", "Since (UTC)")
    for row in rows:
        since = f"{row.since:%d %b %H:%M}" if row.since else ""
        grid.add_row(row.name, str(row.players), row.stage, row.waiting_for, since)
    out.print(grid)
    if parked:
        mails = "1 mail" if parked == 1 else f"{parked} mails"
        out.print(f"{mails} failed three times; `pbem inbox --parked` lists what is parked.")


@app.command()
def show(game: GameName, config: ConfigFile = None) -> None:
    """Show how a game stands, as a spectator sees it: no hands."""
    from pbem.clock import now
    from pbem.organiser.overview import describe

    house = _house(load(config)[0])
    with house.db.begin() as session:
        out.print(describe(house, session, _number(session, game), now()), markup=False)


@app.command("log")
def log_(game: GameName, config: ConfigFile = None) -> None:
    """Print a game's record; the hands of a deal only when it is over."""
    from pbem.clock import now
    from pbem.organiser.overview import record

    house = _house(load(config)[0])
    with house.db.begin() as session:
        out.print(record(session, _number(session, game), now()), markup=False, soft_wrap=True)


@app.command()
def check(config: ConfigFile = None) -> None:
    """Refold every game and compare each recorded event with what the rules give."""
    from pbem.organiser.check import check_game
    from pbem.store.games import all_games

    house = _house(load(config)[0])
    with house.db.begin() as session:
        numbers = all_games(session)
    wrong: list[str] = []
    for number in track(
        numbers, "Checking", console=out, transient=True, disable=not out.is_terminal
    ):
        with house.db.begin() as session:
            wrong += filter(None, [check_game(house, session, number)])
    for sentence in wrong:
        out.print(sentence, markup=False)
    if wrong:
        raise Sorry(f"{len(wrong)} of {len(numbers)} games are broken")
    games = "1 game" if len(numbers) == 1 else f"{len(numbers)} games"
    out.print(f"{games} checked: every event is what the rules give.")


@app.command()
def inbox(
    most: Annotated[int, typer.Option("--last", min=1, help="How many to list.")] = 20,
    parked: Annotated[
        bool, typer.Option("--parked", help="Only those that failed three times.")
    ] = False,
    again: Annotated[
        int | None, typer.Option(metavar="N", help="Process parked mail N once more.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """List the mails that came in, and what became of each."""
    from pbem.organiser.mails import came_in
    from pbem.store import inbound

    house = _house(load(config)[0])
    with house.db.begin() as session:
        if again is not None:
            if not inbound.again(session, again):
                raise Sorry(f"mail {again} is not parked; see `pbem inbox --parked`")
            out.print(f"Mail {again} is processed again; `pbem serve` does it if it is running.")
            return
        mails = came_in(session, most, parked=parked)
    if not mails:
        out.print("No mail is parked." if parked else "No mail has come in yet.")
        return
    grid = Grid("Mail", "When (UTC)", "From", "What became of it", "Game")
    for mail in mails:
        grid.add_row(str(mail.id), f"{mail.at:%d %b %H:%M}", *mail.told)
    out.print(grid)


@app.command()
def queue(config: ConfigFile = None) -> None:
    """List the mails that have not left: why, and when each is tried next."""
    from pbem.clock import now
    from pbem.organiser.mails import why_it_waits
    from pbem.store.sending import not_left
    from pbem.store.server import rest

    house = _house(load(config)[0])
    time = now()
    with house.db.begin() as session:
        mails, rests = not_left(session), rest(session)
    if rests is not None:
        when = f"until {rests.until:%d %b %H:%M} UTC" if rests.until > time else "until it works"
        out.print(f"The post rests {when}: {rests.why}", markup=False, soft_wrap=True)
    if not mails:
        out.print("Every mail has left.")
        return
    grid = Grid("Mail", "To", "Game", "What", "Waits since", "Next try", "Why")
    for mail in mails:
        grid.add_row(str(mail.id), mail.to, mail.game or "", *why_it_waits(mail, time))
    out.print(grid)


@app.command()
def requeue(
    number: Annotated[
        int | None, typer.Argument(metavar="[N]", help="The mail, as `pbem queue` lists it.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All that failed or were put off.")] = False,
    config: ConfigFile = None,
) -> None:
    """Try mails again now that failed or were put off, and end the rest of the post."""
    from pbem.clock import now
    from pbem.store import sending
    from pbem.store.server import set_rest

    if (number is None) != all_:
        raise Sorry("name one mail, or say --all; `pbem queue` lists them")
    house = _house(load(config)[0])
    with house.db.begin() as session:
        tried = sending.requeue(session, now(), number)
        if number is not None and not tried:
            raise Sorry(f"mail {number} has not failed and was not put off")
        set_rest(session, None)
    mails = "1 mail is" if tried == 1 else f"{tried} mails are"
    out.print(f"{mails} tried again; `pbem serve` sends them if it is running.")


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
    players: Annotated[int | None, typer.Option(min=2, max=10, help="For so many.")] = None,
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


@app.command()
def init(
    file: Annotated[Path, typer.Argument(help="The file to write.")] = Path(CONFIG_FILE),
) -> None:
    """Write a commented settings file, and say what to do next."""
    from pbem.serve import example_config

    if file.exists():
        raise Sorry(f"{file} is here already; nothing was written")
    try:
        file.write_text(example_config(), "utf-8")
        file.chmod(0o600)
    except OSError as problem:
        raise Sorry(f"{file} cannot be written: {problem.strerror}") from problem
    out.print(f"Wrote {file}: every setting with its default, commented out.")
    out.print("Next: set `mailbox`, a way in (`doors` or `imap`) and `smarthost`, then run")
    named = "" if file == Path(CONFIG_FILE) else f" --config {file}"
    out.print(f"  pbem serve{named}", markup=False)
    out.print(
        f"  pbem new{named} Lindy 'Anna <anna@cards.example>' 'Bruno <...>' ...", markup=False
    )


def _house(settings: Settings) -> House:
    from pbem.house import open_house
    from pbem.store.database import Database

    return open_house(Database(settings.database), settings.mailbox)


def _number(session: Session, name: str) -> int:
    from pbem.store.games import find_game

    number = find_game(session, name)
    if number is None:
        raise Sorry(f"no game is called {name}; `pbem games` lists them")
    return number

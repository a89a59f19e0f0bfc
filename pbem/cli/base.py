"""What every command shares: the app, the terminal, the settings, and how to be sorry."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from typer.core import TyperGroup

from pbem.config import CONFIG_FILE

if TYPE_CHECKING:  # at run time these are imported by the commands that need them: they are slow
    from pbem.commands.organiser.desk import Desk
    from pbem.config.settings import Settings
    from pbem.context import Context
    from pbem.context.services import Services
    from pbem.doctor.finding import Finding
    from pbem.domain.command_outcomes import CommandOutcome
    from pbem.exports.sheet_files import SheetFile
    from pbem.store.database import Session
    from pbem.store.leagues import League

MOST_PLAYERS = 12
"""As in `engine`, which is not imported here, so that commands that need no rules begin at once."""

SPARE_HOURS = 48
"""As in `pbem.domain.setup`, for the same reason."""


class _Sections(TyperGroup):
    """The commands, listed by the sections they were arranged in."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands of each section in a column as wide as the longest name of all."""
        shown = [command for command in self.commands.values() if not command.hidden]
        width = max(len(str(command.name)) for command in shown)
        for title, listed in groupby(shown, key=attrgetter("rich_help_panel")):
            with formatter.section(title):
                room = formatter.width - 6 - width
                formatter.write_dl(
                    [(str(one.name).ljust(width), one.get_short_help_str(room)) for one in listed]
                )


app = typer.Typer(
    cls=_Sections,
    help="Oh Hell! by mail: a play-by-email server for exact-bidding card games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def arrange(sections: Mapping[str, str]) -> None:
    """List the commands in sections: the title of each by the module that defines its commands.

    KeyError if there is none for a module.
    """
    order = list(dict.fromkeys(sections.values()))
    for command in app.registered_commands:
        command.rich_help_panel = sections[command.callback.__module__]
    app.registered_commands.sort(key=lambda command: order.index(str(command.rich_help_panel)))


def as_given(text: str) -> str:
    """Text in which the commands are called as this one was: by `dev.py`, as that tells us.

    >>> as_given("`pbem serve` sends them")
    '`pbem serve` sends them'
    """
    called = os.environ.get("PBEM_CALLED", "pbem")
    return re.sub(r"(?<![\w/.-])pbem (?=[a-z])", f"{called} ", text)


class _Terminal(Console):
    def print(self, *told: Any, **how: Any) -> None:
        """Print as `rich` does, with commands as they are given here."""
        super().print(*(as_given(one) if isinstance(one, str) else one for one in told), **how)


out = _Terminal(highlight=False)

USUAL_GARBAGE = gc.get_threshold()
"""When Python looks for garbage, unless it is told otherwise."""

to_close = ExitStack()
"""What a command has opened; `main` closes it when the command ends."""

ConfigFile = Annotated[
    Path | None, typer.Option("--config", help=f"Settings file; {CONFIG_FILE} if it is here.")
]
RulesName = Annotated[str, typer.Option(help="The rules.")]
AnswerIn = Annotated[int | None, typer.Option(min=1, max=1440, help="Hours to answer.")]
NameServer = Annotated[
    str | None, typer.Option(metavar="HOST[:PORT]", help="Ask this one instead of our own.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.")]


class Sorry(Exception):
    """Something a command cannot do, in one sentence for the person who typed it."""


def load(file: Path | None = None, **said: str) -> tuple[Settings, Path | None]:
    """As `pbem.config.load.load`, which is slow to import."""
    from pbem.config import load

    return load.load(file, **said)


def open_services(settings: Settings) -> Services:
    """The house on the settings' database, closed when the command ends; CannotOpen if it cannot
    be used.
    """
    from pbem.context import services
    from pbem.store.database import Database

    db = Database(settings.database, replica=settings.replica)
    to_close.callback(db.close)
    return services.open_services(db, settings)


@contextmanager
def at_work(config: Path | None) -> Iterator[Context]:
    """One transaction on the database of a settings file, now; CannotOpen if it cannot be used."""
    from pbem.context import Context
    from pbem.server.clock import now

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        yield Context(services, session, now())


def game_number(session: Session, name: str) -> int:
    """The number of the game with this name, or Sorry."""
    from pbem.store.games import find_game

    found = find_game(session, name)
    if found is None:
        raise Sorry(f"no game is called {name}; `pbem games` lists them")
    return found


def league_called(session: Session, name: str) -> League:
    """The league with this name, or Sorry."""
    from pbem.store.leagues import find_league

    found = find_league(session, name)
    if found is None:
        raise Sorry(f"no league is called {name}; `pbem league` begins one")
    return found


def read_bytes(file: Path) -> bytes:
    """What is in a file, or Sorry."""
    try:
        return file.read_bytes()
    except OSError as problem:
        raise Sorry(f"{file} cannot be read: {problem.strerror}") from problem


def sheet_kind(file: Path) -> SheetFile:
    """The kind of file that a name asks for, or Sorry."""
    from pbem.exports.sheet_files import SheetFile

    try:
        return SheetFile(file.suffix.lower())
    except ValueError:
        known = " ".join(SheetFile)
        raise Sorry(f"{file} has none of the endings that can be written: {known}") from None


def say(told: str) -> None:
    """Print a sentence as it is, in one line however long it is."""
    out.print(told, markup=False, soft_wrap=True)


def print_rows(
    rows: Iterable[Iterable[RenderableType]], *heads: str, none: str = "", **how: Any
) -> None:
    """Print rows under their heads, as `how` tells a table of `rich`; `none` if there are none."""
    grid = Grid(*heads, **how)
    for row in rows:
        grid.add_row(*row)
    if none and not grid.row_count:
        out.print(none, markup=False)
    else:
        out.print(grid)


def print_finding(found: Finding) -> None:
    """Print what was looked at, and what to do about it."""
    say(f"{found.verdict:4}  {found.what}")
    if found.advice:
        say(f"      -> {found.advice}")


def unique_at(now: datetime) -> str:
    """What tells the letters of a command from those of all others."""
    return f"cli{int(now.timestamp() * 1000)}"


def at_desk(ctx: Context, *, number: int = 0, line: str = "") -> Desk:
    """Where an order is carried out that was given as a line of a command, for a game if it is for
    one.
    """
    from pbem.commands.organiser.desk import Desk

    return Desk(
        *(ctx.services, ctx.session, ctx.now),
        number=number,
        line=line,
        unique=unique_at(ctx.now),
    )


def tell(services: Services, told: CommandOutcome) -> None:
    """Print what came of an order; Sorry if it was not done."""
    said = " ".join(services.templates.told(told)).strip()
    if not told.done:
        raise Sorry(said)
    say(said)


def name_server_at(text: str | None) -> tuple[str, int] | None:
    """Host and port of a name server as it is typed, or Sorry; None if none is."""
    if not text:
        return None
    host, colon, port = text.rpartition(":")
    if not colon:
        return text, 53
    if not port.isdecimal():
        raise Sorry(f"{text} is not a name server; 192.0.2.1 or 192.0.2.1:53 is meant")
    return host, int(port)

"""The command line: each command says what it did, and what comes next."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from typing import Annotated

import typer
from rich.console import Console

from pbem.cli import (
    asking,
    begin,
    blocks,
    exports,
    farewell,
    games,
    keeping,
    keys,
    leagues,
    letters,
    logins,
    mails,
    moving,
    odds,
    orders,
    people,
    proofs,
    restoring,
    rules,
    scores,
    signing,
    standings,
    status,
)
from pbem.cli.base import Sorry, app, arrange, as_given, out, to_close

__version__ = "0.1.0.dev0"


_SECTIONS = {
    "Begin and run": (asking, begin, logins, status, farewell),
    "Games": (games, scores, standings),
    "Orders, as organisers mail them": (orders,),
    "Leagues": (leagues,),
    "Rule sets": (rules, odds),
    "Mails": (mails, letters),
    "People": (people, blocks),
    "Sheets, pages and proofs": (exports, proofs),
    "Copies, keys and health": (keeping, restoring, moving, keys, signing),
}
"""What `pbem --help` lists together, in its order, by the modules that define the commands."""

arrange({module.__name__: title for title, of in _SECTIONS.items() for module in of})

_YOUNG = 500_000
"""Objects after which a command looks for garbage: it ends before, or is a long one."""


def main() -> None:
    """Run the command line. Exit code 2 for wrong usage, 1 for what could not be done.

    Nobody else on this machine can read what it writes: hands and codes are in most of it.
    """
    os.umask(0o077)
    gc.set_threshold(_YOUNG)
    # What is imported stays to the end, and looking through it takes a quarter of a command's time.
    atexit.register(gc.freeze)
    try:
        with to_close:
            app()
    except Exception as problem:
        if not isinstance(problem, _expected_troubles()):
            raise
        Console(stderr=True, highlight=False).print(f"pbem: {as_given(str(problem))}", markup=False)
        sys.exit(1)


_TROUBLES = {
    "engine": "RulesError",
    "pbem.config.settings": "ConfigError",
    "pbem.demo.against": "CannotCompare",
    "pbem.demo.letters": "NotOurs",
    "pbem.demo.run": "CannotPlay",
    "pbem.games.blocks": "CannotBlock",
    "pbem.games.farewell": "CannotEnd",
    "pbem.games.set_up": "CannotOrganise",
    "pbem.outbox.dkim": "KeyFault",
    "pbem.results.shown": "CannotExport",
    "pbem.store.archived": "ArchiveTrouble",
    "pbem.store.backup": "CannotCopy",
    "pbem.store.writer_turns": "DatabaseUnavailable",
    "pbem.store.database": "CannotOpen",
}
"""What a user can run into, and where it is defined."""


def _expected_troubles() -> tuple[type[Exception], ...]:
    """Those whose module was imported: no other can have been raised, and imports are slow."""
    known = (getattr(sys.modules.get(file), name, None) for file, name in _TROUBLES.items())
    return (Sorry, *filter(None, known))


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

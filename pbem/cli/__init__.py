"""The command line: each command says what it did, and what comes next."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer
from rich.console import Console

# In the order of `pbem --help`.
from pbem.cli import (  # noqa: F401
    asking,
    begin,
    exports,
    games,
    keeping,
    keys,
    leagues,
    letters,
    mails,
    orders,
    people,
    proofs,
    rules,
    standings,
    status,
)
from pbem.cli.base import Sorry, app, as_given, out, to_close
from pbem.config.settings import ConfigError

__version__ = "0.1.0.dev0"


def main() -> None:
    """Run the command line. Exit code 2 for wrong usage, 1 for what could not be done.

    Nobody else on this machine can read what it writes: hands and codes are in most of it.
    """
    os.umask(0o077)
    try:
        with to_close:
            app()
    except Exception as problem:
        if not isinstance(problem, _expected_troubles()):
            raise
        err = Console(stderr=True, highlight=False)
        err.print(f"pbem: {as_given(str(problem))}", markup=False)
        sys.exit(1)


def _expected_troubles() -> tuple[type[Exception], ...]:
    """What a user can run into; looked up only then, because the imports are slow."""
    from engine import RulesError
    from pbem.games.set_up import CannotOrganise
    from pbem.results.shown import CannotExport
    from pbem.store.backup import CannotCopy
    from pbem.store.database import CannotOpen, DatabaseUnavailable

    return (
        Sorry,
        ConfigError,
        CannotOpen,
        DatabaseUnavailable,
        CannotCopy,
        CannotExport,
        CannotOrganise,
        RulesError,
    )


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

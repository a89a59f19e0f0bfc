"""Commands as a person at a terminal gives them, each in a process of its own.

The process is forked from the test's, so that nothing has to be imported once more.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import typer.main

import pbem
from pbem.cli import app, main
from pbem.cli.base import out as console
from pbem.letters.render import Templates
from tests.databases import prepare, settings

for _module in walk_packages(pbem.__path__, "pbem."):
    if not _module.name.startswith(("pbem.__main__", "pbem.store.migrations.")):
        import_module(_module.name)

PBEM = [sys.executable, "-m", "pbem"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if "OHHELL" not in name}

_PATIENCE = 60
"""Seconds after which a command is stopped."""


typer.main.get_command = cache(typer.main.get_command)


@cache
def _begin() -> None:
    """Make once what commands begin with: themselves, a database, and letters."""
    prepare()
    typer.main.get_command(app)
    text, html = Templates()._in("en")
    for kind in ("invitation", "game_start", "your_bid", "your_game", "your_play"):
        text.get_template(f"{kind}.txt")
        html.get_template(f"{kind}.html")


def command(
    folder: Path, *words: str, env: Mapping[str, str] | None = None, types: str = ""
) -> subprocess.CompletedProcess[str]:
    """What a command of `pbem` said, run in a folder, to somebody who types some lines."""
    _begin()
    where = ENVIRONMENT | settings(folder) | dict(env or {})
    with (
        tempfile.TemporaryFile("w+") as typed,
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
    ):
        typed.write(types)
        typed.seek(0)
        child = os.fork()
        if child == 0:
            os._exit(_be(folder, words, where, typed.fileno(), out.fileno(), err.fileno()))
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        code = os.waitstatus_to_exitcode(status)
        return subprocess.CompletedProcess(words, code, out.read(), err.read())


def _be(
    folder: Path, words: tuple[str, ...], env: Mapping[str, str], typed: int, out: int, err: int
) -> int:
    """Be the command, up to its exit code."""
    signal.alarm(_PATIENCE)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    os.dup2(typed, 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    console.width = int(env.get("COLUMNS", 80))
    sys.argv = ["pbem", *words]
    warnings.resetwarnings()
    for quiet in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", quiet)
    code = 0
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code

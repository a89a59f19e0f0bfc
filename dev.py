#!/usr/bin/env python3
"""The project's tasks, each in an environment made when needed: `python3 dev.py test`.

Needs Python 3.11 or newer and nothing else; the first run installs, later runs re-use. `.venv` is
of the Python that made it; any other version gets one of its own, such as `.venvs/3.13`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent


class Task(NamedTuple):
    """One task: what it is for, the Python commands it runs, the extra it needs installed.

    `here` tasks run where you are, the others at the top of the project.
    """

    about: str
    commands: tuple[str, ...]
    extra: str = "dev"
    here: bool = False


STYLE = ("-m ruff check .", "-m ruff format --check .")

TASKS = {
    "demo": Task("play one whole game by mail on this machine", ("-m pbem demo",), here=True),
    "test": Task("run the tests", ("-m pytest -q -n auto",)),
    "test quick": Task(
        "run a part of the tests in half a minute: rules, words, letters, games at one table",
        ("-m pytest -q -n auto @tests/quick.txt",),
    ),
    "long": Task("run the tests that take longer", ("-m pytest -q -n auto -m long",)),
    "test-postgres": Task(
        "run the tests on a real PostgreSQL",
        ("-m tests.on_postgres",),
    ),
    "check": Task(
        "style, types, and who may import whom",
        (*STYLE, "-m mypy", "-m pytest -q tests/test_imports.py"),
    ),
    "style": Task("style alone, as before each commit", STYLE),
    "format": Task(
        "write the code in the project's style", ("-m ruff check --fix .", "-m ruff format .")
    ),
    "gallery": Task(
        "write every letter in every language, to leaf through", ("-m pbem gallery",), here=True
    ),
    "language": Task(
        "tell what a language's folder lacks, what means two things, and what is read in it",
        ("-m tests.languages",),
    ),
    "train": Task(
        "learn from rows of answers what speaks for yes and no, and tell how others are read",
        ("-m tests.training",),
    ),
    "messages": Task(
        "bring the catalogues of all languages up to date with the templates",
        ("-m tests.messages",),
    ),
    "guides": Task(
        "write the players' pages of docs/ from what the mails say", ("-m tests.guides",)
    ),
    "odds": Task("write docs/ODDS.md, what bids are worth, from self-play", ("-m tests.odds",)),
    "pictures": Task(
        "draw the letters that README and the players' pages show, where they have changed",
        ("-m tests.pictures",),
    ),
    "docs": Task(
        "write the pages of the engine's API into build/api",
        # pdoc warns of the NamedTuple, whose annotations it cannot see.
        (
            "-W ignore::UserWarning -m pdoc --docformat markdown --output-directory build/api"
            " engine !engine[.]",
        ),
    ),
    "release": Task(
        "test, build and try the version that is named, of what is committed",
        ("-m tests.release",),
    ),
    "chances": Task(
        "shuffle a million times: is every card as likely everywhere?", ("-u -m tests.chances",)
    ),
    "torture-workers": Task(
        "kill servers that share a PostgreSQL, at random, while 200 games are played",
        ("-u -m tests.torture.many",),
    ),
    "torture-failover": Task(
        "kill the PostgreSQL under two servers and promote its standby, three times, under load",
        ("-u -m tests.torture.failover",),
    ),
    "simulate": Task(
        "live whole worlds from a seed: people, post, chance, and whatever may fail in them",
        ("-u -m tests.simulated",),
    ),
    "bench": Task(
        "measure speed, as ratios in one run; all or some parts, `--write` to docs/SCALE.md",
        ("-m tests.bench",),
        "bench",
    ),
    "walk": Task(
        "follow one answer through the house, hop by hop: a card, words, or a deadline",
        ("-m tests.walk",),
    ),
    "pbem": Task("run the server's own command line", ("-m pbem",), here=True),
}


def main(words: list[str]) -> int:
    """Run the task named by the first word, or two; the others are for its last command."""
    if sys.version_info < (3, 11):
        print(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    name, more = named(words)
    if name not in TASKS:
        print("usage: python3 dev.py TASK [ARGUMENT ...]\n\ntasks:")
        print("\n".join(f"  {name:15} {task.about}" for name, task in TASKS.items()))
        return 0 if words in ([], ["-h"], ["--help"]) else 2
    task = TASKS[name]
    try:
        python = prepare(task.extra)
        for command in task.commands:
            extra = more if command == task.commands[-1] else []
            folder = None if task.here else ROOT
            called = {"PBEM_CALLED": f"python3 {sys.argv[0]} pbem"} if words[0] == "pbem" else {}
            code = subprocess.call(
                [str(python), *command.split(), *extra], cwd=folder, env=compiling(python) | called
            )
            if code:
                return code
    except subprocess.CalledProcessError as problem:
        print(f"The project could not be installed: see what pip says above ({problem}).")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def named(words: list[str]) -> tuple[str, list[str]]:
    """The name of a task, of two words where there is such a one, and the words that are left."""
    two = " ".join(words[:2])
    return (two, words[2:]) if two in TASKS else (" ".join(words[:1]), words[1:])


def prepare(extra: str) -> Path:
    """The Python that has the project installed, with its environment made where none is.

    subprocess.CalledProcessError if it cannot be installed.
    """
    venv_folder = environment(ROOT, sys.version_info[:2])
    python = venv_folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = fingerprint()
    stamp = venv_folder / f"installed-{extra}"
    if python.exists() and stamp.exists() and stamp.read_text() == wanted:
        return python
    print(f"Installing into {venv_folder} (once; later runs start at once) ...", file=sys.stderr)
    if not python.exists():
        venv.create(venv_folder, with_pip=True, clear=venv_folder.exists())
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.check_call(
        [*pip, "-c", "constraints.txt", "-e", f".[{extra}]"], cwd=ROOT, stdout=sys.stderr
    )
    stamp.write_text(wanted)
    return python


def compiling(python: Path) -> dict[str, str]:
    """The variables here, with what Python compiles kept beside it, even where none is to be kept.

    Half of a test that starts a server is compiling otherwise; the project stays as it is.
    """
    kept = {"PYTHONPYCACHEPREFIX": str(python.parent.parent / "bytecode")}
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | kept


def environment(root: Path, version: tuple[int, int]) -> Path:
    """The folder of a Python version's environment: `.venv` if that is free or its own."""
    made_by = root / ".venv" / "pyvenv.cfg"
    name = ".".join(map(str, version))
    if not made_by.exists() or f"\nversion = {name}." in made_by.read_text():
        return root / ".venv"
    return root / ".venvs" / name


def fingerprint() -> str:
    """A digest of everything that decides what is installed."""
    digest = hashlib.sha256(sys.version.encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

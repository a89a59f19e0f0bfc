"""The server of this tree beside that of a revision: in turn, on the same core."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measure import CannotCompare, Row, beside

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5

_MOVES = """\
import io, pathlib, tempfile
from pbem.logs import log_to
from tests.bench import moves
log_to(io.StringIO())
with tempfile.TemporaryDirectory() as folder, moves.alone() as core:
    print(moves._served(pathlib.Path(folder), core)[1])
"""
"""Each tree drives its own server with its own bench; both print moves a second."""


def rows(revision: str) -> Iterator[Row]:
    """Moves a second of this tree beside those of a revision, with the spread of the ratio.

    CannotCompare if there is no such revision, or its bench cannot run.
    """
    with _worktree(revision) as then:
        _run(then, sys.executable, "dev.py", "pbem", "--version")
        theirs = str(then / ".venv" / "bin" / "python")
        rates = [(_moves(ROOT, sys.executable), _moves(then, theirs)) for _ in range(ROUNDS)]
    ours, other = zip(*rates, strict=True)
    what = f"moves from SMTP in to mail handed on, {ROUNDS} rounds in turn"
    yield beside(what, ours, "{:.1f}/s", revision, other)


def _moves(tree: Path, python: str) -> float:
    return float(_run(tree, python, "-c", _MOVES).split()[-1])


@contextmanager
def _worktree(revision: str) -> Iterator[Path]:
    """The files of a revision in a folder of their own, with no trace left behind."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "tree"
        _run(ROOT, "git", "worktree", "add", "--quiet", "--detach", str(folder), revision)
        try:
            yield folder
        finally:
            _run(ROOT, "git", "worktree", "remove", "--force", str(folder))


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise CannotCompare(f"`{command[0]}` failed there: {' '.join(last)}")
    return done.stdout

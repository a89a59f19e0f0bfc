"""A game as a file: which kinds there are, by the ends of their names."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pbem.exports.as_text import words_of
from pbem.exports.sheet_files import SheetFile, sheet_file
from pbem.letters.render import Templates
from pbem.letters.speech import Speech
from pbem.results.shown import CannotExport, ShownGame

Writer = Callable[[ShownGame, Templates, Speech], bytes]


def _sheet(kind: SheetFile, shown: ShownGame, templates: Templates, said: Speech) -> bytes:
    seen = shown.view
    rules = templates.rules(seen.rules, seen.players, said.code)
    return sheet_file(kind, shown.sheet, rules, said)


WRITERS: dict[str, Writer] = {
    ".txt": words_of,
    **{kind.value: partial(_sheet, kind) for kind in SheetFile},
}
"""What writes a game that everybody may read, by the suffix of the file."""


def writer_for(file: Path) -> Writer:
    """What writes files of this name; CannotExport if nothing does."""
    try:
        return WRITERS[file.suffix.lower()]
    except KeyError:
        known = " ".join(sorted([".json", *WRITERS]))
        raise CannotExport(f"{file} has none of the endings that can be written: {known}") from None


def put(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file whole or not at all, over one that is there; CannotExport if it cannot be.

    Only its owner can read it, unless `mode` says otherwise.
    """
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "wb") as writing:
                writing.write(content)
            Path(name).chmod(mode)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise CannotExport(f"{file} cannot be written: {problem.strerror}") from problem

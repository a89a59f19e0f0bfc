"""One folder a language: what is typed in it, what its mail programs write, what letters say.

`answers.toml`     what players send; a language with this file is one that we read
`organisers.toml`  how organisers begin a line
`operators.toml`   how the operator of a server does
`quoting.toml`     how mail programs quote and sign; there are more of these than we read
`letters.po`       the sentences of letters; those of English stand in the templates
`weights.tsv`      what the words of answers to invitations speak for; `dev.py train` writes it

What the lists of a file mean is told at the top of the English one.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any


def file(language: str, name: str) -> Traversable:
    """A file of a language, whether it is there or not: `file("fr", "letters.po")`."""
    return files(__name__) / language / name


@cache
def read(language: str, name: str) -> dict[str, Any]:
    """What a file of a language holds: `read("fr", "answers.toml")`. FileNotFoundError for none."""
    return tomllib.loads(file(language, name).read_text("utf-8"))


@cache
def having(name: str) -> tuple[str, ...]:
    """The languages that have such a file, in the order in which English names them; others last.

    >>> having("letters.po")
    ('fr', 'de', 'it', 'es', 'nl', 'ro')
    """
    found = sorted(each.name for each in files(__name__).iterdir() if (each / name).is_file())
    named = [code for code in read("en", "answers.toml")["languages"] if code in found]
    return tuple(dict.fromkeys([*named, *found]))


def spoken() -> tuple[str, ...]:
    """The languages that we read, English first."""
    return having("answers.toml")


def translated() -> tuple[str, ...]:
    """The languages that we write, English first; a player's is one of them."""
    return ("en", *having("letters.po"))

"""What the taps of a letter are read against."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pbem.commands.player.handlers import NAMING
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import read_against
from pbem.letters.page import AnyPage
from pbem.orders.keywords import Ask
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected, Lettering, Notation, Reading


def read_back(name: str, page: AnyPage, code: str, language: str = "en") -> Expected:
    """What an answer with a `code` to a page of the gallery, by its name, is read against.

    A number is a bid, whatever else the letter asks. What is English is code, as in subjects.
    """
    ask = None if code.isdigit() else page.asks
    expected = read_against().get(name, Expected(ask or Ask.BID, today=NOW.date()))
    notation = Notation(Lettering.ENGLISH) if language == "en" else None
    return replace(expected, language=language, notation=notation, naming=NAMING)


@cache
def read_once(lines: tuple[str, ...], expected: Expected) -> tuple[Reading, ...]:
    """What lines say, read once: most taps of one letter are those of any other."""
    return read_answer(lines, expected)

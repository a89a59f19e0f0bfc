"""The lines by which an operator orders something of the server: whom it hears, whose a game is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from pbem.languages import read
from pbem.orders.organiser.words import is_nothing
from pbem.orders.text import Tokens, tokens, unquoted
from pbem.orders.words import phrases

_FILE = "operators.toml"
_MOST_LINES = 20


class ServerOrder(StrEnum):
    """What can be ordered, by the list of its words in `operators.toml`."""

    BLOCK = "block"
    UNBLOCK = "unblock"
    BLOCKS = "blocks"
    ADOPT = "adopt"


@dataclass(frozen=True, slots=True)
class ServerLine:
    """One line of a mail: `order` is None if it orders nothing, `rest` what stands behind it."""

    written: str
    order: ServerOrder | None = None
    rest: str = ""


def read_server_lines(lines: Sequence[str], language: str) -> tuple[ServerLine, ...]:
    """What each line orders; greetings are left out.

    >>> read_server_lines(["Hello", "block eve@cards.example spam"], "de")[0].rest
    'eve@cards.example spam'
    """
    return tuple(_line(one, language) for one in lines[:_MOST_LINES] if not is_nothing(one))


def server_line(order: ServerOrder, rest: str, language: str) -> str:
    """A line as somebody types it who speaks a language.

    >>> server_line(ServerOrder.BLOCK, "@cards.example", "fr")
    'bloquer @cards.example'
    """
    words: list[str] = read(language, _FILE)[order]
    return f"{words[0]} {rest}".rstrip()


def _line(written: str, language: str) -> ServerLine:
    parts = unquoted(" ".join(written.split()).rstrip(" .!")).rstrip(" .!").split()
    known = _known(language)
    for size in range(len(parts), 0, -1):
        order = known.get(tokens(" ".join(parts[:size])))
        if order is not None:
            return ServerLine(written, order, " ".join(parts[size:]))
    return ServerLine(written)


@cache
def _known(language: str) -> Mapping[Tokens, ServerOrder]:
    """The phrases of a language, and the English ones."""
    return {
        phrase: ServerOrder(name)
        for each in ("en", language)
        for name, some in read(each, _FILE).items()
        for written in some
        for phrase in phrases(written)
    }

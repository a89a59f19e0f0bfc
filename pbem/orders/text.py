"""What people type, made comparable: one spelling of every letter, and the tokens of a line."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

Tokens = tuple[str, ...]
"""The words, numbers and signs of a line, in order."""

MOST_CHARACTERS = 400
"""A longer line is no answer."""

_ALIKE = {
    **dict.fromkeys("’‘ʼ´`′", "'"),
    **dict.fromkeys("«»„“”‟‹›", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("¡¿", " "),
    "œ": "oe",
    "æ": "ae",
    "ø": "o",
    "★": "*",  # as mails print a joker
    "ł": "l",
    "đ": "d",
    "ı": "i",
}
_FOLDED = str.maketrans(_ALIKE)
_FACE = re.compile(r"(?<![\w:])(?:[:;=]'?-?[)(dp*3|/]+|<3+|\^\^|xd)(?!\w)")
_SUIT_SIGNS = "♠♤♥♡❤♦♢♣♧"
_LAST_TYPED = 0x2190
"""Above are pictures; below, signs that a keyboard has."""

_REFUSING = "👎❌🚫🙅⛔"
_JOINED = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_MARKS = '«»„“”‟‹›"'
_QUOTED = re.compile(rf"\s*[{_MARKS}]\s*([^{_MARKS}]*[^{_MARKS}\s])\s*[{_MARKS}][.!]?\s*")
_TOKEN = re.compile(
    rf"[{_SUIT_SIGNS}]"
    r"|\*[12](?![\w*])"  # a joker's code; otherwise a star is only emphasis
    r"|(?<![^\W_])(?:[cdjlmnst]|(?:puis|lors|quoi)?qu|d?all|dell|nell|sull|un)'"  # j'annonce
    r"(?=[^\W\d_]|$)"
    r"|[^\W_]+(?:'[^\W_]+)*"
    r"|[^\w\s]|_"
)


def fold(text: str) -> str:
    """The text without case, accents, doubled blanks, invisible signs and typographic quotes.

    A hyphen between two letters becomes a blank: `Herz-Dame` is `herz dame`. Faces and pictures
    go, but for those of suits and those that refuse.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_FOLDED)).casefold()
    apart = unicodedata.normalize("NFKD", plain.translate(_FOLDED))
    bare = "".join(map(_seen, apart)).translate(_FOLDED)
    return _JOINED.sub(" ", " ".join(_FACE.sub(" ", bare).split()))


def _seen(sign: str) -> str:
    """A sign as it counts: nothing of what only marks another, a blank for a picture."""
    match unicodedata.category(sign):
        case "Mn" | "Me" | "Cf":
            return ""
        case "So" | "Sk" if sign not in _SUIT_SIGNS + _REFUSING and ord(sign) > _LAST_TYPED:
            return " "
        case _:
            return sign


def unquoted(line: str) -> str:
    """A line without a pair of quotation marks around all of it, as letters print words to send.

    >>> unquoted(" « status » "), unquoted("„2“!"), unquoted('"x" and "y"')
    ('status', '2', '"x" and "y"')
    """
    found = _QUOTED.fullmatch(line)
    return found[1] if found else line


def tokens(text: str) -> Tokens:
    """The tokens of a line: words and numbers as written, every other sign on its own."""
    return _kept(text) if len(text) <= MOST_CHARACTERS else _taken_apart(text)


def _taken_apart(text: str) -> Tokens:
    return tuple(_TOKEN.findall(fold(text)))


_kept = lru_cache(maxsize=256)(_taken_apart)
"""A line is asked for its tokens by each reader in turn."""


def without(line: Tokens, signs: str) -> Tokens:
    """A line without some of its signs."""
    return tuple(token for token in line if token not in signs)

"""What was only a joke: `all of them! No, kidding. 2`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.orders.text import tokens
from pbem.orders.words import match, with_english

_CLAUSES = re.compile(r"[.,!?;:()\n]+|\s[-\u2013\u2014]+\s")
_MOST_CHARACTERS = 600


def after_a_joke(lines: Sequence[str], language: str) -> list[str]:
    """What is said behind the last word that tells of a joke, line by line; nothing if none does.

    >>> after_a_joke(["All seven! Just kidding, 2", "Anna"], "en")
    ['2', 'Anna']
    """
    text = "\n".join(lines)
    known = with_english(language).doubt
    if len(text) > _MOST_CHARACTERS:
        return []
    ends = [*(sign.span() for sign in _CLAUSES.finditer(text)), (len(text), len(text))]
    begin, found = 0, ""
    for end, begins in ends:
        said = tokens(text[begin:end])
        for at in range(len(said)):
            if length := match(known, said, at, ("joke",))[1]:
                found = " ".join(said[at + length :]) + text[end:]
        begin = begins
    return [line for line in found.lstrip(" \n.,!?;:()").split("\n") if line.strip()]

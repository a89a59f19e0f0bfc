"""Words that lose their vowel before a name: French `la place d'Ilie`, `de Ruth`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.orders.text import fold

_WORDS = {"fr": re.compile(r"\b([Dd]|[Qq]u)e (?=%\((\w+)\)s)")}
_NAMES = ("name", "names", "other", "who", "organiser", "winner", "player", "game", "league")
_VOWELS = tuple("aeiou")


def elided(language: str, sentence: str, values: Mapping[str, object]) -> str:
    """A sentence of a catalogue with such words as they stand before the names it will hold.

    >>> elided("fr", "la place de %(name)s", {"name": "Ilie"})
    "la place d'%(name)s"
    >>> elided("fr", "la place de %(name)s", {"name": "Ruth"})
    'la place de %(name)s'
    """
    words = _WORDS.get(language)
    if words is None:
        return sentence

    def before(found: re.Match[str]) -> str:
        name = values.get(found[2]) if found[2] in _NAMES else None
        return f"{found[1]}'" if fold(str(name or "")).startswith(_VOWELS) else found[0]

    return words.sub(before, sentence)

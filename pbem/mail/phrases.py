"""How mail programs quote and sign, in all languages with a `quoting.toml`, folded, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from pbem.languages import having, read

_FILE = "quoting.toml"
_HEADERS = ("from", "date", "to", "copy", "subject")


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of all languages together, casefolded.

    `headers` tells what kind of line a name before a colon begins; a tagline is what stands before
    and what stands after the words that vary.
    """

    opens: frozenset[str]
    wrote: tuple[str, ...]
    self: tuple[str, ...]
    headers: dict[str, str]
    original: frozenset[str]
    forwarded: frozenset[str]
    taglines: tuple[tuple[str, str], ...]


@cache
def phrases() -> Phrases:
    """Everything that mail programs write in any language."""
    tables = tuple(read(language, _FILE) for language in having(_FILE))
    taglines = [line.partition("…") for line in _all(tables, "taglines")]
    return Phrases(
        opens=frozenset(_all(tables, "opens")),
        wrote=tuple(_all(tables, "wrote")),
        self=tuple(_all(tables, "self")),
        headers={name: kind for kind in _HEADERS for name in _all(tables, kind)},
        original=frozenset(_all(tables, "original")),
        forwarded=frozenset(_all(tables, "forwarded")),
        taglines=tuple(sorted({(before, after) for before, _, after in taglines})),
    )


def _all(tables: tuple[dict[str, Any], ...], name: str) -> list[str]:
    """The lists of one name from every language, casefolded, each phrase once."""
    listed = chain.from_iterable(table.get(name, ()) for table in tables)
    return list(dict.fromkeys(phrase.casefold() for phrase in listed))

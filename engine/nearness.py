"""What somebody may have meant who wrote a word that nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

_MOST = 3


def nearest(word: str, known: Mapping[str, str], *, alike: float = 0.0) -> tuple[str, ...]:
    """The three, or fewer, whose looks come nearest to a word; `known` has them by their looks.

    Only those that are `alike` to such a degree, from 0 to 1.

    >>> nearest("wizzard", {"wizard": "wizard", "blizzard": "storm", "clag": "clag"}, alike=0.5)
    ('wizard', 'storm')
    """
    found = get_close_matches(word, known, len(known) or 1, alike)
    return tuple(dict.fromkeys(known[one] for one in found))[:_MOST]

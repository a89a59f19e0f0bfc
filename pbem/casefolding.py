"""When two mail addresses are the same, whatever their case."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def folded(address: str) -> str:
    """An address, or a part of one, with the letters of ASCII in lower case and all others as are.

    Unicode would make other signs into those of an address: `str.lower` takes the sign for Kelvin
    for a k, so that the mail of somebody who owns that other domain would be the player's.

    >>> folded("Karl@CARDS.example")
    'karl@cards.example'
    >>> folded("\\N{KELVIN SIGN}arl@cards.example") == folded("karl@cards.example")
    False
    """
    return address.translate(_LOWER)

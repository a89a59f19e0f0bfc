"""Tokens: what an answer address carries, so that an answer belongs to exactly one question.

A token is a purpose letter, a row's number and 80 bits of HMAC-SHA256 under a key of that purpose,
in lower-case letters and digits that nobody mistakes (no l, o, 0, 1). Local parts may be folded in
case on their way, so reading ignores case. New tokens are made with the newest master key; those
made with an older one are still read.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from enum import StrEnum

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_MAC_LENGTH = 16


class Purpose(StrEnum):
    """What a token is for; each has a key of its own."""

    QUESTION = "q"
    SEAT = "s"
    BOUNCE = "b"
    AGAIN = "a"
    MESSAGE = "m"
    WAS_THAT_YOU = "w"
    CONFIRM_ADDRESS = "c"
    OBJECT_ADDRESS = "r"
    REGISTER = "j"
    ORGANISER = "g"
    CONSENT = "k"


_PURPOSES = {purpose.value: purpose for purpose in Purpose}
_SIGNS = set(_ALPHABET)


@dataclass(frozen=True, slots=True)
class Token:
    """A purpose and the number of the row it names."""

    purpose: Purpose
    number: int


@dataclass(frozen=True, slots=True)
class Keys:
    """The server's master key, from which each purpose has its own; `old` are those before it."""

    master: bytes
    old: tuple[bytes, ...] = ()

    def mint(self, purpose: Purpose, number: int) -> str:
        """The token for a row, 18 characters or a few more."""
        return f"{purpose}{_digits(number)}{_mac(self.master, purpose, str(number))}"

    def seal(self, name: str) -> str:
        """What makes a name that anybody could guess one that only we can have written."""
        return _mac(self.master, Purpose.MESSAGE, name)

    def read(self, text: str) -> Token | None:
        """The token a text is, or None if it is not one of ours."""
        text = text.lower()
        letter, digits, mac = text[:1], text[1:-_MAC_LENGTH], text[-_MAC_LENGTH:]
        if letter not in _PURPOSES or not 1 <= len(digits) <= 12 or not set(digits) <= _SIGNS:
            return None
        number = 0
        for sign in digits:
            number = number * 32 + _ALPHABET.index(sign)
        purpose = _PURPOSES[letter]
        said = mac.encode("utf-8", "replace")
        known = [_mac(key, purpose, str(number)).encode() for key in (self.master, *self.old)]
        same = [hmac.compare_digest(one, said) for one in known]
        return Token(purpose, number) if any(same) else None


def _mac(master: bytes, purpose: Purpose, name: str) -> str:
    key = hmac.digest(master, b"key " + purpose.encode(), hashlib.sha256)
    mac = hmac.digest(key, f"v1|{purpose}|{name}".encode(), hashlib.sha256)
    return _digits(int.from_bytes(mac[:10], "big")).rjust(_MAC_LENGTH, _ALPHABET[0])


def _digits(number: int) -> str:
    signs = ""
    while number or not signs:
        number, rest = divmod(number, 32)
        signs = _ALPHABET[rest] + signs
    return signs

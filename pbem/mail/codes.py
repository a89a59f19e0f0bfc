"""Codes: what an answer address carries, so that an answer belongs to exactly one question.

A code is 80 random bits, which say nothing, and 40 bits of HMAC-SHA256 under the server's key, in
lower-case letters and digits that nobody mistakes (no l, o, 0, 1). What it is about stands in the
database alone. The MAC tells without the database that a code is one of ours, even one that a
database put back to an earlier copy has never heard of. Local parts may be folded in case on their
way, so reading ignores case. New MACs are made with the newest master key; those made with an older
one are still read.

Codes were once a purpose letter, a row's number and 80 bits of HMAC-SHA256 under a key of that
purpose. Those in people's mailboxes are still read.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_RANDOM_BYTES = 10
_MAC_LENGTH, _OLD_MAC_LENGTH = 8, 16

RANDOM_LENGTH = 16
"""So many signs hold the random part of a code."""

Chance = Callable[[int], bytes]
"""Gives so many random bytes."""

Signs = NewType("Signs", str)
"""The random part of a code."""


class Purpose(StrEnum):
    """What a code is for, and until when an answer under it counts."""

    QUESTION = "q"
    """Until it is answered; then it is good for as much as `Power` says."""

    SEAT = "s"
    """Until the codes of its player are renewed."""

    ORGANISER = "g"
    """As long as somebody organises the game."""

    OPERATOR = "p"
    """As long as the server has that operator."""

    BOUNCE = "b"
    AGAIN = "a"
    """Always."""

    WATCH = "v"
    """As long as somebody watches the game; then it tells that nobody does."""

    SCORES = "e"
    """Always: a line corrects a line of an evening long ago."""

    AT_TABLE = "i"
    """Always, until somebody says that it was somebody else."""

    CONSENT = "k"
    """Until all have agreed to go back, or one has not."""

    ADOPT = "d"
    """Until somebody organises the game, or it is settled that nobody else does."""

    CONFIRM_ACT = "y"
    CONFIRM_ADDRESS = "c"
    REGISTER = "j"
    TAKE_SEAT = "t"
    """Until the first yes or no, for seven days."""

    OBJECT_ADDRESS = "r"
    """Until the first no, for seven days."""

    KEEP_SEAT = "h"
    """Until somebody has the seat, for a day."""

    WAS_THAT_YOU = "w"
    """Until the first yes or no."""

    UNSAY = "u"
    """Until everybody has read the words."""


_PURPOSES = {purpose.value: purpose for purpose in Purpose}
_SIGNS = set(_ALPHABET)


@dataclass(frozen=True, slots=True)
class Token:
    """What a code is about: a purpose and the number of the row it names."""

    purpose: Purpose
    number: int


def draw(chance: Chance) -> Signs:
    """The random part of a new code, or of a Message-ID."""
    return Signs(_written(chance(_RANDOM_BYTES)))


@dataclass(frozen=True, slots=True)
class Keys:
    """The server's master key; `old` are those before it, the newest first."""

    master: bytes
    old: tuple[bytes, ...] = ()

    def code(self, signs: Signs) -> str:
        """A code as it stands in addresses and tags, 24 signs."""
        return signs + _mac(self.master, signs)

    def name(self, what: str) -> str:
        """A name for something that is always the same, and says nothing of what it names."""
        made = hmac.digest(self._all[-1], b"name|" + what.encode(), hashlib.sha256)
        return _written(made[:_RANDOM_BYTES])

    def read(self, text: str) -> Signs | Token | None:
        """The code a text is, or None if it is not one of ours.

        One of the old form tells what it is about by itself.
        """
        text = text.lower()
        if not text.isascii() or not set(text) <= _SIGNS:
            return None
        signs, mac = Signs(text[:RANDOM_LENGTH]), text[RANDOM_LENGTH:]
        if len(mac) == _MAC_LENGTH and self._made(mac, (_mac(key, signs) for key in self._all)):
            return signs
        return self._read_old(text)

    def _read_old(self, text: str) -> Token | None:
        letter, digits, mac = text[:1], text[1:-_OLD_MAC_LENGTH], text[-_OLD_MAC_LENGTH:]
        if letter not in _PURPOSES or not 1 <= len(digits) <= 12:
            return None
        number = sum(_ALPHABET.index(sign) << 5 * at for at, sign in enumerate(reversed(digits)))
        token = Token(_PURPOSES[letter], number)
        return token if self._made(mac, (_old_mac(key, token) for key in self._all)) else None

    @property
    def _all(self) -> tuple[bytes, ...]:
        return self.master, *self.old

    @staticmethod
    def _made(said: str, known: Iterator[str]) -> bool:
        """Whether a MAC is one of some, in a time that does not tell how near it is."""
        same = [hmac.compare_digest(one, said) for one in known]
        return any(same)


def _mac(master: bytes, signs: Signs) -> str:
    return _written(hmac.digest(master, b"code|" + signs.encode(), hashlib.sha256)[:5])


def _old_mac(master: bytes, token: Token) -> str:
    key = hmac.digest(master, b"key " + token.purpose.encode(), hashlib.sha256)
    said = f"v1|{token.purpose}|{token.number}".encode()
    return _written(hmac.digest(key, said, hashlib.sha256)[:10])


def _written(some: bytes) -> str:
    """Bytes in our signs, of which each has five bits."""
    number, count = int.from_bytes(some, "big"), len(some) * 8 // 5
    return "".join(_ALPHABET[number >> 5 * at & 31] for at in reversed(range(count)))

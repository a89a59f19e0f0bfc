"""Cards and packs: what can be dealt, and the two-character code every file and test writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""


class Suit(StrEnum):
    """The four suits, each by its English letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(IntEnum):
    """The thirteen ranks; a higher rank has the higher value."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def sign(self) -> str:
        """One character: `2` to `9`, `T`, `J`, `Q`, `K`, `A`."""
        return "23456789TJQKA"[self - 2]


_RANKS = {rank.sign: rank for rank in Rank}


class Card(NamedTuple):
    """One card: rank, then suit, as in its code `QH`.

    >>> Card.parse("TD")
    TD
    >>> Card.parse("TD").rank.name
    'TEN'
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card a code names; ValueError for anything but rank sign and suit letter."""
        if len(code) == 2 and code[0] in _RANKS and code[1] in "CDHS":
            return cls(_RANKS[code[0]], Suit(code[1]))
        raise ValueError(f"not a card: {code!r}")

    def __str__(self) -> str:
        return f"{self.rank.sign}{self.suit}"

    def __repr__(self) -> str:
        return str(self)


Hand = tuple[Card, ...]
"""The cards a seat holds, in the order they came."""


def cards(codes: str) -> Hand:
    """The cards of a row of codes, as tests and records write them: `cards("QH 2C")`."""
    return tuple(Card.parse(code) for code in codes.split())


def codes(some: Iterable[Card]) -> str:
    """The row of codes for some cards; the inverse of `cards`."""
    return " ".join(map(str, some))


class PackKind(StrEnum):
    """Which maker's pack is on the table."""

    FRENCH = "french"
    SPANISH = "spanish"
    WIZARD = "wizard"


@dataclass(frozen=True, slots=True)
class Pack:
    """Axis: the cards that are shuffled. The standard pack has 52.

    `lowest` cuts the low ranks of every suit off (Rank.SIX leaves 36 cards); a Spanish pack has no
    8, 9 and 10. `added` doubles so many of the lowest cards, `removed` takes so many of them out;
    `jokers` adds jokers. Cards that are set aside unseen need no field: they are the stock.
    """

    kind: PackKind = PackKind.FRENCH
    lowest: Rank = Rank.TWO
    added: int = 0
    removed: int = 0
    jokers: int = 0

    def cards(self) -> Hand:
        """Every card of the pack, doubled ones twice, clubs first, low to high."""
        spanish = self.kind is PackKind.SPANISH
        whole = [
            Card(rank, suit)
            for suit in Suit
            for rank in Rank
            if rank >= self.lowest and not (spanish and rank in _NOT_SPANISH)
        ]
        by_rank = sorted(whole, key=lambda card: (card.rank, card.suit))
        gone = set(by_rank[: self.removed])
        kept = [card for card in whole if card not in gone]
        return tuple(
            sorted([*kept, *by_rank[: self.added]], key=lambda card: (card.suit, card.rank))
        )


_NOT_SPANISH = (Rank.EIGHT, Rank.NINE, Rank.TEN)

STANDARD_PACK = Pack()
"""The 52 cards of the standard game."""

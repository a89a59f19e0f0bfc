"""Cards and packs: what can be dealt, and the two-character code every file and test writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from typing import NamedTuple, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""


class Suit(StrEnum):
    """The four suits, each by its English letter, and what the cards without a suit are counted as.

    Jokers are a suit of their own in some games (Brader); wizards and jesters never are.
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    JOKERS = "*"
    WIZARDS = "W"
    JESTERS = "X"


SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The four suits every pack has."""


class Rank(IntEnum):
    """The thirteen ranks; a higher rank has the higher value.

    Jokers, wizards and jesters are numbered from one instead, only to tell them apart.
    """

    ONE = 1
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
        """One character: `2` to `9`, `T`, `J`, `Q`, `K`, `A`; `1` numbers a joker."""
        return "123456789TJQKA"[self - 1]


RANKS = tuple(rank for rank in Rank if rank > Rank.ONE)
"""The thirteen ranks of a suit, from the two up."""

_RANKS = {rank.sign: rank for rank in Rank}


class Card(NamedTuple):
    """One card: rank, then suit, as in its code `QH`.

    A card without a suit is a sign and its number: jokers `*1 *2`, wizards `W1` to `W4`, jesters
    `X1` to `X4`.

    >>> Card.parse("TD")
    TD
    >>> Card.parse("TD").rank.name
    'TEN'
    >>> Card.parse("*2").suit.name
    'JOKERS'
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card a code names; ValueError for anything else."""
        try:
            return _BY_CODE[code]
        except KeyError:
            raise ValueError(f"not a card: {code!r}") from None

    @property
    def plain(self) -> bool:
        """Whether it has a suit and a rank: no joker, wizard or jester."""
        return self.suit in SUITS

    def __str__(self) -> str:
        return f"{self.rank.sign}{self.suit}" if self.plain else f"{self.suit}{self.rank.sign}"

    def __repr__(self) -> str:
        return str(self)


def _numbered(suit: Suit, count: int) -> list[Card]:
    """So many cards without a suit: the first is number one."""
    return [Card(Rank(number), suit) for number in range(1, count + 1)]


MOST_JOKERS = 2
_WIZARDS = [*_numbered(Suit.WIZARDS, 4), *_numbered(Suit.JESTERS, 4)]
_BY_CODE = {
    str(card): card
    for card in (
        *(Card(rank, suit) for suit in SUITS for rank in RANKS),
        *_numbered(Suit.JOKERS, MOST_JOKERS),
        *_WIZARDS,
    )
}

Hand = tuple[Card, ...]
"""The cards a seat holds, in the order they came."""


def cards(codes: str) -> Hand:
    """The cards of a row of codes, as tests and records write them.

    >>> cards("QH 2C")
    (QH, 2C)
    """
    return tuple(Card.parse(code) for code in codes.split())


def codes(some: Iterable[Card]) -> str:
    """The row of codes for some cards; the inverse of `cards`.

    >>> codes(Pack(lowest=Rank.ACE).cards())
    'AC AD AH AS'
    """
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
    8, 9 and 10, a Wizard pack has four wizards and four jesters more. `added` doubles so many of
    the lowest cards, `removed` takes so many of them out; `jokers` adds one or two. Cards that are
    set aside unseen need no field: they are the stock.
    """

    kind: PackKind = PackKind.FRENCH
    lowest: Rank = Rank.TWO
    added: int = 0
    removed: int = 0
    jokers: int = 0

    def cards(self) -> Hand:
        """Every card, clubs first, low to high, doubled ones twice; cards without a suit last."""
        return _cards_of(self)


@cache
def _cards_of(pack: Pack) -> Hand:
    spanish = pack.kind is PackKind.SPANISH
    whole = [
        Card(rank, suit)
        for suit in SUITS
        for rank in RANKS
        if rank >= pack.lowest and not (spanish and rank in _NOT_SPANISH)
    ]
    by_rank = sorted(whole, key=lambda card: (card.rank, card.suit))
    gone = set(by_rank[: pack.removed])
    kept = [card for card in whole if card not in gone]
    suited = sorted([*kept, *by_rank[: pack.added]], key=lambda card: (card.suit, card.rank))
    wizards = _WIZARDS if pack.kind is PackKind.WIZARD else []
    return (*suited, *_numbered(Suit.JOKERS, pack.jokers), *wizards)


_NOT_SPANISH = (Rank.EIGHT, Rank.NINE, Rank.TEN)

STANDARD_PACK = Pack()
"""The 52 cards of the standard game."""

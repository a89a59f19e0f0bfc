"""Letters that explain: how to play by mail, and each topic of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Card, Hand, Rank, Rules, Suit
from pbem.letters.page import Page
from pbem.letters.parts import Offer

TOPICS = ("rules", "cards", "bids", "plans", "away", "settings", "organiser")
"""What can be asked for after `help`; the words for it are in `pbem/orders/words`."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A card that somebody leads: what may be played to it of some hand, and what would take it."""

    led: Card
    open: Hand
    takes: Hand


@dataclass(frozen=True, slots=True)
class Points:
    """What a bid and the tricks taken bring."""

    bid: int
    taken: int
    points: int


@dataclass(frozen=True, slots=True)
class Blocked:
    """A bid that the last bidder may not make: in a deal of `size`, after bids of `total`."""

    size: int
    total: int
    bid: int


@dataclass(frozen=True, slots=True)
class Help(Page):
    """How to play by mail, or a topic of it; empty for all in short.

    The examples are of `cards`, the reader's own if `own`. `notation` is whose letters we read,
    `settings` are the lines that can be sent, each with its setting and the value it sets.
    """

    topic: str
    mailbox: str
    players: int
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    hold: int
    follows: bool
    away_days: int
    spare_hours: int
    cards: Hand
    own: bool
    trump: Suit | None
    samples: tuple[Sample, ...]
    points: tuple[Points, ...]
    blocked: Blocked | None
    notation: str
    settings: tuple[tuple[str, str, str], ...]
    topics: tuple[tuple[str, Offer], ...]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Those that have a name of their own."""
        return (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The four suits, from the highest."""
        return (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

    @property
    def taps(self) -> dict[str, str]:
        """The link for each line that asks for another topic."""
        return {offer.words: offer.tap for _, offer in self.topics}

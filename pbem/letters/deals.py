"""A deal as a letter shows it: the table, the tricks, the bids, how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Card, Suit
from engine.specials import Call
from pbem.letters.badges import Seated
from pbem.letters.parts import Answered, HandCard, Offer, Opened
from pbem.letters.race import Standing, race_of
from pbem.letters.unasked import Unasked


@dataclass(frozen=True, slots=True)
class BidTap:
    """One number of tricks to bid; `tap` is None when the hook blocks it."""

    tricks: int
    tap: str | None


@dataclass(frozen=True, slots=True)
class WithLead:
    """A card that takes the trick, and the card led to the next in the same answer."""

    card: Card
    lead: Card
    tap: str


@dataclass(frozen=True, slots=True)
class Place(Seated):
    """One player's place in the trick under way. `card` is None when it has not been played."""

    you: bool
    card: Card | None
    call: Call | None
    led: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Line(Seated):
    """One player's line in a table of the deal.

    `bids` tells whether the player bids in this deal at all, `sealed` that there is a bid the
    reader may not know.
    """

    you: bool
    dealer: bool
    leads: bool
    bid: int | None
    bids: bool
    taken: int
    total: int
    next_to_bid: bool
    sealed: bool

    @property
    def needs(self) -> int:
        """Tricks still to take for the bid; negative when there are too many already."""
        return (self.bid or 0) - self.taken


@dataclass(frozen=True, slots=True)
class ScoreLine(Seated):
    """One player's line in the result of a deal."""

    you: bool
    bid: int | None
    taken: int
    points: int
    bonus: int
    total: int

    @property
    def made(self) -> bool:
        """Whether the bid was taken exactly; who had none has missed none."""
        return self.bid is None or self.bid == self.taken


@dataclass(frozen=True, slots=True)
class Telling:
    """One clause of a headline: the name of its kind, of whom it is, and up to two numbers."""

    kind: str
    names: tuple[str, ...]
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended. `total` in its lines is the score after it."""

    deal: int
    trump: Suit | None
    lines: tuple[ScoreLine, ...]
    opened: Opened | None = None
    headline: tuple[Telling, ...] = ()

    @property
    def race(self) -> tuple[Standing, ...]:
        """How all stand after it, whoever leads first."""
        return race_of(self.lines)


@dataclass(frozen=True, slots=True)
class Played(Seated):
    """One card of a trick, with what was said of it; `takes` if it took the trick."""

    card: Card
    call: Call | None
    takes: bool


@dataclass(frozen=True, slots=True)
class TrickLine:
    """One trick of the log: who played what, in the order played."""

    deal: int
    number: int
    plays: tuple[Played, ...]


_MOST_CARDS = 40
"""So many cards are told of at once, in whole tricks, that a letter stays small."""


@dataclass(frozen=True, slots=True)
class News:
    """What has happened since the reader's last mail, oldest first.

    `dealt` tells that a deal has begun, the last of them under way; `unasked` what was done for the
    reader, where there was nothing to choose.
    """

    tricks: tuple[TrickLine, ...] = ()
    answered: tuple[Answered, ...] = ()
    results: tuple[DealResult, ...] = ()
    taken_back: bool = False
    dealt: bool = False
    unasked: tuple[Unasked, ...] = ()

    @property
    def recent(self) -> tuple[TrickLine, ...]:
        """The last of the tricks, as many as are told."""
        players = len(self.tricks[-1].plays) if self.tricks else 1
        return self.tricks[-(_MOST_CARDS // players) :]

    @property
    def earlier(self) -> int:
        """How many tricks before them are not."""
        return len(self.tricks) - len(self.recent)


@dataclass(frozen=True, slots=True)
class Round:
    """A deal as its reader sees it: the table, the hand, the bids, and what is asked.

    `waits_for_trump` is `bids` or `naming` while the trump is open. `mode` is how bids are made,
    `blind` that the own hand is not seen yet; `laid` are the cards the reader has laid aside,
    `shown` the hands of others that lie open. `ask` is `bid`, `lay`, `trump`, `play`, or empty
    when the reader is asked nothing. `with_lead` are answers that take the trick and lead to the
    next. `times` is how often the points count, `least` the lowest bid.
    """

    size: int
    trick_number: int
    turn_up: Card | None
    trump: Suit | None
    waits_for_trump: str
    dealer: str
    lines: tuple[Line, ...]
    bid_total: int
    knows_bids: bool
    bidding: bool
    mode: str
    blind: bool
    hand: tuple[HandCard, ...]
    laid: tuple[Card, ...]
    shown: tuple[tuple[str, tuple[Card, ...]], ...]
    trick: tuple[Place, ...]
    led: Suit | None
    ask: str
    bids: tuple[BidTap, ...]
    offers: tuple[Offer, ...]
    with_lead: tuple[WithLead, ...]
    premium: bool
    times: int
    least: int

    @property
    def open(self) -> tuple[HandCard, ...]:
        """The cards that may be chosen now."""
        return tuple(card for card in self.hand if card.may)

    @property
    def shut(self) -> tuple[HandCard, ...]:
        """The cards that may not."""
        return tuple(card for card in self.hand if not card.may)

    @property
    def shut_suits(self) -> set[Suit]:
        """The suits of those cards."""
        return {held.card.suit for held in self.shut}

    @property
    def follows(self) -> int:
        """How many of the cards that may be chosen now are of the suit led."""
        return sum(held.card.suit is self.led for held in self.open)

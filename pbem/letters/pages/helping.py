"""Help with examples from the reader's own cards, or from others before there are any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Self

from engine import Card, DealView, Hand, Rank, Rules, Suit
from engine.bidding import BidMode
from engine.cards import SUITS
from engine.order import Ranking, best_card, suit_in_play
from engine.play import VoidRule, legal_cards
from engine.scoring import row_of
from engine.specials import Specials
from engine.trump import TrumpBy
from pbem.domain.setup import GameSetup
from pbem.letters.choices import lines
from pbem.letters.deal_page import waits_for_trump
from pbem.letters.odds import Odds, odds_of
from pbem.letters.page import Page
from pbem.letters.parts import Offer
from pbem.letters.reader import Reader
from pbem.letters.words import by_suit

TOPICS = ("rules", "cards", "bids", "plans", "away", "settings", "odds", "organiser")
"""What can be asked for after `help`; the words for it are in `pbem/languages`."""

_MOST_CARDS = 5
_SOME_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)
_SIZE = 5
"""So many cards has the deal of an example where none is under way."""

_BIDS = ((2, 2), (2, 3), (2, 1), (0, 0))
"""Bids and tricks whose points are told."""


HelpPart = Literal["table", "yours", "leaving", "rarely"]
"""Where help tells of an order; `rarely` is on the pages to print alone."""


@dataclass(frozen=True, slots=True)
class HelpLine:
    """What an order is for, in English as the catalogues have it, and an example of what may stand
    `after` its words.
    """

    says: str
    part: HelpPart = "table"
    after: str = ""


Sendable = tuple[str, str, HelpLine]
"""The section and the list of the words of an order, and what help says of it."""


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
    `settings` are the lines that can be sent, each with its setting and the value it sets,
    `sendable` what else can be.
    """

    topic: str
    mailbox: str
    players: int
    setup: GameSetup
    sizes: tuple[int, ...]
    cards: Hand
    own: bool
    trump: Suit | None
    samples: tuple[Sample, ...]
    points: tuple[Points, ...]
    blocked: Blocked | None
    notation: str
    settings: tuple[tuple[str, str, str], ...]
    topics: tuple[tuple[str, Offer], ...]
    sendable: tuple[Sendable, ...]
    odds: Odds

    @classmethod
    def of(cls, reader: Reader, topic: str, mailbox: str, sendable: tuple[Sendable, ...]) -> Self:
        """Help about a topic, or all in short."""
        view, table = reader.view, reader.table
        deal, rules = view.deal, view.deal.rules if view.deal else view.rules
        own = tuple(by_suit(view.hand))
        cards = own or tuple(by_suit(_some_cards(view.rules, view.players)))
        trump = deal.trump if deal else None if rules.trump is TrumpBy.NONE else Suit.SPADES
        size = deal.size if deal else _SIZE
        undealt = Ranking(trump, rules.order, rules.equal_cards, rules.specials)
        ranking = deal.ranking if deal else undealt
        code = reader.player.notation and reader.player.notation.code
        return cls(
            frame=reader.frame,
            topic=topic,
            mailbox=mailbox,
            players=len(table.players),
            setup=table.setup,
            sizes=view.rules.sizes(view.players),
            cards=cards,
            own=bool(own),
            trump=trump,
            samples=tuple(_samples(rules, view.players, cards, ranking, deal)),
            points=_points(rules, size, view.players),
            blocked=_blocked(rules, size),
            notation=code.value if code else "",
            settings=lines(reader.speech),
            topics=tuple(_topics(reader)),
            sendable=sendable,
            odds=odds_of(view.players, hook=rules.hook),
        )

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Those that have a name of their own."""
        held = {card.rank for card in self.setup.rules.pack_for(self.players).cards()}
        named = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
        return tuple(rank for rank in named if rank in held)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The four suits, from the highest."""
        return (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

    @property
    def taps(self) -> dict[str, str]:
        """The link for each line that asks for another topic."""
        return {offer.words: offer.tap for _, offer in self.topics}


def _topics(reader: Reader) -> Iterator[tuple[str, Offer]]:
    say = reader.speech.say
    for topic in TOPICS:
        words = f"{say('requests', 'help')} {say('topics', topic)}"
        yield topic, Offer(words, reader.taps.to(f"help {topic}", words))


def _some_cards(rules: Rules, players: int) -> Hand:
    """A hand of five from the pack, spread over three suits of it."""
    pack = [card for card in rules.pack_for(players).cards() if card.suit in _SOME_SUITS]
    return tuple(pack[at * (len(pack) - 1) // (_MOST_CARDS - 1)] for at in range(_MOST_CARDS))


def _samples(
    rules: Rules, players: int, hand: Hand, ranking: Ranking, deal: DealView | None
) -> Iterator[Sample]:
    """Somebody leads a suit of the hand, and one that is not there.

    Nothing where what is said with a card decides, or where the cards play themselves; and not
    what a trump would do before there is one.
    """
    called = rules.specials in (Specials.ATKINSON, Specials.TWOS_WILD)
    if called or rules.void_rule is VoidRule.TOP_CARD:
        return
    held = Counter(suit_in_play(card, ranking) for card in hand)
    some = sorted((s for s in SUITS if 0 < held[s] < len(hand)), key=lambda s: -held[s])
    none = [suit for suit in SUITS if not held[suit] and suit is not ranking.trump]
    if deal is not None and waits_for_trump(deal):
        none = []
    for suit in (*some[:1], *none[:1]):
        led = [card for card in rules.pack_for(players).cards() if card.suit is suit]
        samples = [_sample(rules, hand, card, ranking) for card in led if card not in hand]
        if samples:
            yield max(samples, key=_teaches)


def _teaches(sample: Sample) -> tuple[bool, bool]:
    """What makes a sample a good one: some card takes the trick, and some does not."""
    return bool(sample.takes), len(sample.takes) < len(sample.open)


def _sample(rules: Rules, hand: Hand, led: Card, ranking: Ranking) -> Sample:
    open_ = legal_cards(hand, (led,), ranking, rules.void_rule)
    takes = tuple(card for card in open_ if best_card((led, card), ranking) == 1)
    return Sample(led, open_, takes)


def _points(rules: Rules, size: int, players: int) -> tuple[Points, ...]:
    """What some bids bring, where the points look at one seat alone."""
    row = row_of(rules.score)
    if row is None or rules.bid_mode in (BidMode.ZERO, BidMode.NONE):
        return ()
    return tuple(Points(bid, taken, row.points(bid, taken, size, players)) for bid, taken in _BIDS)


def _blocked(rules: Rules, size: int) -> Blocked | None:
    """What the hook blocks where the others have bid half of the tricks."""
    if not rules.hook or (rules.hook_above and size <= rules.hook_above):
        return None
    total = size // 2
    return Blocked(size, total, size - total)

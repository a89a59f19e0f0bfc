"""A deal in integers: cards are bits, hands are masks, and which card beats which is a table.

For whoever plays thousands of cards that nobody sees: the search whether a deal is decided, and
computers that try a deal by chance. The rules stay where they are; here are only their answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Card, Hand, Pack, Suit
from engine.legal import trumps_closed
from engine.order import EqualCards, Ranking, Strength, Tier, strength, suit_in_play
from engine.play import TrumpLead, VoidRule
from engine.specials import Call, Specials, always_open, calls_open
from engine.state import Deal

_UNSAID: Strength = (Tier.NEVER, 0, False)
"""How a card stands of which something has to be said, before it is."""

ANYTHING = -1
"""What follows a wizard that is led: every card."""

LEAD = -1
"""The best card of a trick before its lead."""

TrickSoFar = tuple[int, int, int, int]
"""A trick under way: the cards that follow its suit, 0 while it has none; the guise of its best
card, the seat that played it; and what may not be said any more, a bit for each guise.

No NamedTuple, for one is made for each card that is tried.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """The cards of a pack as bits, and the rules of tricks as masks of them.

    Bit `n` is the n-th of `cards`, each suit from low to high; two equal cards are two bits. A card
    goes to a trick in a guise: its own, numbered as its bit, or what it is called, numbered behind
    the cards in the order of `calls`.

    By guise, `follows` are the cards that follow it when it is led, 0 for none and ANYTHING for
    all; `beats` are the guises it takes the trick from, `beaten_by` those that take it from this
    one. `trumps` are the trumps, `free` the cards that may always be played, `barred` those not to
    be led, `called` those of which something has to be said: a guise of `to_say`, and once a deal
    if it is one of `once`. `closed` are the trumps that may not be led before one is played;
    `marks` are, by guise, what may not be said any more after it, and for a trump where that
    matters the bit behind all guises, which is one of `once`, too.
    """

    cards: Hand
    places: dict[Card, int]
    calls: tuple[Call, ...]
    follows: tuple[int, ...]
    beats: tuple[int, ...]
    beaten_by: tuple[int, ...]
    trumps: int
    free: int
    barred: int
    called: int
    to_say: int
    once: int
    void_rule: VoidRule
    closed: int
    marks: tuple[int, ...]

    def mask(self, hand: Iterable[Card], taken: int = 0) -> int:
        """The bits of some cards; of equal ones those that are not among the bits `taken`."""
        found = taken
        for card in hand:
            left = self.places[card] & ~found
            found |= left & -left
        return found & ~taken

    def card(self, guise: int, hand: int) -> int:
        """The bit of the card that goes to a trick in some guise."""
        if guise < len(self.cards):
            return 1 << guise
        may_be = hand & self.called
        return may_be & -may_be

    def guise(self, call: Call) -> int:
        """The guise of a card of which this is said."""
        return len(self.cards) + self.calls.index(call)

    def legal(self, hand: int, table: TrickSoFar, *, first: bool = False) -> int:
        """The cards of a hand that may go to a trick: `engine.play.legal_cards`, as masks."""
        led, best, _, _ = table
        if self.barred and (first or best < 0):
            hand = hand & ~self.barred or hand
        if self.closed and best < 0 and not table[3] >> len(self.marks) & 1:
            hand = hand & ~self.closed or hand
        if not led:
            return hand
        bound = hand & ~self.free
        owed = following = bound & led
        if not following and self.void_rule is not VoidRule.FREE:
            owed = bound & self.trumps
        if self.void_rule is VoidRule.MUST_OVERTAKE:
            owed = owed & self.beaten_by[best] or following
        elif self.void_rule is VoidRule.MUST_OVERTRUMP and not following:
            owed &= self.beaten_by[best]
        return (owed or bound) | hand & self.free

    def guises(self, legal: int, table: TrickSoFar) -> int:
        """The guises in which some cards may go to a trick, as a mask of them."""
        if legal & self.called:
            return legal & ~self.called | self.to_say & ~table[3]
        return legal

    def unlike(self, guises: int, rivals: int) -> list[int]:
        """Some guises of a hand, those that do the same against all `rivals` but once."""
        beats, beaten_by, follows = self.beats, self.beaten_by, self.follows
        chosen, before = [], -1
        while guises:
            guise = (guises & -guises).bit_length() - 1
            guises &= guises - 1
            if before >= 0 and follows[guise] == follows[before]:
                differs = beats[guise] ^ beats[before] | beaten_by[guise] ^ beaten_by[before]
                if not differs & rivals:
                    continue
            chosen.append(guise)
            before = guise
        return chosen

    def after(self, table: TrickSoFar, guise: int, seat: int) -> TrickSoFar:
        """The trick once a seat has played a card in some guise."""
        led, best, taker, said = table
        if best < 0 or self.beaten_by[best] >> guise & 1:
            best, taker = guise, seat
        return led or self.follows[guise], best, taker, said | self.marks[guise]


class Position(NamedTuple):
    """A deal under way in integers.

    What each seat holds, what to add to one for the next in turn; whose turn it is, how many have
    still to play to the trick, the trick, and whether it is the first.
    """

    kernel: Kernel
    hands: tuple[int, ...]
    way: int
    turn: int
    to_play: int
    table: TrickSoFar
    first: bool


def position(deal: Deal) -> Position:
    """A deal whose cards are being played, in integers."""
    rules, trick, players = deal.rules, deal.trick, len(deal.hands)
    made = kernel(rules.pack_for(players), deal.ranking, rules.void_rule, rules.trump_lead)
    hands, taken = [], 0
    for hand in deal.hands:
        hands.append(made.mask(hand, taken))
        taken |= hands[-1]
    said = sum(1 << made.guise(call) for call in deal.calls) & made.once
    if not trumps_closed(rules, deal.ranking, deal.tricks):
        said |= made.once & 1 << len(made.marks)
    table: TrickSoFar = 0, LEAD, trick.leader, said
    for place, (seat, card) in enumerate(trick.by_seat(players, deal.way)):
        bit, said_of_it = made.mask([card], taken), trick.call(place)
        taken |= bit
        guise = bit.bit_length() - 1 if said_of_it is None else made.guise(said_of_it)
        table = made.after(table, guise, seat)
    to_play = players - len(trick.cards)
    return Position(made, tuple(hands), deal.way, deal.awaiting[0], to_play, table, not deal.tricks)


def kernel(
    pack: Pack,
    ranking: Ranking,
    void_rule: VoidRule = VoidRule.FREE,
    trump_lead: TrumpLead = TrumpLead.ANY,
) -> Kernel:
    """The integers for a deal from a pack, with its ranking and its duties."""
    if ranking.specials not in (Specials.TURN_UP_JOKER, Specials.SUPER_SCREW):
        ranking = ranking._replace(turn_up=None)
    return _kernel(pack, ranking, void_rule, trump_lead)


@lru_cache(maxsize=64)
def _kernel(pack: Pack, ranking: Ranking, void_rule: VoidRule, trump_lead: TrumpLead) -> Kernel:
    cards = sorted(pack.cards(), key=lambda card: _in_suit(card, ranking))
    specials = ranking.specials
    said = {card: calls_open(card, specials, (), (), tuple(cards)) for card in cards}
    calls = tuple(dict.fromkeys(call for some in said.values() for call in some))
    any_called = next((card for card in cards if said[card]), cards[0])
    guises = [*((card, None) for card in cards), *((any_called, call) for call in calls)]
    suits, standing = [], []
    for card, call in guises:
        unsaid = call is None and said[card]
        suit = None if unsaid else suit_in_play(card, ranking, call)
        suits.append(suit)
        standing.append(_UNSAID if unsaid else strength(card, suit, ranking, call))
    in_suit = {suit: _mask(one is suit for one in suits[: len(cards)]) for suit in {*suits, None}}
    to_say = ((1 << len(calls)) - 1) << len(cards)
    trumps = in_suit.get(ranking.trump, 0) if ranking.trump else 0
    broken = 1 << len(guises) if trump_lead is TrumpLead.BROKEN and trumps else 0
    beats, beaten_by = _beats(suits, standing, ranking.equal_cards)
    return Kernel(
        cards=tuple(cards),
        places={card: _mask(one == card for one in cards) for card in cards},
        calls=calls,
        follows=tuple(
            ANYTHING if card.suit is Suit.WIZARDS else in_suit[suit] if suit else 0
            for (card, _), suit in zip(guises, suits, strict=True)
        ),
        beats=beats,
        beaten_by=beaten_by,
        trumps=trumps,
        free=_mask(always_open(card, specials) for card in cards),
        barred=_mask(specials is Specials.ATKINSON and not card.plain for card in cards),
        called=_mask(bool(said[card]) for card in cards),
        to_say=to_say,
        once=(to_say if specials is Specials.ATKINSON else 0) | broken,
        void_rule=void_rule,
        closed=trumps if broken else 0,
        marks=tuple(
            (1 << guise if guise >= len(cards) else 0)
            | (broken if suit is ranking.trump and suit else 0)
            for guise, suit in enumerate(suits)
        ),
    )


def _in_suit(card: Card, ranking: Ranking) -> tuple[str, Strength]:
    suit = suit_in_play(card, ranking)
    return suit or "", strength(card, suit, ranking, None)


def _mask(chosen: Iterable[bool]) -> int:
    """A bit for each place that is chosen."""
    return sum(1 << place for place, is_chosen in enumerate(chosen) if is_chosen)


def _beats(
    suits: Sequence[Suit | None], standing: Sequence[Strength], equal_cards: EqualCards
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By guise: those it takes a trick from, and those that take it from this one.

    The best card so far is of the suit that was led, or of a higher tier, and so is what beats it.
    """
    last_wins = equal_cards is EqualCards.LAST_WINS
    piles: dict[tuple[Tier, Suit | None], list[int]] = defaultdict(list)
    for guise, ((tier, *_), suit) in enumerate(zip(standing, suits, strict=True)):
        piles[tier, suit if tier is Tier.LED_SUIT else None].append(guise)
    beats, beaten_by = [0] * len(suits), [0] * len(suits)
    for (tier, _), pile in piles.items():
        lower = _mask(one[0] < tier for one in standing)
        higher = _mask(one[0] > tier for one in standing)
        for mine in pile:
            for other in pile:
                if standing[mine] > standing[other] or (
                    last_wins and standing[mine] == standing[other] and mine != other
                ):
                    beats[mine] |= 1 << other
                    beaten_by[other] |= 1 << mine
            beats[mine] |= lower
            beaten_by[mine] |= higher
    return tuple(beats), tuple(beaten_by)

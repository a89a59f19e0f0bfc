"""Axis: who leads, and what may be played."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from engine.cards import Card, Hand, Seat, Suit
from engine.order import PLAIN, Ranking, RankOrder, best_card, led_suit, suit_in_play
from engine.specials import Calls, Specials, always_open


class Place(StrEnum):
    """A seat named by its place, for the first bid and the first lead."""

    LEFT_OF_DEALER = "left_of_dealer"
    RIGHT_OF_DEALER = "right_of_dealer"
    DEALER = "dealer"


class Lead(StrEnum):
    """Who leads to the first trick: a seat by its place, or the first to have bid the most."""

    LEFT_OF_DEALER = "left_of_dealer"
    RIGHT_OF_DEALER = "right_of_dealer"
    DEALER = "dealer"
    HIGHEST_BIDDER = "highest_bidder"

    @property
    def by_bids(self) -> bool:
        """Whether nobody knows it before all have bid."""
        return self is Lead.HIGHEST_BIDDER


def first_leader(
    lead: Lead,
    dealer: Seat,
    players: int,
    bidders: Sequence[Seat] = (),
    bids: Sequence[int | None] = (),
) -> Seat:
    """The seat that leads to the first trick; where the bids say it, the first bidder till then.

    `bidders` are in the order they bid, `bids` are by seat.

    >>> first_leader(Lead.HIGHEST_BIDDER, Seat(0), 4, (1, 2, 3, 0), (1, 0, 2, 2))
    2
    """
    if not lead.by_bids:
        return seat_at(Place(lead.value), dealer, players)
    if not bidders:
        return seat_at(Place.LEFT_OF_DEALER, dealer, players)
    made = [bids[seat] for seat in bidders]
    most = max((bid for bid in made if bid is not None), default=0)
    return bidders[0 if None in made else made.index(most)]


class Direction(StrEnum):
    """Which way the turn goes round."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


def step(direction: Direction) -> int:
    """What to add to a seat for the next in turn: 1 clockwise, -1 anticlockwise."""
    return 1 if direction is Direction.CLOCKWISE else -1


def seat_at(place: Place, dealer: Seat, players: int) -> Seat:
    """The seat a place names, as seen from the dealer."""
    match place:
        case Place.LEFT_OF_DEALER:
            return Seat((dealer + 1) % players)
        case Place.RIGHT_OF_DEALER:
            return Seat((dealer - 1) % players)
        case Place.DEALER:
            return dealer
        case _:
            assert_never(place)


class VoidRule(StrEnum):
    """What a player must do beyond following suit.

    Top card: no choice at all, the cards come in the order they were dealt (Clag, roll 'em).
    """

    FREE = "free"
    MUST_TRUMP = "must_trump"
    MUST_OVERTAKE = "must_overtake"
    MUST_OVERTRUMP = "must_overtrump"
    TOP_CARD = "top_card"


class TrumpLead(StrEnum):
    """Whether trumps may be led from the start, or only once one has been played."""

    ANY = "any"
    BROKEN = "broken"


class Visibility(StrEnum):
    """Whose cards a player sees in a deal: the own hand, or on the forehead all others."""

    OWN_HAND = "own_hand"
    OTHERS_ONLY = "others_only"


def legal_cards(
    hand: Hand,
    trick: tuple[Card, ...],
    ranking: Ranking = PLAIN,
    void_rule: VoidRule = VoidRule.FREE,
    *,
    calls: Calls = (),
    first_trick: bool = False,
    closed: bool = False,
) -> Hand:
    """The cards of a hand that may go to a trick: follow suit if able, else anything.

    Trumps may be led from the start (pagat, Oh Hell!), unless they are `closed` and something else
    is held. Where the rules say so, who cannot follow must trump (Wuori, Romanian Whist), and beat
    a trump that lies there if able (Call Bridge), or everybody must beat the trick if able (Pocha).
    A card with powers of its own may be free of that. The order of the hand is kept.
    """
    specials = ranking.specials
    plain = specials is Specials.NONE and ranking.order is not RankOrder.BOWERS
    if plain and void_rule is VoidRule.FREE:
        if not trick:
            return _without_trumps(hand, ranking) if closed else hand
        led = trick[0].suit
        return tuple([card for card in hand if card.suit is led]) or hand
    if void_rule is VoidRule.TOP_CARD:
        return hand[:1]
    if specials is Specials.ATKINSON and (first_trick or not trick):
        hand = _without_jokers(hand)
    if closed and not trick:
        hand = _without_trumps(hand, ranking)
    if not trick or (suit := led_suit(trick, ranking, calls)) is None:
        return hand
    bound = tuple(card for card in hand if not always_open(card, ranking.specials))
    following = _of_suit(bound, suit, ranking)
    owed = _owed(bound, following, trick, ranking, void_rule, calls)
    if owed == bound:
        return hand
    return tuple(card for card in hand if card in owed or card not in bound)


def _without_trumps(hand: Hand, ranking: Ranking) -> Hand:
    """What may be led before a trump is played: no trump, unless nothing else is held.

    A wild two of the trumps' suit is none: nothing is said of it before it is played.
    """
    trump, specials = ranking.trump, ranking.specials
    return (
        tuple(
            card
            for card in hand
            if always_open(card, specials) or suit_in_play(card, ranking) is not trump
        )
        or hand
    )


def _without_jokers(hand: Hand) -> Hand:
    """What may be led, or go to the first trick: no joker, unless nothing else is held (Atkinson).

    That the ban on the first trick ends there is our decision; the source says it of the lead.
    """
    return tuple(card for card in hand if card.plain) or hand


def _owed(
    hand: Hand,
    following: Hand,
    trick: tuple[Card, ...],
    ranking: Ranking,
    void_rule: VoidRule,
    calls: Calls,
) -> Hand:
    """The cards a duty leaves of a hand; all of it when there is none."""
    match void_rule:
        case VoidRule.FREE:
            return following or hand
        case VoidRule.MUST_TRUMP:
            return following or _of_suit(hand, ranking.trump, ranking) or hand
        case VoidRule.MUST_OVERTAKE:
            return _overtaking(hand, following, trick, ranking, calls)
        case VoidRule.MUST_OVERTRUMP:
            return following or _overtaking(hand, (), trick, ranking, calls)
        case VoidRule.TOP_CARD:
            return hand[:1]
        case _:
            assert_never(void_rule)


def _of_suit(hand: Hand, suit: Suit | None, ranking: Ranking) -> Hand:
    if suit is None:
        return ()
    return tuple(card for card in hand if suit_in_play(card, ranking) is suit)


def _overtaking(
    hand: Hand, following: Hand, trick: tuple[Card, ...], ranking: Ranking, calls: Calls
) -> Hand:
    """The Tute rule: beat the trick if able; void: trump, overtrump if able, otherwise free.

    Once a side-suit trick is trumped, those who follow need not beat anything.
    """

    def beating(some: Hand) -> Hand:
        said = (*calls, None) if calls else ()
        return tuple(c for c in some if best_card((*trick, c), ranking, said) == len(trick))

    if following:
        return beating(following) or following
    return beating(_of_suit(hand, ranking.trump, ranking)) or hand

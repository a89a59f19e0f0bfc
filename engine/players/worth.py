"""What a card is worth: the chance that it takes one of the tricks to come.

The chance is the logistic of a weighted sum. The weights were fitted to what cards of the steady
player took in some ten thousand deals against itself, three to seven players; those for bidding
were then moved halfway to the bids it would rather have made.
"""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from engine.cards import Card, Hand, Rank, Suit
from engine.players.sight import Sight
from engine.specials import Call, Height, Specials
from engine.view import DealView


class Weights(NamedTuple):
    """How much each thing speaks for a card, or against it."""

    always: float
    master: float
    """The chance that nobody holds a higher card of the suit."""
    higher: float
    """How many higher cards of the suit the others hold, on average."""
    lower: float
    """How many lower cards of the suit the others hold, on average."""
    length: float
    """How many cards of the suit lie beside it in the hand."""
    long_master: float
    """The same, as far as the card is a master."""
    players: float
    few: float
    """One over the number of tricks to come."""
    few_master: float
    """The same, as far as the card is a master."""
    demand: float
    """What the others need of each trick to come, less their fair part of it."""
    lead: float
    """One over the number of tricks to come, if this seat leads to the next."""
    trumps_out: float
    """How many trumps the others hold, on average; for a plain card."""
    trumps_held: float
    """How many trumps lie beside it in the hand; for a plain card."""


class TrumpWeights(NamedTuple):
    """The weights of a trump, and of a card of a plain suit."""

    trump: Weights
    plain: Weights


BIDDING = TrumpWeights(
    trump=Weights(-0.13, 3.73, -0.43, 0.13, 0.59, -0.26, -0.05, -2.08, 1.35, -2.42, 0.42, 0.0, 0.0),
    plain=Weights(
        0.53, 1.62, -0.59, 0.33, -0.62, -0.36, -0.65, -2.82, -0.94, -2.32, 1.51, 0.05, 0.19
    ),
)
"""The weights for a whole hand, before the first lead."""

PLAYING = TrumpWeights(
    trump=Weights(-0.62, 2.88, -0.47, 0.07, 0.43, -0.10, 0.12, -2.08, 1.33, -1.42, 1.08, 0.0, 0.0),
    plain=Weights(
        0.55, 0.76, -0.35, 0.34, -0.20, -0.27, -0.43, -3.58, 0.82, -1.62, 3.42, -0.12, 0.03
    ),
)
"""The weights for what is left of a hand once a card is chosen for the trick under way."""


WIZARD, JESTER = 0.95, 0.02
CHOSEN = 0.55
"""The chance we give a card that its holder may still make high or low."""


def never_loses(card: Card, call: Call | None) -> bool:
    """Whether a card without a suit takes any trick it is the first of its kind in."""
    return card.suit is Suit.WIZARDS or call is Height.HIGH


def chances(
    seen: Sight, hand: Hand, others_need: float, *, leads: bool, table: TrumpWeights = PLAYING
) -> list[float]:
    """For each card the chance to take a trick, when `hand` is what the seat has left to play.

    `others_need` is what the others want of the tricks to come, `leads` whether the seat leads
    to the first of them.
    """
    return list(map(logistic, log_odds(seen, hand, others_need, leads=leads, table=table)))


def logistic(weight: float) -> float:
    """The chance that some log odds stand for."""
    return 1 / (1 + exp(-weight))


def log_odds(
    seen: Sight, hand: Hand, others_need: float, *, leads: bool, table: TrumpWeights = BIDDING
) -> list[float]:
    """For each card the logarithm of its odds to take a trick; arguments as of `chances`."""
    if not hand:
        return []
    deal, share, trump = seen.deal, seen.others_share, seen.deal.trump
    few = 1 / len(hand)
    fair = (deal.players - 1) / deal.players
    suits = [seen.places[card][0] for card in hand]
    trumps_held = suits.count(trump) if trump else 0
    trumps_out = len(seen.unseen[trump]) * share if trump else 0.0

    def about(weights: Weights) -> float:
        """What speaks for any card of a trump or plain suit, whichever it is."""
        return (
            weights.always
            + weights.players * deal.players
            + weights.few * few
            + weights.demand * (others_need * few - fair)
            + weights.lead * few * leads
            + weights.trumps_out * trumps_out
            + weights.trumps_held * trumps_held
        )

    about_trump, about_plain = about(table.trump), about(table.plain)

    def odds(card: Card, suit: Suit | None) -> float:
        if (fixed := _of_its_own(card, suit, deal)) is not None:
            return log(fixed / (1 - fixed))
        is_trump = suit is trump
        weights = table.trump if is_trump else table.plain
        higher = seen.higher(card)
        lower = len(seen.unseen[suit]) - higher
        master = (1 - share) ** higher
        beside = suits.count(suit) - 1
        return (
            (about_trump if is_trump else about_plain)
            + master * (weights.master + weights.few_master * few + weights.long_master * beside)
            + weights.higher * higher * share
            + weights.lower * lower * share
            + weights.length * beside
        )

    return [odds(card, suit) for card, suit in zip(hand, suits, strict=True)]


def _of_its_own(card: Card, suit: Suit | None, deal: DealView) -> float | None:
    """The chance of a card with powers of its own; None for one that is like any other."""
    specials = deal.rules.specials
    if specials is Specials.NONE:
        return None
    if specials is Specials.TWOS_WILD and card.rank is Rank.TWO:
        return CHOSEN
    if specials is Specials.SUPER_SCREW and card.suit is Suit.JOKERS:
        return WIZARD
    if suit is not None:
        return None
    if card.suit is Suit.JOKERS:
        called = [call for trick in (*deal.tricks, deal.trick) for call in trick.calls if call]
        if not called:
            return CHOSEN
        return JESTER if Height.HIGH in called else WIZARD
    return WIZARD if card.suit is Suit.WIZARDS else JESTER

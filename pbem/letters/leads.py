"""Two moves in one answer: the last to play, who takes the trick, may add the next lead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine import Card, DealView, View
from engine.order import best_card
from engine.play import VoidRule
from engine.specials import Specials
from pbem.letters.deals import WithLead
from pbem.letters.speech import Speech
from pbem.letters.taps import Taps
from pbem.letters.typed import code, typed
from pbem.letters.words import by_suit
from pbem.orders.answers import Clause, Plan

_MOST = 6
"""Of more pairs than these none is offered: so many buttons hide the cards."""


def with_lead(view: View, deal: DealView, taps: Taps, speech: Speech) -> tuple[WithLead, ...]:
    """Each card that takes the trick, with each card that may be led next.

    Empty unless the reader plays last, and any card may be led.
    """
    if deal.rules.specials not in (Specials.NONE, Specials.WIZARD):
        return ()
    if deal.rules.void_rule is VoidRule.TOP_CARD or len(deal.trick.cards) != view.players - 1:
        return ()
    pairs = tuple(islice(_pairs(view, deal), _MOST + 1))
    return tuple(_offer(pair, taps, speech) for pair in pairs) if len(pairs) <= _MOST else ()


def _pairs(view: View, deal: DealView) -> Iterator[tuple[Card, Card]]:
    cards = deal.trick.cards
    for card in by_suit(view.legal_cards):
        if best_card((*cards, card), deal.ranking) == len(cards):
            yield from ((card, lead) for lead in by_suit(view.hand) if lead != card)


def _offer(pair: tuple[Card, Card], taps: Taps, speech: Speech) -> WithLead:
    plan = Plan(tuple((Clause(card),) for card in pair))
    return WithLead(*pair, taps.to(code(plan), typed(plan, speech)))

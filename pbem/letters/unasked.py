"""What the server did for a reader because there was nothing to choose, told to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import BidMade, Card, CardPlayed, DealView, Hand, Seat, View, VoidRule
from engine.legal import trumps_closed
from engine.play import legal_cards
from pbem.domain.logged import Actor, Logged


@dataclass(frozen=True, slots=True)
class Unasked:
    """Moves of one deal that the reader was not asked for.

    The only `bid` that was allowed, or `cards`: each the only one allowed, or, if `foregone`,
    played when no card could change a trick any more.
    """

    deal: int
    bid: int | None = None
    cards: tuple[Card, ...] = ()
    foregone: bool = False


def with_move(
    found: Sequence[Unasked], logged: Logged, view: View, deal: DealView, trick: int
) -> tuple[Unasked, ...]:
    """What was found so far, with an entry of the log, if it is such a move of the reader's own.

    The entry is of that deal and, for a card, of the trick with that number. Nobody is surprised
    by a last card, so it is not told.
    """
    match logged.entry:
        case BidMade(seat, tricks) if _unasked(logged, seat, view):
            return *found, Unasked(deal.number, bid=tricks)
        case CardPlayed(seat, card) if _unasked(logged, seat, view):
            hand, open_ = _could(view, deal, seat, trick)
            if len(hand) < 2 or deal.rules.void_rule is VoidRule.TOP_CARD:
                return tuple(found)
            new = Unasked(deal.number, cards=(card,), foregone=len(open_) > 1)
            if found and replace(found[-1], cards=()) == replace(new, cards=()):
                return *found[:-1], replace(new, cards=(*found[-1].cards, card))
            return *found, new
        case _:
            return tuple(found)


def _unasked(logged: Logged, seat: Seat, view: View) -> bool:
    return logged.actor is Actor.SERVER and logged.seat == seat == view.seat


def _could(view: View, deal: DealView, seat: Seat, number: int) -> tuple[Hand, Hand]:
    """What a seat held when a trick came to it, and which of that it was free to play."""
    tricks = (*deal.tricks, deal.trick)[number - 1 :]
    plays = [trick.by_seat(deal.players, deal.way) for trick in tricks]
    kept = view.hand if view.deal is deal else ()
    hand = (*(card for trick in plays for of, card in trick if of == seat), *kept)
    before = [of for of, _ in plays[0]].index(seat)
    trick = tricks[0]
    open_ = legal_cards(
        hand,
        trick.cards[:before],
        deal.ranking,
        deal.rules.void_rule,
        calls=trick.calls[:before],
        first_trick=number == 1,
        closed=trumps_closed(deal.rules, deal.ranking, deal.tricks[: number - 1]),
    )
    return hand, open_

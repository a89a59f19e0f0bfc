"""The four policies: which card each plays, exactly."""

from __future__ import annotations

from engine import Card, DealView, Hand, View
from engine.order import best_card, led_suit, power, suit_in_play
from engine.players import lowest_card
from engine.specials import always_open
from pbem.orders.keywords import Policy


def card_by(policy: Policy, seen: View) -> Card | None:
    """The card a policy plays from a view; None where it leaves that to the player.

    It looks at what is legal and lies open, at nothing else.
    """
    deal = seen.deal
    if deal is None or not seen.legal_cards:
        return None
    if not deal.trick.cards:
        return _to_lead(policy, seen, deal)
    following = _following(seen.legal_cards, deal)
    return _to_follow(policy, following, deal) if following else _to_discard(policy, seen, deal)


def _to_lead(policy: Policy, seen: View, deal: DealView) -> Card | None:
    match policy:
        case Policy.LOW | Policy.DUCK:
            return lowest_card(seen)
        case Policy.WIN:
            plain = tuple(card for card in seen.legal_cards if card.plain) or seen.legal_cards
            return _highest(plain, deal)
        case Policy.HIGH:
            return None


def _to_follow(policy: Policy, following: Hand, deal: DealView) -> Card:
    low, high = _lowest(following, deal), _highest(following, deal)
    match policy:
        case Policy.LOW:
            return low
        case Policy.HIGH:
            return high
        case Policy.DUCK:
            return _under(following, deal)
        case Policy.WIN:
            beating = _beating(following, deal)
            if not beating:
                return low
            return _lowest(beating, deal) if _last(deal) else high


def _to_discard(policy: Policy, seen: View, deal: DealView) -> Card | None:
    trumps = tuple(card for card in seen.legal_cards if _trump(card, deal))
    others = tuple(card for card in seen.legal_cards if card.plain and card not in trumps)
    match policy:
        case Policy.LOW:
            return lowest_card(seen)
        case Policy.DUCK:
            return _highest(others, deal) if others else _under(seen.legal_cards, deal)
        case Policy.WIN:
            beating = _beating(trumps, deal)
            return _lowest(beating, deal) if beating else lowest_card(seen)
        case Policy.HIGH:
            return None


def _under(some: Hand, deal: DealView) -> Card:
    """The highest that does not beat the best so far; none: the lowest, or as last the highest."""
    beating = _beating(some, deal)
    under = tuple(card for card in some if card not in beating)
    if under:
        return _highest(under, deal)
    return _highest(some, deal) if _last(deal) else _lowest(some, deal)


def _following(legal: Hand, deal: DealView) -> Hand:
    led = led_suit(deal.trick.cards, deal.ranking, deal.trick.calls)
    if led is None:
        return ()
    bound = (card for card in legal if not always_open(card, deal.rules.specials))
    return tuple(card for card in bound if suit_in_play(card, deal.ranking) is led)


def _beating(some: Hand, deal: DealView) -> Hand:
    """The cards that would be the best of the trick so far."""
    table, calls = deal.trick.cards, deal.trick.calls
    said = (*calls, None) if calls else ()
    return tuple(c for c in some if best_card((*table, c), deal.ranking, said) == len(table))


def _trump(card: Card, deal: DealView) -> bool:
    suit = suit_in_play(card, deal.ranking)
    return suit is not None and suit is deal.trump


def _last(deal: DealView) -> bool:
    """Whether the card to be played is the last of its trick."""
    return len(deal.trick.cards) == deal.players - 1


def _lowest(some: Hand, deal: DealView) -> Card:
    return min(some, key=lambda card: (power(card, deal.ranking), card.suit))


def _highest(some: Hand, deal: DealView) -> Card:
    """The highest card; of equals no trump, and the first of clubs, diamonds, hearts, spades."""
    top = max(power(card, deal.ranking) for card in some)
    equal = [card for card in some if power(card, deal.ranking) == top]
    return min(equal, key=lambda card: (_trump(card, deal), card.suit))

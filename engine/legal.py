"""What is open to a seat: the bids, suits, cards and calls it may choose now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.bidding import BidAmend, BidMode, legal_bids
from engine.cards import SUITS, Card, Hand, Seat, Suit
from engine.order import Ranking, suit_in_play
from engine.play import TrumpLead, legal_cards
from engine.rules import Rules
from engine.specials import Call, Specials, calls_open
from engine.state import Deal, DealStage, Game, Trick
from engine.trump import Naming, TrumpBy


def bids_open_to(game: Game, seat: Seat) -> tuple[int, ...]:
    """The bids a seat may make or change to now, ascending; empty if it may not bid."""
    deal = game.deal
    if deal is None or seat not in deal.bidders or deal.rules.bid_mode is BidMode.CARDS:
        return ()
    to_bid = deal.stage is DealStage.BID and seat in deal.awaiting
    if not to_bid and not _may_amend(deal, seat):
        return ()
    rules = deal.rules
    place = deal.bidders.index(seat)
    others = [deal.bids[other] for other in deal.bidders if other != seat]
    return legal_bids(
        deal.size,
        [deal.bids[other] or 0 for other in deal.bidders[:place]],
        last=None not in others,
        others=sum(bid or 0 for bid in others),
        hook=rules.hook,
        hook_above=rules.hook_above,
        zero_limit=rules.zero_limit,
        least=rules.bid_min,
    )


def may_lay(game: Game, seat: Seat) -> bool:
    """Whether a seat may lay cards aside for its bid now, or change those it has laid."""
    deal = game.deal
    if deal is None or seat not in deal.bidders or deal.rules.bid_mode is not BidMode.CARDS:
        return False
    return seat in deal.awaiting if deal.bids[seat] is None else _may_amend(deal, seat)


def trumps_open_to(game: Game, seat: Seat) -> tuple[Suit | None, ...]:
    """The suits a seat may name trump now, None for no trump; empty if it may not.

    The highest bidder may choose no trump (Al Okuneff), the dealer has to name a suit (Wizard).
    """
    deal = game.deal
    if deal is None or deal.stage is not DealStage.NAME_TRUMP or seat != deal.namer:
        return ()
    return (*SUITS, None) if deal.naming is Naming.HIGHEST_BIDDER else SUITS


def cards_open_to(game: Game, seat: Seat) -> Hand:
    """The cards a seat may play now, in hand order; empty if it is not its turn to play."""
    deal = game.deal
    if deal is None or deal.turn != seat:
        return ()
    return legal_in(deal, seat)


def trumps_closed(rules: Rules, ranking: Ranking, tricks: Iterable[Trick]) -> bool:
    """Whether no trump may be led yet, after some tricks of a deal."""
    if rules.trump_lead is TrumpLead.ANY or ranking.trump is None:
        return False
    return all(
        suit_in_play(card, ranking, trick.call(place)) is not ranking.trump
        for trick in tricks
        for place, card in enumerate(trick.cards)
    )


def legal_in(deal: Deal, seat: Seat) -> Hand:
    """The cards of a seat that may go to the trick under way, in hand order."""
    trick = deal.trick
    return legal_cards(
        deal.hands[seat],
        trick.cards,
        deal.ranking,
        deal.rules.void_rule,
        calls=trick.calls,
        first_trick=not deal.tricks,
        closed=trumps_closed(deal.rules, deal.ranking, deal.tricks),
    )


def calls_in(deal: Deal, card: Card) -> tuple[Call, ...]:
    """What may be said with a card that goes to the trick under way."""
    specials = deal.rules.specials
    if specials is Specials.NONE:
        return ()
    in_trick = [call for call in deal.trick.calls if call is not None]
    pack = deal.rules.pack_for(len(deal.hands)).cards()
    return calls_open(card, specials, deal.calls, in_trick, pack)


def _may_amend(deal: Deal, seat: Seat) -> bool:
    """Whether a seat has bid and may still change it: nobody has acted on the bid.

    "You may change your bid until the next player bids" (pagat). Nobody bids after the last
    bidder, so for him the opening lead is what closes it, or what the bids bring to light. A
    sealed bid is closed by the last to come in, one by cards, which stays sealed, by the lead.
    """
    rules = deal.rules
    if deal.bids[seat] is None or deal.tricks or deal.trick.cards:
        return False
    shown = rules.bid_mode in (BidMode.BLIND, BidMode.SIMULTANEOUS) or rules.trump in (
        TrumpBy.TURN_UP_AFTER_BIDS,
        TrumpBy.HIGHEST_BIDDER_NAMES,
    )
    if shown and deal.bids_made == len(deal.bidders):
        return False
    match rules.bid_amend:
        case BidAmend.NEVER:
            return False
        case BidAmend.UNTIL_NEXT_BID:
            return not rules.bid_mode.sealed and deal.bidders[deal.bids_made - 1] == seat
        case BidAmend.UNTIL_LEAD:
            return True
        case _:
            assert_never(rules.bid_amend)

"""The rules at work: `decide` says what a command brings about, or why it may not be.

It checks every rule and builds no state; `engine.fold` builds state and checks no rule, so that a
log is the game even after a rule's code has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.bidding import BidAmend, legal_bids
from engine.cards import Card, Hand, Seat
from engine.commands import Command, DealCards, MakeBid, PlayCard
from engine.ending import dealer_drawn, draw_for_dealer, joint_winners
from engine.errors import IllegalAction, Reason
from engine.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    GameEnded,
    GameStarted,
    TrickTaken,
)
from engine.order import best_card, suit_in_play
from engine.play import legal_cards, step
from engine.rules import Rules
from engine.scoring import SCORES
from engine.state import Deal, Game
from engine.trump import TRUMPS, Dealt, Fixed, NoStock, TrumpBy, dealers_last_card


def open_game(rules: Rules, players: int, pack: Sequence[Card]) -> GameStarted:
    """The first event of a game: the first dealer is drawn from a shuffled pack.

    Raises RulesError if the rules are not for so many players.
    """
    rules.sizes(players)
    draw = draw_for_dealer(pack, players)
    return GameStarted(rules, players, dealer_drawn(draw), draw)


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """What a command brings about, in order; IllegalAction if the rules refuse it.

    The events of a card that completes a trick, a deal or the game say all of that.
    """
    if game.over:
        raise IllegalAction(Reason.GAME_OVER)
    match command:
        case PlayCard(seat, card):
            return _play(game, seat, card)
        case MakeBid(seat, tricks):
            return _bid(game, seat, tricks)
        case DealCards(pack):
            return _deal(game, pack)
        case _:
            assert_never(command)


def bids_open_to(game: Game, seat: Seat) -> tuple[int, ...]:
    """The bids a seat may make or change to now, ascending; empty if it may not bid."""
    deal = game.deal
    if deal is None:
        return ()
    made = deal.bids_made
    if made < game.players and deal.bidders[made] == seat:
        place = made
    elif _may_amend(game, deal, seat):
        place = made - 1
    else:
        return ()
    earlier = [deal.bids[other] or 0 for other in deal.bidders[:place]]
    last = place == game.players - 1
    rules = game.rules
    return legal_bids(
        deal.size,
        earlier,
        last=last,
        hook=rules.hook,
        hook_above=rules.hook_above,
        zero_limit=rules.zero_limit,
    )


def cards_open_to(game: Game, seat: Seat) -> Hand:
    """The cards a seat may play now, in hand order; empty if it is not its turn to play."""
    deal = game.deal
    if deal is None or None in deal.bids or game.awaiting != (seat,):
        return ()
    rules = game.rules
    return legal_cards(deal.hands[seat], deal.trick.cards, deal.trump, rules.order, rules.void_rule)


def _may_amend(game: Game, deal: Deal, seat: Seat) -> bool:
    """Whether a seat is the last bidder and nobody has acted on the bid.

    "You may change your bid until the next player bids" (pagat). Nobody bids after the last
    bidder, so for him the opening lead is what closes it.
    """
    made = deal.bids_made
    return (
        game.rules.bid_amend is BidAmend.UNTIL_NEXT_BID
        and made > 0
        and deal.bidders[made - 1] == seat
        and not deal.tricks
        and not deal.trick.cards
    )


def _seat_at(game: Game, seat: Seat) -> Deal:
    """The deal under way, for a seat of this game; refuses when there is neither."""
    if not 0 <= seat < game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    if game.deal is None:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    return game.deal


def _bid(game: Game, seat: Seat, tricks: int) -> tuple[Event, ...]:
    deal = _seat_at(game, seat)
    legal = bids_open_to(game, seat)
    if not legal:
        if deal.bids_made == game.players:
            raise IllegalAction(Reason.NOT_BIDDING, legal_cards=cards_open_to(game, seat))
        bid_before = deal.bids[seat] is not None
        raise IllegalAction(Reason.BID_FINAL if bid_before else Reason.NOT_YOUR_TURN)
    if not 0 <= tricks <= deal.size:
        raise IllegalAction(Reason.BID_RANGE, legal_bids=legal)
    if tricks not in legal:
        zeros = tricks == 0 and sum(bid or 0 for bid in deal.bids) != deal.size
        raise IllegalAction(Reason.BID_ZEROS if zeros else Reason.BID_HOOK, legal_bids=legal)
    if deal.bids[seat] is None:
        return (BidMade(seat, tricks),)
    return (BidChanged(seat, tricks),)


def _play(game: Game, seat: Seat, card: Card) -> tuple[Event, ...]:
    deal = _seat_at(game, seat)
    if None in deal.bids:
        raise IllegalAction(Reason.NOT_PLAYING, legal_bids=bids_open_to(game, seat))
    trick, players = deal.trick, game.players
    way = step(game.rules.direction)
    if (trick.leader + len(trick.cards) * way) % players != seat:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    rules = game.rules
    legal = legal_cards(deal.hands[seat], trick.cards, deal.trump, rules.order, rules.void_rule)
    if card not in legal:
        held = card in deal.hands[seat]
        why = _duty(card, legal, deal, rules) if held else Reason.CARD_NOT_HELD
        raise IllegalAction(why, legal_cards=legal)
    played = CardPlayed(seat, card)
    if len(trick.cards) + 1 < players:
        return (played,)
    place = best_card((*trick.cards, card), deal.trump, rules.order, rules.equal_cards)
    taker = Seat((trick.leader + place * way) % players)
    if len(deal.tricks) + 1 < deal.size:
        return (played, TrickTaken(taker))
    return (played, TrickTaken(taker), *_score(game, deal, taker))


def _duty(card: Card, legal: Hand, deal: Deal, rules: Rules) -> Reason:
    """Which duty a held card would neglect, seen from the cards that are legal instead."""
    led, mine, theirs = (
        suit_in_play(one, deal.trump, rules.order) for one in (deal.trick.cards[0], card, legal[0])
    )
    if mine is theirs:
        return Reason.MUST_OVERTAKE
    return Reason.MUST_FOLLOW if theirs is led else Reason.MUST_TRUMP


def _score(game: Game, deal: Deal, last_taker: Seat) -> tuple[Event, ...]:
    formula = SCORES[game.rules.score]
    taken = [count + (seat == last_taker) for seat, count in enumerate(deal.taken)]
    points = tuple(
        formula(bid or 0, tricks, deal.size) for bid, tricks in zip(deal.bids, taken, strict=True)
    )
    if deal.number < len(game.sizes):
        return (DealScored(points),)
    totals = [before + now for before, now in zip(game.totals, points, strict=True)]
    return (DealScored(points), GameEnded(joint_winners(totals)))


def _deal(game: Game, pack: tuple[Card, ...]) -> tuple[Event, ...]:
    if game.deal is not None:
        raise IllegalAction(Reason.DEAL_UNDER_WAY)
    if sorted(pack) != sorted(game.rules.pack_for(game.players).cards()):
        raise IllegalAction(Reason.WRONG_PACK)
    players, size = game.players, game.sizes[len(game.deals)]
    way = step(game.rules.direction)
    hands = tuple(
        tuple(pack[((seat - game.next_dealer) * way - 1) % players : players * size : players])
        for seat in range(players)
    )
    shown, trump = _trump(game, hands, pack[players * size :])
    return (CardsDealt(game.next_dealer, hands, shown, trump),)


def _trump(game: Game, hands: tuple[Hand, ...], stock: tuple[Card, ...]) -> Fixed:
    """The card shown and the trump of the deal that is being dealt."""
    rules, size = game.rules, len(hands[0])
    dealt = Dealt(
        number=len(game.deals) + 1,
        stock=stock[0] if stock else None,
        last=hands[game.next_dealer][-1],
        biggest=size >= (rules.no_trump_from or max(game.sizes)),
        cycle=rules.trump_cycle,
    )
    shown, trump = TRUMPS[rules.trump](dealt)
    turns = rules.trump in (TrumpBy.TURN_UP, TrumpBy.TURN_UP_BUT_BIG_DEALS, TrumpBy.COULON)
    if turns and not stock and rules.trump_if_no_stock is NoStock.DEALERS_LAST_CARD:
        return dealers_last_card(dealt)
    return shown, trump

"""The rules at work: `decide` says what a command brings about, or why it may not be.

It checks every rule; `engine.fold` builds state and checks none, so that a log is the game even
after a rule's code has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.bidding import BidMode, bid_by
from engine.cards import Card, Hand, Seat, Suit
from engine.commands import Command, DealCards, LayBid, MakeBid, NameTrump, PlayCard
from engine.deal_end import reckon
from engine.dealer import dealer_drawn, draw_for_dealer
from engine.errors import IllegalAction, Reason
from engine.events import (
    BidChanged,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    Event,
    GameStarted,
    TrickTaken,
    TrumpNamed,
    TrumpTurned,
)
from engine.fold import evolve
from engine.legal import (
    bids_open_to,
    calls_in,
    cards_open_to,
    legal_in,
    may_lay,
    trumps_open_to,
)
from engine.order import best_card, led_suit, suit_in_play
from engine.play import Visibility, VoidRule, step
from engine.rules import Rules
from engine.scoring import Bonus
from engine.specials import Specials
from engine.state import Deal, DealStage, Game
from engine.trump import Dealt, fix_trump, turned


def open_game(rules: Rules, players: int, pack: Sequence[Card]) -> GameStarted:
    """The first event of a game: the first dealer is drawn from a shuffled pack.

    Raises RulesError if the rules are not for so many players.
    """
    rules.sizes(players)
    draw = draw_for_dealer(pack, players, rules.first_dealer)
    return GameStarted(rules, players, dealer_drawn(draw, rules.first_dealer), draw)


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """What a command brings about, in order; IllegalAction if the rules refuse it.

    The events of a card that completes a trick, a deal or the game say all of that; those of the
    last bid also turn the trump where it waits for the bids, and play the cards where they play
    themselves.
    """
    if game.over:
        raise IllegalAction(Reason.GAME_OVER)
    match command:
        case PlayCard():
            return _play(game, command)
        case MakeBid(seat, tricks):
            event: Event = _bid(game, seat, tricks)
        case LayBid():
            event = _lay(game, command)
        case NameTrump(seat, trump):
            event = _name(game, seat, trump)
        case DealCards(pack):
            event = _deal(game, pack)
        case _:
            assert_never(command)
    if game.deal is not None and not _goes_on(game.deal):
        return (event,)
    return (event, *_of_itself(evolve(game, event)))


def _seat_at(game: Game, seat: Seat) -> Deal:
    """The deal under way, for a seat of this game; refuses when there is neither."""
    if not 0 <= seat < game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    if game.deal is None:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    return game.deal


def _bid(game: Game, seat: Seat, tricks: int) -> BidMade | BidChanged:
    deal = _seat_at(game, seat)
    legal = bids_open_to(game, seat)
    if not legal:
        raise IllegalAction(_why_no_bid(game, deal, seat), legal_cards=cards_open_to(game, seat))
    if not 0 <= tricks <= deal.size:
        raise IllegalAction(Reason.BID_RANGE, legal_bids=legal)
    if tricks < min(deal.rules.bid_min, deal.size):
        raise IllegalAction(Reason.BID_LEAST, legal_bids=legal)
    if tricks not in legal:
        zeros = tricks == 0 and sum(bid or 0 for bid in deal.bids) != deal.size
        raise IllegalAction(Reason.BID_ZEROS if zeros else Reason.BID_HOOK, legal_bids=legal)
    if deal.bids[seat] is None:
        return BidMade(seat, tricks)
    return BidChanged(seat, tricks)


def _why_no_bid(game: Game, deal: Deal, seat: Seat) -> Reason:
    if deal.stage is DealStage.PLAY:
        return Reason.NOT_BIDDING
    if deal.stage is DealStage.BID and deal.rules.bid_mode is BidMode.CARDS:
        return Reason.LAY_COUNT
    return Reason.BID_FINAL if deal.bids[seat] is not None else Reason.NOT_YOUR_TURN


def _lay(game: Game, bid: LayBid) -> BidLaid:
    deal = _seat_at(game, bid.seat)
    if not may_lay(game, bid.seat):
        laying = deal.stage is DealStage.BID and deal.rules.bid_mode is BidMode.CARDS
        raise IllegalAction(Reason.BID_FINAL if laying else Reason.NOT_LAYING)
    left = [*deal.hands[bid.seat], *deal.laid[bid.seat]]
    for card in bid.cards:
        if card not in left:
            raise IllegalAction(Reason.CARD_NOT_HELD)
        left.remove(card)
    if len(bid.cards) != deal.rules.bid_mode.laid:
        raise IllegalAction(Reason.LAY_COUNT)
    if bid.premium is not None and deal.rules.bonus is not Bonus.PREMIUM:
        raise IllegalAction(Reason.NO_PREMIUM)
    return BidLaid(bid.seat, bid_by(bid.cards, deal.turn_up), bid.cards, bid.premium)


def _name(game: Game, seat: Seat, trump: Suit | None) -> TrumpNamed:
    deal = _seat_at(game, seat)
    legal = trumps_open_to(game, seat)
    if not legal:
        naming = deal.stage is DealStage.NAME_TRUMP
        raise IllegalAction(Reason.NOT_YOUR_TURN if naming else Reason.NOT_NAMING)
    if trump not in legal:
        raise IllegalAction(Reason.NO_TRUMP_SUIT)
    return TrumpNamed(seat, trump)


def _play(game: Game, asked: PlayCard) -> tuple[Event, ...]:
    seat, card, call = asked.seat, asked.card, asked.call
    deal = _seat_at(game, seat)
    if (turn := deal.turn) is None:
        raise IllegalAction(Reason.NOT_PLAYING, legal_bids=bids_open_to(game, seat))
    if turn != seat:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    legal = legal_in(deal, seat)
    if card not in legal:
        held = card in deal.hands[seat]
        why = _duty(card, legal, deal) if held else Reason.CARD_NOT_HELD
        raise IllegalAction(why, legal_cards=legal)
    calls = calls_in(deal, card)
    if calls and call is None:
        call = card if card in calls else calls[0] if len(calls) == 1 else None
        if call is None:
            raise IllegalAction(Reason.CALL_NEEDED, legal_cards=legal)
    if call is not None and call not in calls:
        raise IllegalAction(Reason.CALL_NOT_OPEN, legal_cards=legal)
    return _played(game, deal, CardPlayed(seat, card, call))


def _played(game: Game, deal: Deal, played: CardPlayed) -> tuple[Event, ...]:
    """A card on the table, and what it completes."""
    trick, players = deal.trick, game.players
    if len(trick.cards) + 1 < players:
        return (played,)
    cards, calls = (*trick.cards, played.card), trick.calls
    if calls or played.call is not None:
        calls = (*(calls or (None,) * len(trick.cards)), played.call)
    place = best_card(cards, deal.ranking, calls)
    taker = Seat((trick.leader + place * deal.way) % players)
    taken = TrickTaken(taker)
    if len(deal.tricks) + 1 < deal.size:
        return (played, taken)
    return (played, taken, *reckon(evolve(evolve(game, played), taken)))


def _duty(card: Card, legal: Hand, deal: Deal) -> Reason:
    """Which duty a held card would neglect, seen from the cards that are legal instead."""
    ranking, trick = deal.ranking, deal.trick
    if deal.rules.void_rule is VoidRule.TOP_CARD:
        return Reason.TOP_CARD
    if card.suit is Suit.JOKERS and ranking.specials is Specials.ATKINSON:
        return Reason.NO_JOKER
    if not trick.cards:
        return Reason.TRUMPS_CLOSED
    led = led_suit(trick.cards, ranking, trick.calls)
    mine, theirs = suit_in_play(card, ranking), {suit_in_play(one, ranking) for one in legal}
    if mine in theirs:
        return Reason.MUST_OVERTAKE
    return Reason.MUST_FOLLOW if led in theirs else Reason.MUST_TRUMP


def _deal(game: Game, pack: tuple[Card, ...]) -> CardsDealt:
    if game.deal is not None:
        raise IllegalAction(Reason.DEAL_UNDER_WAY)
    if sorted(pack) != sorted(game.rules.pack_for(game.players).cards()):
        raise IllegalAction(Reason.WRONG_PACK)
    players, number = game.players, len(game.deals) + 1
    size, dealer = game.rules.size(number, players), game.next_dealer
    way = step(game.rules.direction)
    hands = tuple(
        tuple(pack[((seat - dealer) * way - 1) % players : players * size : players])
        for seat in range(players)
    )
    rules = game.rules.for_deal(number, players)
    dealt = Dealt(
        number=number,
        stock=pack[players * size :],
        last=hands[dealer][-1],
        biggest=size >= (rules.no_trump_from or max(game.rules.sizes(players))),
        cycle=rules.trump_cycle,
        made=sum(game.deals[-1].made) if game.deals else None,
    )
    shown, trump, naming, face_down = fix_trump(rules.trump, dealt, rules.trump_if_no_stock)
    return CardsDealt(dealer, hands, shown, trump, naming, face_down)


def _of_itself(game: Game) -> tuple[Event, ...]:
    """What follows without anybody's choice: a trump turned after the bids, cards that play
    themselves because nobody may choose among them.
    """
    followed: list[Event] = []
    while (deal := game.deal) is not None and deal.stage is DealStage.PLAY:
        if deal.face_down is not None:
            more: tuple[Event, ...] = (TrumpTurned(deal.face_down, turned(deal.face_down).suit),)
        elif plays_itself(deal.rules):
            seat = deal.awaiting[0]
            more = _played(game, deal, CardPlayed(seat, deal.hands[seat][0]))
        else:
            break
        for event in more:
            game = evolve(game, event)
        followed += more
    return tuple(followed)


def _goes_on(deal: Deal) -> bool:
    """Whether anything can follow the bids of a deal of itself."""
    return deal.face_down is not None or plays_itself(deal.rules)


def plays_itself(rules: Rules) -> bool:
    """Whether the cards of a deal come in the order dealt, with nothing to choose."""
    return rules.void_rule is VoidRule.TOP_CARD or rules.visibility is Visibility.OTHERS_ONLY

"""The fold: `evolve` builds the state after one event, `replay` after a whole log.

No rule is checked here, and nothing else changes state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, assert_never

from engine import ending
from engine.bidding import BidMode, Premium
from engine.cards import Hand, Seat
from engine.events import (
    BidChanged,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Entry,
    Event,
    GameEnded,
    GameStarted,
    TakenBack,
    TrickTaken,
    TrumpNamed,
    TrumpTurned,
)
from engine.play import first_leader, seat_at, step
from engine.rules import Rules
from engine.state import Deal, Game, Trick
from engine.view import deal_view


def start(rules: Rules, players: int, first_dealer: int = 0) -> Game:
    """A new game before its first deal; RulesError if the rules are not for so many players."""
    rules.sizes(players)
    if not 0 <= first_dealer < players:
        raise ValueError(f"no seat {first_dealer} among {players}")
    return Game(rules, players, Seat(first_dealer), totals=(0,) * players)


def evolve(game: Game, event: Event) -> Game:
    """The game after one event."""
    match event:
        case CardPlayed():
            return _with_deal(game, _played(_under_way(game), event))
        case TrickTaken():
            return _with_deal(game, _taken(_under_way(game), event.seat))
        case BidMade(seat, tricks_bid) | BidChanged(seat, tricks_bid):
            deal = _under_way(game)
            return _with_deal(game, _with_bids(deal, _put(deal.bids, seat, tricks_bid)))
        case BidLaid(seat, tricks_bid, laid, premium):
            return _with_deal(game, _laid(_under_way(game), seat, tricks_bid, laid, premium))
        case CardsDealt():
            return _with_deal(game, _dealt(game, event))
        case TrumpNamed(_, trump):
            deal = _under_way(game)
            ranking = deal.ranking._replace(trump=trump)
            named = deal._replace(trump=trump, naming=None, ranking=ranking)
            return _with_deal(game, named)
        case TrumpTurned(turn_up, trump):
            deal = _under_way(game)
            ranking = deal.ranking._replace(trump=trump, turn_up=turn_up)
            turned = deal._replace(turn_up=turn_up, trump=trump, face_down=None, ranking=ranking)
            return _with_deal(game, turned)
        case DealScored(points, bonus):
            return _scored(game, _under_way(game)._replace(points=points, bonus=bonus))
        case GameEnded(winners):
            return game._replace(winners=winners)
        case GameStarted(rules, players, first_dealer):
            return start(rules, players, first_dealer)
        case _:
            assert_never(event)


def _under_way(game: Game) -> Deal:
    if game.deal is None:
        raise ValueError("this event needs a deal under way")
    return game.deal


def _with_deal(game: Game, deal: Deal) -> Game:
    rules, players, first_dealer, deals, _, winners, past, totals = game
    return Game(rules, players, first_dealer, deals, deal, winners, past, totals)


def _scored(game: Game, deal: Deal) -> Game:
    """The game once a deal is over."""
    deals, rules = (*game.deals, deal), game.rules
    points = [done.points for done in deals if done.points is not None]
    return game._replace(
        deals=deals,
        deal=None,
        past=(*game.past, deal_view(deal)),
        totals=ending.totals(rules.end, rules.target, points, game.players),
    )


T = TypeVar("T")


def _put(by_seat: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def _dealt(game: Game, event: CardsDealt) -> Deal:
    """The deal that begins; who is locked (Boerenbridge) or bound to zero (misere) does not bid."""
    players, number = game.players, len(game.deals) + 1
    rules = game.rules.for_deal(number, players)
    first, way = seat_at(rules.bid_first, event.dealer, players), step(rules.direction)
    locked = [False] * players
    if rules.lock is not None:
        locked = [total >= rules.lock for total in game.totals]
    bids = rules.bid_mode not in (BidMode.ZERO, BidMode.NONE)
    in_order = (Seat((first + i * way) % players) for i in range(players))
    bidders = tuple(seat for seat in in_order if bids and not locked[seat])
    return Deal(
        number=number,
        size=len(event.hands[0]) - rules.bid_mode.laid,
        dealer=event.dealer,
        rules=rules,
        hands=event.hands,
        turn_up=event.turn_up,
        trump=event.trump,
        naming=event.naming,
        face_down=event.face_down,
        bidders=bidders,
        bids=(0 if rules.bid_mode is BidMode.ZERO else None,) * players,
        laid=((),) * players,
        premiums=(None,) * players,
        way=way,
        ranking=rules.ranking(event.trump, event.turn_up),
        trick=Trick(first_leader(rules.lead, event.dealer, players, bidders, (None,) * players)),
    )


def _with_bids(deal: Deal, bids: tuple[int | None, ...]) -> Deal:
    """Another bid, which may say who leads."""
    leader = first_leader(deal.rules.lead, deal.dealer, len(bids), deal.bidders, bids)
    return deal._replace(bids=bids, trick=Trick(leader))


def _laid(deal: Deal, seat: Seat, tricks: int, laid: Hand, premium: Premium | None) -> Deal:
    """Cards laid aside leave the hand, and those laid before come back to it."""
    hand = [*deal.hands[seat], *deal.laid[seat]]
    for card in laid:
        hand.remove(card)
    return deal._replace(
        hands=_put(deal.hands, seat, tuple(hand)),
        bids=_put(deal.bids, seat, tricks),
        laid=_put(deal.laid, seat, laid),
        premiums=_put(deal.premiums, seat, premium),
    )


def _played(deal: Deal, event: CardPlayed) -> Deal:
    seat, card, trick = event.seat, event.card, deal.trick
    calls = trick.calls
    if calls or event.call is not None:
        calls = (*(calls or (None,) * len(trick.cards)), event.call)
    hand = deal.hands[seat]
    at = hand.index(card)
    left = _put(deal.hands, seat, hand[:at] + hand[at + 1 :])
    return _on(deal, left, Trick(trick.leader, (*trick.cards, card), None, calls), deal.tricks)


def _taken(deal: Deal, seat: Seat) -> Deal:
    """The trick goes to a seat, which leads to the next."""
    trick = deal.trick
    taken = Trick(trick.leader, trick.cards, seat, trick.calls)
    return _on(deal, deal.hands, Trick(seat), (*deal.tricks, taken))


def _on(deal: Deal, hands: tuple[Hand, ...], trick: Trick, tricks: tuple[Trick, ...]) -> Deal:
    """A deal some cards later.

    Spelled out, because `_replace` would take most of the time a game is folded in.
    """
    return Deal(
        deal.number,
        deal.size,
        deal.dealer,
        deal.rules,
        hands,
        deal.turn_up,
        deal.trump,
        deal.naming,
        deal.face_down,
        deal.bidders,
        deal.bids,
        deal.laid,
        deal.premiums,
        deal.way,
        deal.ranking,
        trick,
        tricks,
    )


def standing(entries: Iterable[Entry]) -> list[Event]:
    """The events that still count, in order, once every TakenBack is honoured."""
    log: list[Entry] = []
    for entry in entries:
        log.append(entry)
    kept: list[tuple[int, Event]] = []
    for place, entry in enumerate(log):
        if isinstance(entry, TakenBack):
            kept = [(at, event) for at, event in kept if at < entry.to]
        else:
            kept.append((place, entry))
    return [event for _, event in kept]


def replay(entries: Iterable[Entry]) -> Game:
    """The game a log describes; ValueError if it does not begin with GameStarted."""
    events = standing(entries)
    if not events or not isinstance(events[0], GameStarted):
        raise ValueError("a log begins with GameStarted")
    first = events[0]
    game = start(first.rules, first.players, first.first_dealer)
    for event in events[1:]:
        game = evolve(game, event)
    return game

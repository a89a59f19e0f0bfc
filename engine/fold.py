"""The fold: `evolve` builds the state after one event, `replay` after a whole log.

No rule is checked here, and nothing else changes state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.cards import Card, Seat
from engine.events import (
    BidChanged,
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
)
from engine.play import seat_at, step
from engine.rules import Rules
from engine.state import Deal, Game, Trick


def start(rules: Rules, players: int, first_dealer: int = 0) -> Game:
    """A new game before its first deal; RulesError if the rules are not for so many players."""
    rules.sizes(players)
    if not 0 <= first_dealer < players:
        raise ValueError(f"no seat {first_dealer} among {players}")
    return Game(rules, players, Seat(first_dealer))


def evolve(game: Game, event: Event) -> Game:
    """The game after one event."""
    match event:
        case CardPlayed(seat, card):
            return _with_deal(game, _played(_under_way(game), seat, card))
        case TrickTaken(seat):
            deal = _under_way(game)
            tricks = (*deal.tricks, replace(deal.trick, taker=seat))
            return _with_deal(game, replace(deal, tricks=tricks, trick=Trick(seat)))
        case BidMade(seat, tricks_bid) | BidChanged(seat, tricks_bid):
            deal = _under_way(game)
            bids = (*deal.bids[:seat], tricks_bid, *deal.bids[seat + 1 :])
            return _with_deal(game, replace(deal, bids=bids))
        case CardsDealt(dealer, hands, turn_up, trump):
            rules, players = game.rules, game.players
            first = seat_at(rules.bid_first, dealer, players)
            way = step(rules.direction)
            deal = Deal(
                number=len(game.deals) + 1,
                size=len(hands[0]),
                dealer=dealer,
                hands=hands,
                turn_up=turn_up,
                trump=trump,
                bidders=tuple(Seat((first + i * way) % players) for i in range(players)),
                bids=(None,) * players,
                trick=Trick(seat_at(rules.lead, dealer, players)),
            )
            return _with_deal(game, deal)
        case DealScored(points):
            scored = replace(_under_way(game), points=points)
            return replace(game, deals=(*game.deals, scored), deal=None)
        case GameEnded(winners):
            return replace(game, winners=winners)
        case GameStarted(rules, players, first_dealer):
            return start(rules, players, first_dealer)
        case _:
            assert_never(event)


def _under_way(game: Game) -> Deal:
    if game.deal is None:
        raise ValueError("this event needs a deal under way")
    return game.deal


def _with_deal(game: Game, deal: Deal) -> Game:
    return Game(game.rules, game.players, game.first_dealer, game.deals, deal, game.winners)


def _played(deal: Deal, seat: Seat, card: Card) -> Deal:
    hand = deal.hands[seat]
    at = hand.index(card)
    left = hand[:at] + hand[at + 1 :]
    trick = deal.trick
    return Deal(
        deal.number,
        deal.size,
        deal.dealer,
        (*deal.hands[:seat], left, *deal.hands[seat + 1 :]),
        deal.turn_up,
        deal.trump,
        deal.bidders,
        deal.bids,
        Trick(trick.leader, (*trick.cards, card)),
        deal.tricks,
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

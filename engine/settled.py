"""Whether a deal is decided before its last card: every way to play on takes the same tricks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, Seat
from engine.commands import PlayCard
from engine.fold import evolve
from engine.game import decide
from engine.legal import calls_in, legal_in
from engine.order import power, suit_in_play
from engine.state import Deal, DealStage, Game

MOST_POSITIONS = 1500
"""So many positions are looked at; a deal with more of them may be decided a trick later."""

Taken = tuple[int, ...]


class _Open(Exception):
    """Two ways to play on differ, or there are too many to look at."""


def foregone(game: Game) -> bool:
    """Whether all ways to play the deal on give every seat the same tricks.

    False also where there are too many ways to look at them all.
    """
    deal = game.deal
    if deal is None or deal.stage is not DealStage.PLAY:
        return False
    ways = _extremes(game)
    first = next(ways)
    if any(other != first for other in ways):
        return False
    try:
        _to_come(game, {})
    except _Open:
        return False
    return True


def _extremes(game: Game) -> Iterator[Taken]:
    """How the deal ends when one seat plays high and all others low, and the other way round."""
    for seat in range(game.players):
        for alone in (True, False):
            after = game
            while len(after.deals) == len(game.deals):
                after = _on(after, _extreme(after, Seat(seat), high=alone))
            yield after.deals[-1].taken


def _extreme(game: Game, seat: Seat, *, high: bool) -> PlayCard:
    deal = _under_way(game)
    turn = deal.awaiting[0]
    best = max if (turn == seat) is high else min
    card = best(legal_in(deal, turn), key=lambda one: _height(one, deal))
    return PlayCard(turn, card, next(iter(calls_in(deal, card)), None))


def _to_come(game: Game, known: dict[object, Taken]) -> Taken:
    """The tricks that each seat takes from here on, the same in every way; _Open otherwise."""
    deal = _under_way(game)
    position = (deal.hands, deal.trick, deal.calls)
    if position in known:
        return known[position]
    if len(known) >= MOST_POSITIONS:
        raise _Open
    ends = {_end(game, move, known) for move in _moves(deal)}
    if len(ends) > 1:
        raise _Open
    known[position] = ends.pop()
    return known[position]


def _end(game: Game, move: PlayCard, known: dict[object, Taken]) -> Taken:
    before = _under_way(game).taken
    after = _on(game, move)
    if len(after.deals) > len(game.deals):
        now, rest = after.deals[-1].taken, (0,) * game.players
    else:
        now, rest = _under_way(after).taken, _to_come(after, known)
    return tuple(n - b + r for n, b, r in zip(now, before, rest, strict=True))


def _moves(deal: Deal) -> Iterator[PlayCard]:
    seat = deal.awaiting[0]
    for card in legal_in(deal, seat):
        for call in calls_in(deal, card) or (None,):
            yield PlayCard(seat, card, call)


def _on(game: Game, move: PlayCard) -> Game:
    for event in decide(game, move):
        game = evolve(game, event)
    return game


def _under_way(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _height(card: Card, deal: Deal) -> tuple[bool, int]:
    suit = suit_in_play(card, deal.ranking)
    return suit is not None and suit is deal.trump, power(card, deal.ranking)

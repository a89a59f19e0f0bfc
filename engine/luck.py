"""What the cards of a deal were worth: the same deal, played again by strong computers.

They bid as people do who find a hand worth one trick and a half: sometimes one, sometimes two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from engine.commands import MakeBid
from engine.events import CardsDealt, Entry, GameStarted
from engine.fold import evolve, standing, start
from engine.game import decide
from engine.players.dice import dice_at
from engine.players.steady import fair_bid
from engine.players.strong import choose_strong
from engine.state import Game
from engine.view import view

_CHOICES = 120
"""About so many choices are searched for, each some 20 ms, so that a deal takes some seconds."""

_SEARCHED = 5
_LEAST_TIMES, _MOST_TIMES = 3, 10


@dataclass(frozen=True, slots=True)
class Luck:
    """By seat how many points more than the mean of the table cards brought, and its standard
    error; over the table they come to nothing.
    """

    worth: tuple[float, ...]
    error: tuple[float, ...]


def deal_luck(log: Iterable[Entry], number: int, seed: bytes) -> Luck:
    """What each seat's cards were worth in the deal of a number, from 1.

    It is played again some times, by a strong computer at each seat that sees what its seat may
    see; how often depends on the size of the deal alone. It follows from the log and the seed.
    ValueError if there is no such deal.
    """
    dealt = _dealt(log, number)
    assert dealt.deal is not None
    searched = dealt.players * min(dealt.deal.size, _SEARCHED)
    times = min(max(_CHOICES // searched, _LEAST_TIMES), _MOST_TIMES)
    found = [_above_mean(_played(dealt, seed + b" %d" % n)) for n in range(times)]
    seats = range(dealt.players)
    means = [sum(one[seat] for one in found) / times for seat in seats]
    errors = [_error([one[seat] for one in found], means[seat]) for seat in seats]
    return Luck(tuple(means), tuple(errors))


def whole_luck(deals: Sequence[Luck]) -> Luck:
    """The same of several deals, added up."""
    seats = range(len(deals[0].worth)) if deals else ()
    return Luck(
        tuple(sum(deal.worth[seat] for deal in deals) for seat in seats),
        tuple(sqrt(sum(deal.error[seat] ** 2 for deal in deals)) for seat in seats),
    )


def _dealt(log: Iterable[Entry], number: int) -> Game:
    """The game as the cards of a deal had just been dealt."""
    game: Game | None = None
    for event in standing(log):
        if isinstance(event, GameStarted):
            game = start(event.rules, event.players, event.first_dealer)
        elif game is not None:
            game = evolve(game, event)
            if isinstance(event, CardsDealt) and game.deal and game.deal.number == number:
                return game
    raise ValueError(f"no deal {number}")


def _played(game: Game, seed: bytes) -> Sequence[int]:
    """The points of each seat for a deal once strong computers have played it."""
    over = len(game.deals)
    while len(game.deals) == over:
        seen = view(game, game.awaiting[0])
        choice = choose_strong(seen, seed)
        if isinstance(choice, MakeBid) and seen.deal is not None:
            more = dice_at(seed + b"%d" % choice.seat, seen.deal).chance() - 0.5
            choice = MakeBid(choice.seat, fair_bid(seen, more))
        for event in decide(game, choice):
            game = evolve(game, event)
    last = game.deals[-1]
    points = last.points or ()
    bonus = last.bonus or (0,) * len(points)
    return [one + more for one, more in zip(points, bonus, strict=True)]


def _above_mean(points: Sequence[int]) -> list[float]:
    mean = sum(points) / len(points)
    return [one - mean for one in points]


def _error(some: Sequence[float], mean: float) -> float:
    return sqrt(sum((one - mean) ** 2 for one in some) / len(some) / (len(some) - 1))

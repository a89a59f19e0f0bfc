"""Axis: when a game ends, who wins, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.cards import Card, Seat


class End(StrEnum):
    """What ends a game."""

    SCHEDULE = "schedule"
    TARGET = "target"
    EXACT_TARGET = "exact_target"
    RUBBER = "rubber"


class Tie(StrEnum):
    """What happens when several players lead at the end."""

    JOINT = "joint"
    EXTRA_MAX_DEALS = "extra_max_deals"
    MOST_BIDS_MADE = "most_bids_made"


class Settle(StrEnum):
    """What losers pay winners."""

    NONE = "none"
    MEAN = "mean"
    PAIRWISE = "pairwise"
    POOL = "pool"
    HARD = "hard"


class FirstDealer(StrEnum):
    """How the first dealer is found."""

    HIGH_CUT = "high_cut"
    FIRST_JACK = "first_jack"


def joint_winners(totals: Sequence[int]) -> tuple[Seat, ...]:
    """Every seat with the highest total, so that a tie has several winners."""
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == max(totals))


Draw = tuple[tuple[Seat, Card], ...]
"""One round of the draw for dealer: who drew, and what."""


def draw_for_dealer(pack: Sequence[Card], players: int) -> tuple[Draw, ...]:
    """The draw for first dealer: a card each from the top of a shuffled pack, highest rank deals.

    Seats that tie draw again among themselves, so each round after the first is a tie broken. The
    dealer is `dealer_drawn` of the result. (pagat, Oh Hell!: "draw cards, highest deals".)
    """
    rounds: list[Draw] = []
    drawing = [Seat(seat) for seat in range(players)]
    left = list(pack)
    while len(drawing) > 1:
        if len(left) < len(drawing):
            raise ValueError("the pack is too small to draw for dealer")
        draw = tuple((seat, left.pop(0)) for seat in drawing)
        rounds.append(draw)
        drawing = _highest(draw)
    return tuple(rounds)


def dealer_drawn(rounds: Sequence[Draw]) -> Seat:
    """The seat that deals first after a draw."""
    return _highest(rounds[-1])[0]


def _highest(draw: Draw) -> list[Seat]:
    best = max(card.rank for _, card in draw)
    return [seat for seat, card in draw if card.rank == best]

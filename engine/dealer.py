"""Axis: who deals first."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.cards import Card, Rank, Seat


class FirstDealer(StrEnum):
    """How the first dealer is found: by the highest card drawn, or the first jack dealt round."""

    HIGH_CUT = "high_cut"
    FIRST_JACK = "first_jack"


Draw = tuple[tuple[Seat, Card], ...]
"""One round of the draw for dealer: who drew, and what."""


def draw_for_dealer(
    pack: Sequence[Card], players: int, how: FirstDealer = FirstDealer.HIGH_CUT
) -> tuple[Draw, ...]:
    """The draw for first dealer, from the top of a shuffled pack; cards without a suit are not in.

    By the highest card (pagat, Oh Hell!: "draw cards, highest deals") seats that tie draw again
    among themselves, so each round after the first is a tie broken. By the first jack (Arnold,
    Nomination Whist) cards are dealt round until one appears. `dealer_drawn` tells who it is.
    ValueError for a pack that decides nothing.
    """
    left = [card for card in pack if card.plain]
    if how is FirstDealer.FIRST_JACK:
        return (_until_a_jack(left, players),)
    rounds: list[Draw] = []
    drawing = [Seat(seat) for seat in range(players)]
    while len(drawing) > 1:
        if len(left) < len(drawing):
            raise ValueError("the pack is too small to draw for dealer")
        draw = tuple((seat, left.pop(0)) for seat in drawing)
        rounds.append(draw)
        drawing = _highest(draw)
    return tuple(rounds)


def _until_a_jack(pack: Sequence[Card], players: int) -> Draw:
    for count, card in enumerate(pack, start=1):
        if card.rank is Rank.JACK:
            return tuple((Seat(at % players), drawn) for at, drawn in enumerate(pack[:count]))
    raise ValueError("the pack has no jack to draw for dealer")


def dealer_drawn(rounds: Sequence[Draw], how: FirstDealer = FirstDealer.HIGH_CUT) -> Seat:
    """The seat that deals first after a draw."""
    if how is FirstDealer.FIRST_JACK:
        return rounds[-1][-1][0]
    return _highest(rounds[-1])[0]


def _highest(draw: Draw) -> list[Seat]:
    best = max(card.rank for _, card in draw)
    return [seat for seat, card in draw if card.rank == best]

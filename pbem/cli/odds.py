"""`pbem odds`: what a bid is worth, before any card is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import MOST_PLAYERS, Sorry, app, out, print_rows

if TYPE_CHECKING:
    from engine import Card, Hand

_SEED = b"pbem odds"
"""The same hand always has the same odds."""


@app.command()
def odds(
    hand: Annotated[
        str | None, typer.Argument(help="A hand: 'QH 7H 2C'; without one, the deal of one card.")
    ] = None,
    players: Annotated[int, typer.Option(min=2, max=MOST_PLAYERS, help="At the table.")] = 4,
    trump: Annotated[
        str | None, typer.Option(help="The trump suit, H, or the card turned up, 9H.")
    ] = None,
    preset: Annotated[str, typer.Option(help="A rule set, and what differs.")] = "ohhell_pagat",
) -> None:
    """Tell the chance to make each bid with a hand, or to take the trick with a single card.

    Of a hand: in how many of 100 deals with these cards who bids first makes each bid, and what it
    brings in the mean, if everybody bids what the cards are worth and plays for that. The deal of
    one card is exact (Nick Nesler's table).
    """
    if hand is None:
        _one_card(players)
    else:
        _hand(hand, players, trump, preset)


def _hand(hand: str, players: int, trump: str | None, preset: str) -> None:
    from engine import cards, combine
    from engine.coach import hand_odds

    rules = combine(preset).rules
    try:
        held = cards(hand.upper())
        turned = _turned(trump.upper(), held) if trump else None
        found = hand_odds(held, players, turned, _SEED, rules)
    except ValueError as problem:
        raise Sorry(str(problem)) from problem
    made = [(bid, round(100 * tried.keep), tried.points) for bid, tried in found]
    rows = ((f"{bid}", f"{n}", "#" * ((n + 2) // 4), f"{points:.1f}") for bid, n, points in made)
    print_rows(rows, "Bid", "Made in 100", "", "Points", box=None)


def _turned(trump: str, held: Hand) -> Card:
    """The card turned up; of a suit the lowest that is not in the hand."""
    from engine import Card
    from engine.cards import RANKS

    lowest = (f"{rank.sign}{trump}" for rank in RANKS)
    codes = [trump] if len(trump) > 1 else [code for code in lowest if Card.parse(code) not in held]
    return Card.parse(codes[0])


def _one_card(players: int) -> None:
    from engine.cards import RANKS
    from engine.odds import led_card_takes, other_card_takes, trump_takes

    rows = []
    for rank in reversed(RANKS):
        above = rank > RANKS[0] and trump_takes(players, rank, turned_higher=False)
        below = rank < RANKS[-1] and trump_takes(players, rank, turned_higher=True)
        chances = (above, below, led_card_takes(players, rank), other_card_takes(players, rank))
        told = ("-" if one is False else f"{float(100 * one):.1f}" for one in chances)
        rows.append((rank.sign, *told))
    out.print(f"The deal of one card among {players}: in how many of 100 a card takes the trick.")
    heads = ("Card", "Trump above the turn-up", "Trump below it", "Led", "Not led")
    print_rows(rows, *heads, box=None)

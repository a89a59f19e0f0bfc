"""The game's notation for tests: hands in a row, packs that deal them, whole games by chance."""

from __future__ import annotations

from engine import (
    Card,
    Command,
    DealCards,
    Game,
    MakeBid,
    PlayCard,
    Preset,
    Rules,
    cards,
    decide,
    evolve,
    start,
)
from engine.play import step

SHORT = Preset(
    "short", (), "three players, three cards down to one", Rules(hand_max=((3, 3),), players=(3, 3))
)
"""A game of eleven tricks in five deals, for tests that play one through real servers."""


def hands(row: str) -> list[tuple[Card, ...]]:
    """The hands in a row, by seat: `hands("QH 2C | AS 3H")`."""
    return [cards(part) for part in row.split("|")]


def pack_dealing(
    row: str, dealer: int, turn_up: str = "", rules: Rules | None = None
) -> tuple[Card, ...]:
    """A pack that deals these hands, one card at a time from eldest hand, then turns `turn_up`."""
    dealt, rules = hands(row), rules or Rules()
    way = step(rules.direction)
    order = [(dealer + way * (1 + at)) % len(dealt) for at in range(len(dealt))]
    top = [dealt[seat][at] for at in range(len(dealt[0])) for seat in order]
    top += cards(turn_up)
    rest = list(rules.pack_for(len(dealt)).cards())
    for card in top:
        rest.remove(card)
    return (*top, *rest)


def deal_of(row: str, *, dealer: int = 0, turn_up: str = "", rules: Rules | None = None) -> Game:
    """A game in its first deal, where each seat holds a hand of the row."""
    size, players = len(hands(row)[0]), len(hands(row))
    base = rules or Rules(players=(players, players), hand_max=((players, size),))
    return do(
        start(base, players, dealer),
        DealCards(pack_dealing(row, dealer, turn_up, base)),
    )


def do(game: Game, *commands: Command) -> Game:
    """The game after some commands."""
    for command in commands:
        for event in decide(game, command):
            game = evolve(game, event)
    return game


def bid(game: Game, *bids: int) -> Game:
    """The game after these bids, each by the seat whose turn it is."""
    for tricks in bids:
        game = do(game, MakeBid(game.awaiting[0], tricks))
    return game


def play(game: Game, row: str) -> Game:
    """The game after these cards, each by the seat whose turn it is: `play(game, "AS 2S QH")`."""
    for card in cards(row):
        game = do(game, PlayCard(game.awaiting[0], card))
    return game

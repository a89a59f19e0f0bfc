"""Computers at the table: each chooses from a View, and never sees a Game.

`player(level)` is who plays at a level: a function that takes a view of the seat whose turn it is
and a seed, any bytes, and gives its choice, the same for the same view and seed.

>>> from engine import DealCards, Level, decide, evolve, preset, shuffle, start, view
>>> game = start(preset("ohhell_pagat"), players=4)
>>> for event in decide(game, DealCards(shuffle(game.rules.pack.cards(), b"a secret"))):
...     game = evolve(game, event)
>>> choice = player(Level.EASY)(view(game, 1), b"any seed")
>>> [event.seat for event in decide(game, choice)]
[1]
"""

from engine.players.levels import Computer, player, takes_long
from engine.players.luck import deal_worths, worths
from engine.players.steady import choose, fair_bid, lowest_card, usual

__all__ = [
    "Computer",
    "choose",
    "deal_worths",
    "fair_bid",
    "lowest_card",
    "player",
    "takes_long",
    "usual",
    "worths",
]

"""Games by chance, played without any mail."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import (
    Choice,
    Command,
    DealCards,
    Entry,
    Game,
    Rules,
    Seat,
    choices,
    decide,
    evolve,
    open_game,
    replay,
    view,
)

Chooser = Callable[[Game, Seat], Choice]


def any_legal(dice: random.Random) -> Chooser:
    """A player who does anything that is allowed."""
    return lambda game, seat: dice.choice(choices(view(game, seat)))


def play_out(
    rules: Rules,
    players: int,
    dice: random.Random,
    choose: Chooser | None = None,
    until: Callable[[Game], bool] = lambda game: False,
) -> tuple[Game, list[Entry]]:
    """A game by chance, to its end or until something holds, with its log."""
    choose = choose or any_legal(dice)
    pack = list(rules.pack_for(players).cards())
    dice.shuffle(pack)
    log: list[Entry] = [open_game(rules, players, pack)]
    game = replay(log)
    while not game.over and not until(game):
        if game.awaiting:
            command: Command = choose(game, game.awaiting[0])
        else:
            dice.shuffle(pack)
            command = DealCards(tuple(pack))
        for event in decide(game, command):
            game = evolve(game, event)
            log.append(event)
    return game, log

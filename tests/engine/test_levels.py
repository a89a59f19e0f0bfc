"""The levels computers play at: each choice is legal, and follows from the view and the seed."""

import random

import pytest

from engine import PRESETS, Level, choices, preset, view
from engine.players import choose, player
from pbem.demo.playouts import play_out
from tests.effort import others_long
from tests.table import deal_of

LEVELS = list(Level)


def at(level, seed=b"any"):
    chooses = player(level)
    return lambda game, seat: chooses(view(game, seat), seed)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_has_anything_to_choose_out_of_turn(level):
    with pytest.raises(ValueError, match="nothing to choose"):
        player(level)(view(deal_of("AC | 3C | 4C"), 0), b"any")


def test_the_easy_player_makes_a_third_of_its_bids_and_less_than_the_steady_one():
    dice = random.Random(4)
    by_level = {Level.EASY: [0, 0], Level.STEADY: [0, 0]}
    seats = [Level.EASY, Level.STEADY, Level.STEADY, Level.EASY]
    for _ in range(8):
        game, _ = play_out(preset("ohhell_pagat"), 4, dice, lambda g, s: at(seats[s])(g, s))
        for deal in game.deals:
            for seat, made in enumerate(deal.made):
                by_level[seats[seat]][0] += made
                by_level[seats[seat]][1] += 1
    easy, steady = (made / of for made, of in by_level.values())

    assert 0.30 <= easy <= 0.45
    assert easy + 0.1 < steady


def test_the_steady_level_is_the_steady_player():
    game = deal_of("2S 9H 3D | 4S 8D 7D | 5C 6C 8C", dealer=2, turn_up="KS")

    assert player(Level.STEADY)(view(game, 0), b"any") == choose(view(game, 0))


@pytest.mark.parametrize(
    "name",
    others_long(
        [one.name for one in PRESETS],
        {"ohhell_pagat", "clag", "atkinson_blackout", "ninety_nine"}.__contains__,
    ),
)
def test_the_easy_player_chooses_something_legal_and_the_same_again(name):
    rules = preset(name)
    least, most = rules.players

    def checked(game, seat):
        seen = view(game, seat)
        chosen = player(Level.EASY)(seen, b"any")
        assert chosen in choices(seen)
        assert player(Level.EASY)(seen, b"any") == chosen
        return chosen

    play_out(
        rules,
        min(max(least, 4), most),
        random.Random(1),
        checked,
        lambda game: len(game.deals) > 15,
    )

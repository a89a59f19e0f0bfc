"""The computer player: always legal, always the same, and right about half its bids."""

import random

import pytest

from engine import choices, preset, view
from engine.players import choose, fair_bid, lowest_card
from pbem.demo.playouts import any_legal, play_out
from tests.table import bid, deal_of


def steady(game, seat):
    return choose(view(game, seat))


def bids_made(game):
    return sum(b == t for d in game.deals for b, t in zip(d.bids, d.taken, strict=True))


def test_it_makes_at_least_half_its_bids_in_the_standard_game_of_four():
    dice = random.Random(20)
    games = [play_out(preset("ohhell_pagat"), 4, dice, steady)[0] for _ in range(8)]

    assert sum(map(bids_made, games)) / (8 * 19 * 4) >= 0.5


def test_it_beats_players_by_chance():
    dice = random.Random(21)
    by_chance = any_legal(dice)
    for _ in range(5):
        game, _ = play_out(
            preset("ohhell_pagat"),
            4,
            dice,
            lambda game, seat: steady(game, seat) if seat == 1 else by_chance(game, seat),
        )
        assert game.winners == (1,)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_it_always_chooses_something_legal_and_the_same_again(players):
    dice = random.Random(players)

    def checked(game, seat):
        seen = view(game, seat)
        chosen = choose(seen)
        assert chosen in choices(seen)
        assert choose(seen) == chosen
        return chosen

    game, _ = play_out(preset("blackout"), players, dice, checked)
    assert game.over


def test_it_has_nothing_to_choose_out_of_turn():
    with pytest.raises(ValueError, match="nothing to choose"):
        choose(view(deal_of("AC | 3C | 4C"), 0))


def test_the_lowest_card_is_a_trump_only_if_it_must_be():
    game = bid(deal_of("2S 9H 3D | 4S 8D 7D | 5C 6C 8C", dealer=2, turn_up="KS"), 0, 1, 1)

    assert str(lowest_card(view(game, 0))) == "3D"


def test_the_fair_bid_is_one_that_is_allowed():
    """The worst card there is, but the hook forbids zero."""
    game = bid(deal_of("2C | AS | KS", turn_up="QS"), 1, 0)

    assert view(game, 0).legal == (1,)
    assert fair_bid(view(game, 0)) == 1

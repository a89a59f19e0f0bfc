"""What cards were worth, by playing the same deal again."""

import random
from dataclasses import replace

import pytest

from engine import PRESETS, CardsDealt, GameStarted, combine, preset, view
from engine.luck import Luck, deal_luck, whole_luck
from engine.players import choose
from pbem.demo import playouts
from tests.effort import others_long
from tests.table import deal_of


def steady(game, seat):
    return choose(view(game, seat))


SMALL = combine("ohhell_pagat, 3 deals up").rules
"""Deals of one card up to three."""


def played(rules, players, deals, seed=1):
    """The log of a game up to a deal."""
    return playouts.play_out(
        rules, players, random.Random(seed), steady, lambda game: len(game.deals) >= deals
    )[1]


def one_deal(row, turn_up=""):
    """The log of one deal of given hands, whatever is bid in it; the last seat deals."""
    dealt = deal_of(row, dealer=2, turn_up=turn_up)
    deal = dealt.deal
    log = played(SMALL, 3, 1)
    cards = CardsDealt(deal.dealer, deal.hands, deal.turn_up, deal.trump)
    start = next(one for one in log if isinstance(one, GameStarted))
    return [replace(start, rules=dealt.rules, first_dealer=2), cards]


def test_who_must_take_or_lose_the_only_trick_gets_what_all_get():
    """The ace of trumps is worth one trick, and the twos none: all three bid so and get 11, 10, 10;
    the last may not bid nought after one and nought, so it bids one and loses its points.
    """
    told = deal_luck(one_deal("AS | 2H | 2C", turn_up="KS"), 1, b"any")

    assert told.worth == pytest.approx((11 - 7, 10 - 7, 0 - 7))
    assert told.error == pytest.approx((0, 0, 0))


def test_over_the_table_it_comes_to_nothing():
    log = played(SMALL, 4, 3)
    deals = [deal_luck(log, n, b"any") for n in (1, 2, 3)]

    for one in (*deals, whole_luck(deals)):
        assert sum(one.worth) == pytest.approx(0)
        assert min(one.error) >= 0


def test_deals_are_added_up_and_their_errors_as_squares():
    told = whole_luck([Luck((3.0, -3.0), (3.0, 0.5)), Luck((-1.0, 1.0), (4.0, 0.0))])

    assert told == Luck((2.0, -2.0), (5.0, 0.5))


def test_it_does_not_depend_on_what_was_made_of_the_cards():
    """The same cards, played by two kinds of players; and another time by the same."""
    log = played(SMALL, 4, 3)
    [at] = [at for at, one in enumerate(log) if isinstance(one, CardsDealt)][2:3]

    assert deal_luck(log, 3, b"any") == deal_luck(log[: at + 1], 3, b"any")


def test_of_a_deal_that_was_never_dealt_nothing_is_told():
    with pytest.raises(ValueError, match="no deal 9"):
        deal_luck(played(SMALL, 4, 1), 9, b"any")


@pytest.mark.parametrize(
    "name",
    others_long(
        [one.name for one in PRESETS],
        lambda name: name in {"wizard", "truf7"},
    ),
)
def test_deals_of_any_rule_set_can_be_played_again(name):
    least, most = preset(name).players
    told = deal_luck(played(preset(name), max(least, min(4, most)), 2), 2, b"any")

    assert sum(told.worth) == pytest.approx(0)

"""What is written down at a real table brings what the engine reckons when it is played."""

import random

from engine import PRESETS, RulesError, combine
from engine.ending import totals
from engine.kept import (
    KeptDeal,
    bid_for_all,
    bids_open,
    must_be_kept,
    points_kept,
    winners_kept,
)
from pbem.demo.playouts import play_out
from tests.effort import of_each

REFUSED = {"ninety_nine", "ninety_nine_37", "boerenbridge_100"}


def kept(game):
    """The deals of a game as somebody writes them down who looks on."""
    return [KeptDeal(deal.bids, deal.taken) for deal in game.deals]


def keeps(row):
    try:
        must_be_kept(row.rules)
    except RulesError:
        return False
    return True


@of_each("row", PRESETS)
def test_it_brings_what_the_game_brought(row):
    if not keeps(row):
        return
    least, most = row.rules.players
    players = min(max(4, least), most)
    game, _ = play_out(row.rules, players, random.Random(7))
    deals = kept(game)
    points = points_kept(row.rules, players, deals)

    assert points == game.points
    assert totals(row.rules.end, row.rules.target, points, players) == game.totals
    assert winners_kept(row.rules, players, deals, points) == game.winners
    for deal in game.deals:
        nobody_bids = bid_for_all(row.rules, deal.number, players)
        assert nobody_bids in ((), deal.bids)


def test_what_needs_more_than_bids_and_tricks_is_refused():
    assert {row.name for row in PRESETS if not keeps(row)} == REFUSED


def test_the_last_bid_may_not_make_the_sum():
    rules = combine("ohhell_pagat").rules

    assert bids_open(rules, 8, (2, 0)) == (0, 2, 3)
    assert rules.size(8, 3) == 3
    assert bids_open(combine("no hook").rules, 8, (2, 0)) == (0, 1, 2, 3)


def test_a_deal_that_is_played_brings_nothing_yet():
    rules = combine("ohhell_pagat").rules
    deals = [KeptDeal((1, 2, 3, 0), (1, 2, 3, 4)), KeptDeal((2, 2, 2, 2))]

    assert points_kept(rules, 4, deals) == ((11, 12, 13, 4),)


def test_an_evening_that_ends_early_is_won_by_who_leads():
    rules = combine("boerenbridge_nl").rules
    deals = [KeptDeal((1, 0, 0), (1, 0, 0))]
    points = points_kept(rules, 3, deals)

    assert winners_kept(rules, 3, deals, points) == (0,)

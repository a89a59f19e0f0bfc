"""Deals that are decided before their last card."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PRESETS, DealStage, choices, preset, view
from engine.settled import MOST_CARDS, _Search, foregone
from pbem.demo.playouts import any_legal, play_out
from tests.engine.any_rules import small_deals
from tests.table import bid, deal_of, do, play


@pytest.mark.parametrize(
    ("row", "played", "decided", "why"),
    [
        ("AS KS QS | 2C 3C 4C | 2D 3D 4D", "", True, "the top trumps take everything"),
        ("AS KS 2H | 2C 3C 4C | 2D 3D 4D", "", True, "nobody can beat the small heart either"),
        ("AS 2H | KH 3C | 4D 5D", "", False, "Bruno may throw his king away, or keep it"),
        ("AS 2H | KH 3C | 4D 5D", "AS KH", True, "he has thrown it away"),
        ("AS 2H | KH 3C | 4D 5D", "AS 3C", True, "he has kept it, and takes the last trick"),
        ("AH 2H | KH 3H | QH 4H", "", False, "Anna may keep her ace for the second trick"),
        ("AH KH | QH 3H | JH 4H", "", True, "the two best hearts, whichever comes first"),
        ("2H | 3H | 4S", "", True, "one card each"),
    ],
)
def test_a_deal_is_decided_when_no_choice_changes_a_trick(row, played, decided, why):
    game = deal_of(row, dealer=2, turn_up="7S")
    while game.deal.stage is DealStage.BID:
        game = bid(game, choices(view(game, game.awaiting[0]))[0].tricks)

    assert foregone(play(game, played)) is decided, why


def test_nothing_is_decided_while_bids_are_made():
    assert not foregone(deal_of("2H | 3H | 4S", dealer=2, turn_up="7S"))


def ends(game, known):
    """The ways the tricks can fall, two at most, found by trying card by card."""
    if game.deal is None:
        return {game.deals[-1].taken}
    place = (game.deal.hands, game.deal.trick, game.deal.calls, game.deal.taken)
    if place not in known:
        found = set()
        for move in choices(view(game, game.awaiting[0])):
            if len(found) < 2:
                found |= ends(do(game, move), known)
        known[place] = found
    return known[place]


@given(small_deals(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_it_is_what_playing_every_way_gives_whatever_the_rules(game, dice):
    known, was = {}, False
    while game.deal is not None:
        now = foregone(game)

        assert now is (len(ends(game, known)) == 1)
        assert now or not was, "what is foregone stays so"
        was = now
        game = do(game, dice.choice(choices(view(game, game.awaiting[0]))))


def near_the_end(dice):
    """Stops a game somewhere in the last two tricks of a deal."""

    def stops(game):
        deal = game.deal
        playing = deal is not None and deal.stage is DealStage.PLAY
        return playing and deal.size - len(deal.tricks) <= 2 and dice.random() < 0.2

    return stops


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_it_agrees_with_playing_every_way(row):
    """The last two tricks of games by chance, in every rule set."""
    dice = random.Random(row.name)
    for _ in range(3):
        game, _ = play_out(row.rules, row.rules.players[0], dice, until=near_the_end(dice))

        assert game.over or foregone(game) is (len(ends(game, {})) == 1)


@pytest.mark.parametrize("name", ["ohhell_pagat", "atkinson_blackout", "australian_bust", "clag"])
def test_no_deal_takes_longer_than_it_may(name, monkeypatch):
    """Counted in cards, for no clock says the same twice; a thousand of them take a millisecond."""
    looked_at = []

    class Counted(_Search):
        def __init__(self, here):
            super().__init__(here)
            looked_at.append(self)

    monkeypatch.setattr("engine.settled._Search", Counted)
    dice, rules = random.Random(name), preset(name)
    steps = any_legal(dice)

    def asked(game, seat):
        foregone(game)
        return steps(game, seat)

    play_out(rules, rules.players[1], dice, asked, until=lambda game: len(game.deals) == 3)

    assert looked_at
    for search in looked_at:
        assert search.tried <= MOST_CARDS + len(search.kernel.follows)

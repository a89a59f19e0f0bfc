"""The computer player: always legal, always the same, and right about half its bids."""

import random

import pytest

from engine import PRESETS, choices, combine, preset, view
from engine.bidding import BidMode
from engine.players import choose, fair_bid, lowest_card
from engine.players.strong import choose_strong
from engine.state import DealStage
from pbem.demo.playouts import any_legal, play_out
from tests.effort import others_long
from tests.table import bid, deal_of


def steady(game, seat):
    return choose(view(game, seat))


def strong(game, seat):
    return choose_strong(view(game, seat), b"any")


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


def bids_against_tricks(name, bids_as):
    """The bids a player chooses and the tricks of six games whose cards are played by chance, or
    of eight where they are short.
    """
    rules = preset(name)
    least, most = rules.players
    players = min(max(least, 4), most)
    dice = random.Random(7)
    by_chance = any_legal(dice)

    def bidding(game, seat):
        bids = game.deal.stage is not DealStage.PLAY
        return bids_as(game, seat) if bids else by_chance(game, seat)

    bids = tricks = games = 0
    while games < 6 or (games < 8 and 0 < tricks < 300):
        game, games = play_out(rules, players, dice, bidding)[0], games + 1
        for deal in game.deals:
            if None not in deal.bids and deal.rules.bid_mode is not BidMode.ZERO:
                bids, tricks = bids + sum(deal.bids), tricks + deal.size
    return bids, tricks


NAMES = [one.name for one in PRESETS]
ODD = {
    *("ohhell_pagat", "truf7", "podrida_40", "romanian_whist", "australian_bust"),
    *("boerenbridge_100", "ninety_nine_37", "okuneff", "wizard", "super_screw"),
}
"""The rule sets whose hands are hardest to count: no trump, one named later, jokers, few cards."""


@pytest.mark.parametrize("bids_as", [steady, strong])
@pytest.mark.parametrize(
    "name", others_long([one.name for one in PRESETS], lambda name: name in ODD)
)
def test_together_they_bid_about_the_tricks_there_are(name, bids_as):
    bids, tricks = bids_against_tricks(name, bids_as)

    assert 0.9 <= bids / tricks <= 1.1


LAY_DOWN = "AS KS QS AH KH QH AD KD QD AC KC QC JC"
REST = "JS TS 9S 8S 7S 6S 5S 4S 3S 2S JH TH 9H | 8H 7H 6H 5H 4H 3H 2H JD TD 9D 8D 7D 6D | "
REST += "5D 4D 3D 2D TC 9C 8C 7C 6C 5C 4C 3C 2C"


def no_trump(hands, dealer):
    """Thirteen cards each and no trump; who has the last of them by the notation deals."""
    rules = combine("ohhell_pagat, 13 deals down, trump none, no hook").rules
    return deal_of(hands, dealer=dealer, rules=rules)


@pytest.mark.parametrize("dealer", [3, 0, 1, 2])
def test_a_lay_down_is_bid_in_full(dealer):
    """Whatever is led, it has the best card of it, and all cards but the jack are the highest."""
    game = no_trump(f"{LAY_DOWN} | {REST}", dealer)
    while game.awaiting != (0,):
        game = bid(game, 0)

    assert fair_bid(view(game, 0)) == 13

"""Rules are checked as a whole when they are made."""

import pytest

from engine import (
    MOST_PLAYERS,
    PRESETS,
    Rules,
    RulesError,
    Suit,
    UnknownRule,
    combine,
    find_preset,
    preset,
)
from engine.bidding import BidMode
from engine.cards import Pack, PackKind
from engine.deals import SpecialDeal
from engine.ending import End
from engine.order import RankOrder
from engine.play import VoidRule
from engine.schedule import Schedule
from engine.scoring import Bonus, Score
from engine.specials import Specials
from engine.trump import TrumpBy
from tests.effort import of_each


@pytest.mark.parametrize(
    ("players", "most", "deals"), [(3, 10, 19), (4, 10, 19), (5, 10, 19), (6, 8, 15), (7, 7, 13)]
)
def test_the_standard_game_runs_down_and_up_again(players, most, deals):
    """pagat: 3 to 5 players begin with ten cards, 6 with eight, 7 with seven."""
    sizes = preset("ohhell_pagat").sizes(players)

    assert sizes == (*range(most, 0, -1), *range(2, most + 1))
    assert len(sizes) == deals


@pytest.mark.parametrize("players", [1, 2, 8])
def test_a_wrong_number_of_players_is_refused(players):
    with pytest.raises(RulesError, match=f"for 3 to 7 players, not {players}"):
        preset("ohhell_pagat").sizes(players)


@of_each(
    ("axes", "why"),
    [
        ({"trump": TrumpBy.CYCLE}, "trump_cycle names the suits"),
        ({"trump_cycle": (Suit.HEARTS,)}, "trump_cycle names the suits"),
        ({"no_trump_from": 8}, "no_trump_from says which deals"),
        ({"bid_mode": BidMode.SIMULTANEOUS}, "not made in turn cannot be hooked"),
        ({"bid_mode": BidMode.CARDS}, "not made in turn cannot be hooked"),
        ({"bid_mode": BidMode.SIMULTANEOUS, "hook": False, "zero_limit": 5}, "zeros in a row"),
        ({"bid_mode": BidMode.CARDS, "hook": False}, "no card is left of a hand of 1 once"),
        ({"bid_mode": BidMode.BLIND}, "turn trump up after the bids"),
        ({"bonus": Bonus.PREMIUM}, "a premium is offered with a bid by cards"),
        (
            {"bid_mode": BidMode.CARDS, "hook": False, "bid_min": 1, "players": (3, 3)},
            "cards laid aside may bid zero: bid_min 1 needs bids that are said",
        ),
        ({"score": Score.NINETY_NINE}, "ninety_nine is for three players"),
        ({"trump": TrumpBy.LAST_SUCCESSES}, "three players at most"),
        ({"pack": Pack(jokers=2)}, "jokers in the pack for specials none: 0, not 2"),
        ({"specials": Specials.BRADER}, "specials brader: 2, not 0"),
        ({"pack": Pack(jokers=1), "specials": Specials.ATKINSON}, "specials atkinson: 2, not 1"),
        ({"pack": Pack(kind=PackKind.WIZARD)}, "need each other"),
        ({"specials": Specials.WIZARD}, "need each other"),
        ({"order": RankOrder.BOWERS, "specials": Specials.TWOS_WILD}, "change their suit"),
        ({"void_rule": VoidRule.TOP_CARD, "specials": Specials.TWOS_WILD}, "cannot be called"),
        ({"schedule": Schedule.CONSTANT}, "needs deals_each, or a target"),
        ({"deals_each": 4}, "how long a constant schedule is"),
        ({"hand_min": 3}, "needs a schedule up, down"),
        ({"target": 100}, "a target ends the game, or the schedule does"),
        ({"end": End.TARGET}, "a target ends the game, or the schedule does"),
        ({"end": End.TARGET, "target": 0}, "nobody could play for it"),
        ({"special_deals": ((20, SpecialDeal.BLIND),)}, "there is no deal 20 with 3 players"),
        ({"special_deals": ((0, SpecialDeal.BLIND),)}, "there is no deal 0"),
        ({"special_deals": ((1, SpecialDeal.FOREHEAD),)}, "deals of one card"),
        ({"order": RankOrder.BOWERS, "special_deals": ((1, SpecialDeal.TWOS_WILD),)}, "deal 1, tw"),
    ],
)
def test_axes_that_cannot_work_together_are_refused_with_the_reason(axes, why):
    with pytest.raises(RulesError, match=why):
        Rules(**axes)


def test_a_special_deal_has_rules_of_its_own_and_may_be_counted_from_the_end():
    special = ((2, SpecialDeal.ACES_LOW), (-1, SpecialDeal.NO_TRUMP))
    rules = Rules(special_deals=special)

    assert rules.for_deal(1, 4) is rules
    assert rules.for_deal(2, 4).order is RankOrder.ACES_LOW
    assert rules.for_deal(19, 4).trump is TrumpBy.NONE
    assert rules.for_deal(19, 7) is rules
    assert rules.for_deal(13, 7).trump is TrumpBy.NONE


def test_a_game_to_a_target_goes_through_its_schedule_again_and_again():
    rules = Rules(schedule=Schedule.UP, end=End.TARGET, target=100)

    assert rules.deal_count(4) is None
    assert [rules.size(number, 4) for number in (1, 10, 11, 20)] == [1, 10, 1, 10]


def test_extra_deals_are_of_the_largest_size():
    assert Rules().size(20, 4) == 10


def test_a_schedule_may_begin_with_more_than_one_card():
    """GameDuell: four rounds from three cards up."""
    rules = Rules(players=(4, 4), hand_max=((4, 6),), hand_min=3, schedule=Schedule.UP)

    assert rules.sizes(4) == (3, 4, 5, 6)


def test_more_cards_than_the_pack_holds_are_refused():
    with pytest.raises(RulesError, match="4 players with 14 cards each cannot be dealt from 52"):
        Rules(players=(4, 4), hand_max=((4, 14),))


def test_hand_sizes_must_say_something_about_every_number_of_players():
    with pytest.raises(RulesError, match="nothing about 5 players"):
        Rules(players=(4, 5), hand_max=((4, 10),))


def test_one_player_is_no_game():
    with pytest.raises(RulesError, match="two can play at least"):
        Rules(players=(1, 3))


@pytest.mark.parametrize("name", ["ohhell_pagat", "OHHELL_PAGAT", "oh hell!", " Elevator "])
def test_a_preset_is_found_by_name_or_alias_whatever_the_case(name):
    assert find_preset(name).name == "ohhell_pagat"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Oh Heck", "ohhell_pagat"),
        ("The Oh Hell", "ohhell_pagat"),
        ("Kachufool", "kachuful"),
        ("Judgement", "judgement"),
        ("Judgment", "judgement"),
        ("Kachuful", "kachuful"),
        ("Fahrstuhl", "stiche_raten"),
        ("Rikiki", "rikiki"),
        ("Plump", "plump"),
        ("Callbreak", "call_break"),
        ("Call Bridge", "call_bridge"),
        ("Ten Down", "ten_down"),
        ("Oh Well", "oh_well"),
        ("Screw your neighbour", "ohhell_pagat"),
        ("Pocha", "pocha"),
        ("Up the River", "up_and_down_the_river"),
    ],
)
def test_a_common_name_is_known(name, found):
    assert find_preset(name).name == found


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Skull King", "did you mean wizard, gameduell, option_up_only?"),
        ("wizzard", "did you mean wizard?"),
        ("Blakout", "did you mean blackout, richards_blackout, atkinson_blackout?"),
        ("frobnicate", "there are, for example: ohhell_pagat, blackout, wizard"),
    ],
)
def test_an_unknown_preset_is_refused_with_a_few_that_are_near(name, near):
    with pytest.raises(RulesError) as refused:
        preset(name)

    assert str(refused.value).startswith(f"no preset is called '{name}'")
    assert near in str(refused.value)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    "name",
    [
        *("Skull King", "wizzard", "frobnicate"),
        *("La Podrida", "Ascenseur", "Boerenbridge"),
    ],
)
def test_what_is_named_in_place_of_a_preset_is_one(name):
    with pytest.raises(UnknownRule) as refused:
        preset(name)

    assert refused.value.word == name
    assert [find_preset(one).name for one in refused.value.near] == [*refused.value.near]
    assert refused.value.near


def test_twelve_can_play_at_most():
    assert combine(f"{MOST_PLAYERS} players").rules.players == (12, 12)
    with pytest.raises(RulesError, match="12 at most"):
        combine(f"{MOST_PLAYERS + 1} players")


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
        ("Ascenseur", "ohhell_pagat, ascenseur_2plus"),
        ("Podrida", "podrida_pagat, podrida_acanomas, podrida_fidepo, podrida_40"),
        ("oh shit!", "ohhell_pagat, oh_shit_wilson"),
        ("L'Ascenseur", "ohhell_pagat, ascenseur_2plus"),
    ],
)
def test_a_name_of_several_games_is_answered_with_all_of_them(name, candidates):
    with pytest.raises(RulesError, match=f"several games are called .*; say which: {candidates}"):
        preset(name)


def test_every_preset_has_a_name_of_its_own_and_a_line():
    names = [row.name for row in PRESETS]

    assert len(names) == len(set(names))
    assert all(row.line and row.line == row.line.rstrip(".") for row in PRESETS)

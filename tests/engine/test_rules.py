"""Rules are checked when they are made; what does not work yet is refused by name."""

import pytest

from engine import PRESETS, Rules, RulesError, Suit, find_preset, preset
from engine.bidding import BidAmend, BidMode
from engine.cards import Pack, PackKind
from engine.ending import End, FirstDealer, Settle, Tie
from engine.order import RankOrder
from engine.play import Specials, Visibility
from engine.schedule import Schedule
from engine.scoring import Bonus, Score
from engine.trump import TrumpBy


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


@pytest.mark.parametrize(
    ("axis", "value"),
    [
        ("order", RankOrder.SUPER_SCREW),
        ("schedule", Schedule.UP_FROM),
        ("trump", TrumpBy.DEALER_NAMES),
        ("bid_mode", BidMode.SIMULTANEOUS),
        ("bid_amend", BidAmend.UNTIL_LEAD),
        ("specials", Specials.WIZARD),
        ("visibility", Visibility.OTHERS_ON_LAST_DEAL),
        ("score", Score.NINETY_NINE),
        ("bonus", Bonus.STREAKS),
        ("end", End.TARGET),
        ("tie", Tie.EXTRA_MAX_DEALS),
        ("settle", Settle.MEAN),
        ("first_dealer", FirstDealer.FIRST_JACK),
        ("lock", 80),
        ("target", 100),
    ],
)
def test_a_value_that_does_not_work_yet_is_refused_by_name(axis, value):
    with pytest.raises(RulesError, match=f"{axis} {value} does not work yet"):
        Rules(**{axis: value})


@pytest.mark.parametrize(
    ("pack", "named"),
    [
        (Pack(kind=PackKind.WIZARD), "pack kind wizard"),
        (Pack(jokers=2), "pack jokers 2"),
    ],
)
def test_a_pack_that_does_not_work_yet_is_refused_by_name(pack, named):
    with pytest.raises(RulesError, match=f"{named} does not work yet"):
        Rules(pack=pack)


@pytest.mark.parametrize(
    ("axes", "why"),
    [
        ({"trump": TrumpBy.CYCLE}, "trump_cycle names the suits"),
        ({"trump_cycle": (Suit.HEARTS,)}, "trump_cycle names the suits"),
        ({"no_trump_from": 8}, "no_trump_from says which deals"),
    ],
)
def test_trump_axes_must_fit_together(axes, why):
    with pytest.raises(RulesError, match=why):
        Rules(**axes)


def test_more_cards_than_the_pack_holds_are_refused():
    with pytest.raises(RulesError, match="4 players with 14 cards each cannot be dealt from 52"):
        Rules(players=(4, 4), hand_max=((4, 14),))


def test_hand_sizes_must_say_something_about_every_number_of_players():
    with pytest.raises(RulesError, match="nothing about 5 players"):
        Rules(players=(4, 5), hand_max=((4, 10),))


def test_one_player_is_no_game():
    with pytest.raises(RulesError, match="at least two"):
        Rules(players=(1, 3))


@pytest.mark.parametrize("name", ["ohhell_pagat", "OHHELL_PAGAT", "oh hell!", " Elevator "])
def test_a_preset_is_found_by_name_or_alias_whatever_the_case(name):
    assert find_preset(name).name == "ohhell_pagat"


def test_an_unknown_preset_is_refused_with_those_there_are():
    with pytest.raises(RulesError, match="no preset is called 'bridge'; there are: ohhell_pagat"):
        preset("bridge")


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
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

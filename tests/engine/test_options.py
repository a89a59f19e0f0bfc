"""Presets with options: what people write, and what comes of it as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PRESETS, RulesError, Suit, UnknownRule, combine, options
from engine.bidding import BidMode
from engine.combining import renamed
from engine.ending import End, Tie
from engine.play import Direction, Lead, VoidRule
from engine.schedule import Schedule
from engine.scoring import Score
from engine.trump import NoStock, TrumpBy
from tests.effort import of_each


def test_a_preset_a_free_hook_and_thirteen_deals_up():
    rules = combine("blackout, no hook, 13 deals up").rules

    assert (rules.score, rules.hook) == (Score.SIMPLE, False)
    assert rules.sizes(4) == tuple(range(1, 14))
    assert rules.players == (3, 4), "five players would need 65 cards"


def test_a_combination_is_named_by_what_it_is():
    assert combine(" Blackout ,no hook").name == "blackout, no hook"
    assert combine("no hook").name == "ohhell_pagat, no hook"


@of_each(
    ("option", "axes"),
    [
        ("hook above 3", {"hook_above": 3}),
        ("Sealed bids, no hook", {"bid_mode": BidMode.SIMULTANEOUS, "hook": False}),
        ("deals 10-1-10", {"schedule": Schedule.DOWN_UP}),
        ("deals 1-7-1", {"schedule": Schedule.UP_DOWN}),
        ("deals 1-13", {"schedule": Schedule.UP}),
        ("deals 7-1", {"schedule": Schedule.DOWN}),
        ("dealer leads", {"lead": Lead.DEALER}),
        ("anticlockwise", {"direction": Direction.ANTICLOCKWISE, "lead": Lead.RIGHT_OF_DEALER}),
        ("must trump", {"void_rule": VoidRule.MUST_TRUMP}),
        ("hearts trump", {"trump": TrumpBy.FIXED, "trump_cycle": (Suit.HEARTS,)}),
        ("trump cycle S H NT", {"trump_cycle": (Suit.SPADES, Suit.HEARTS, None)}),
        ("no trump", {"trump": TrumpBy.NONE}),
        ("trump if no stock dealers last card", {"trump_if_no_stock": NoStock.DEALERS_LAST_CARD}),
        ("scoring tens", {"score": Score.TENS}),
        ("to 100 points", {"end": End.TARGET, "target": 100}),
        ("exactly 50, lock at 40", {"end": End.EXACT_TARGET, "target": 50, "lock": 40}),
        ("tie most bids made", {"tie": Tie.MOST_BIDS_MADE}),
        ("extra deals", {"tie": Tie.EXTRA_MAX_DEALS}),
        ("4 players", {"players": (4, 4)}),
        ("3 to 5 players", {"players": (3, 5)}),
        ("hook no", {"hook": False}),
        ("announce over under even", {"announce": "over_under_even"}),
    ],
)
def test_an_option_changes_its_axes_and_no_other(option, axes):
    rules, standard = combine(option).rules, combine("ohhell_pagat").rules

    assert {axis: getattr(rules, axis) for axis in axes} == axes
    touched = {*axes, "players", "hand_max", "hand_min", "bid_amend", "bid_first", "trump"}
    for axis in rules.__slots__:
        if axis not in touched:
            assert getattr(rules, axis) == getattr(standard, axis)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("blackout, 20 deals up", "3 players with 20 cards each cannot be dealt from 52 cards"),
        ("blackout, sealed bids", "not made in turn cannot be hooked"),
        ("blackout, 8 players, 7 cards", "8 players with 7 cards each cannot be dealt"),
        ("blackout, frobnicate", "no option is called 'frobnicate'"),
        ("blackout, score frob", "score cannot be 'frob'; there are: simple, common"),
        ("blackout, hook maybe", "hook cannot be 'maybe'"),
        ("blackout, deals 10-1-9", "a game ends with the size it began with"),
        ("blackout, deals 10-2-10", "goes down to 1"),
        ("from 3 cards", "needs a schedule up"),
        ("blackout, trump cycle S Q", "'Q' is not a suit that can be trump"),
        ("nosuch, no hook", "no preset is called 'nosuch'"),
        ("podrida, no hook", "several games are called podrida"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text, why):
    with pytest.raises(RulesError, match=why):
        combine(text)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("blackout, 5 deal up", ("5 deals up", "5 deals down", "deals 5-13")),
        ("5 deal up", ("5 deals up",)),
        ("blackout, no cook", ("no hook", "no lock", "hook")),
        ("no cook, 5 deals up", ("no hook", "no lock", "hook")),
        ("blackout, sealed bid", ("sealed bids", "blind bids", "bids sealed")),
        ("blackout, 30-card pack", ("32-card pack", "30 cards", "spanish pack")),
        ("blackout, frobnicate", ("no hook", "10 deals up", "sealed bids")),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest_and_its_own_numbers(text, near):
    with pytest.raises(UnknownRule) as refused:
        combine(text)

    assert refused.value.near == near


@given(st.text("acdehkmnoprstu 0123456789-", min_size=3, max_size=20))
def test_what_is_named_in_place_of_an_option_can_be_read(written):
    try:
        combine(f"blackout, {written}")
        near = ()
    except RulesError as refused:
        near = getattr(refused, "near", ())

    assert len(near) <= 3
    for one in near:
        assert "is called" not in problem_with(f"blackout, {one}")


@of_each("players", ["0 players", "0-3 players"])
def test_a_game_of_nobody_is_refused_with_how_many_can_play(players):
    assert "two can play at least" in problem_with(f"blackout, {players}")


def problem_with(text):
    """Why a text cannot be played; empty when it can."""
    try:
        combine(text)
    except RulesError as problem:
        return str(problem)
    return ""


@of_each("option", options())
def test_every_option_that_is_listed_is_known(option):
    """Some cannot stand alone, but none is a word that is not understood."""
    written = option.replace("NAME", "tens").replace("N", "7") if "NT" not in option else option

    assert "no option is called" not in problem_with(f"ohhell_pagat, {written}")


def test_what_the_sources_leave_open_can_be_had_as_an_option():
    others = [
        (row, option) for row in PRESETS for open_ in row.undecided for option in open_.others
    ]

    assert len(others) > 15
    for row, option in others:
        assert combine(f"{row.name}, {option}").rules != row.rules


@pytest.mark.parametrize("name", ["podrida_fidepo", "podrida_40", "okuneff", "dkm", "gameduell"])
def test_a_value_the_sources_do_not_tell_is_never_silent(name):
    assert combine(name).undecided


@pytest.mark.parametrize(
    ("before", "options", "after"),
    [
        ("ohhell_pagat, 3 deals down, no hook", ["hook"], "ohhell_pagat, 3 deals down"),
        ("ohhell_pagat, 3 deals down", ["no hook"], "ohhell_pagat, 3 deals down, no hook"),
        ("ohhell_pagat, no hook", ["hook", "no hook"], "ohhell_pagat, no hook"),
        ("ohhell_pagat, 13 deals up", ["5 deals down"], "ohhell_pagat, 5 deals down"),
        ("ohhell_pagat", ["hook"], "ohhell_pagat"),
        ("a game of ours", ["hook"], "a game of ours, hook"),
    ],
)
def test_of_options_that_contradict_each_other_the_last_stands(before, options, after):
    assert renamed(before, options) == after


@pytest.mark.parametrize("said", ["3 deals up", "3 deals", "three deals"])
def test_deals_that_are_only_counted_grow_from_one_card(said):
    assert combine(said).rules.sizes(3) == (1, 2, 3)


def test_what_changes_nothing_is_no_part_of_a_name():
    assert combine("no hook, hook, 13 deals up").name == "ohhell_pagat, 13 deals up"

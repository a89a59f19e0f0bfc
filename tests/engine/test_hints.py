"""Hints: two candidates for who is asked, by what that seat sees."""

import random

import pytest

from engine import PRESETS, Card, DealStage, MakeBid, PlayCard, choices, preset, view
from engine.coach import review_bid, review_card
from engine.hints import hint
from engine.players import choose
from pbem.demo import playouts
from tests.effort import others_long
from tests.table import bid, deal_of, play

FOUR = preset("ohhell_pagat")


def last_with_a_trump():
    """Seat 2 bid one, holds the ace of trumps and the two of clubs, and cannot follow hearts."""
    game = bid(deal_of("9H KC | 3H QD | AS 2C", dealer=2, turn_up="KS"), 1, 0, 0)
    game = game._replace(deal=game.deal._replace(bids=(1, 0, 1)))
    return play(game, "9H 3H")


def test_the_better_card_comes_first_and_both_are_told_with_what_they_bring():
    """The ace takes the last trick whatever is led, so the two of clubs always keeps the bid."""
    told = hint(view(last_with_a_trump(), 2), b"any")
    [first, second] = told.candidates

    assert first.choice == PlayCard(2, Card.parse("2C"))
    assert second.choice == PlayCard(2, Card.parse("AS"))
    assert first.brings.keep == 1
    assert second.brings.keep < 1
    assert (told.deals, told.exact) == (200, False)


def test_what_a_card_brings_is_what_the_coach_says_of_it():
    game = last_with_a_trump()
    told = hint(view(game, 2), b"any")
    looked = review_card(view(game, 2), told.candidates[1].choice, b"any")

    assert (looked.judged.made, looked.judged.best) == (
        told.candidates[1].brings,
        told.candidates[0].brings,
    )


def test_a_bid_with_one_card():
    """The jack of trumps under a turned ace: one is the better bid, as the coach says."""
    game = deal_of("JS | 2C | 3C | 4C", dealer=3, turn_up="AS")
    told = hint(view(game, 0), b"any")
    looked = review_bid(view(game, 0), 1, b"any")

    assert [one.choice for one in told.candidates] == [MakeBid(0, 1), MakeBid(0, 0)]
    assert dict(looked.open)[1] == told.candidates[0].brings


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_same_if_hidden_cards_are_dealt_anew(seed):
    """It follows from what the seat sees, and not from how the cards lie."""
    dice = random.Random(seed)
    game, _ = playouts.play_out(
        FOUR,
        4,
        dice,
        until=lambda game: (
            len(game.deals) == 6
            and game.deal is not None
            and not game.deal.trick.cards
            and len(game.deal.tricks) == seed % 3
            and (seed % 2 == 0 or game.deal.stage is DealStage.PLAY)
        ),
    )
    seat = game.awaiting[0]
    others = [one for one in range(4) if one != seat]
    hidden = [card for one in others for card in game.deal.hands[one]]
    dice.shuffle(hidden)
    hands = list(game.deal.hands)
    for one in others:
        held = len(hands[one])
        hands[one], hidden = tuple(hidden[:held]), hidden[held:]
    anew = game._replace(deal=game.deal._replace(hands=tuple(hands)))

    assert view(game, seat) == view(anew, seat)
    assert hint(view(game, seat), b"any") == hint(view(anew, seat), b"any")


@pytest.mark.parametrize(
    "name",
    others_long(
        [one.name for one in PRESETS],
        lambda name: name in {"clag", "ninety_nine_37", "wizard", "atkinson_blackout", "truf7"},
    ),
)
def test_candidates_are_allowed_in_any_rule_set(name):
    """Some dozen views of two deals; where nothing is weighed it is the steady player's choice."""
    rules = preset(name)
    least, most = rules.players
    asked = []

    def noted(game, seat):
        asked.append(view(game, seat))
        return choose(asked[-1])

    playouts.play_out(
        rules,
        max(least, min(4, most)),
        random.Random(name),
        noted,
        until=lambda game: len(game.deals) > 1,
    )
    for seen in asked[:: max(1, len(asked) // 12)]:
        told = hint(seen, b"any")
        allowed = choices(seen)
        for one in told.candidates:
            assert one.choice in allowed
            assert one.brings is None or 0 <= one.brings.keep <= 1
        if told.candidates[0].brings is None:
            assert told.candidates[0].choice == choose(seen)
        else:
            assert len({*told.candidates}) == 2

"""What looks back at the deals of a game come to, worked out by hand."""

import random
from dataclasses import replace

import pytest

from engine import Card, Seat, preset, view
from engine.coach import BidReview, CardReview, DealReview, review_deal
from engine.game_review import LookedBack, Where, review_game
from engine.players import choose
from engine.weighing import Judged, Tried
from pbem.demo import playouts
from tests.table import bid, deal_of, play

SEAT = Seat(0)


def bid_review(made, best, keep=0.5, cost=2.0, gain=0.0):
    """A bid that the best one would have brought more than, and the steady player's less."""
    steady = Tried(keep, 5 - gain) if gain else None
    wrong = cost if made != best else 0.0
    judged = Judged(Tried(keep, 5), Tried(keep, 5 + wrong), 10, True, 0.0, steady)
    return BidReview(made, best, judged, (0.5, 0.5), (), 0 if gain else made)


def card_review(card, best, cost=1.0, led=True):
    judged = Judged(Tried(0.3, 3), Tried(0.4, 3 + cost), 10, exact=True, error=0.0)
    return CardReview(1, led, Card.parse(card), None, Card.parse(best), None, judged)


def over(row="AH | 2H | 3H", played="", turn_up="5S", bids=(1, 1, 1)):
    """A deal that is over; seat 0 bids and leads first, seat 2 deals."""
    game = bid(deal_of(row, dealer=2, turn_up=turn_up), *bids)
    return view(play(game, played or row.replace(" |", "")), SEAT).past[-1]


ONE_CARD = over()
"""Anna takes the trick with a hand without trumps."""


def deals(*reviews, deal=ONE_CARD):
    return [
        LookedBack(DealReview(n, 1, one, ()), replace(deal, number=n))
        for n, one in enumerate(reviews, 1)
    ]


def test_bids_made_stand_beside_what_was_to_be_expected():
    """Anna bid one three times and took one; those bids are made in half and in 8 of 10 deals."""
    told = review_game(
        deals(bid_review(1, 1, 0.5), bid_review(1, 1, 0.8), bid_review(0, 1, 0.5), None), SEAT
    )

    assert (told.bids, told.made) == (3, 2)
    assert told.expected == pytest.approx(1.8)
    assert told.error == pytest.approx((0.25 + 0.16 + 0.25) ** 0.5)
    assert told.deals == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("high", "low", "right", "told"),
    [(6, 0, 0, True), (5, 0, 9, False), (7, 1, 0, False), (8, 1, 5, True), (1, 8, 5, True)],
)
def test_a_habit_is_told_where_chance_hardly_brings_it(high, low, right, told):
    """All six the same way: 2 in 64 games by chance; eight of nine: 2 x (1 + 9) in 512. All five,
    2 in 32, or seven of eight, 2 x (1 + 8) in 256, come once in twenty games and more.
    """
    some = [bid_review(1, 0)] * high + [bid_review(0, 1)] * low + [bid_review(1, 1)] * right
    habits = review_game(deals(*some), SEAT).habits

    assert bool(habits) is told
    for one in habits:
        assert one.high is (high > low)
        assert (one.times, one.other, one.of) == (max(high, low), min(high, low), len(some))


def test_a_habit_is_told_of_the_hands_it_shows_in():
    """Too high on six hands without trumps, right on six with one."""
    trumps = over("AS | 2H | 3H")
    some = deals(*[bid_review(1, 0)] * 6) + deals(*[bid_review(1, 1)] * 6, deal=trumps)
    [habit] = review_game(some, SEAT).habits

    assert (habit.where, habit.high, habit.times, habit.of) == (Where.NO_TRUMP, True, 6, 6)


def test_a_habit_that_shows_everywhere_is_told_of_all_bids():
    trumps = over("AS | 2H | 3H")
    some = deals(*[bid_review(1, 0)] * 6) + deals(*[bid_review(1, 0)] * 6, deal=trumps)

    assert [one.where for one in review_game(some, SEAT).habits] == [Where.BIDS]


def test_a_hand_of_four_is_short_in_a_suit_of_which_it_holds_none():
    """Two hearts, two clubs, no diamond; the hand of one card is short in nothing."""
    short = over(
        "AH KH AC KC | 2H 3H 2C 3C | 4H 5H 4C 5C",
        "AH 2H 4H KH 3H 5H AC 2C 4C KC 3C 5C",
        turn_up="2D",
        bids=(4, 0, 1),
    )
    one_trump = over("AS | 2H | 3H")
    some = deals(*[bid_review(1, 0)] * 6, deal=replace(short, trump=None))
    some += deals(*[bid_review(1, 1)] * 6, deal=one_trump)
    [habit] = review_game(some, SEAT).habits

    assert (habit.where, habit.of) == (Where.SHORT_SUIT, 6)


def test_leads_that_were_too_high():
    """Of the same suit, or it says nothing of high and low."""
    cards = [card_review("QH", "7H")] * 6 + [card_review("QH", "AS")] * 4
    cards += [card_review("7H", "QH", led=False)] * 5
    [habit] = review_game([LookedBack(DealReview(1, 9, None, tuple(cards)), ONE_CARD)], SEAT).habits

    assert (habit.where, habit.high, habit.times, habit.other) == (Where.LEADS, True, 6, 0)
    assert habit.of == 10


def test_the_best_and_the_worst_decision():
    """What brought most more than the steady player's, and what cost most."""
    some = deals(bid_review(1, 0, cost=3.0), bid_review(1, 1, gain=4.0), bid_review(1, 1, gain=2.0))
    queen = LookedBack(DealReview(4, 1, None, (card_review("QH", "7H", 5.0),)), ONE_CARD)
    told = review_game([*some, queen], SEAT)

    assert told.best is not None
    assert told.best.deal == 2
    assert told.worst is not None
    assert (told.worst.deal, told.worst.choice) == (4, queen.review.cards[0])
    assert told.weightiest == told.worst
    assert (told.by_bids, told.by_cards) == (3, 5)
    assert [(one.deal, one.points) for one in told.dearest] == [(4, 5), (1, 3)]


def test_where_nothing_was_surely_wrong_nothing_is_told():
    told = review_game(deals(bid_review(1, 1), None), SEAT)

    assert (told.best, told.worst, told.weightiest) == (None, None, None)
    assert (told.habits, told.dearest) == ((), ())


def test_a_choice_of_the_steady_player_is_never_better_than_it():
    """A game of four steady players: none of their choices gains anything on their own."""

    def steady(game, seat):
        return choose(view(game, seat))

    _, log = playouts.play_out(
        preset("ohhell_pagat"), 4, random.Random(4), steady, until=lambda game: len(game.deals) > 4
    )
    for n in range(1, 5):
        told = review_deal(log, SEAT, n, b"any")
        for one in (*([told.bid] if told.bid else []), *told.cards):
            assert one.steady == (one.bid if isinstance(one, BidReview) else one.card)
            assert one.judged.gain == 0

"""Ratings: who wins rises, equals stay equal, and computers move nobody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.results.rating import FIRST, Result, ratings, share, sign

ANNA, BRUNO, RUTH = 1, 2, 3


def test_who_wins_rises_above_who_loses_and_equals_are_equal():
    found = ratings([Result((ANNA, BRUNO, RUTH), (120, 90, 90), (0,))])

    assert found[ANNA] > FIRST > found[BRUNO] == found[RUTH]


def test_a_game_that_the_lowest_wins_counts_the_other_way_round():
    high = ratings([Result((ANNA, BRUNO, RUTH), (120, 90, 80), (0,))])
    low = ratings([Result((ANNA, BRUNO, RUTH), (-120, -90, -80), (0,))])

    assert high == low


def test_nothing_is_the_best_total_where_fewer_points_are_better():
    assert sign((0, 3, 5), (0,)) == -1
    assert sign((0, 3, 5), (2,)) == 1


def test_to_beat_who_is_strong_is_worth_more():
    strong = [Result((ANNA, BRUNO), (100, 50), (0,))] * 10
    upset = ratings([*strong, Result((RUTH, ANNA), (100, 50), (0,))])
    easy = ratings([*strong, Result((RUTH, BRUNO), (100, 50), (0,))])

    assert upset[RUTH] > easy[RUTH]


def test_a_computer_is_not_rated_and_moves_nobody():
    alone = Result((ANNA, None, None), (10, 120, 90), (1,))
    with_one = Result((ANNA, BRUNO, None), (100, 90, 120), (2,))

    assert ratings([alone]) == {}
    assert ratings([with_one]) == ratings([Result((ANNA, BRUNO), (100, 90), (0,))])


@given(st.permutations(range(4)), st.lists(st.integers(0, 300), min_size=4, max_size=4))
def test_nobody_gains_by_the_seat(order, totals):
    best = max(range(4), key=lambda seat: totals[seat])
    first = ratings([Result((0, 1, 2, 3), tuple(totals), (best,))])
    people = tuple(order)
    again = ratings([Result(people, tuple(totals[p] for p in people), (people.index(best),))])

    assert again == first


@pytest.mark.parametrize(
    ("answered", "missed", "told"), [(0, 0, None), (3, 0, 100), (0, 2, 0), (197, 3, 98), (2, 1, 67)]
)
def test_answers_in_time_are_told_of_a_hundred(answered, missed, told):
    assert share(answered, missed) == told

"""A game asks only where there is something to decide: fewer than 360 questions instead of 512."""

from statistics import mean

from tests.effort import LONG
from tests.questions import asked_in


@LONG
def test_a_game_of_four_asks_fewer_than_360_questions():
    """320 by a simulation of whole games, and 512 bids and cards in nineteen deals."""
    asked = [asked_in(seed) for seed in range(50)]

    assert {one.decisions for one in asked} == {512}
    assert mean(one.questions for one in asked) < 360
    assert max(one.questions for one in asked) < 400

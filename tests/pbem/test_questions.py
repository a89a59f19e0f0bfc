"""A game asks only where there is something to decide: fewer than 360 questions instead of 512."""

from statistics import mean

import pytest

from tests.effort import few
from tests.questions import asked_in


@pytest.mark.parametrize("games", few([2, 50], 1))
def test_a_game_of_four_asks_fewer_than_360_questions(games):
    """UX.md 2.4: 320 by its own simulation, and 512 bids and cards in nineteen deals."""
    asked = [asked_in(seed) for seed in range(games)]

    assert {one.decisions for one in asked} == {512}
    assert mean(one.questions for one in asked) < 360
    assert max(one.questions for one in asked) < 400

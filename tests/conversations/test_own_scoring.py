"""A table that scores in a way of its own, from the rules to the last letter."""

import pytest

from pbem.letters.render import Templates
from pbem.results.game_status import record
from tests.club import seated
from tests.guides import COMPLETE

THREE = ("Anna", "Bruno", "Ruth")
OWN = "made 30+t, missed -7, zero 4, no hook"
POINTS = {(0, 0): 4, (1, 1): 31, (0, 1): -7, (1, 0): -7}
"""The points of each bid and tricks of a deal of one card, worked by hand."""


@pytest.fixture(name="club")
def _club(tmp_path):
    return seated(tmp_path)


@pytest.mark.parametrize("bids", [("0", "0", "0"), ("1", "0", "1"), ("1", "1", "0")])
def test_a_game_of_one_deal_ends_with_the_points_of_its_own_scoring(club, bids):
    club.open(*THREE, preset=f"ohhell_pagat, {OWN}, deals 1-1")
    for said in bids:
        club.say(club.waiting, said)
    while not club.game.over:
        club.say(club.waiting, club.letter(club.waiting).choices[0])

    game = club.game
    [deal] = game.deals
    assert game.over
    assert game.totals == tuple(POINTS[one] for one in zip(deal.bids, deal.taken, strict=True))
    with club.services.db.begin() as session:
        assert '"score": "made 30+t, zero 4, missed -7"' in record(session, 1, club.now)


def test_help_tells_the_points_of_the_table(club):
    club.open(*THREE, preset=f"ohhell_pagat, {OWN}")
    club.say(club.waiting, "help rules")

    text = " ".join(club.letter(club.waiting).text.split())
    assert "Exactly your bid: 30 points + 1 for each trick taken. A made zero: 4 points." in text
    assert "A missed bid: −7 points." in text


@pytest.mark.parametrize("language", COMPLETE)
def test_rules_of_ones_own_are_told_in_every_language_case_by_case(club, language):
    said = "made 10+2t+b*b, zero 5h, all t*h/2, under -d, none -2n, over -3d, missed zero 0"
    club.open(*THREE, preset=f"ohhell_pagat, {said}, at most 60, at least -9")
    rules = club.game.rules

    [told] = [one for one in Templates().rules(rules, 3, language) if "60" in one]
    english = Templates().rules(rules, 3, "en")

    assert told.count(":") == 7
    assert len(told.split(". ")) == 9
    assert "−9" in told
    assert (told in english) is (language == "en")

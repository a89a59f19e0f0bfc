"""Evenings with real cards in ratings, and their standings: all figures worked by hand."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import combine
from engine.kept import KeptDeal
from pbem.domain.score_sheet import ScoreSheet
from pbem.letters.pages.standings import EveningRank
from pbem.results.evenings import Evening, evening_standings
from pbem.results.finished import finished
from pbem.results.kept_sheet import sheet_of
from pbem.results.rating import FIRST, Result, ratings
from pbem.results.standings import standings
from tests.pbem.test_site import ENDED, ended

MARTA, OLGA = 90, 91


def evening(names, *deals, people=(None, None, None), keeper=MARTA, days=0):
    """One that is over, from the bids and the tricks of each deal."""
    kept = tuple(KeptDeal(bids, taken) for bids, taken in deals)
    rules = combine("3 cards")
    sheet = ScoreSheet(1, "Tuesday", keeper, rules.name, rules.rules, names, kept, ended=True)
    return Evening(keeper, sheet_of(sheet), people, ENDED + timedelta(days=days))


ANNA_WINS = ((1, 0, 1), (1, 0, 2))
"""Bids and tricks: Anna 11, Bruno 10, Carla 2."""

BRUNO_WINS = ((1, 0, 1), (3, 0, 0))
"""Anna 3, Bruno 10, Carla 0."""

NAMES = ("Anna", "Bruno", "Carla")


def ranks(*evenings):
    return [
        (one.place, one.name, one.evenings, one.won, one.made, one.bids)
        for one in evening_standings(evenings)
    ]


class TestStandings:
    def test_count_evenings_won_and_bids_made(self):
        assert evening_standings([evening(NAMES, ANNA_WINS)]) == (
            EveningRank(1, "Anna", 1, 1, 1, 1),
            EveningRank(2, "Bruno", 1, 0, 1, 1),
            EveningRank(3, "Carla", 1, 0, 0, 1),
        )

    def test_a_name_is_one_whatever_its_case_and_the_last_spelling_is_told(self):
        both = (evening(NAMES, ANNA_WINS), evening(("ANNA", "Dora", "Eva"), BRUNO_WINS))

        assert ranks(*both)[:2] == [(1, "ANNA", 2, 1, 1, 2), (1, "Dora", 1, 1, 1, 1)]

    def test_but_not_in_the_sheets_of_somebody_else(self):
        both = (evening(NAMES, ANNA_WINS), evening(NAMES, ANNA_WINS, keeper=OLGA))

        assert [name for _, name, *_ in ranks(*both)].count("Anna") == 2

    def test_who_is_confirmed_is_one_whatever_the_name_and_whoever_keeps(self):
        once = evening(NAMES, ANNA_WINS, people=(1, None, None))
        again = evening(("Annie", "Dora", "Eva"), ANNA_WINS, people=(1, None, None), keeper=OLGA)

        assert ranks(once, again)[0] == (1, "Annie", 2, 2, 2, 2)

    def test_the_other_evenings_of_that_name_are_hers_too(self):
        before = evening(NAMES, ANNA_WINS)
        confirmed = evening(NAMES, ANNA_WINS, people=(1, None, None))

        assert ranks(before, confirmed)[0] == (1, "Anna", 2, 2, 2, 2)

    @pytest.mark.parametrize(
        "others",
        [
            (evening(NAMES, BRUNO_WINS, people=(2, None, None)),),
            (evening(("Annie", "Anna", "Carla"), BRUNO_WINS, people=(1, None, None)),),
        ],
        ids=["another had it, too", "another sat beside her"],
    )
    def test_unless_it_may_be_somebody_else(self, others):
        confirmed = evening(NAMES, ANNA_WINS, people=(1, None, None))
        told = ranks(confirmed, *others, evening(NAMES, ANNA_WINS))

        assert len([one for one in told if one[1] in ("Anna", "Annie")]) == 2 + (
            others[0].people[0] == 2
        )


class TestRatings:
    """`option_down_only` is won by Anna (1), then come Chloé, Dieter and Bruno."""

    GAME = finished(ended("option_down_only"))

    def rated(self, *evenings):
        return {one.name: one.rating for one in standings([self.GAME.count], evenings=evenings)}

    def number(self, name):
        return self.GAME.people[self.GAME.sheet.names.index(name)]

    def test_an_evening_counts_for_those_who_are_confirmed_as_a_game_would(self):
        anna, bruno = self.number("Anna"), self.number("Bruno")
        played = evening(("Bea", "Ann", "Carla"), ANNA_WINS, people=(bruno, anna, None), days=1)
        game = Result(self.GAME.people, self.GAME.sheet.totals, tuple(self.GAME.sheet.winners))

        told = self.rated(played)

        assert told != self.rated()
        after = ratings([game, Result((bruno, anna), (11, 10), (0,))])
        assert told == {name: after[self.number(name)] for name in told}

    def test_it_counts_where_it_ended(self):
        anna, bruno = self.number("Anna"), self.number("Bruno")
        people = (bruno, anna, None)
        game = Result(self.GAME.people, self.GAME.sheet.totals, tuple(self.GAME.sheet.winners))
        before = self.rated(evening(NAMES, ANNA_WINS, people=people, days=-1))

        first = ratings([Result((bruno, anna), (11, 10), (0,)), game])
        assert before == {name: first[self.number(name)] for name in before}

    def test_with_fewer_than_two_confirmed_it_changes_nothing(self):
        alone = evening(NAMES, ANNA_WINS, people=(self.number("Anna"), None, None))

        assert self.rated(alone) == self.rated()

    def test_it_is_no_game_in_the_other_columns_and_brings_nobody_into_them(self):
        dora = max(self.GAME.people) + 1
        both = evening(NAMES, ANNA_WINS, people=(self.number("Anna"), dora, None))

        without = standings([self.GAME.count])
        with_it = standings([self.GAME.count], evenings=[both])

        assert [replace(one, rating=FIRST) for one in with_it] == [
            replace(one, rating=FIRST) for one in without
        ]

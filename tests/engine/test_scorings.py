"""Ways of scoring: the rows that have a name, and those that people write themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Level, PlayCard, Rules, RulesError, cards, combine, preset, view
from engine.as_json import rules_from_dict, rules_to_dict
from engine.formula import MOST_POINTS, Case, Formula, Noun, Scoring, cases_of
from engine.play import Lead
from engine.players import player
from engine.scoring import SCORES, Score, points_by_bid, row_of, score_deal
from engine.scoring_text import read_scoring
from tests.effort import of_each
from tests.table import bid, deal_of, play

FILE = Path(__file__).parents[1] / "data" / "scorings.tsv"
ROWS = [(*line.split("\t"), "")[:3] for line in FILE.read_text("utf-8").splitlines()[1:]]
READ = [(typed, means) for typed, means, _ in ROWS if not means.startswith("! ")]
REFUSED = [(typed, means[2:]) for typed, means, _ in ROWS if means.startswith("! ")]


def exact(made, missed):
    """A formula of the bid, the tricks and the hand size, as its source has it."""
    return lambda b, t, h: made(b, h) if b == t else missed(b, t)


def nothing(_bid, _taken):
    return 0


def tricks(_bid, taken):
    return taken


def off(times):
    return lambda b, t: -times * abs(b - t)


SOURCES = {
    Score.SIMPLE: exact(lambda b, _: 10 + b, nothing),
    Score.COMMON: exact(lambda b, _: 10 + b, tricks),
    Score.BONUS_ONLY: exact(lambda _b, _: 10, nothing),
    Score.ZERO5: exact(lambda b, _: 10 + b if b else 5, tricks),
    Score.ZERO5PLUS: exact(lambda b, h: 10 + b if b else 5 + h, tricks),
    Score.ZERO5_SIMPLE: exact(lambda b, _: 10 + b if b else 5, nothing),
    Score.ZERO5PLUS_SIMPLE: exact(lambda b, h: 10 + b if b else 5 + h, nothing),
    Score.TENS: exact(lambda b, _: 10 * b if b else 10, off(10)),
    Score.FIVE_TEN: exact(lambda b, _: 5 + 10 * b, lambda b, t: -5 - 5 * abs(b - t)),
    Score.SQUARE: exact(lambda b, _: 10 + b * b, lambda b, t: -((b - t) ** 2)),
    Score.TRI5: exact(lambda b, _: 10 + b * b, lambda b, t: -5 * sum(range(abs(b - t) + 1))),
    Score.BOEREN100: exact(lambda b, _: 10 + b if b else 20, tricks),
    Score.BOEREN5: exact(lambda b, _: 5 + b, off(1)),
    Score.SEVEN_TRUF: exact(lambda b, h: 10 * b if b else 5 * h, tricks),
    Score.ROMANIAN: exact(lambda b, _: 5 + b, off(1)),
    Score.POCHA: exact(lambda b, _: 10 + 5 * b, off(5)),
    Score.PODRIDA3: exact(lambda b, _: 10 + 3 * b, off(3)),
    Score.WIZARD: exact(lambda b, _: 20 + 10 * b, off(10)),
    Score.CLAG_FOSS: exact(lambda b, _: 10 + 2 * b, nothing),
    Score.KACHUFUL_TENS: exact(lambda b, _: 10 * b if b else 10, nothing),
    Score.ASCENSEUR: exact(lambda b, _: 2 + b, off(1)),
    Score.MISERE2: lambda _b, t, _h: -2 * t if t else 10,
    Score.MISERE3: lambda _b, t, _h: -3 * t if t else 10,
}
"""The formulas that look at one seat alone, written from their sources once more."""

NOT_IN_WORDS = {
    Score.NINETY_NINE: "how many made their bid is no noun yet",
    Score.MOST_TRICKS: "what the others took is no noun yet",
}


def test_every_score_is_a_row_or_says_why_not():
    assert SCORES.keys() == SOURCES.keys()
    assert SCORES.keys() | NOT_IN_WORDS.keys() == {*Score}


@of_each(("score", "source"), SOURCES.items())
def test_a_row_is_what_its_source_says_for_every_bid_taken_size_and_table(score, source):
    for players in range(2, 13):
        for size in range(1, 27):
            points = points_by_bid(score, size, players)
            for bid_ in range(size + 1):
                for taken in range(size + 1):
                    assert points[bid_][taken] == source(bid_, taken, size)


def test_there_are_forty_ways_that_are_read_and_thirty_that_are_not():
    assert len(READ) >= 40
    assert len(REFUSED) >= 30
    assert len({why for _, why in REFUSED}) > 20


@of_each(("typed", "means"), READ)
def test_a_scoring_is_read_as_people_type_it(typed, means):
    found = read_scoring(typed, SCORES[Score.COMMON])

    assert str(found) == means
    assert read_scoring(means) == found
    rules = combine(f"{typed}, no hook").rules
    row = row_of(rules.score)
    assert points_by_bid(rules.score, 7, 4) == points_by_bid(found, 7, 4)
    assert rules_from_dict(rules_to_dict(rules)) == rules
    assert row is found or isinstance(rules.score, Score) or row == found


@of_each(("typed", "why"), REFUSED)
def test_what_cannot_be_scored_is_refused_with_what_to_do(typed, why):
    with pytest.raises(RulesError) as refused:
        combine(typed)

    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("said", "bid_taken_size", "points"),
    [
        ("made 50+50b, all 100h, missed 10t, none -200", (2, 2, 5), 150),
        ("made 50+50b, all 100h, missed 10t, none -200", (9, 9, 9), 900),
        ("made 50+50b, all 100h, missed 10t, none -200", (2, 0, 5), -200),
        ("made 50+50b, all 100h, missed 10t, none -200", (2, 3, 5), 30),
        ("made 20b, zero 10h, missed -10d, missed zero -10h", (2, 4, 9), -20),
        ("made 20b, zero 10h, missed -10d, missed zero -10h", (0, 2, 9), -90),
        ("made 10b, over 10b+d, under -10b", (4, 6, 13), 42),
        ("made b, one over b, missed -b", (4, 5, 13), 4),
        ("made b, one over b, missed -b", (4, 6, 13), -4),
        ("made b, one over b, missed -b", (4, 3, 13), -4),
        ("made 10h, one over 5h, one under 5h, missed 0", (2, 1, 4), 20),
        ("made 10h, one over 5h, one under 5h, missed 0", (2, 4, 4), 0),
        ("made 10b, over 10b+d, under -10b", (4, 3, 13), -40),
        ("made 20, over t, under 0", (3, 4, 7), 4),
        ("made 20, over t, under 0", (3, 2, 7), 0),
        ("made 10+t, missed t/2", (3, 5, 7), 2),
        ("made 10+t, missed -b/2", (3, 5, 7), -1),
        ("made 10+t*t, missed 0, at most 50", (7, 7, 7), 50),
        ("made 10, missed -5d, at least -12", (0, 7, 7), -12),
    ],
)
def test_points_worked_by_hand(said, bid_taken_size, points):
    """Georgian Joker, Skull King, Call Break and Judgement; half, rounded to zero; limits."""
    assert read_scoring(said).points(*bid_taken_size, 4) == points


@pytest.mark.parametrize(
    ("name", "bid_taken_size", "points"),
    [
        ("plump", (5, 5, 10), 15),
        ("plump", (0, 0, 7), 5),
        ("plump", (3, 2, 7), 0),
        ("rikiki", (3, 3, 7), 16),
        ("rikiki", (0, 0, 7), 10),
        ("rikiki", (2, 4, 7), -4),
        ("stiche_raten", (2, 2, 7), 12),
        ("stiche_raten", (2, 3, 7), 3),
        ("stiche_raten", (0, 0, 7), 10),
        ("up_and_down_the_river", (3, 3, 7), 13),
        ("up_and_down_the_river", (3, 4, 7), 4),
        ("judgement", (3, 3, 7), 13),
        ("judgement", (3, 4, 7), 0),
        ("judgement_seven", (3, 4, 7), 4),
        ("judgement_seven", (3, 2, 7), 0),
        ("judgement_seven", (3, 3, 7), 20),
        ("kachuful_eight", (3, 3, 7), 13),
        ("call_break", (4, 4, 13), 40),
        ("call_break", (4, 6, 13), 42),
        ("call_break", (4, 3, 13), -40),
        ("call_bridge", (4, 4, 13), 4),
        ("call_bridge", (4, 5, 13), 4),
        ("call_bridge", (4, 3, 13), -4),
        ("call_bridge", (4, 6, 13), -4),
    ],
)
def test_rule_sets_score_as_their_sources_work_it(name, bid_taken_size, points):
    """Plump: sv.wikibooks; Rikiki: tillaczel/rikiki; Stiche-Raten: de.wikibooks; Judgement:
    en.wikipedia (Kachufool), gameofjudgement.com; Call Break and Call Bridge: callbreak.xyz and
    gambiter.com, the first times ten.
    """
    assert row_of(preset(name).score).points(*bid_taken_size, 4) == points


def test_eleven_a_trick_is_an_option_of_judgement():
    """playjudgement.com: 2 of 2 are 32."""
    assert row_of(combine("judgement, made 10+11b").rules.score).points(2, 2, 7, 4) == 32


def test_one_case_said_alone_leaves_the_others_as_they_are():
    assert str(combine("blackout, missed -5").rules.score) == "made 10+b, missed -5"
    assert str(combine("score_tens, made 5+5t").rules.score) == "made 5+5t, zero 10, missed -10d"


def test_of_a_case_said_twice_the_last_stands():
    assert str(combine("made 10+3b, missed -5, missed -2d").rules.score) == "made 10+3b, missed -2d"


@pytest.mark.parametrize("score", SCORES)
def test_what_has_a_name_keeps_it_however_it_is_said(score):
    said = combine(f"ohhell_pagat, {SCORES[score]}, no hook").rules.score

    assert SCORES[said] == SCORES[score] or points_by_bid(said, 9, 4) == points_by_bid(score, 9, 4)
    assert isinstance(said, Score)


NUMBERS = st.integers(-30, 30)
TERMS = st.dictionaries(
    st.lists(st.sampled_from(Noun), max_size=2).map(sorted).map(tuple),
    NUMBERS.filter(bool),
    max_size=3,
)
SCORINGS = st.builds(
    lambda some, whole, limit: Scoring(
        tuple((case, (whole | some)[case]) for case in Case if case in whole | some), limit
    ),
    st.dictionaries(st.sampled_from(Case), TERMS.map(lambda t: of(t)), max_size=3).filter(
        lambda some: not {Case.UNDER, Case.OVER} <= some.keys()
    ),
    st.fixed_dictionaries({case: TERMS.map(lambda t: of(t)) for case in (Case.MADE, Case.MISSED)}),
    st.none() | st.integers(1, 99),
)


def of(terms):
    """A formula in the order in which it is read."""
    order = sorted(terms, key=lambda nouns: (len(nouns), nouns))
    return Formula(tuple((terms[nouns], nouns) for nouns in order))


@given(SCORINGS)
def test_every_scoring_is_read_back_from_its_text(scoring):
    assert read_scoring(str(scoring)) == scoring


@given(st.text("made isz 0123456789+-*/()^tbdhnx,.", max_size=40))
def test_whatever_is_written_is_read_or_refused_and_never_anything_else(written):
    try:
        rules = combine(f"blackout, made {written}, missed 0").rules
    except RulesError:
        return
    points = points_by_bid(rules.score, 10, 4)
    assert points is None or max(abs(one) for row in points for one in row) <= MOST_POINTS


@given(SCORINGS, st.integers(1, 8), st.integers(2, 12), st.data())
def test_all_seats_are_scored_by_the_narrowest_case_there_is(scoring, size, players, data):
    bids = data.draw(st.lists(st.integers(0, size), min_size=players, max_size=players))
    taken = data.draw(st.lists(st.integers(0, size), min_size=players, max_size=players))
    formulas = dict(scoring.cases)
    for points, b, t in zip(score_deal(scoring, bids, taken, size), bids, taken, strict=True):
        case = next(case for case in cases_of(b, t, size) if case in formulas)
        counts = {Noun.TRICKS: t, Noun.BID: b, Noun.DIFFERENCE: abs(b - t)}
        whole = formulas[case].of(counts | {Noun.HAND: size, Noun.PLAYERS: players})
        assert points == (whole if scoring.most is None else min(whole, scoring.most))


@pytest.mark.parametrize(
    ("score", "card"),
    [("made 10+t, missed t", "3D"), ("made 10, over 30, under 0", "2S")],
)
def test_the_strong_player_wants_what_its_own_table_pays(score, card):
    """It bid one: the trump now and the diamond later are two tricks, the other way it is one."""
    own = Rules(players=(2, 2), hand_max=((2, 2),), lead=Lead.DEALER, score=read_scoring(score))
    game = play(bid(deal_of("5C 2D | 2S 3D", turn_up="AS", rules=own), 1, 0), "5C")

    chosen = player(Level.STRONG)(view(game, 1), b"any")

    assert chosen == PlayCard(1, cards(card)[0])

"""Scores of a real table as people write them down, line by line."""

import re

import pytest

from engine import combine
from engine.kept import KeptDeal, bid_for_all
from pbem.demo.specimens import all_pages
from pbem.domain.score_lines import LineKind, take_down
from pbem.domain.score_sheet import ScoreSheet
from pbem.languages import translated
from pbem.letters.speech import speech
from pbem.orders.scores import EndLine, Scored, ScoreLine, ShowLine, UnreadLine, read_scores

NAMES = ("Anna", "Bruno", "Carla")


def evening(rules="ohhell_pagat", names=NAMES, deals=()):
    return ScoreSheet(1, "Tuesday", 1, rules, combine(rules).rules, names, tuple(deals))


def written(sheet, *lines, language="en"):
    """The sheet after some lines, and what came of each."""
    told = []
    for line in read_scores(lines, language):
        sheet, one = take_down(sheet, line)
        told.append(one)
    return sheet, told


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("deal 4: Anna 2/2, Bruno 1/0, Carla 3/3", "en"),
        ("Runde 4: Anna 2/2, Bruno 1/0 und Carla 3/3", "de"),
        ("4. Anna 2/2; Bruno 1/0; Carla 3/3.", "fr"),
        ("mano 4: Anna: 2/2 Bruno: 1/0 y Carla: 3/3", "es"),
        ("la mano 4: Anna=2/2, Bruno=1/0 e Carla=3/3", "it"),
        ("ronde 4 : Anna 2 / 2, Bruno 1 / 0, Carla 3 / 3", "nl"),
        ("#4) Anna 2/2, Bruno 1/0, Carla 3/3", "ro"),
    ],
)
def test_a_deal_is_written_as_people_write_it(line, language):
    [read] = read_scores([line], language)

    assert isinstance(read, ScoreLine)
    assert read.deal == 4
    assert read.scores == (Scored("Anna", 2, 2), Scored("Bruno", 1, 0), Scored("Carla", 3, 3))


@pytest.mark.parametrize(
    ("line", "language", "kind"),
    [
        *(("done", "en", EndLine), ("That's it!", "en", EndLine), ("Fertig.", "de", EndLine)),
        *(("fini", "fr", EndLine), ("terminado", "es", EndLine), ("fine", "it", EndLine)),
        *(("klaar", "nl", EndLine), ("gata", "ro", EndLine), ("status", "en", ShowLine)),
        *(("Stand", "de", ShowLine), ("help", "en", ShowLine)),
        *(("who has won?", "en", UnreadLine), ("Anna two", "en", UnreadLine)),
        *(("deal 4: nobody made it", "en", UnreadLine), ("4/4", "en", UnreadLine)),
        ("Anna 2/2 was lucky", "en", UnreadLine),
    ],
)
def test_other_lines_end_it_or_ask_or_say_nothing(line, language, kind):
    [read] = read_scores([line], language)

    assert type(read) is kind


@pytest.mark.parametrize("language", translated())
@pytest.mark.parametrize("name", ["scores_kept", "scores_kept bids"])
def test_what_a_letter_offers_is_read_in_its_language(language, name):
    page = all_pages(language=language)[name]
    form = re.sub(" [/=]", " 2", page.form(speech(language).order("deal")))

    [example], [filled] = (read_scores([line], language) for line in (page.example, form))
    assert example.deal == filled.deal == page.next.number
    assert [one.name for one in example.scores] == [one.name for one in filled.scores]
    [done] = read_scores([speech(language).order("done")], language)
    assert isinstance(done, EndLine)


def test_greetings_and_thanks_are_no_lines():
    assert read_scores(["Hello,", "thanks!", "(the cat ate a card)"], "en") == ()


class TestOneDealAfterAnother:
    def test_bids_first_and_tricks_later(self):
        sheet, [bids, tricks] = written(
            evening(), "deal 1: Anna 4, Bruno 3, Carla 4", "Anna 4, Bruno 2, Carla 4"
        )

        assert (bids.kind, bids.deal) == (LineKind.BIDS, 1)
        assert (tricks.kind, tricks.deal) == (LineKind.SCORED, 1)
        assert sheet.deals == (KeptDeal((4, 3, 4), (4, 2, 4)),)
        assert sheet.points == ((14, 2, 14),)

    def test_a_whole_evening_at_once(self):
        sheet, told = written(
            evening("3 cards"),
            "1: Anna 1/1, Bruno 0/0, Carla 1/2",
            "2: Anna 0/0, Bruno 1/1, Carla 2/1",
            "3: Anna 1/1, Bruno 1/0, Carla 0/0",
            "4: Anna 0/1, Bruno 0/0, Carla 1/1",
            "5: Anna 1/1, Bruno 2/2, Carla 1/0",
        )

        assert [one.kind for one in told] == [LineKind.SCORED] * 5
        assert sheet.over

    def test_the_next_deal_needs_no_number(self):
        _, [first, second] = written(
            evening(), "Anna 4/4, Bruno 3/2, Carla 4/4", "Anna 1/1, Bruno 3/2, Carla 4/6"
        )

        assert (first.deal, second.deal) == (1, 2)

    def test_who_is_misspelt_or_begun_is_meant(self):
        sheet, [told] = written(evening(), "ann 4/4, Bruuno 3/2, C 4/4")

        assert told.kind is LineKind.SCORED
        assert sheet.points == ((14, 2, 14),)


class TestALineCorrectsALine:
    DEALS = (KeptDeal((4, 3, 4), (4, 2, 4)), KeptDeal((1, 3, 4), (1, 2, 6)))

    def test_of_all(self):
        sheet, [told] = written(evening(deals=self.DEALS), "1: Anna 3/4, Bruno 3/2, Carla 3/4")

        assert (told.kind, told.deal) == (LineKind.CHANGED, 1)
        assert sheet.deals[0] == KeptDeal((3, 3, 3), (4, 2, 4))
        assert sheet.deals[1] == self.DEALS[1]

    def test_of_some(self):
        sheet, [told] = written(evening(deals=self.DEALS), "2: Bruno 2/2")

        assert told.kind is LineKind.CHANGED
        assert sheet.deals[1] == KeptDeal((1, 2, 4), (1, 2, 6))

    def test_but_one_number_could_be_either(self):
        sheet, [told] = written(evening(deals=self.DEALS), "2: Bruno 2")

        assert told.kind is LineKind.BID_OR_TRICKS
        assert sheet.deals == self.DEALS

    def test_after_the_end_too(self):
        sheet, told = written(evening(deals=self.DEALS), "done", "2: Bruno 2/2", "3: Anna 1/1")

        assert [one.kind for one in told] == [LineKind.ENDED, LineKind.CHANGED, LineKind.NO_DEAL]
        assert sheet.over

    def test_tricks_of_a_deal_that_was_bid_when_it_ended_may_come_late(self):
        """Anna 1/1 is worth 11, Bruno 3/2 two, Carla 4/6 six."""
        bid = "Anna 1, Bruno 3, Carla 4"
        sheet, told = written(
            evening(deals=self.DEALS[:1]), bid, "done", "2: Anna 1, Bruno 2, Carla 6"
        )

        assert [one.kind for one in told] == [LineKind.BIDS, LineKind.ENDED, LineKind.SCORED]
        assert sheet.points == ((14, 2, 14), (11, 2, 6))
        assert sheet.over
        assert written(sheet, "3: Anna 1, Bruno 2, Carla 6")[1][0].kind is LineKind.NO_DEAL

    def test_but_no_deal_begins_after_the_end(self):
        _, told = written(evening(deals=self.DEALS), "done", "Anna 1, Bruno 3, Carla 4")

        assert (told[1].kind, told[1].n, told[1].m) == (LineKind.NO_DEAL, 3, 2)


class TestWhatCannotBe:
    """Each with what the letter tells: which names, the number, and that there should have been."""

    @pytest.mark.parametrize(
        ("line", "kind", "names", "n", "m"),
        [
            ("Anna 4/4, Bruno 3/2, Dora 4/4", LineKind.NOBODY, ("Dora", *NAMES), 0, 0),
            ("Anna 4/4, Bruno 3/2", LineKind.MISSING, ("Carla",), 0, 0),
            ("Anna 4/4, Bruno 3/2, Anna 4/4", LineKind.TWICE, ("Anna",), 0, 0),
            ("Anna 4, Bruno 3/2, Carla 4/4", LineKind.BID_OR_TRICKS, (), 0, 0),
            ("Anna 11/4, Bruno 3/2, Carla 4/4", LineKind.WRONG_BID, ("Anna",), 11, 10),
            ("Anna 4/4, Bruno 3/2, Carla 3/4", LineKind.HOOK, (), 0, 10),
            ("Anna 4/4, Bruno 3/2, Carla 4/5", LineKind.TRICKS, (), 11, 10),
            ("2: Anna 4/4, Bruno 3/2, Carla 4/4", LineKind.NO_DEAL, (), 2, 1),
        ],
    )
    def test_is_said_and_changes_nothing(self, line, kind, names, n, m):
        sheet, [told] = written(evening(), line)

        assert (told.kind, told.names, told.n, told.m) == (kind, names, n, m)
        assert not told.done
        assert sheet == evening()

    def test_without_the_hook_bids_may_make_the_sum(self):
        _, [told] = written(evening("no hook"), "Anna 4/4, Bruno 3/2, Carla 3/4")

        assert told.kind is LineKind.SCORED


def test_where_all_are_bound_to_zero_a_number_is_tricks():
    rules = combine("clag").rules
    misere = next(n for n in range(1, 30) if bid_for_all(rules, n, 4) == (0,) * 4)
    size = rules.size(misere, 4)
    before = [KeptDeal((0,) * 4, (rules.size(n, 4), 0, 0, 0)) for n in range(1, misere)]
    sheet, [told] = written(
        evening("clag", (*NAMES, "Dora"), before), f"Anna {size}, Bruno 0, C 0, D 0"
    )

    assert (told.kind, told.deal) == (LineKind.SCORED, misere)
    assert sheet.deals[-1] == KeptDeal((0,) * 4, (size, 0, 0, 0))

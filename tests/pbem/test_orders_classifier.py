"""Answers to invitations: what their words speak for, as rows have taught."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pbem.languages import file, spoken
from pbem.orders.classifier import WEIGHTS, Label, classified, probabilities, shares, weights
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from tests.effort import LONG
from tests.said import AT_THE_TABLE, read, told
from tests.training import judged, rows, train, unseen, written

INVITED = Expected(Ask.INVITATION, invited=True, names=AT_THE_TABLE)
TAUGHT = {"^": (-30, -30), "gladly": (60, -20), "sadly": (-20, 60), "@": (-5, 0)}
"""Weights with which one word decides."""


def test_probabilities_are_those_of_the_odds():
    assert shares(0, 0) == pytest.approx((1 / 3, 1 / 3))
    yes, no = probabilities({"^", "gladly", "unknown"}, TAUGHT)
    assert yes / (1 - yes - no) == pytest.approx(20.0855, rel=1e-4)  # e to the power of 3
    assert no / (1 - yes - no) == pytest.approx(0.0067, rel=1e-2)  # of -5


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Gladly", Label.YES),
        ("Sadly, I ...", Label.NO),
        ("Gladly or sadly", None),
        ("Anna, Bruno", None),
        ("Anna has written of it, and Bruno, too", Label.NEITHER),
        ("Gladly, if I may", None),
        ("Gladly, though not today", None),
        ("Gladly " + "so " * 60, None),
    ],
)
def test_what_is_probable_counts_but_beside_a_condition_or_denial(said, label):
    assert classified([said], INVITED, TAUGHT) is label


def test_only_an_open_invitation_is_answered_by_what_is_probable():
    for other in (
        replace(INVITED, invited=False),
        replace(INVITED, bound=False),
        replace(INVITED, closed=True),
    ):
        assert classified(["Gladly"], other, TAUGHT) is None


@pytest.mark.parametrize("language", spoken())
def test_the_weights_are_those_that_the_rows_teach(language):
    """Where `exp` of another machine rounds otherwise, a weight may differ by a tenth."""
    kept = weights(language)
    taught = train(row for row in rows() if row.language == language)

    assert file(language, WEIGHTS).read_text("utf-8") == written(kept)
    for feature in kept.keys() | taught.keys():
        pairs = zip(kept.get(feature, (0, 0)), taught.get(feature, (0, 0)), strict=True)
        assert all(abs(one - other) <= 1 for one, other in pairs), feature


@pytest.mark.parametrize("language", spoken())
def test_no_row_is_read_for_the_opposite(language):
    counts: Counter[str] = Counter()
    for row in judged():
        if row.language == language:
            order = read({"where": "invited", "language": language, "held": "", "said": row.said})
            means = told(order.order)
            counts[f"{means if means in ('yes', 'no') else 'ask'} for {row.means}"] += 1
    clear = counts["yes for yes"] + counts["no for no"]

    assert counts["yes for no"] == counts["no for yes"] == 0
    assert counts["ask for yes"] + counts["ask for no"] < 0.05 * clear
    assert counts["yes for ask"] + counts["no for ask"] < 0.02 * counts["ask for ask"]


@LONG
@pytest.mark.parametrize("language", spoken())
def test_weights_read_what_they_were_not_trained_on(language):
    counts = unseen(language, [row for row in rows() if row.language == language])

    assert counts["yes"] + counts["no"] > counts["asked"]
    assert counts["wrong"] < 0.01 * counts.total()

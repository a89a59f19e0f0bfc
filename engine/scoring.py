"""Axis: points for a deal."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.bidding import Premium
from engine.formula import Scoring, Table, alike, table
from engine.scoring_text import read_scoring


class Score(StrEnum):
    """The scorings that have a name: what a made and a missed bid bring."""

    SIMPLE = "simple"
    COMMON = "common"
    BONUS_ONLY = "bonus_only"
    ZERO5 = "zero5"
    ZERO5PLUS = "zero5plus"
    ZERO5_SIMPLE = "zero5_simple"
    ZERO5PLUS_SIMPLE = "zero5plus_simple"
    TENS = "tens"
    FIVE_TEN = "five_ten"
    SQUARE = "square"
    TRI5 = "tri5"
    BOEREN100 = "boeren100"
    BOEREN5 = "boeren5"
    SEVEN_TRUF = "7truf"
    ROMANIAN = "romanian"
    POCHA = "pocha"
    PODRIDA3 = "podrida3"
    WIZARD = "wizard"
    CLAG_FOSS = "clag_foss"
    NINETY_NINE = "ninety_nine"
    KACHUFUL_TENS = "kachuful_tens"
    ASCENSEUR = "ascenseur"
    MISERE2 = "misere2"
    MISERE3 = "misere3"
    MOST_TRICKS = "most_tricks"


class Bonus(StrEnum):
    """Points beside the formula."""

    NONE = "none"
    STREAKS = "streaks"
    PREMIUM = "premium"


SCORES: dict[Score, Scoring] = {
    score: read_scoring(line)
    for score, line in {
        Score.SIMPLE: "made 10+b, missed 0",
        Score.COMMON: "made 10+t, missed t",
        Score.BONUS_ONLY: "made 10, missed 0",
        Score.ZERO5: "made 10+t, zero 5, missed t",
        Score.ZERO5PLUS: "made 10+t, zero 5+h, missed t",
        Score.ZERO5_SIMPLE: "made 10+b, zero 5, missed 0",
        Score.ZERO5PLUS_SIMPLE: "made 10+b, zero 5+h, missed 0",
        Score.TENS: "made 10b, zero 10, missed -10d",
        Score.FIVE_TEN: "made 5+10t, missed -5-5d",
        Score.SQUARE: "made 10+b*b, missed -d*d",
        Score.TRI5: "made 10+b*b, missed -5d*(d+1)/2",
        Score.BOEREN100: "made 10+t, zero 20, missed t",
        Score.BOEREN5: "made 5+t, missed -d",
        Score.SEVEN_TRUF: "made 10b, zero 5h, missed t",
        Score.ROMANIAN: "made 5+b, missed -d",
        Score.POCHA: "made 10+5t, missed -5d",
        Score.PODRIDA3: "made 10+3t, missed -3d",
        Score.WIZARD: "made 20+10b, missed -10d",
        Score.CLAG_FOSS: "made 10+2t, missed 0",
        Score.KACHUFUL_TENS: "made 10b, zero 10, missed 0",
        Score.ASCENSEUR: "made 2+t, missed -d",
        Score.MISERE2: "made -2t, zero 10, missed -2t, none 10",
        Score.MISERE3: "made -3t, zero 10, missed -3t, none 10",
    }.items()
}
"""What each brings that looks at one seat alone."""


def scoring_of(name: str) -> Score | Scoring:
    """The scoring of a name, or of a line; RulesError where it is neither."""
    try:
        return Score(name)
    except ValueError:
        return read_scoring(name)


def known_as(scoring: Scoring) -> Score | Scoring:
    """The scoring by the name of the row that brings the same, if there is one."""
    return next((score for score, row in SCORES.items() if alike(row, scoring)), scoring)


def row_of(score: Score | Scoring) -> Scoring | None:
    """The formulas of a scoring; None where its points depend on the other seats."""
    return score if isinstance(score, Scoring) else SCORES.get(score)


def points_by_bid(score: Score | Scoring, size: int, players: int) -> Table | None:
    """The points of each bid by the tricks; None where they depend on the other seats."""
    row = row_of(score)
    return None if row is None else table(row, size, players)


def ninety_nine(bid: int, taken: int, made: int) -> int:
    """The tricks; for a made bid 30, 20 or 10 more when 1, 2 or 3 players made theirs."""
    return taken + 40 - 10 * made if bid == taken else taken


def most_tricks(taken: Sequence[int]) -> tuple[int, ...]:
    """10 for the seat that took the most tricks, nothing for a tie (Clag)."""
    alone = taken.count(max(taken)) == 1
    return tuple(10 if alone and tricks == max(taken) else 0 for tricks in taken)


def score_deal(
    score: Score | Scoring, bids: Sequence[int | None], taken: Sequence[int], size: int
) -> tuple[int, ...]:
    """The points of every seat for a deal; who had no bid scores a point a trick (Boerenbridge)."""
    points = points_by_bid(score, size, len(bids))
    if points is not None:
        return tuple(
            tricks if bid is None else points[bid][tricks]
            for bid, tricks in zip(bids, taken, strict=True)
        )
    if score is Score.MOST_TRICKS:
        return most_tricks(taken)
    made = sum(bid == tricks for bid, tricks in zip(bids, taken, strict=True))
    return tuple(
        tricks if bid is None else ninety_nine(bid, tricks, made)
        for bid, tricks in zip(bids, taken, strict=True)
    )


PREMIUMS = {Premium.DECLARE: 30, Premium.REVEAL: 60}


def premium_bonus(
    holder: int, premium: Premium, bids: Sequence[int | None], taken: Sequence[int]
) -> tuple[int, ...]:
    """30 for a declaration, 60 for a revelation: to who made it, else to each of the others."""
    made, points = bids[holder] == taken[holder], PREMIUMS[premium]
    return tuple(points if (seat == holder) == made else 0 for seat in range(len(bids)))


STREAK, STREAK_POINTS = 5, 10


def streak_bonus(made: Sequence[bool]) -> int:
    """10 for the last of five made bids in a row, 10 off for five missed; then it begins anew.

    `made` says of every deal that counts whether the bid was made (sweetphilosophy, Romanian
    Whist); the bonus is that of the last.
    """
    run, bonus = 0, 0
    for hit in made:
        run = max(run, 0) + 1 if hit else min(run, 0) - 1
        bonus = STREAK_POINTS if run == STREAK else -STREAK_POINTS if run == -STREAK else 0
        run = 0 if bonus else run
    return bonus

"""Axis: points for a deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from engine.bidding import Premium


class Score(StrEnum):
    """The scoring formula: what a made and a missed bid bring."""

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


Formula = Callable[[int, int, int], int]
"""Points from the bid, the tricks taken, and the hand size of the deal."""


def simple(bid: int, taken: int, _size: int) -> int:
    """Exactly the bid: 10 and the bid; otherwise nothing (pagat, Blackout)."""
    return 10 + bid if bid == taken else 0


def common(bid: int, taken: int, _size: int) -> int:
    """One point a trick, and 10 for taking exactly the bid (pagat, Oh Hell!)."""
    return taken + 10 if bid == taken else taken


def bonus_only(bid: int, taken: int, _size: int) -> int:
    """10 for exactly the bid, and nothing else (Parlett, British Oh Hell)."""
    return 10 if bid == taken else 0


def zero5(bid: int, taken: int, size: int) -> int:
    """As common, but a made zero brings 5 (pagat)."""
    return 5 if bid == taken == 0 else common(bid, taken, size)


def zero5plus(bid: int, taken: int, size: int) -> int:
    """As common, but a made zero brings 5 and the hand size (pagat)."""
    return 5 + size if bid == taken == 0 else common(bid, taken, size)


def zero5_simple(bid: int, taken: int, size: int) -> int:
    """As simple, but a made zero brings 5 (it.wikipedia, Oh Pshaw).

    >>> zero5_simple(0, 0, 7), zero5_simple(3, 3, 7), zero5_simple(3, 2, 7)
    (5, 13, 0)
    """
    return 5 if bid == taken == 0 else simple(bid, taken, size)


def zero5plus_simple(bid: int, taken: int, size: int) -> int:
    """As simple, but a made zero brings 5 and the hand size (it.wikipedia, Oh Pshaw).

    >>> zero5plus_simple(0, 0, 7), zero5plus_simple(3, 3, 7), zero5plus_simple(3, 2, 7)
    (12, 13, 0)
    """
    return 5 + size if bid == taken == 0 else simple(bid, taken, size)


def tens(bid: int, taken: int, _size: int) -> int:
    """10 for each trick of a made bid, 10 for zero; 10 off for each trick amiss (Minibridge)."""
    return 10 * max(bid, 1) if bid == taken else -10 * abs(bid - taken)


def five_ten(bid: int, taken: int, _size: int) -> int:
    """5 and 10 a trick if made; otherwise 5 and 5 for each trick amiss off (pagat)."""
    return 5 + 10 * taken if bid == taken else -5 - 5 * abs(bid - taken)


def square(bid: int, taken: int, _size: int) -> int:
    """10 and the bid squared; otherwise the difference squared off (pagat, German Bridge)."""
    return 10 + bid * bid if bid == taken else -((bid - taken) ** 2)


def tri5(bid: int, taken: int, _size: int) -> int:
    """10 and the bid squared; otherwise 5, 15, 30 ... off for 1, 2, 3 ... tricks amiss."""
    amiss = abs(bid - taken)
    return 10 + bid * bid if bid == taken else -5 * amiss * (amiss + 1) // 2


def boeren100(bid: int, taken: int, size: int) -> int:
    """As common, but a made zero brings 20 (pagat, Boerenbridge to 100)."""
    return 20 if bid == taken == 0 else common(bid, taken, size)


def boeren5(bid: int, taken: int, _size: int) -> int:
    """5 and the tricks; otherwise the difference off (kaartspeluitleg.nl, Boerenbridge).

    >>> boeren5(0, 0, 7), boeren5(3, 3, 7), boeren5(3, 1, 7)
    (5, 8, -2)
    """
    return 5 + taken if bid == taken else -abs(bid - taken)


def seven_truf(bid: int, taken: int, size: int) -> int:
    """10 a trick of a made bid, for zero 5 a card of the hand; otherwise the tricks (7-Truf)."""
    if bid != taken:
        return taken
    return 10 * bid if bid else 5 * size


def romanian(bid: int, taken: int, _size: int) -> int:
    """5 and the bid; otherwise the difference off (Romanian Whist)."""
    return 5 + bid if bid == taken else -abs(bid - taken)


def pocha(bid: int, taken: int, _size: int) -> int:
    """10 and 5 a trick; otherwise 5 off for each trick amiss (Pocha)."""
    return 10 + 5 * taken if bid == taken else -5 * abs(bid - taken)


def podrida3(bid: int, taken: int, _size: int) -> int:
    """10 and 3 a trick; otherwise 3 off for each trick amiss (acanomas, La Podrida)."""
    return 10 + 3 * taken if bid == taken else -3 * abs(bid - taken)


def wizard(bid: int, taken: int, _size: int) -> int:
    """20 and 10 a trick; otherwise 10 off for each trick amiss (Wizard)."""
    return 20 + 10 * bid if bid == taken else -10 * abs(bid - taken)


def clag_foss(bid: int, taken: int, _size: int) -> int:
    """10 and 2 a trick; otherwise nothing (en.wikipedia, Clag)."""
    return 10 + 2 * taken if bid == taken else 0


def kachuful_tens(bid: int, taken: int, _size: int) -> int:
    """10 a trick of a made bid, 10 for zero; otherwise nothing (Kachuful).

    >>> kachuful_tens(0, 0, 7), kachuful_tens(3, 3, 7), kachuful_tens(3, 2, 7)
    (10, 30, 0)
    """
    return 10 * max(bid, 1) if bid == taken else 0


def ascenseur(bid: int, taken: int, _size: int) -> int:
    """2 and the tricks; otherwise the difference off (onfaitunjeu.fr, L'Ascenseur).

    >>> ascenseur(0, 0, 7), ascenseur(3, 3, 7), ascenseur(3, 1, 7)
    (2, 5, -2)
    """
    return 2 + taken if bid == taken else -abs(bid - taken)


def misere2(_bid: int, taken: int, _size: int) -> int:
    """10 for no trick; otherwise 2 off for each (en.wikipedia, Clag).

    >>> misere2(0, 0, 7), misere2(0, 3, 7)
    (10, -6)
    """
    return -2 * taken if taken else 10


def misere3(_bid: int, taken: int, _size: int) -> int:
    """10 for no trick; otherwise 3 off for each (en.wikipedia, Clag).

    >>> misere3(0, 0, 7), misere3(0, 3, 7)
    (10, -9)
    """
    return -3 * taken if taken else 10


def ninety_nine(bid: int, taken: int, made: int) -> int:
    """The tricks; for a made bid 30, 20 or 10 more when 1, 2 or 3 players made theirs."""
    return taken + 40 - 10 * made if bid == taken else taken


def most_tricks(taken: Sequence[int]) -> tuple[int, ...]:
    """10 for the seat that took the most tricks, nothing for a tie (Clag)."""
    alone = taken.count(max(taken)) == 1
    return tuple(10 if alone and tricks == max(taken) else 0 for tricks in taken)


def score_deal(
    score: Score, bids: Sequence[int | None], taken: Sequence[int], size: int
) -> tuple[int, ...]:
    """The points of every seat for a deal; who had no bid scores a point a trick (Boerenbridge)."""
    if score is Score.MOST_TRICKS:
        return most_tricks(taken)
    formula: Formula
    if score is Score.NINETY_NINE:
        formula = ninety_nine
        depends_on = sum(bid == tricks for bid, tricks in zip(bids, taken, strict=True))
    else:
        formula, depends_on = SCORES[score], size
    return tuple(
        tricks if bid is None else formula(bid, tricks, depends_on)
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


SCORES: dict[Score, Formula] = {
    Score.SIMPLE: simple,
    Score.COMMON: common,
    Score.BONUS_ONLY: bonus_only,
    Score.ZERO5: zero5,
    Score.ZERO5PLUS: zero5plus,
    Score.ZERO5_SIMPLE: zero5_simple,
    Score.ZERO5PLUS_SIMPLE: zero5plus_simple,
    Score.TENS: tens,
    Score.FIVE_TEN: five_ten,
    Score.SQUARE: square,
    Score.TRI5: tri5,
    Score.BOEREN100: boeren100,
    Score.BOEREN5: boeren5,
    Score.SEVEN_TRUF: seven_truf,
    Score.ROMANIAN: romanian,
    Score.POCHA: pocha,
    Score.PODRIDA3: podrida3,
    Score.WIZARD: wizard,
    Score.CLAG_FOSS: clag_foss,
    Score.KACHUFUL_TENS: kachuful_tens,
    Score.ASCENSEUR: ascenseur,
    Score.MISERE2: misere2,
    Score.MISERE3: misere3,
}
"""The formulas that look at one seat alone."""

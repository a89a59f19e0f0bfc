"""The points of one case as people write them: `10 + 2 per trick`, `minus 5 each over`, `t*t`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from engine.errors import RulesError
from engine.formula import MOST_DIVISOR, Case, Formula, Noun


def plain(said: str) -> str:
    """Small letters, and one sign for each that looks like it."""
    signs = str.maketrans("−–—×·÷²³", "---**/\x02\x03")
    return said.casefold().translate(signs).replace("\x02", "^2").replace("\x03", "^3")


_PHRASES: tuple[tuple[str, str], ...] = (
    (r"\bhand size\b|\bcards (?:in hand|dealt|of the deal)\b|\bsize of the hand\b", "h"),
    (r"\btricks? (?:off|over|under|short|amiss|missed|wrong|too many(?: or too few)?)\b", "d"),
    (r"\btricks? bid\b", "b"),
    (r"\btricks? (?:taken|won|made)\b", "t"),
    (r"\b(?:no points?|nothing|none|zilch)\b", "0"),
    (r"\b(?:to the power of|\*\*)\b|\*\*", "^"),
    (r"\bsquared\b", "^2"),
    (r"\bcubed\b", "^3"),
    (r"\b(?:plus|and)\b", "+"),
    (r"\b(?:minus|less|loses?|lost|penalty)\b", "-"),
    (r"\btimes\b", "*"),
    (r"\bdivided by\b", "/"),
    (r"(?:[-+] *)?\b(\d+) (?:points? )?off\b", r"-\1"),
)
_NOISE = frozenset(
    ("a", "an", "the", "of", "for", "per", "each", "every", "your", "own", "is", "scores", "gets")
) | {"point", "points", "pt", "pts", "bonus"}
_NOUNS: dict[str, Noun] = {
    **dict.fromkeys(("t", "trick", "tricks", "taken"), Noun.TRICKS),
    **dict.fromkeys(("b", "bid", "contract"), Noun.BID),
    **dict.fromkeys(("d", "difference", "diff", "over", "under", "overtrick"), Noun.DIFFERENCE),
    **dict.fromkeys(("overtricks", "undertrick", "undertricks"), Noun.DIFFERENCE),
    **dict.fromkeys(("h", "hand", "card", "cards", "size"), Noun.HAND),
    **dict.fromkeys(("n", "player", "players"), Noun.PLAYERS),
}
_PARTS = {
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "quarter": Fraction(1, 4),
    "double": Fraction(2),
    "twice": Fraction(2),
    "triple": Fraction(3),
}
_NOT_YET = frozenset(("s", "sum", "total", "others", "everybody", "winners", "score", "round"))
_NOT_YET |= {"deal", "dealer", "declarer", "opponents", "streak"}
_CONDITIONS = frozenset(("if", "when", "unless", "<", ">", "or", "where", "until"))
_TOKENS = re.compile(r"\d+[.,]\d+|\d+|[^\W\d]+|\S")

Polynomial = dict[tuple[Noun, ...], Fraction]


def read_formula(case: Case, said: str) -> Formula:
    """The formula that is said of a case; RulesError, saying what is not understood."""
    text = plain(said)
    for pattern, sign in _PHRASES:
        text = re.sub(pattern, sign, text)
    words = [word for word in _TOKENS.findall(text) if word not in _NOISE]
    words = [part for word in words for part in _apart(word)]
    if len(words) > _MOST_WORDS:
        raise RulesError("the points of %(case)s are too long to be kept in mind", case=case)
    reading = _Reading(case, words)
    terms = reading.whole()
    divisor = lcm(*(number.denominator for number in terms.values()))
    if divisor > MOST_DIVISOR:
        raise RulesError(
            "'%(said)s' divides by %(n)s; divide by %(most)s at most",
            said=said,
            n=divisor,
            most=MOST_DIVISOR,
        )
    order = sorted(terms, key=lambda nouns: (len(nouns), nouns))
    kept = [(int(terms[nouns] * divisor), nouns) for nouns in order if terms[nouns]]
    return Formula(tuple(kept), divisor)


def _apart(word: str) -> Iterable[str]:
    """Letters that are written together, `tt` or `xt`, one by one."""
    if len(word) > 1 and re.fullmatch(r"[tbdhnx]+", word):
        return word
    return (word,)


_MOST_WORDS = 40
_MOST_NOUNS = 4
"""So many nouns stand in a product at most."""


class _Reading:
    """What is left to read of a formula, a word at a time."""

    def __init__(self, case: Case, words: list[str]) -> None:
        self.case, self.words, self.at = case, words, 0

    @property
    def next(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def took(self, *words: str) -> str:
        """The next word, if it is one of these; otherwise nothing is read."""
        found = self.next if self.next in words else ""
        self.at += bool(found)
        return found

    def whole(self) -> Polynomial:
        found = self.sum()
        if self.next:
            raise RulesError("a bracket is closed that is not open: '%(said)s'", said=self.said)
        return found

    @property
    def said(self) -> str:
        return " ".join(self.words)

    def sum(self) -> Polynomial:
        found: Polynomial = {}
        sign = self.took("+", "-")
        while True:
            for nouns, number in self.product().items():
                found[nouns] = found.get(nouns, Fraction()) + (-number if sign == "-" else number)
            sign = self.took("+", "-")
            if not sign:
                return found

    def product(self) -> Polynomial:
        found = self.power()
        while self.next and self.next not in "+-)":
            if self.took("/"):
                found = _times(found, {(): 1 / self.divisor()})
            else:
                bare = not self.took("*", "x")
                if bare and self.next[0].isdecimal():
                    raise RulesError(
                        "before %(word)s in '%(said)s' a sign is missing: +, - or *",
                        word=self.next,
                        said=self.said,
                    )
                found = _times(found, self.power())
        if any(len(nouns) > _MOST_NOUNS for nouns in found):
            raise RulesError(
                "'%(said)s' multiplies more than four of t, b, d, h and n", said=self.said
            )
        return found

    def divisor(self) -> Fraction:
        """What is divided by: a number that is not zero."""
        by = self.power()
        number = by.get((), Fraction())
        if by.keys() - {()} or not number:
            raise RulesError(
                "'%(said)s' divides by zero, or by what may be zero: divide by a number, as in t/2",
                said=self.said,
            )
        return number

    def power(self) -> Polynomial:
        found = self.factor()
        if not self.took("^"):
            return found
        exponent = self.factor().get((), Fraction())
        if exponent not in (2, 3, 4):
            raise RulesError("after ^ in '%(said)s' stands 2, 3 or 4", said=self.said)
        raised = found
        for _ in range(int(exponent) - 1):
            raised = _times(raised, found)
            if any(len(nouns) > _MOST_NOUNS for nouns in raised):
                break
        return raised

    def factor(self) -> Polynomial:
        word = self.next
        self.at += 1
        if word == "(":
            found = self.sum()
            if not self.took(")"):
                raise RulesError("a bracket is not closed: '%(said)s'", said=self.said)
            return found
        if word in ("-", "+"):
            return _times({(): Fraction(-1 if word == "-" else 1)}, self.factor())
        if word.isdecimal() and word.isascii():
            return {(): Fraction(int(word[:_LONGEST]))}
        if word in _NOUNS:
            return {(_NOUNS[word],): Fraction(1)}
        if word in _PARTS:
            return self.part(word)
        raise self.unknown(word)

    def part(self, word: str) -> Polynomial:
        """`half bid`: a part of the noun that follows."""
        if self.next in _NOT_YET:
            raise self.unknown(self.next)
        if self.next not in _NOUNS:
            times = _PARTS[word]
            said = f"{self.case} {{}}/{times.denominator}"
            if times > 1:
                said = f"{self.case} {times}{{}}"
            raise RulesError(
                "%(word)s of what? Of the tricks is %(tricks)s, of the bid %(bid)s",
                word=word,
                tricks=said.format("t"),
                bid=said.format("b"),
            )
        return _times({(): _PARTS[word]}, self.factor())

    def unknown(self, word: str) -> RulesError:
        """Why a word cannot stand where it stands."""
        if not word or word in "+*/)^":
            return RulesError(
                "the points of %(case)s are not complete; for example: %(case)s 10+t",
                case=self.case,
            )
        if re.fullmatch(r"\d+[.,]\d+", word):
            return RulesError(
                "%(word)s: points are made of whole numbers; one and a half a trick is 3t/2",
                word=word,
            )
        if word in _CONDITIONS:
            return RulesError(
                "'%(word)s': conditions are said by cases alone: %(cases)s",
                word=word,
                cases=", ".join(Case),
            )
        if word in _NOT_YET:
            return RulesError(
                "'%(word)s' cannot be counted yet, only a seat's own tricks t, bid b and"
                " difference d, the cards of the deal h and the players n",
                word=word,
            )
        return RulesError(
            "'%(word)s' means nothing in points; there are t tricks, b bid, d difference, h cards"
            " of the deal, n players, for example: made 10+2t, missed -2d",
            word=word,
        )


_LONGEST = 9
"""No number has more digits; it would be far beyond what a deal may bring."""


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for nouns, number in one.items():
        for more, by in other.items():
            both = tuple(sorted((*nouns, *more)))
            found[both] = found.get(both, Fraction()) + number * by
    return found

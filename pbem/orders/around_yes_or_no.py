"""Yes and no among other words: the votes of the clauses of a text, and what warns of them.

Words that are not known do no harm. A closed class of words in each language does: of condition,
doubt and other times, of denial, of other people; so does a question the answer may hang on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pbem.orders.clauses import words_of_names
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import match, with_english, words

_NO = frozenset(("no", "unable"))
_SENTENCE_ENDS = ".!?;:|"
_POLITE = ("thanks", "courtesy", "greeting")
_SHORTEST_REFUSAL = 2
"""A shorter no counts only where its clause says nothing else: `I never say no`."""

_SHORT_QUESTION = 3
_ALSO_IF = (("si",),)
"""Without its accent yes is `if`, or `oneself`: it counts only where a sign follows it."""


@dataclass(frozen=True)
class _Clause:
    """The words between two signs, or words like `but` and `so`; which one leads in.

    `opens` if before it in its sentence are only courtesies, yes or no; `asks` if it is a question.
    """

    said: Tokens
    lead: str
    sentence: int
    opens: bool
    asks: bool
    context: Expected

    @cached_property
    def items(self) -> list[tuple[str, int, int]]:
        """What stands in it: the name of its list, or empty, where it begins and its length."""
        found: list[tuple[str, int, int]] = []
        at = 0
        while at < len(self.said):
            name, length = _item(self.said, at, self.context)
            found.append((name, at, max(1, length)))
            at += max(1, length)
        return found

    @cached_property
    def names(self) -> list[str]:
        return [name for name, _, _ in self.items]

    @cached_property
    def known(self) -> bool:
        """Whether there is no word in it that is not known; a name may end it: `gladly, Marta`."""
        spoken_to = self.names[-1] == "" and self.names[-2:-1] == ["yes"]
        names = self.names[:-1] if spoken_to else self.names
        return "" not in names and not self.warns and not self.denies

    @cached_property
    def warns(self) -> bool:
        return "unsure" in self.names

    @cached_property
    def denies(self) -> bool:
        return "denial" in self.names

    @property
    def holds_no(self) -> bool:
        return self.denies or not _NO.isdisjoint(self.names)

    @cached_property
    def vote(self) -> str:
        """`yes`, `no`, both as `?`, or empty."""
        yes, no = self._says_yes(), self._says_no()
        both = not _NO.isdisjoint(self.names) and (yes or "agrees" in self.names)
        if both or ((yes or no) and self._of_others()):
            return "?"
        return "yes" if yes else "no" if no else ""

    def _says_yes(self) -> bool:
        if "agrees" in self.names and not self.denies:
            return True
        inserted = not self.opens and self.lead == "," and "whole" not in self.names
        return self.known and not inserted and bool({"yes", "whole"} & set(self.names))

    def _says_no(self) -> bool:
        """A no is one where its clause ends: `I can't miss it` is none."""
        behind = list(self.items)
        while behind and behind[-1][0] in ("around", "polite", "fine"):
            behind.pop()
        if not behind or behind[-1][0] not in _NO or self.denies:
            return False
        name, at, length = behind[-1]
        before = [each for each, _, _ in behind[:-1]]
        if "" not in before:
            return "" not in self.names or not self.dated
        if _NO & set(before):
            return False
        joins = with_english(self.context.language).remarks
        apart = match(joins, self.said, at - 1, ("joins",))[1]
        return not self.dated and bool(apart if name == "unable" else length >= _SHORTEST_REFUSAL)

    @cached_property
    def dated(self) -> bool:
        """Whether it names a day: it may be about that only."""
        known = words(self.context.language)
        lists = ((known.weekdays, ()), (known.dates, ("today",)))
        return any(
            match(some, self.said, at, names)[1]
            for some, names in lists
            for at in range(len(self.said))
        )

    def _of_others(self) -> bool:
        """Whether somebody else is named before a yes or no."""
        known, others = words(self.context.language), words_of_names(self.context)
        for name, at, length in self.items:
            if name in ("yes", "whole", "agrees", *_NO):
                return False
            people = not name and match(known.stated, self.said, at, ("people",))[1] >= length
            if people or (not name and self.said[at] in others):
                return True
        return False


def read_among(said: Tokens, context: Expected) -> bool | None:
    """The yes or no that a text comes to; None if it holds neither, both, or a warning."""
    clauses = list(_clauses(said, context))
    votes = [(at, one.vote) for at, one in enumerate(clauses) if one.vote and not one.asks]
    if not votes or any(map(_is_open, clauses)) or any(vote == "?" for _, vote in votes):
        return None
    (first, _), (at, vote) = votes[0], votes[-1]
    yes = vote == "yes"
    if (votes[0][1] == "no") != any(vote == "no" for _, vote in votes):
        return _last_word(clauses, votes)
    if any(one.vote != vote for one in clauses if one.vote) or not _is_kept(clauses[at + 1 :]):
        return None
    if yes and any(
        one.holds_no and (nth > first or one.sentence == clauses[first].sentence)
        for nth, one in enumerate(clauses)
        if not (nth < first and any(_contrasts(each) for each in clauses[nth + 1 : first + 1]))
    ):
        return None
    return yes


def _last_word(clauses: list[_Clause], votes: list[tuple[int, str]]) -> bool | None:
    """What a text means that says yes, `but`, and no."""
    if any(one.vote and one.asks for one in clauses):
        return None
    turn = next(at for at, vote in votes if vote == "no")
    kept = all(vote == "no" for at, vote in votes if at >= turn)
    kept &= not any(one.dated for one in clauses[turn:])
    but = any(_contrasts(one) for one in clauses[votes[0][0] + 1 : turn + 1])
    return False if kept and but and _is_kept(clauses[votes[-1][0] + 1 :]) else None


def _contrasts(one: _Clause) -> bool:
    return one.lead == "but"


def _is_kept(later: list[_Clause]) -> bool:
    """Whether what comes behind an answer leaves it: a `but` does with a remark only."""
    return all(not _contrasts(one) or one.known or "remark" in one.names for one in later)


def _is_open(one: _Clause) -> bool:
    """Whether a clause holds a warning, or asks something."""
    asks = words(one.context.language).asked
    if one.warns or (not one.names[0] and match(asks, one.said, 0, ("asks",))[1]):
        return True
    count = any(map(str.isdecimal, one.said)) and len(one.said) <= _SHORT_QUESTION
    return one.asks and not count


def _item(said: Tokens, at: int, context: Expected) -> tuple[str, int]:
    """The list of the longest phrase at a place, and its length; empty and 0 if it is not known."""
    own, known = words(context.language), with_english(context.language)
    name, length = match(known.answers, said, at)
    if said[at : at + length] in _ALSO_IF and at + length < len(said):
        name, length = "", 0
    for each in (own, words("en")):
        tied = match(each.doubt, said, at, ("condition",))[1]
        if tied > length and not (said[at : at + tied] in _ALSO_IF and len(said) == at + tied):
            name, length = "unsure", tied
    if name != "unsure" and (polite := match(known.dropped, said, at, _POLITE)[1]) > length:
        name, length = "polite", polite
    filler = match(known.doubt, said, at, ("filler",))[1]
    if filler > length:
        name, length = "around", filler
    if match(known.negations, said, at)[1] > length:
        name, length = "denial", match(known.negations, said, at)[1]
    if name == "no" and length == 1 and said[at : at + 1] not in own.answers:
        name, length = "", 0  # the English one; `no` begins much in Romanian
    if not length and said[at] in words_of_names(context) and at + 1 == len(said) and at:
        return "around", 1
    return ("", 0) if len(said[at]) == 1 and name in ("yes", "no") else (name, length)


def _clauses(said: Tokens, context: Expected) -> Iterator[_Clause]:
    """The clauses of a text, cut at signs and at words like `but` and `so`."""
    known = with_english(context.language)
    cut: list[tuple[list[str], str, int, bool]] = []
    words_: list[str] = []
    lead, sentence, opens, at = "", 0, True, 0
    asked: set[int] = set()
    while at < len(said):
        token = said[at]
        if not any(sign.isalnum() for sign in token):
            if words_:
                cut.append((words_, lead, sentence, opens))
                opens = False
            if token in _SENTENCE_ENDS:
                asked |= {sentence} if token == "?" else set()
                sentence, opens = sentence + 1, True
            if words_ or lead not in ("but", "so") or token in _SENTENCE_ENDS:
                lead = token
            words_, at = [], at + 1
            continue
        name, whole = match(known.answers, said, at)
        whole = whole if name != "unsure" else 0
        but = match(known.stated, said, at, ("but",))[1]
        so = match(known.remarks, said, at, ("so",))[1]
        if max(but, so) > whole:
            if words_:
                cut.append((words_, lead, sentence, opens))
                opens = False
            words_, lead, at = [], "but" if but >= so else "so", at + max(but, so)
            continue
        words_ += said[at : at + max(1, whole)]
        at += max(1, whole)
    if words_:
        cut.append((words_, lead, sentence, opens))
    for each, _, nth, _ in cut:
        rhetoric = any(
            match(known.answers, tuple(each), at, ("rhetoric",))[1] for at in range(len(each))
        )
        asked -= {nth} if rhetoric else set()
    first = True
    for each, lead, nth, begins in cut:
        first |= begins
        one = _Clause(tuple(each), lead, nth, first, nth in asked, context)
        first &= one.known or one.names[0] == "polite"
        yield one

"""The clauses of an answer that is yes or no: what stands in each, and how it votes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.orders.clauses import words_of_names
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import match, with_english, words

_NO = frozenset(("no", "unable"))
_POLITE = ("thanks", "courtesy", "greeting")
_SHORTEST_REMARK, _SHORT = 2, 3
"""`but this` limits an answer; and a month of few letters, as `may`, is much else."""

_SHORTEST_REFUSAL = 2
"""A shorter no counts only where its clause says nothing else: `I never say no`."""

_ALSO_IF = (("si",),)
"""Without its accent yes is `if`, or `oneself`: it counts only where a sign follows it."""


@dataclass(frozen=True)
class AnswerClause:
    """The words between two signs, or words like `but` and `so`; which one leads in.

    `opens` if before it in its sentence are only courtesies, yes or no; `asks` if it is a question;
    `corrects` if a word like `rather` stands before it.
    """

    said: Tokens
    lead: str
    sentence: int
    opens: bool
    asks: bool
    context: Expected
    corrects: bool = False

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
    def joins(self) -> bool:
        """Whether a word of joining ends it, words that only strengthen it apart: `I play very
        gladly`.
        """
        lists = with_english(self.context.language).answers
        said = list(self.said)
        for at in reversed(range(len(said))):
            if match(lists, self.said, at, ("around",))[1] == 1:
                del said[at]
        return any(
            at + length == len(each)
            for each in (self.said, tuple(said))
            for at in range(len(each))
            if (length := match(lists, each, at, ("joins",))[1])
        )

    @cached_property
    def known(self) -> bool:
        """Whether there is no word in it that is not known; a name may end it: `gladly, Marta`."""
        spoken_to = self.names[-1] == "" and self.names[-2:-1] == ["yes"]
        names = self.names[:-1] if spoken_to else self.names
        return "" not in names and not self.warns and not self.denies

    @cached_property
    def warns(self) -> bool:
        return "unsure" in self.names or self.receives

    @property
    def warns_first(self) -> bool:
        return "unsure" in self.names[:1]

    @property
    def receives(self) -> bool:
        """Whether it says that a mail was received: so may a yes beside it."""
        return "receives" in self.names

    @property
    def follows(self) -> bool:
        """Whether it follows from what stands before it: `then yes`."""
        then = with_english(self.context.language).plan
        return self.lead == "so" or bool(match(then, self.said, 0, ("then",))[1])

    @cached_property
    def denies(self) -> bool:
        return "denial" in self.names

    @property
    def holds_no(self) -> bool:
        return self.denies or not _NO.isdisjoint(self.names)

    @property
    def names_yes(self) -> bool:
        """Whether a word of yes stands in it, whatever else does."""
        return not {"yes", "agrees"}.isdisjoint(self.names) and not self.denies

    @cached_property
    def names_condition(self) -> bool:
        """Whether it begins with a word like `if`, a word before it apart."""
        lists = (words(self.context.language).doubt, words("en").doubt)
        return any(
            match(each, self.said, at, ("condition",))[1] for each in lists for at in range(2)
        )

    @cached_property
    def vote(self) -> str:
        """`yes`, `no`, both as `?`, or empty."""
        yes, no = self._says_yes(), self._says_no()
        both = not _NO.isdisjoint(self.names) and (yes or "agrees" in self.names or self.joins)
        if both and self._puts_off():
            return "no"
        if both or ((yes or no) and self._of_others()):
            return "?"
        return "yes" if yes else "no" if no else ""

    def _puts_off(self) -> bool:
        """Whether a no of several words comes before a mere yes: `another time, with pleasure`."""
        [(first, _, length), *rest] = self.items
        return first == "no" and length > 1 and not {"whole", "agrees"} & {one for one, *_ in rest}

    @cached_property
    def plain(self) -> bool:
        """Whether the word for yes itself stands in it."""
        lists = (words(each).answers for each in (self.context.language, "en"))
        usual = {next((word for word, name in some.items() if name == "yes"), ()) for some in lists}
        return any(self.said[at : at + length] in usual for _, at, length in self.items)

    @cached_property
    def only_remarks(self) -> bool:
        """Whether it tells something without a warning, a denial, another vote or a day."""
        dated = self.dated or any(map(str.isdecimal, self.said))
        tells = len(self.said) >= _SHORTEST_REMARK and not {"agrees", "yes"} & set(self.names)
        return tells and not (self.warns or self.holds_no or self.asks or dated)

    def _says_yes(self) -> bool:
        if ("agrees" in self.names or self.joins) and not self.denies:
            return True
        inserted = (
            not (self.opens or self.corrects) and self.lead == "," and "whole" not in self.names
        )
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
        return any(
            match(known.weekdays, self.said, at)[1]
            or (len(word) > _SHORT and match(known.months, self.said, at)[1])
            or match(known.dates, self.said, at, ("today", "away"))[1]
            for at, word in enumerate(self.said)
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


def _item(said: Tokens, at: int, context: Expected) -> tuple[str, int]:
    """The list of the longest phrase at a place, and its length; empty and 0 if it is not known."""
    own, known = words(context.language), with_english(context.language)
    name, length = match(known.answers, said, at)
    if said[at : at + length] in _ALSO_IF and not _is_also_yes(said[at + length :], context):
        name, length = "", 0
    for each in (own, words("en")):
        tied = match(each.doubt, said, at, ("condition",))[1]
        also_yes = said[at : at + tied] in _ALSO_IF and _is_also_yes(said[at + tied :], context)
        if tied > length and not also_yes:
            name, length = "unsure", tied
    if name != "unsure" and (polite := match(known.dropped, said, at, _POLITE)[1]) > length:
        name, length = "polite", polite
    closing = match(known.remarks, said, at, ("closing",))[1]
    if closing > max(length, 1):
        name, length = "polite", closing
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


def _is_also_yes(rest: Tokens, context: Expected) -> bool:
    """Whether a yes without its accent is one: if its clause says nothing else, or yes again."""
    known = with_english(context.language)
    name = match(known.answers, rest)[0]
    if name in ("whole", "agrees", "joins"):  # `si juego` is a condition, `si gioco` is none
        return not match(words(context.language).doubt, ("si",), 0, ("condition",))[1]
    return not rest or name in ("yes", "fine") or bool(match(known.dropped, rest, 0, _POLITE)[1])

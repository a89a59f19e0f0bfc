"""The clauses of an answer that is yes or no: what stands in each, and how it votes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from pbem.orders.answer_phrases import Phrase, phrases_in
from pbem.orders.clauses import words_of_names
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import Lists, match, with_english, words

_NO = frozenset(("no", "unable"))
_BESIDE_NO = frozenset(("", "around", "polite", "no", "fine"))
WARNINGS = frozenset(("unsure", "duty", "postpones"))
"""The lists of words that may tie an answer to something."""

_SHORT = 3
"""A month of few letters, as `may`, is much else; and few words tell nothing."""

_SHORTEST_REFUSAL = 2
"""A shorter no counts only where its clause says nothing else: `I never say no`."""


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
    def items(self) -> list[Phrase]:
        """What stands in it: the name of its list, or empty, where it begins and its length."""
        return list(phrases_in(self.said, self.context))

    @cached_property
    def names(self) -> list[str]:
        return [name for name, _, _ in self.items]

    @cached_property
    def joins(self) -> bool:
        """Whether a word of joining ends it, but for what strengthens it: `I play very gladly`."""
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
        return not WARNINGS.isdisjoint(self.names) or self.receives

    @property
    def warns_first(self) -> bool:
        return "unsure" in self.names[:1]

    @cached_property
    def receives(self) -> bool:
        """Whether it says that a mail was received: so may a yes beside it."""
        known = with_english(self.context.language).elsewhere
        at = sum(length for name, _, length in self.items if name == "yes")
        end = at + match(known, self.said, at, ("befell", "alone"))[1]
        return at < end == len(self.said) or (self._holds(known, "letter") and self.of_mails)

    @property
    def of_mails(self) -> bool:
        """Whether a word stands in it of what becomes of mails, as that one is read."""
        return self._holds(with_english(self.context.language).elsewhere, "befell")

    @property
    def of_things(self) -> bool:
        """Whether it begins with `the`, or a word like it, tells something, and not of the game."""
        known = with_english(self.context.language).elsewhere
        tells = self.counts or len(self.said) >= _SHORT  # `la sigo` is I follow it
        begins = match(known, self.said, 0, ("the",))[1] > 0
        return begins and tells and not self._holds(known, "game")

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
        if both or ((yes or no) and self.of_others()):
            return "?"
        if not (yes or no) and (shorter := self._without_around()):
            return shorter.vote
        return "yes" if yes else "no" if no else ""

    def _without_around(self) -> AnswerClause | None:
        """The clause without the single words that change nothing within it, if there are any and
        all else is known then: `I will gladly play`, `this time I must sadly pass`.
        """
        apart = {
            place
            for name, at, length in self.items
            if name == "yes" or (name == "around" and length == 1)
            for place in range(at, at + length)
        }
        shorter = replace(self, said=tuple(w for at, w in enumerate(self.said) if at not in apart))
        return shorter if apart and shorter.said and shorter.known else None

    def _puts_off(self) -> bool:
        """Whether a no of several words comes before a mere yes: `another time, with pleasure`."""
        [(first, _, length), *rest] = self.items
        return first == "no" and length > 1 and not {"whole", "agrees"} & {one for one, *_ in rest}

    @property
    def plays_indeed(self) -> bool:
        """Whether it says yes in more than one word for it: `I'll play`, `yes, sure`."""
        said_so = [length for name, _, length in self.items if name in ("yes", "whole", "agrees")]
        return self.vote == "yes" and (self.joins or sum(said_so) > 1 or "whole" in self.names)

    @property
    def counts(self) -> bool:
        """Whether a number stands in it, of days or of whatever."""
        return any(map(str.isdecimal, self.said))

    def _says_yes(self) -> bool:
        if ("agrees" in self.names or self.joins) and not self.denies:
            return True
        inserted = not (self.opens or self.corrects) and self.lead == ","
        inserted &= not any(name == "whole" or length >= _SHORT for name, _, length in self.items)
        return self.known and not inserted and bool({"yes", "whole"} & set(self.names))

    def _begins_no(self) -> bool:
        """Whether a word that means nothing but no begins the text: `Nope have fun`."""
        if self.sentence or not self.opens or self.lead or not self.context.invited:
            return False
        known, first, length = with_english(self.context.language), self.said[:1], self.items[0][2]
        denies = known.refusals if length > 1 else known.negations  # `nee sorry tentamens`
        also = match(denies, first)[1] or match(known.passes, self.said)[1]
        only = self.items[0][0] == "no" == known.answers.get(first) and not also
        return only and {*self.names} <= _BESIDE_NO

    def _says_no(self) -> bool:
        """A no is one where its clause ends: `I can't miss it` is none."""
        if self._begins_no() or self._only_says_no():
            return True
        behind = list(self.items)
        while behind and behind[-1][0] in ("around", "polite", "fine"):
            behind.pop()
        if not behind or behind[-1][0] not in _NO or self.denies:
            return False
        name, at, length = behind[-1]
        before = [each for each, _, _ in behind[:-1]]
        if "" not in before:
            return "" not in self.names or not self.dated
        if _NO & set(before) and length <= _SHORT:
            return False  # `no internet, so it'll have to be a no` is one
        joins = with_english(self.context.language).remarks
        apart = match(joins, self.said, at - 1, ("joins",))[1]
        if name == "no":
            apart = length >= _SHORTEST_REFUSAL and not self._negates(at + length - 1)
        return not self.dated and bool(apart)

    def _only_says_no(self) -> bool:
        """Whether there is nothing in it but a no, however often: `nein leider nicht`."""
        says = [name for name in self.names if name not in ("around", "polite")]
        return says[:1] == ["no"] and {*says} <= {"no", "denial"}

    def _negates(self, at: int) -> bool:
        """Whether a word is one of denial, and no word for no: `ken ik helemaal niet`."""
        known = words(self.context.language)
        no = match(known.answers, self.said[at : at + 1], 0, ("no",))[1]
        return bool(match(known.negations, self.said, at)[1]) and not no

    @cached_property
    def dated(self) -> bool:
        """Whether it names a day: it may be about that only."""
        known = words(self.context.language)
        months = self._holds(known.months, longer_than=_SHORT)
        return self.names_day or months or self._holds(known.dates, "away")

    @cached_property
    def names_day(self) -> bool:
        """Whether it names a day of the week, or today."""
        known = words(self.context.language)
        weekdays = self._holds(known.weekdays, longer_than=_SHORT)
        return weekdays or self._holds(known.dates, "today")

    def _holds(self, lists: Lists, *names: str, longer_than: int = 0) -> bool:
        """Whether a phrase of some lists stands in it, that begins with a word of some length."""
        return any(
            len(word) > longer_than and match(lists, self.said, at, names)[1]
            for at, word in enumerate(self.said)
        )

    def of_others(self) -> bool:
        """Whether somebody else is named before a yes or no."""
        known, others = words(self.context.language), words_of_names(self.context)
        for name, at, length in self.items:
            if name in ("yes", "whole", "agrees", *_NO):
                return False
            people = not name and match(known.stated, self.said, at, ("people",))[1] >= length
            if people or (not name and self.said[at] in others):
                return True
        return False

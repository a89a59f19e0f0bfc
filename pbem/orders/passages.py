"""A text in its parts, and what warns of taking a number or card in one for an answer.

Words that are not known do no harm. A closed class of words in each language does: of negation,
doubt, condition and withdrawal, of other people and other times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pbem.orders.denials import denies, takes_back, without_instead
from pbem.orders.reading import Expected
from pbem.orders.spelling import mend_word
from pbem.orders.text import Tokens
from pbem.orders.words import Lists, Words, match

_AT_THE_START = 3
_HARMLESS = ("around", "so", "harmless", "closing")
_PLAIN = (
    ("remarks", ("around", "so", "harmless", "closing", "joins", "signs")),
    ("dropped", ()),
    ("stated", ("verbs", "plays", "beside", "anyhow", "but", "own")),
    ("person", ("tricks", "mine")),
    ("behind", ("small",)),
    ("doubt", ("filler", "correction")),
    ("settled", ("intended", "final")),
    ("before", ("instead",)),
    ("plan", ("then",)),
)
"""Words that tell nothing of what a number or card beside them is."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of the words of a text: a player's own and the English ones, and the table."""

    known: Words
    own: Words
    context: Expected
    names: frozenset[str]

    @property
    def tricks(self) -> Mapping[str, str]:
        """The words for tricks, each with what it means."""
        return {phrase[0]: name for phrase, name in self.own.person.items() if name == "tricks"}


@dataclass(frozen=True)
class Passage:
    """The words between two signs or joining words; which sign or word leads in and which ends.

    `sentence` counts from the first; `asks` if that ends as a question. What is denied `goes_on`
    behind an `and`, unless somebody begins to speak of himself; so does what is said `roughly`, as
    `between 2 and 4`, or `of_others`.
    """

    said: Tokens
    lead: str
    end: str
    sentence: int
    signs: Surroundings
    asks: bool = False
    goes_on: bool = False
    roughly: bool = False
    of_others: bool = False

    @cached_property
    def denied(self) -> bool:
        """Whether it says no, or is of another turn or to be kept.

        Beside an answer that is held what was wanted corrects it: `I wanted 3`.
        """
        wanted = self.signs.context.held and self.holds(self.signs.known.settled, "intended")
        return self.goes_on or self._denies(earlier=not wanted)

    @cached_property
    def refused(self) -> bool:
        """Whether it says no."""
        return self._denies(earlier=False)

    def _denies(self, *, earlier: bool) -> bool:
        known = self.signs.known
        if match(known.remarks, self.said, 0, ("closing",))[1] == len(self.said):
            return False  # `Later!` says goodbye
        return denies(without_instead(self.said, known), self.signs.context, known, earlier=earlier)

    @cached_property
    def tied(self) -> bool:
        """Whether it is a condition."""
        for at in range(min(_AT_THE_START, len(self.said))):
            around = match(self.signs.known.remarks, self.said, at, _HARMLESS)[1]
            around = around if around > 1 else 0
            tied = match(self.signs.own.doubt, self.said, at, ("condition",))[1]
            if max(tied, match(self.signs.own.plan, self.said, at, ("if",))[1]) > around:
                return len(self.said) > 1  # `sí` without its accent
        return False

    @cached_property
    def unsure(self) -> bool:
        """Whether it only considers something."""
        maybe = self.holds(self.signs.own.person, "maybe")
        return maybe and not (self.concludes or self.requests)

    @cached_property
    def requests(self) -> bool:
        """Whether it asks politely to be given something: `could I have`."""
        return self.holds(self.signs.own.asked, "polite")

    @property
    def hedged(self) -> bool:
        """Whether what it names is only considered, or the end of a range."""
        return self.unsure or self.roughly

    @cached_property
    def concludes(self) -> bool:
        """Whether it is the last word whatever stands before it: `so`, `anyway`."""
        remarks = self.holds(self.signs.known.remarks, "so")
        return self.lead == "so" or remarks or self.holds(self.signs.known.stated, "anyhow")

    @cached_property
    def says_who(self) -> bool:
        """Whether it says who or what somebody is: `you are the queen of hearts`."""
        own = self.signs.own.person
        return any(
            match(own, self.said, at, ("be",))[1] and not self._in_phrase(at)
            for at in range(len(self.said))
        )

    @cached_property
    def acts(self) -> bool:
        """Whether somebody bids or plays in it, or speaks of himself."""
        stated = self.signs.known.stated
        acts = any(self.holds(stated, name) for name in ("verbs", "plays"))
        return acts or self.requests or self.holds(self.signs.own.person, "mine")

    @cached_property
    def takes_back(self) -> bool:
        """Whether it takes an answer back."""
        return takes_back(self.said, self.signs.known)

    def counts_tricks(self, at: int) -> bool:
        """Whether a word at a place is one of tricks, or must be one that is misspelt."""
        word = self.said[at] if at < len(self.said) else ""
        if self.signs.own.person.get((word,)) == "tricks":
            return True
        if not word or self.plain(at):
            return False
        meant = mend_word(word, self.signs.tricks)
        return meant is not None and meant[0] == word[0]

    def limits(self, begin: int, end: int) -> bool:
        """Whether what stands there numbers or limits what follows: `room`; an article alone does
        not, where no word is strange.
        """
        if match(self.signs.own.before, self.said, begin, ("units",))[1] != end - begin:
            return False
        article = end - begin == 1 and self.said[begin:end] in self.signs.own.dropped
        return not article or bool(self.strange(end, end + 1))

    def holds(self, lists: Lists, name: str) -> bool:
        """Whether a phrase of a list stands in it."""
        return any(match(lists, self.said, at, (name,))[1] for at in range(len(self.said)))

    def plain(self, at: int) -> int:
        """How many words at a place tell nothing of what stands beside them; 0 if strange."""
        known = self.signs.known
        found = [match(getattr(known, name), self.said, at, names)[1] for name, names in _PLAIN]
        return max(*found, int(not any(map(str.isalpha, self.said[at]))))

    def strange(self, begin: int, end: int) -> list[str]:
        """The words outside a place that are not plain."""
        found: list[str] = []
        at = 0
        while at < len(self.said):
            if at == begin:
                at = end
                continue
            length = self.plain(at)
            if not length and self.said[at] not in self.signs.names:
                found.append(self.said[at])
            after = at + (length or 1)
            at = begin if at < begin < after else after
        return found

    def whose(self, begin: int, end: int) -> str:
        """`mine` or `they` by the word nearest before a place, or else behind it; empty if none."""
        before = [self._person(at) for at in range(begin)]
        after = [self._person(at) for at in range(end, len(self.said))]
        for person in (*reversed(before), *after):
            if person:
                return person
        return "they" if self.of_others else ""

    def _person(self, at: int) -> str:
        known, own = self.signs.known, self.signs.own
        name, length = match(own.person, self.said, at, ("mine", "they"))
        people = match(own.stated, self.said, at, ("people",))[1]
        if self._in_phrase(at):
            return "" if name != "mine" else name
        if people > length and not match(known.ranks, self.said, at)[1]:
            return "they"
        if name:
            return name
        if match(known.stated, self.said, at, ("verbs", "plays"))[1] > 1:
            return "mine"
        return "they" if self._tells_of(at) else ""

    def _tells_of(self, at: int) -> bool:
        """Whether a name stands at a place, and is not only spoken to."""
        said, known = self.said, self.signs.known
        owner = said[at].removesuffix("s").removesuffix("'")
        if owner != said[at] and owner in self.signs.names:
            return True
        if said[at] not in self.signs.names:
            return False
        if known.doubt.get(said[max(0, at - 1) : at]) == "toward":
            return True
        greeted = at and match(known.dropped, said, at - 1, ("thanks", "courtesy", "greeting"))[1]
        after = said[at + 1 : at + 2]
        number = bool(match(known.numbers, said, at + 1)[1]) if after else False
        return bool(after) and after[0].isalpha() and not (number or greeted)

    def is_idle(self, at: int) -> bool:
        """Whether a place is within a phrase that means nothing apart: `long live the king`."""
        remarks = self.signs.known.remarks
        return any(
            1 < match(remarks, self.said, start, ("harmless",))[1] > at - start
            for start in range(max(0, at - 4), at + 1)
        )

    def _in_phrase(self, at: int) -> bool:
        return any(self._inside(at, start) for start in range(max(0, at - 4), at + 1))

    def _inside(self, at: int, start: int) -> bool:
        """Whether a phrase of more words that begins at a place means nothing apart."""
        known = self.signs.known
        length = match(known.remarks, self.said, start, _HARMLESS)[1]
        length = max(length, match(known.stated, self.said, start, ("verbs", "plays"))[1])
        length = max(length, match(known.dropped, self.said, start)[1])
        return length > 1 and start + length > at

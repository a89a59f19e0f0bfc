"""Which of the facts of a deal its headline tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from engine import View
from pbem.letters.headlines import played, scored
from pbem.letters.headlines.course import Course, courses
from pbem.letters.headlines.kinds import Fact, Kind

_SECOND = 50
"""What a second clause has to be worth."""

_CHANCE = 12
"""By so much the choice is left to the name of the game and the number of the deal."""

_TELLERS: tuple[Callable[[Course], Iterator[Fact]], ...] = (
    *(played.table_bids, played.single_bids, played.hands, played.tricks, played.cards),
    *(scored.rows, scored.top, scored.standings, scored.points, scored.ending),
)


@dataclass(frozen=True, slots=True)
class Headline:
    """One or two facts of a finished deal; none if there was nothing to tell."""

    deal: int
    facts: tuple[Fact, ...]

    @property
    def interest(self) -> int:
        """How much it is worth telling."""
        return max((fact.interest for fact in self.facts), default=0)


def headlines(game: str, view: View) -> tuple[Headline, ...]:
    """The headline of each finished deal; the name of the game helps to choose.

    No kind is told twice while another is true that was told less often.
    """
    told: Counter[Kind] = Counter()
    found = []
    for course in courses(view):
        facts = _chosen(f"{game} {course.deal.number}", facts_of(course), told)
        told.update(fact.kind for fact in facts)
        found.append(Headline(course.deal.number, facts))
    return tuple(found)


@lru_cache(maxsize=512)
def facts_of(course: Course) -> tuple[Fact, ...]:
    """All that is true of a deal and could be told."""
    return tuple(fact for teller in _TELLERS for fact in teller(course))


def _chosen(seed: str, facts: tuple[Fact, ...], told: Counter[Kind]) -> tuple[Fact, ...]:
    def order(fact: Fact) -> tuple[int, int]:
        return -told[fact.kind], fact.interest + _chance(seed, fact)

    if not facts:
        return ()
    first = max(facts, key=order)
    others = [
        fact
        for fact in facts
        if fact.matter is not first.matter
        and not {*fact.seats} & {*first.seats}
        and not told[fact.kind]
        and fact.interest >= _SECOND
    ]
    pair = (first, *([max(others, key=order)] if others else []))
    return tuple(sorted(pair, key=lambda fact: fact.matter.value))


def _chance(seed: str, fact: Fact) -> int:
    """A number that anybody can work out again, and nobody hidden cards from."""
    return sha256(f"{seed} {fact.kind} {fact.seats}".encode()).digest()[0] % _CHANCE

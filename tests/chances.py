"""`python -m tests.chances`: a million shuffles, and whether any card likes any place.

Three questions, each a chi-square: which card lies where; which two lie on top; how many spades
are among the top ten. The answer is how many standard deviations a fair shuffle would be off.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import comb, sqrt

from rich.progress import track

from engine import Card, Rules, Suit, shuffle
from engine.shuffle import seed

PACK = Rules().pack.cards()
CARDS, HAND, SPADES = len(PACK), 10, 13
SUSPICIOUS = 4.0
"""Fair shuffles are farther off than so many standard deviations once in 16,000 times."""

Shuffle = Callable[[int], Sequence[Card]]


def as_dealt(number: int) -> tuple[Card, ...]:
    """A pack as a game has it, from a secret that is a hash of the number."""
    secret = hashlib.sha256(str(number).encode()).digest()
    return shuffle(PACK, seed("a million", number, secret))


@dataclass(slots=True)
class Counted:
    """What lay where in so many shuffles."""

    times: int = 0
    places: Counter[tuple[int, Card]] = field(default_factory=Counter)
    tops: Counter[tuple[Card, Card]] = field(default_factory=Counter)
    spades: Counter[int] = field(default_factory=Counter)

    def add(self, order: Sequence[Card]) -> None:
        """Count one shuffle."""
        self.times += 1
        self.places.update(enumerate(order))
        self.tops[order[0], order[1]] += 1
        self.spades[sum(card.suit is Suit.SPADES for card in order[:HAND])] += 1

    def off(self) -> dict[str, float]:
        """By question, how many standard deviations the counts are from what is fair."""
        evenly = self.times / CARDS
        # Each card has one place and each place one card, so the cells are not independent.
        places = _square((self.places[at, card], evenly) for at in range(CARDS) for card in PACK)
        pairs = [(one, two) for one in PACK for two in PACK if one != two]
        tops = _square((self.tops[pair], self.times / len(pairs)) for pair in pairs)
        ways = [comb(SPADES, n) * comb(CARDS - SPADES, HAND - n) for n in range(HAND + 1)]
        rare = [n for n in range(HAND + 1) if self.times * ways[n] < 5 * sum(ways)]
        cells = [((n,), ways[n]) for n in range(HAND + 1) if n not in rare]
        cells.append((tuple(rare), sum(ways[n] for n in rare)))
        spades = _square(
            (sum(self.spades[n] for n in numbers), self.times * way / sum(ways))
            for numbers, way in cells
            if way
        )
        return {
            "which card lies where": _deviations(places * (CARDS - 1) / CARDS, (CARDS - 1) ** 2),
            "which two lie on top": _deviations(tops, len(pairs) - 1),
            "spades among the top ten": _deviations(spades, sum(bool(w) for _, w in cells) - 1),
        }


def _square(cells: Iterator[tuple[int, float]]) -> float:
    return sum((found - fair) ** 2 / fair for found, fair in cells)


def _deviations(square: float, freedom: int) -> float:
    """A chi-square as a normal deviate (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def main(times: int) -> int:
    """Count, with what is done so far on the terminal; 1 if anything is suspicious."""
    counted, began = Counted(), time.monotonic()
    print(f"{times:,} shuffles of {CARDS} cards")
    for number in track(range(times), "Shuffling", transient=True, disable=not sys.stdout.isatty()):
        counted.add(as_dealt(number))
        if counted.times % max(1, times // 20) == 0:
            print(f"{counted.times:10,}  {time.monotonic() - began:4.0f} s", flush=True)
    print()
    off = counted.off()
    for question, deviations in off.items():
        print(f"{deviations:+6.2f} standard deviations: {question}")
    found = [question for question, one in off.items() if abs(one) > SUSPICIOUS]
    print(f"Suspicious: {', '.join(found)}." if found else "Nothing is suspicious.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))

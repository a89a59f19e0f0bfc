"""`python3 dev.py train`: what the words of answers to invitations speak for, learned from rows.

The rows are those of `tests/data/invited.tsv`, answers with what a careful clerk makes of them,
those of `tests/said.py`, and phrases of the word files that are no answer. It writes each
language's `weights.tsv`, and tells how answers would be read by the weights alone if they were not
among the rows: each tenth of them by those of the rest.
"""

from __future__ import annotations

import csv
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pbem.languages import file, spoken
from pbem.orders.classifier import SCALE, WEIGHTS, Label, Weights, classified, features, shares
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.text import tokens
from pbem.orders.words import data, lists_at, written_out
from tests.said import ROWS

TABLE = Path(__file__).parent / "data" / "invited.tsv"
NAMES = ("Anna", "Bruno", "Carla", "Ruth", "Lindy")
"""Who invites and is invited in the rows, and the name of a table."""

_EPOCHS, _RATE, _DECAY, _SEED = 25, 0.1, 0.01, 1
_PARTS = 10


class Row(NamedTuple):
    """An answer, `|` between its lines, and what it means: `yes`, `no`, or `ask` for neither."""

    language: str
    said: str
    means: str


def judged() -> list[Row]:
    """The answers of `tests/data/invited.tsv`."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        told = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Row(row["language"], row["said"], row["means"]) for row in told]


def rows() -> list[Row]:
    """Every answer to an invitation that a clerk has judged, once, and what is none in itself: the
    phrases of such lists of the word files.
    """
    said = (
        Row(row["language"], row["said"], row["means"] if row["means"] in ("yes", "no") else "ask")
        for row in ROWS
        if row["where"] == "invited"
    )
    open_ = (
        Row(language, phrase, "ask")
        for language in spoken()
        for name in ("neither", "unsure", "duty", "postpones")
        for one in lists_at(data(language), ("answers",))[name]
        for phrase in written_out(one)
    )
    return list({(row.language, row.said): row for row in (*judged(), *said, *open_)}.values())


@dataclass(slots=True)
class _Weight:
    """What a feature speaks for, yes and no, and how much it was moved, by AdaGrad."""

    value: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moved: list[float] = field(default_factory=lambda: [1e-8, 1e-8])

    def move(self, errors: Sequence[float], decay: float) -> None:
        for side, error in enumerate(errors):
            slope = error + decay * self.value[side]
            self.moved[side] += slope * slope
            self.value[side] -= _RATE * slope / math.sqrt(self.moved[side])


def train(some: Iterable[Row]) -> Weights:
    """The weights that tell yes, no and neither in rows of one language: logistic regression."""
    seen = [(_features(row), row.means) for row in some]
    often = Counter(feature for found, _ in seen for feature in found)
    data = [(sorted(one for one in found if often[one] > 1), means) for found, means in seen]
    known = {feature: _Weight() for found, _ in data for feature in found}
    chance = random.Random(_SEED)
    for _ in range(_EPOCHS):
        chance.shuffle(data)
        for found, means in data:
            weights = [known[feature] for feature in found]
            odds = shares(*(sum(one.value[side] for one in weights) for side in (0, 1)))
            errors = odds[0] - (means == "yes"), odds[1] - (means == "no")
            for feature, one in zip(found, weights, strict=True):
                one.move(errors, _DECAY if feature != "^" else 0)
    rounded = {
        feature: (round(SCALE * one.value[0]), round(SCALE * one.value[1]))
        for feature, one in sorted(known.items())
    }
    return {feature: both for feature, both in rounded.items() if any(both)}


def written(weights: Weights) -> str:
    """A language's `weights.tsv`."""
    return "".join(f"{one}\t{yes}\t{no}\n" for one, (yes, no) in weights.items())


def _features(row: Row) -> set[str]:
    lines = [tokens(line) for line in row.said.split("|") if line.strip()]
    return features(lines, frozenset(map(str.casefold, NAMES)))


def unseen(language: str, some: Sequence[Row]) -> Counter[str]:
    """How many answers weights read right, asked about though they were clear, and read wrong,
    that were made of others.
    """
    counts: Counter[str] = Counter()
    for part in range(_PARTS):
        others = train(row for at, row in enumerate(some) if at % _PARTS != part)
        for row in some[part::_PARTS]:
            context = Expected(Ask.INVITATION, language, invited=True, names=NAMES)
            said = classified(row.said.split("|"), context, others)
            told = {Label.YES: "yes", Label.NO: "no"}.get(said, "ask")
            counts[told if told == row.means else "asked" if told == "ask" else "wrong"] += 1
    return counts


if __name__ == "__main__":
    languages = sys.argv[1:] or spoken()
    print(f"{'':6}{'rows':>6}{'yes':>6}{'no':>6}{'neither':>9}{'asked':>7}{'wrong':>7}")
    for language in languages:
        some = [row for row in rows() if row.language == language]
        Path(str(file(language, WEIGHTS))).write_text(written(train(some)), "utf-8")
        counts = unseen(language, some)
        right = f"{counts['yes']:6}{counts['no']:6}{counts['ask']:9}"
        missed = f"{counts['asked']:7}{counts['wrong']:7}"
        print(f"  {language:4}{len(some):6}{right}{missed}", flush=True)

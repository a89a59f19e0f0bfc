"""How answers as people write them are read: `python -m tests.natural`, where the table of them is.

For each kind of what a clerk would do: how many are acted on, asked about, and sent back. It ends
with the moves that are played otherwise than a clerk would; there must be none.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from dataclasses import replace

from engine import Card
from pbem.mail.text import paragraphs_that_count
from pbem.orders.answers import Bid, Clause, Plan, Play
from pbem.orders.keywords import Ask
from pbem.orders.model import Unsure, WhichOrder
from pbem.orders.reading import Expected, Reading
from tests.corpus import CORPUS
from tests.judging import read_answer
from tests.said import PLACES

TABLE = CORPUS.parent / "natural_open.tsv"
WHERE = {"B": "bid", "H": "last", "L": "lead", "F": "follow"}


def rows() -> list[dict[str, str]]:
    """The table, but for what answers an older letter."""
    lines = TABLE.read_text("utf-8").splitlines()
    told = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [row for row in told if row["context"] in WHERE]


def right(move: str, expected: str, context: Expected) -> bool:
    """Whether a clerk would make that move; an end may be asked for by its word."""
    ends = {"low": min(context.legal), "high": max(context.legal)} if context.legal else {}
    return move in expected.split("/") or str(ends.get(move, "-")) in expected.split("/")


def read(row: dict[str, str]) -> tuple[Reading, Expected]:
    """How the answer of a row is read, and against what."""
    context = replace(PLACES[WHERE[row["context"]]], language=row["language"])
    if before := row["answered before"]:
        context = held(context, before)
    lines = paragraphs_that_count(row["answer"].replace("\\n", "\n"))
    return read_answer(lines, context)[0], context


def held(context: Expected, before: str) -> Expected:
    """The same place where an answer is held."""
    cards = tuple(card for card in context.hand if str(card) == before)
    return replace(context, closed=True, held=True, answered=cards)


def played(reading: Reading, context: Expected) -> str:
    """The move that is made; empty if none is, or none that is allowed."""
    match reading.order:
        case Bid(tricks, otherwise) if context.ask is Ask.BID:
            return next((str(n) for n in (tricks, *otherwise) if n in context.bids), "")
        case Play(card) if context.ask is Ask.PLAY and card in context.legal:
            return str(card)
        case Plan(((Clause(Card() as card), *_), *_)):
            return str(card)
        case Plan(((Clause(policy), *_), *_)):
            return str(policy)
        case _:
            return ""


def kind_of(expected: str) -> str:
    """What a clerk would do, in short."""
    told = expected.split("/")
    others = [one for one in told if one not in ("ask", "nomove", "keep")]
    if not others:
        return expected
    return "a move" if len(others) == len(told) else "a move, or ask"


def main() -> int:
    """Print the counts and what is played wrongly; 1 if anything is."""
    counts: Counter[tuple[str, str]] = Counter()
    wrong = []
    for row in rows():
        reading, context = read(row)
        move = played(reading, context)
        asked = isinstance(reading.order, WhichOrder | Unsure)
        fate = "acted on" if move else "asked" if asked else "sent back"
        counts[kind_of(row["expected"]), fate] += 1
        if move and not right(move, row["expected"], context):
            wrong.append((row["language"], row["answer"], row["expected"], move))
    for (kind, fate), count in sorted(counts.items()):
        print(f"{kind:16} {fate:10} {count:4}")
    for one in wrong:
        print("WRONG:", *one)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())

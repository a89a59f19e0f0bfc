"""What people write around an answer, and what a sensible clerk makes of it: a table, row by row.

A row is where and in which language somebody answers, what was answered before and is still held,
what is said (`|` ends a line), and what it means: an order as it is written down; `?` and what may
be meant, where it is asked back; `-` for what is no answer.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from engine import Suit, cards
from pbem.mail.text import paragraphs_that_count
from pbem.orders.keywords import Ask
from pbem.orders.model import Order, Unread, Unsure, WhichOrder
from pbem.orders.reading import Expected, Reading
from tests.judging import read_answer

TABLE = (Path(__file__).parent / "data" / "said.tsv").read_text("utf-8")
ROWS = list(csv.DictReader(TABLE.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
ALL = tuple(range(8))
AT_THE_TABLE = ("Anna", "Bruno", "Ruth", "Lindy")
PLACES = {
    "bid": Expected(
        Ask.BID, size=7, bids=ALL, hand=cards("AS QS 8S KH 9H 4D 2C"), trump=Suit.HEARTS
    ),
    "last": Expected(
        Ask.BID, size=5, bids=(0, 1, 3, 4, 5), hand=cards("KH QH 4H AS 2C"), trump=Suit.CLUBS
    ),
    "lead": Expected(
        Ask.PLAY,
        hand=cards("QS QH 7S KH 9D TD 3C"),
        legal=cards("QS QH 7S KH 9D TD 3C"),
        trump=Suit.CLUBS,
    ),
    "follow": Expected(
        Ask.PLAY, hand=cards("KH QH 4H AS 2C"), legal=cards("KH QH 4H"), trump=Suit.CLUBS
    ),
    "trump": Expected(Ask.TRUMP, hand=cards("KH QH 4H AS 2C")),
    "invited": Expected(Ask.INVITATION, invited=True),
    "asked": Expected(Ask.INVITATION),
}
"""`invited` is asked whether he plays, `asked` something else that is yes or no."""


def place(row: dict[str, str]) -> Expected:
    """Where somebody answers."""
    at = {"language": row["language"], "names": AT_THE_TABLE, "writer": AT_THE_TABLE[0]}
    context = replace(PLACES[row["where"]], **at)
    if not row["held"]:
        return context
    answered = cards(row["held"]) if context.ask is Ask.PLAY else ()
    return replace(context, closed=True, held=True, answered=answered)


def read(row: dict[str, str]) -> Reading:
    """How what somebody says is read there."""
    lines = paragraphs_that_count(row["said"].replace("|", "\n"))
    return read_answer(lines, place(row))[0]


def told(order: Order) -> str:
    """An order as the table writes it."""
    match order:
        case WhichOrder(among=among) | Unsure(among=among):
            return " ".join(["?", *sorted(str(one) for one in among)])
        case Unread():
            return "-"
        case _:
            return str(order)


def coverage(languages: Iterable[str]) -> Iterator[str]:
    """How many rows of each language are read, asked about and not read, as lines of a table.

    Below it stands each row that is read otherwise than it says.
    """
    yield f"{'':6}{'rows':>6}{'read':>6}{'asked':>7}{'not':>6}{'otherwise':>11}"
    otherwise = []
    for language in languages:
        fates: Counter[str] = Counter()
        for row in (row for row in ROWS if row["language"] == language):
            means = told(read(row).order)
            fates["not" if means == "-" else "asked" if means.startswith("?") else "read"] += 1
            if means != row["means"]:
                fates["otherwise"] += 1
                otherwise.append(f"  {language} {row['where']}: {row['said']} is {means}")
        counts = f"{fates['read']:6}{fates['asked']:7}{fates['not']:6}{fates['otherwise']:11}"
        yield f"  {language:4}{fates['read'] + fates['asked'] + fates['not']:6}{counts}"
    yield from otherwise

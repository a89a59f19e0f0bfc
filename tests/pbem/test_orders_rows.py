"""The table of answers: what people typed in which situation, and what each must come to."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path

from engine import Card, Rank, Suit, cards
from pbem.orders.answers import Bid, Clause, Plan, Play
from pbem.orders.keywords import Ask, Policy
from pbem.orders.model import Away, Order, Request, Unsure
from pbem.orders.reading import Expected, Lettering, Notation
from tests.effort import of_each
from tests.judging import Verdict, read_answer
from tests.lines import text_that_counts

DATA = Path(__file__).parent.parent / "data"
TABLE = (DATA / "answers.tsv").read_text("utf-8")
ROWS = list(csv.DictReader(TABLE.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
SITUATIONS = json.loads((DATA / "answer_contexts.json").read_text("utf-8"))
TODAY = date(2026, 5, 1)
SUITS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS}


def context_of(name: str, language: str) -> Expected:
    """A situation of the table as a context."""
    told = SITUATIONS[name]
    hand = cards(told.get("hand", ""))
    size = told.get("size", len(hand))
    return Expected(
        ask=Ask(told.get("bound", told["phase"])),
        language=language,
        closed="bound" in told,
        hand=hand,
        legal=cards(told["legal"]) if told.get("legal") else hand,
        size=size,
        bids=tuple(n for n in range(size + 1) if n != told.get("forbidden")),
        notation=Notation(Lettering(told["notation"])) if "notation" in told else None,
        today=TODAY,
    )


def card_of(sign: str) -> Card:
    """`10♦` as a card."""
    rank = "T" if sign[:-1] == "10" else sign[:-1]
    return Card(next(each for each in Rank if each.sign == rank), SUITS[sign[-1]])


def clause_of(told: str) -> Clause:
    """`low`, `K♣` or `if ♣ led K♣` as a clause."""
    words = told.split()
    led = SUITS[words[1]] if words[0] == "if" else None
    return Clause(Policy(words[-1]) if words[-1] in tuple(Policy) else card_of(words[-1]), led)


def meant(row: dict[str, str], verdict: Verdict) -> Order | tuple[Card, ...] | None:
    """What the table says was meant: an order, the cards to ask about, None for no order."""
    told = row["reading"]
    match verdict:
        case Verdict.NO_PARSE | Verdict.PASS | Verdict.STALE:
            return None
        case Verdict.ASK:
            return tuple(map(card_of, told.split(" / ")))
        case Verdict.COMMAND if told == "away 3.-17.8":
            return Away(date(2026, 8, 3), date(2026, 8, 17))
        case Verdict.COMMAND:
            return Request(told)
        case Verdict.PLAN:
            return Plan(((clause_of(told),),))
        case Verdict.CHAIN if len(told.split(" / ")) == 2:
            first, second = map(clause_of, told.split(" / "))
            return Plan(((first,), (second,)))
        case Verdict.CHAIN:
            now, if_, else_ = map(clause_of, told.split(" / "))
            return Plan(((now,), (if_, else_)))
        case _ if told.isdecimal():
            fallback = {"2 else 3": (3,), "2 sonst 1": (1,), "2 sinon 3": (3,)}
            if row["typed"] in fallback:
                assert fallback[row["typed"]] == (int(told),)
                return Bid(2, (int(told),))
            return Bid(int(told))
        case _:
            return Play(card_of(told))


def test_the_table_is_whole():
    assert len(ROWS) == 115


@of_each("row", ROWS)
def test_an_answer_is_read_as_the_table_says(row):
    verdict = Verdict(row["verdict"])
    context = context_of(row["context"], row["language"])

    [reading] = read_answer(text_that_counts(row["typed"]), context)

    assert reading.verdict is verdict
    order = reading.order
    expected = meant(row, verdict)
    if verdict is Verdict.STALE:
        assert context.ask == row["reading"]
    elif verdict is Verdict.ASK:
        assert isinstance(order, Unsure)
        assert order.among == expected
    elif expected is not None:
        assert order == expected

"""What people write around an answer, and what a sensible clerk makes of it: a table, row by row.

A row is where and in which language somebody answers, what was answered before and is still held,
what is said (`|` ends a line), and what it means: an order as it is written down; `?` and what may
be meant, where it is asked back; `-` for what is no answer.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from engine import cards
from pbem.languages import spoken
from pbem.letters.speech import speech
from pbem.mail.text import paragraphs_that_count
from pbem.orders.answers import Bid, Lay, Plan, Play, Trump
from pbem.orders.keywords import Ask
from pbem.orders.model import Order, Unread, Unsure, WhichOrder
from pbem.orders.reading import Expected
from pbem.orders.words import data
from tests.guides import COMPLETE
from tests.judging import read_answer

TABLE = (Path(__file__).parent.parent / "data" / "said.tsv").read_text("utf-8")
ROWS = list(csv.DictReader(TABLE.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
ALL = tuple(range(8))
AT_THE_TABLE = ("Anna", "Bruno", "Ruth", "Lindy")
PLACES = {
    "bid": Expected(Ask.BID, size=7, bids=ALL, hand=cards("AS QS 8S KH 9H 4D 2C")),
    "last": Expected(Ask.BID, size=5, bids=(0, 1, 3, 4, 5), hand=cards("KH QH 4H AS 2C")),
    "lead": Expected(
        Ask.PLAY, hand=cards("QS QH 7S KH 9D TD 3C"), legal=cards("QS QH 7S KH 9D TD 3C")
    ),
    "follow": Expected(Ask.PLAY, hand=cards("KH QH 4H AS 2C"), legal=cards("KH QH 4H")),
    "trump": Expected(Ask.TRUMP, hand=cards("KH QH 4H AS 2C")),
    "invited": Expected(Ask.INVITATION, invited=True),
    "asked": Expected(Ask.INVITATION),
}
"""`invited` is asked whether he plays, `asked` something else that is yes or no."""


def place(row: dict[str, str]) -> Expected:
    """Where somebody answers."""
    context = replace(PLACES[row["where"]], language=row["language"], names=AT_THE_TABLE)
    if not row["held"]:
        return context
    answered = cards(row["held"]) if context.ask is Ask.PLAY else ()
    return replace(context, closed=True, held=True, answered=answered)


def told(order: Order) -> str:
    """An order as the table writes it."""
    match order:
        case WhichOrder(among=among) | Unsure(among=among):
            return " ".join(["?", *sorted(str(one) for one in among)])
        case Unread():
            return "-"
        case _:
            return str(order)


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{r['where']} {r['language']} {r['held']} {r['said']}" for r in ROWS]
)
def test_what_is_said_is_read_as_the_table_says(row):
    lines = paragraphs_that_count(row["said"].replace("|", "\n"))

    read = read_answer(lines, place(row))

    assert told(read[0].order) == row["means"]


@pytest.mark.parametrize("invited", [True, False])
@pytest.mark.parametrize("language", COMPLETE)
def test_each_word_for_yes_or_no_says_so_alone(language, invited):
    """Who reads another language may write it, too; what says neither is not taken for it."""
    lists = data(language)["answers"]
    for name in ("yes", "no"):
        for word in lists[name]:
            for reader in (language, "en") if len(word) > 1 else (language,):
                context = Expected(Ask.INVITATION, reader, invited=invited)
                assert told(read_answer([word], context)[0].order) == name, (word, reader)
    for word in (*lists["neither"], *lists["unsure"]):
        order = read_answer([word], Expected(Ask.INVITATION, language, invited=invited))[0].order
        assert told(order) not in ("yes", "no"), word


@pytest.mark.parametrize("language", spoken())
def test_what_stands_on_the_buttons_of_an_invitation_can_be_typed(language):
    context = Expected(Ask.INVITATION, language)
    for label, says in (("Yes, deal me in", "yes"), ("No, thanks", "no")):
        written = speech(language).messages.gettext(label)
        assert told(read_answer([written], context)[0].order) == says, written


TRAPS = (
    *("one moment", "two minutes please", "three cheers for Ruth", "null Bock", "pas mal"),
    *("geen 3", "no 3", "not 3", "not QH", "pas de trèfle", "high five!", "the king is dead"),
    *("3 or 4?", "2-3", "2:30", "fără treflă", "niente fiori", "see you at 5", "K thanks", "K?"),
    *("k", "9 lives", "low blow, Bruno", "four days left", "give me 2 days", "4 pm?"),
    *("zehn Minuten", "Herzlichen Glückwunsch", "von Herzen", "le roi est mort", "3 & 4"),
)


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("where", ["bid", "last", "lead", "follow"])
@pytest.mark.parametrize("language", spoken())
def test_what_only_looks_like_a_move_plays_nothing(language, where, held):
    for said in TRAPS:
        context = replace(PLACES[where], language=language, closed=held, held=held)
        for reading in read_answer([said], context):
            assert not isinstance(reading.order, Bid | Play | Plan | Lay | Trump), said

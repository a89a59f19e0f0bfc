"""What the lines of a mail say together: a line below an answer may put it in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import Card
from pbem.orders.answer_sentences import answer_clauses
from pbem.orders.answers import Answer, Join, Plan, Play
from pbem.orders.doubt import begins_a_condition, corrects, named, takes_back
from pbem.orders.model import Command, Order, Request, Unsure, WhichOrder
from pbem.orders.reading import Expected, Reading
from pbem.orders.refusals import qualifies
from pbem.orders.text import Tokens, tokens
from pbem.orders.yes_or_no import begins_unsure

_TAKE_BACK = (Request("undo"), Request("forget_plan"))
_MOST = 5
"""So many answers are offered where one is in doubt."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line as written, in which paragraph, and how it was read, if it was.

    Lines that do not count stand below one that could not be read.
    """

    written: str
    paragraph: int
    reading: Reading | None = None
    counts: bool = False


def weighed(
    said: Sequence[ReadLine], context: Expected, tables: Mapping[str, Expected]
) -> tuple[Reading, ...]:
    """The readings that count; an answer that another line puts in doubt is one of several.

    Where an answer is given twice for one table, it counts once.
    """
    answered: set[str] = set()
    read: list[Reading] = []
    for at, line in enumerate(said):
        reading = line.reading
        if reading is None or not line.counts:
            continue
        if isinstance(reading.order, WhichOrder) and not context.held:
            read.append(_with_answers_below(reading, said[at + 1 :]))
            answered.add(reading.table)
            continue
        if not isinstance(reading.order, Answer) or (
            _goes_on(reading.order) and reading.table in answered
        ):
            read.append(reading)
            continue
        if reading.table in answered:
            continue
        answered.add(reading.table)
        about = tables[reading.table] if reading.table else context
        read.append(_in_doubt(line, reading, said[at + 1 :], about) or reading)
    return tuple(read)


def about_the_held(reading: Reading, context: Expected) -> Reading:
    """What cannot be read, while the answer is held: it may say which other one is meant."""
    if not context.held or not reading.line.strip():
        return reading
    match reading.order:
        case Unsure(among=among):
            cards = [card for card in among if isinstance(card, Card) and card in context.legal]
            order = WhichOrder(reading.line, tuple(map(Play, cards)))
        case _:
            said = tokens(reading.line)
            order = WhichOrder(reading.line, named(said, context, beside=True))
    return replace(reading, order=order)


def corrects_the_held(order: Order, said: Tokens, context: Expected) -> bool:
    """Whether a line with a word of correction was read as the card that it corrects: of `sorry,
    wrong queen` another one is meant.
    """
    held = isinstance(order, Play) and order.card in context.answered
    return held and context.held and corrects(said, context.language)


def _with_answers_below(reading: Reading, later: Sequence[ReadLine]) -> Reading:
    """What is asked about, with the answers that lines below it give."""
    assert isinstance(reading.order, WhichOrder)
    below = [one.reading.order for one in later if one.reading and one.counts]
    answers = [order for order in below if isinstance(order, Answer)]
    if not answers:
        return reading
    among = (*reading.order.among, *answers)
    return replace(reading, order=WhichOrder(reading.line, tuple(dict.fromkeys(among))))


def _in_doubt(
    line: ReadLine, reading: Reading, later: Sequence[ReadLine], context: Expected
) -> Reading | None:
    """An answer as one of several, if a later line puts it in doubt.

    That is another answer, words that take it back, or a condition in the next line; or an answer
    named beside a word of correction, or anywhere in the same paragraph.
    """
    answer = reading.order
    assert isinstance(answer, Answer)
    others: dict[str, Answer] = {}
    because: list[str] = []
    for nth, one in enumerate(later):
        if one.reading and one.reading.table != reading.table and one.reading.table:
            continue
        order = one.reading.order if one.reading else None
        words = tokens(one.written)
        found = tuple(_others(answer, one, line.paragraph, words, context))
        withdrawn = order in _TAKE_BACK or takes_back(words, context.language)
        tied = nth == 0 and not isinstance(order, Answer | Command)
        limits = isinstance(answer, Join) and (
            begins_unsure(words, context.language)
            or (answer.yes and qualifies(answer_clauses(words, context)))
        )
        tied &= limits or begins_a_condition(words, context.language)
        if found or withdrawn or tied:
            others |= {str(other): other for other in found}
            because.append(one.written)
    if not because:
        return None
    among = (*tuple(others.values())[: _MOST - 1], answer)
    said = "; ".join((line.written, *because))
    order = WhichOrder(said, among)
    return replace(reading, line=said, order=order, notation=None)


def _others(
    answer: Answer, line: ReadLine, paragraph: int, words: Tokens, context: Expected
) -> Iterator[Answer]:
    """The other answers that a line names."""
    order = line.reading.order if line.reading else None
    if isinstance(order, Command):
        return
    if isinstance(order, Answer):
        letter = line.written.strip(" .")
        late = not line.counts and len(letter) == 1 and letter.isalpha()
        if str(order) != str(answer) and not _goes_on(order) and not late:
            yield order
        return
    correcting = corrects(words, context.language)
    if correcting or (line.paragraph == paragraph and not _is_postscript(words)):
        yield from named(words, context, answer, beside=correcting)


def _is_postscript(words: Tokens) -> bool:
    """Whether a line begins as what is added below a letter, in any language."""
    return words[:1] in (("ps",), ("pd",), ("nb",)) or words[:3:2] == ("p", "s")


def _goes_on(order: Order) -> bool:
    """Whether a plan only adds to an answer: it depends on what is led."""
    return isinstance(order, Plan) and all(clause.led for clause in order.steps[0])

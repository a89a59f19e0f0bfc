"""What stands beside an answer and is none: days away in its sentence, and words for others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.orders.answers import Answer, Join
from pbem.orders.clauses import names_answer
from pbem.orders.reading import Expected, Reading
from pbem.orders.remarks import is_remark
from pbem.orders.spans import absence_told
from pbem.orders.text import tokens
from pbem.orders.words import Words, match, with_english

_PLAIN = 4
"""An answer of fewer words in all has nothing beside it."""

_MOST_CHARACTERS = 600
_FEWEST_WORDS = 2
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|[,:]\s+|\s+[-\u2013\u2014]+\s+|\n")
_POLITE, _ENDS = ("thanks", "greeting", "courtesy"), ("closing",)


def with_asides(
    read: Sequence[Reading], lines: Sequence[str], context: Expected
) -> Sequence[Reading]:
    """The readings of a mail's lines; the one answer among them with what stands beside it.

    Where anything else was read there is nothing more to find, nor in a mail for several tables.
    """
    if len(read) != 1 or not isinstance(read[0].order, Answer) or read[0].table:
        return read
    text = "\n".join(lines).strip()
    if isinstance(read[0].order, Join) or not len(text.split()) >= _PLAIN:
        return read
    if len(text) > _MOST_CHARACTERS:
        return read
    known = with_english(context.language)
    away = absence_told(tokens(" ".join(text.split("\n"))), context, known)
    remark = "" if away else _remark(text, context, known)
    return [replace(read[0], away=away, remark=remark)]


def _remark(text: str, context: Expected, known: Words) -> str:
    """The sentences that name no answer and are more than a courtesy or a name."""
    parts = [part for part in _SENTENCES.split(text) if part and part.strip()]
    said = [part.strip() for part in parts if _is_said(part, context, known)]
    return " ".join(said)


def _is_said(part: str, context: Expected, known: Words) -> bool:
    words = tuple(word for word in tokens(part) if word[:1].isalpha())
    polite = match(known.dropped, words, 0, _POLITE)[1] or match(known.remarks, words, 0, _ENDS)[1]
    if len(words) < _FEWEST_WORDS or polite == len(words):
        return False
    said = tokens(part)
    return is_remark(said, context, known) and not names_answer(said, context, known)

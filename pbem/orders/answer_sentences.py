"""A text cut into the clauses of an answer that is yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.orders.answer_clauses import AnswerClause
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import Words, consists, match, with_english

_SENTENCE_ENDS = ".!?;:|"
_LEADS = ("but", "though", "so", "because")
_CORRECTS = ("correction", "withdrawal")


class _Piece(NamedTuple):
    """Some words between two signs, what leads in, and the number of their sentence.

    With `opens` they begin one.
    """

    said: Tokens
    lead: str
    sentence: int
    opens: bool


def answer_clauses(said: Tokens, context: Expected) -> Iterator[AnswerClause]:
    """The clauses of a text, cut at signs and at words like `but`, `so` and `because`."""
    known = with_english(context.language)
    pieces, asked = _cut(said, known)
    asks = [_asks_at_once(one.said, known) for one in pieces]
    first, corrected = True, False
    for at, (words_, lead, sentence, opens) in enumerate(pieces):
        first |= opens
        begin = next((n for n, one in enumerate(pieces) if one.sentence == sentence and asks[n]), 0)
        corrects = _corrects(words_, known)
        before, corrected = corrected, _only_corrects(words_, known)
        one = AnswerClause(
            words_[corrects:],
            lead,
            sentence,
            first,
            asks=sentence in asked and at >= begin,  # `sure, when do we start?`
            context=context,
            corrects=corrects > 0 or before,
        )
        first &= one.known or one.names[0] == "polite"
        yield one


def _cut(said: Tokens, known: Words) -> tuple[list[_Piece], set[int]]:
    """The pieces of a text, and which of its sentences ask."""
    cut: list[_Piece] = []
    words_: list[str] = []
    lead, sentence, opens, at = "", 0, True, 0
    asked: set[int] = set()
    while at < len(said):
        token = said[at]
        if not any(sign.isalnum() for sign in token):
            if lead == "but" and cut and said[at : at + 2] == (".", "."):
                words_ = words_ or [said[at - 1]]  # `yes, but...` goes on unsaid
            if words_:
                cut.append(_Piece(tuple(words_), lead, sentence, opens))
                opens = False
            if token in _SENTENCE_ENDS:
                if token == "?" and cut and not _drop_tag(cut, known):
                    asked.add(cut[-1].sentence)  # of `what??` the second asks nothing that follows
                ends = bool(words_) or lead == "." == token  # `yes... well` hesitates
                sentence, opens = sentence + ends, True
            if words_ or lead not in _LEADS or token in _SENTENCE_ENDS:
                lead = token
            words_, at = [], at + 1
            continue
        name, whole = match(known.answers, said, at)
        whole = whole if name not in ("unsure", "postpones", "concedes", "causes") else 0
        joins, length = _joins(said, at, known)
        corrects = match(known.doubt, said, at, _CORRECTS)[1]
        if corrects > whole and _only_votes(words_, known) and _says_more(said[at + corrects :]):
            cut.append(_Piece(tuple(words_), lead, sentence, opens))  # `no wait, yes`
            words_, lead, opens = [], "", False
        thanks = match(known.dropped, said, at, ("thanks",))[1]
        if thanks > whole and _only_votes(words_, known):
            cut.append(_Piece(tuple(words_), lead, sentence, opens))  # `yes thanks for the invite`
            words_, lead, opens = [], ",", False
        if length > whole and (joins != "because" or words_ or cut):
            if words_:
                cut.append(_Piece(tuple(words_), lead, sentence, opens))
                opens = False
            words_, at, lead = [], at + length, joins
            continue
        words_ += said[at : at + max(1, whole)]
        at += max(1, whole)
    if words_:
        cut.append(_Piece(tuple(words_), lead, sentence, opens))
    return cut, asked - {one.sentence for one in cut if _is_rhetoric(one.said, known)}


def _drop_tag(cut: list[_Piece], known: Words) -> bool:
    """Take out the last piece if it only asks whether what stands before it in its sentence is so:
    `only after dinner, all right?`.
    """
    *before, last = cut
    tag = match(known.asked, last.said, 0, ("tags",))[1] == len(last.said)
    if tag and not last.opens and before and before[-1].sentence == last.sentence:
        cut.pop()
        return True
    return False


def _joins(said: Tokens, at: int, known: Words) -> tuple[str, int]:
    """The kind of a joining word at a place, and its length; 0 if there is none."""
    lengths = (
        match(known.stated, said, at, ("but",))[1],
        match(known.answers, said, at, ("concedes",))[1],
        match(known.remarks, said, at, ("so",))[1],
        match(known.answers, said, at, ("causes",))[1],
    )
    return _LEADS[lengths.index(max(lengths))], max(lengths)


def _asks_at_once(said: Tokens, known: Words) -> bool:
    """Whether the first word asks, or whatever asks when it starts."""
    starts = match(known.answers, said, 0, ("starts",))[1]
    return bool(starts) or match(known.asked, said, 0, ("asks",))[1] == 1


def _is_rhetoric(said: Tokens, known: Words) -> bool:
    return any(match(known.answers, said, at, ("rhetoric",))[1] for at in range(len(said)))


def _corrects(said: Tokens, known: Words) -> int:
    """How many words of correction begin a clause that goes on: `sorry, I mean yes`."""
    length = match(known.doubt, said, 0, ("correction",))[1]
    if not match(known.answers, said)[1] < length < len(said):
        return 0
    return length + _corrects(said[length:], known)


def _only_corrects(said: Tokens, known: Words) -> bool:
    """Whether a clause is nothing but words of correction, or such as stop: `no, wait, yes`."""
    return bool(consists(said, (known.doubt, (*_CORRECTS, "filler"))) & {*_CORRECTS})


def _says_more(said: Tokens) -> bool:
    return any(sign.isalnum() for token in said for sign in token)


def _only_votes(said: list[str], known: Words) -> bool:
    return bool(consists(tuple(said), (known.answers, ("yes", "no"))))

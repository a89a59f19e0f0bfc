"""A text cut into its parts, at signs and at words like `and`, `but`, `or`, `if` and `so`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.orders.clauses import length_joining, words_of_names
from pbem.orders.denials import ends_in_too
from pbem.orders.passages import Passage, Surroundings
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Words, match, words

_ENDS = ',!?;()"|*_~#&+=>-/'
_IN_NUMBERS = ".:"
_SENTENCE_ENDS = ".!?;|"
_NOTHING = ((), (".",), ("!",))
_JOINED = ("or", "else", "but")
_WHOLE = ("all_but", "as_many", "more", "double", "verbs", "plays")
"""Phrases that are not cut within."""


def parts_of(said: Tokens, context: Expected, known: Words) -> list[Passage]:
    """The parts of a text."""
    own = words(context.language)
    names = words_of_names(context) - frozenset(tokens(context.writer))
    signs = Surroundings(known, own, context, names)
    parts: list[Passage] = []
    begin = 0
    for part in _cut(said, signs):
        too = part.lead == "," and ends_in_too(part.said, own)  # `I keep the king, the queen too`
        before = parts[-1] if parts[begin:] and (part.lead == "and" or too) else None
        drags = before if before is not None and not part.acts else None
        roughly = drags is not None and drags.holds(own.before, "about")
        no = drags is not None and drags.denied
        others = drags is not None and drags.whose(len(drags.said), len(drags.said)) == "they"
        parts.append(replace(part, goes_on=no, roughly=roughly, of_others=others))
        if part.end and part.end in _SENTENCE_ENDS:
            if part.end == "?" and not any(one.requests for one in parts[begin:]):
                parts[begin:] = [replace(one, asks=True) for one in parts[begin:]]
            begin = len(parts)
    return parts


def _cut(said: Tokens, signs: Surroundings) -> Iterator[Passage]:
    words_: list[str] = []
    lead, sentence, at = "", 0, 0
    known = signs.known
    while at < len(said):
        word = said[at]
        if word in _ENDS or (word in _IN_NUMBERS and not _in_a_number(said, at)):
            if words_:
                yield Passage(tuple(words_), lead, word, sentence, signs)
            sentence += word in _SENTENCE_ENDS
            joined = word == "," and not words_ and lead in _JOINED  # `; or else, the seven`
            words_, lead, at = [], lead if joined else word, at + 1
            continue
        whole = match(known.remarks, said, at, ("harmless", "closing"))[1]
        whole = max(
            whole, match(known.negations, said, at)[1], match(known.stated, said, at, _WHOLE)[1]
        )
        joins = length_joining(said, at, signs.context, known)
        but = match(signs.own.stated, said, at, ("but",))[1]
        if said[at + but : at + but + 1] in _NOTHING:
            but = 0  # `doe de hoogste maar`
        tied = match(signs.own.doubt, said, at, ("condition",))[1]
        if match(known.remarks, said, at, ("around",))[1] > tied:
            tied = 0  # `even if`
        so = match(known.remarks, said, at, ("so",))[1]
        if words_ and Passage(tuple(words_), lead, "", sentence, signs).tied:
            so = max(so, match(signs.own.plan, said, at, ("then",))[1])
        either = _either(said, at, signs)
        but, whole = max(but, either), whole if whole > 1 else 0
        other = match(signs.own.plan, said, at, ("else",))[1]
        if other >= max(tied, 1):
            but, tied = max(but, other), 0
        kinds = {
            "else": other >= max(but, 1),
            "or": either > whole,
            "but": but > whole,
            "tied": tied > whole,
            "so": so > 0,
        }
        name = next((kind for kind, is_so in kinds.items() if is_so), "and")
        no = _says_no(said, at, signs) or _not_another(words_, said, at, signs)
        if words_ and (max(but, tied, joins, no) > whole or so):
            yield Passage(tuple(words_), lead, "", sentence, signs)
            words_, lead = [], "no" if no > max(but, tied, joins, so) else name
            if name in ("and", "or", "but", "else") and (not no or name == "but"):
                at += max(joins, but)
                continue
        elif not words_ and but > whole and lead in ("", *_ENDS, *_IN_NUMBERS):
            lead, at = name, at + but
            continue
        words_ += said[at : at + max(1, whole, tied)]
        at += max(1, whole, tied)
    if words_:
        yield Passage(tuple(words_), lead, "", sentence, signs)


def _in_a_number(said: Tokens, at: int) -> bool:
    before, after = said[max(0, at - 1) : at], said[at + 1 : at + 2]
    return bool(before and after) and all(map(str.isdecimal, (*before, *after)))


def _either(said: Tokens, at: int, signs: Surroundings) -> int:
    """How long a word for `or` is at a place; `ori` is also times, unless an answer follows."""
    length = match(signs.own.person, said, at, ("either",))[1]
    counts = match(signs.known.remarks, said, at, ("counted",))[1]
    return length if not counts or _names_first(said[at + length :], signs) else 0


def _says_no(said: Tokens, at: int, signs: Surroundings) -> int:
    """How long a word like `no` is at a place, between what may be two answers."""
    no = match(signs.own.doubt, said, at, ("denial",))[1]
    return no if _names_first(said[at + no :], signs) else 0


def _not_another(words_: list[str], said: Tokens, at: int, signs: Surroundings) -> int:
    """How long a word like `not` is at a place, between two answers: `2 not 3`."""
    no = match(signs.own.negations, said, at)[1]
    named = any(_names_first(tuple(words_[n:]), signs) for n in range(len(words_))) if no else False
    rest = said[at + no :]
    article = match(signs.known.dropped, rest, 0, ("courtesy",))[1]
    return no if named and (_names_first(rest, signs) or _names_first(rest[article:], signs)) else 0


def _names_first(said: Tokens, signs: Surroundings) -> bool:
    """Whether a number, rank or suit begins some words."""
    known = signs.known
    lists = (known.numbers, known.ranks, known.suits)
    return bool(said) and (said[0].isdecimal() or any(match(one, said[:1])[1] for one in lists))

"""The phrases of an answer that is yes or no: which list of words each stands in."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.orders.clauses import words_of_names
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import consists, match, with_english, words

Phrase = tuple[str, int, int]
"""The name of its list, empty if it is in none; where it begins; how many words it has."""

_POLITE = ("thanks", "courtesy", "greeting")
_ALSO_IF = (("si",), ("sur",))
"""Without its accent yes is `if`, `oneself` or `on`: it counts only where a sign follows it."""


def phrases_in(said: Tokens, context: Expected) -> Iterator[Phrase]:
    """The phrases of a clause, one behind the other; a word that is not known is one of its own."""
    at = 0
    while at < len(said):
        name, length = _phrase_at(said, at, context)
        yield name, at, max(1, length)
        at += max(1, length)


def _phrase_at(said: Tokens, at: int, context: Expected) -> tuple[str, int]:
    """The longest phrase at a place; or a shorter one, where the longest parts another phrase in
    two: `not this time` in `this time I can't`.
    """
    name, length = _item(said, at, context)
    parts = length > 1 and name != "neither" and at + length < len(said)
    if parts and not _item(said, at + length, context)[1]:
        for shorter in range(length - 1, 0, -1):
            part = said[at : at + shorter]
            short, all_of_it = _item(part, 0, context)
            after = _item(said, at + shorter, context)[1]
            if all_of_it == shorter and part not in _ALSO_IF and shorter + after > length:
                return short, shorter
    return name, length


def _item(said: Tokens, at: int, context: Expected) -> tuple[str, int]:
    """The list of the longest phrase at a place, and its length; empty and 0 if it is not known."""
    own, known = words(context.language), with_english(context.language)
    name, length = match(known.answers, said, at)
    if name == "causes":
        name, length = "", 0  # with nothing before it: `porque no`
    if said[at : at + length] in _ALSO_IF and not _is_also_yes(said[at + length :], context):
        name, length = "", 0
    for each in (own, words("en")):
        tied = match(each.doubt, said, at, ("condition",))[1]
        also_yes = said[at : at + tied] in _ALSO_IF and _is_also_yes(said[at + tied :], context)
        if tied > length and not also_yes:
            name, length = "unsure", tied
    if name != "unsure" and (polite := match(known.dropped, said, at, _POLITE)[1]) > length:
        name, length = "polite", polite
    closing = match(known.remarks, said, at, ("closing",))[1]
    if closing > max(length, 1):
        name, length = "polite", closing
    filler = match(known.doubt, said, at, ("filler",))[1]
    if filler > length:
        name, length = "around", filler
    if match(known.negations, said, at)[1] > length:
        name, length = "denial", match(known.negations, said, at)[1]
    if name == "no" and length == 1 and said[at : at + 1] not in own.answers:
        name, length = "", 0  # the English one; `no` begins much in Romanian
    if not length and said[at] in words_of_names(context) and at + 1 == len(said) and at:
        return "around", 1
    return ("", 0) if len(said[at]) == 1 and name in ("yes", "no") else (name, length)


def _is_also_yes(rest: Tokens, context: Expected) -> bool:
    """Whether a yes without its accent is one: if its clause says nothing else, or yes again."""
    known = with_english(context.language)
    name = match(known.answers, rest)[0]
    if name in ("whole", "agrees", "joins"):  # `si juego` is a condition, `si gioco` is none
        return not match(words(context.language).doubt, ("si",), 0, ("condition",))[1]
    return not rest or name in ("yes", "fine") or bool(consists(rest, (known.dropped, _POLITE)))

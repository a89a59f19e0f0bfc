"""Bids told by what is held: as many as my spades, one more than my trumps, all but one."""

from __future__ import annotations

from engine import Suit
from pbem.orders.answers import Bid
from pbem.orders.cards import read_suits
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_AROUND = ("thanks", "courtesy", "bid", "play", "link")
_TALLIES = ("all", "all_but", "as_many", "more", "double")
_OWN = ("own", "beside", "verbs")
_IN_A_SUIT = 2
"""Words in the name of a suit, at most."""

_Part = str | int | Suit


def read_tally(said: Tokens, context: Expected, known: Words) -> Bid | None:
    """The bid that some words tell by the size or the suits of a hand, if they say nothing else."""
    if context.ask is not Ask.BID:
        return None
    parts = _parts(said, context, known)
    tricks = _tricks(parts, context) if parts else None
    return Bid(tricks) if tricks is not None and 0 <= tricks <= context.size else None


def _tricks(parts: tuple[_Part, ...], context: Expected) -> int | None:
    match parts:
        case ("all",):
            return context.size
        case ("all", int(number)) | (int(number), "all"):
            return number if number == context.size else None
        case ("all_but", int(number)) if number in context.bids and number > 0:
            return context.size - number  # of what is forbidden it may mean any other
        case ("as_many", Suit() as suit):
            return _held(suit, context)
        case ("double", Suit() as suit):
            return 2 * _held(suit, context)
        case (int(number), "more", Suit() as suit):
            return number + _held(suit, context)
        case (int(number), "more", int(other)):
            return number + other
        case _:
            return None


def _held(suit: Suit, context: Expected) -> int:
    return sum(card.suit is suit for card in context.hand)


def _parts(said: Tokens, context: Expected, known: Words) -> tuple[_Part, ...]:
    """What counts among some words; nothing if one is not known.

    `all` alone counts only without remarks: `dear all` is a greeting.
    """
    parts: list[_Part] = []
    remarks = False
    at = 0
    while at < len(said):
        tally, length = match(known.stated, said, at, _TALLIES)
        number, figures = match(known.numbers, said, at)
        whose, around = match(known.stated, said, at, _OWN)
        around = max(around, match(known.remarks, said, at, ("so",))[1])
        suit, size = _suit(said, at, context, known)
        if length >= max(figures, 1) and length >= around:
            parts += [tally] if tally not in parts else []
            at += length
        elif suit and size >= around:
            parts.append(suit)
            at += size
        elif figures or said[at].isdecimal():
            parts.append(int(number or said[at]) if len(said[at]) <= _IN_A_SUIT or number else -1)
            at += figures or 1
        else:
            around = max(around, match(known.dropped, said, at, _AROUND)[1])
            remark = 0 if around else match(known.remarks, said, at, ("around",))[1]
            remarks |= bool(remark) or whose == "beside"
            if not (around or remark):
                return ()
            at += around or remark
    return () if remarks and parts == ["all"] else tuple(parts)


def _suit(said: Tokens, at: int, context: Expected, known: Words) -> tuple[Suit | None, int]:
    """The suit that a word or two at a place name, as trump or by its name; and how many words."""
    if length := match(known.special, said, at, ("trump",))[1]:
        return context.trump, length
    for size in range(_IN_A_SUIT, 0, -1):
        words = said[at : at + size]
        suits = read_suits(words, context) if len("".join(words)) > _IN_A_SUIT else ()
        if len(suits) == 1 and len(words) == size:
            return suits[0], size
    return None, 0

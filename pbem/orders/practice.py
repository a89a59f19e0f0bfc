"""What may follow `practice`: how many deals, and against which computers."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.organiser.guests import computers_in, guests_in
from pbem.orders.organiser.parts import split_at
from pbem.orders.organiser.set_up import ComputerGuest
from pbem.orders.organiser.words import inner_words
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import match, with_english

WHOLE = 0
_DEALS, _COMPUTERS = 3, 3


@dataclass(frozen=True, slots=True)
class Practice:
    """A game alone against computers, of so many deals, 0 for as many as a game has."""

    deals: int = _DEALS
    computers: tuple[ComputerGuest, ...] = (ComputerGuest(),) * _COMPUTERS


def practice_of(said: str, language: str) -> Practice | None:
    """What `3 deals`, `with 3 strong computers` or both ask for; None if it is anything else."""
    before, after = split_at(f"- {said}", inner_words(language), "with")
    before = before.lstrip("- ")
    if not after and (computers := computers_in(before, language)):
        return Practice(computers=computers)
    deals = _deals_of(tokens(before), language)
    named = guests_in(after, language)
    computers = tuple(one for one in named if isinstance(one, ComputerGuest))
    if deals is None or len(computers) < len(named) or (after and not computers):
        return None
    return Practice(deals, computers or Practice().computers)


def _deals_of(said: Tokens, language: str) -> int | None:
    """The number in `5 deals`, or 0 for a whole game; the usual where nothing is said."""
    if not said:
        return _DEALS
    lists = inner_words(language)
    if lists.get(said) == "whole":
        return WHOLE
    for at in range(len(said), 0, -1):
        number = said[0] if at == 1 else ""
        number = with_english(language).numbers.get(said[:at], number)
        ends = at == len(said) or match(lists, said, at, ("deal", "rounds"))[1] == len(said) - at
        if ends and number.isdecimal() and int(number[:4]) > 0:
            return int(number[:4])
    return None

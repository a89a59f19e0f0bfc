"""The answers that the parts of a text name, each with what is certain of it."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.orders.answers import Bid
from pbem.orders.candidates import Candidate
from pbem.orders.keywords import Ask
from pbem.orders.named_bids import named_bids
from pbem.orders.named_cards import named_cards
from pbem.orders.named_ends import named_ends
from pbem.orders.passages import Passage
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_ASIDE = (",", "(", "?")
_DRAWN = re.compile(r"([^\W\d])\1{2,}")


def named_answers(parts: list[Passage]) -> list[Candidate]:
    """What the parts of a text name, in order."""
    if not parts or parts[0].signs.context.ask is not Ask.PLAY:
        bids = [one for at, part in enumerate(parts) for one in named_bids(part, at)]
        return [replace(one, void=True) if _is_aside(one, parts) else one for one in bids]
    found = [one for at, part in enumerate(parts) for one in named_cards(part, at)]
    return found or list(named_ends(parts))


def _is_aside(one: Candidate, parts: list[Passage]) -> bool:
    """Whether a word for none or all of them is of something else: `see you all`."""
    said, numbers = one.part.said, one.part.signs.known.numbers
    if one.answer not in (Bid(0), Bid(one.part.signs.context.size)) or one.part.acts:
        return False
    named = {match(numbers, said, at)[0] for at in range(len(said))} - {"", "0"}
    if named or any(map(str.isdecimal, said)):
        return False
    after = parts[one.at + 1 : one.at + 2]
    tale = any(part.strange(-1, -1) for part in parts[: one.at])
    aside = one.at and (one.part.lead == "and" or (tale and one.part.lead in _ASIDE))
    return bool(aside) or any(part.lead == "and" and part.denied for part in after)


def squeezed(said: Tokens, known: Words) -> Tokens:
    """The words with no letter drawn out: `threeee`, where that makes a number or card."""
    lists = (known.numbers, known.ranks, known.suits)

    def plain(word: str) -> str:
        if not _DRAWN.search(word):
            return word
        tried = (_DRAWN.sub(letters, word) for letters in (r"\1", r"\1\1"))
        return next((one for one in tried if any((one,) in some for some in lists)), word)

    return tuple(map(plain, said))

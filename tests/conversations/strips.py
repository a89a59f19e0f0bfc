"""Tricks that are over as the text part of a letter tells them, a line each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.state import Trick
from pbem.letters.speech import speech


def strip(number: int, trick: Trick, names: Sequence[str]) -> str:
    """A trick in the order played, in brackets who took it; `names` are by seat."""
    sign = speech("en").card_sign
    told = (
        f"[{names[seat]} {sign(card)}]" if seat == trick.taker else f"{names[seat]} {sign(card)}"
        for seat, card in trick.by_seat(len(names))
    )
    return f"  {number:>2}. {', '.join(told)}"


def tricks_told(text: str, deal: int) -> list[str]:
    """The tricks below the heading of a deal, a line each."""
    heading = f"  Trick by trick, deal {deal}: [who took it]\n"
    assert text.count(heading) == 1
    below = text.partition(heading)[2].partition("\n\n")[0].splitlines()
    return [line for line in below if re.match(r" +\d+\. ", line)]

"""What a workbook that reckons by itself says of a deal."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine import Rules
from engine.bidding import BidMode
from pbem.exports.cell_formulas import Cells
from pbem.letters.speech import Speech
from pbem.letters.words import begun


@dataclass(frozen=True, slots=True)
class LiveWords:
    """What stands on the page beside the words of every score sheet; `scorings` is also the name of
    a page.
    """

    check: str
    place: str
    scorings: str
    tricks: str
    hooked: str
    forbidden: str

    @classmethod
    def of(cls, said: Speech) -> LiveWords:
        """The words in a language."""
        pgettext = said.messages.pgettext
        return cls(
            # NOTE: Here stands what cannot be: more tricks than cards, bids that are not allowed.
            check=pgettext("head of a column", "check"),
            # NOTE: Who leads has place 1.
            place=pgettext("head of a row", "place"),
            # NOTE: The title of a list of ways to reckon points.
            scorings=begun(pgettext("title", "scoring")),
            # NOTE: Beside a deal on a sheet where the tricks of all do not add up to the cards.
            tricks=pgettext("check", "tricks: %(taken)s of %(cards)s!"),
            # NOTE: Beside a deal on a sheet: the sum of all bids is forbidden.
            hooked=pgettext("check", "bids add up to %(cards)s!"),
            # NOTE: Beside a deal on a sheet: the bid that the last one may not make.
            forbidden=pgettext("check", "the last: not %(bid)s"),
        )


def spelt(sentence: str, **cells: str) -> str:
    """A formula that says a sentence, formulas in the places of its %(names)s.

    >>> spelt("the last: not %(bid)s", bid="$B6-1")
    '"the last: not "&($B6-1)'
    """
    parts = re.split(r"%\((\w+)\)s", sentence)
    told = [
        f"({cells[part]})" if at % 2 else '"{}"'.format(part.replace('"', '""'))
        for at, part in enumerate(parts)
        if part
    ]
    return "&".join(told)


def amiss_formula(cells: Cells, rules: Rules, size: int, words: LiveWords) -> str:
    """What cannot be in a deal of so many cards; else what the last may not bid, or by how much
    the bids are off.
    """
    bids, takens, count = ",".join(cells.bids), ",".join(cells.takens), len(cells.bids)
    off = f"SUM({bids})-{cells.size}"
    told = f'IF({off}>0,"+","")&({off})'
    if rules.hook and size > (rules.hook_above or 0):
        told = f"IF({off}=0,{spelt(words.hooked, cards=cells.size)},{told})"
        left = spelt(words.forbidden, bid=f"{cells.size}-SUM({bids})")
        nearly = f"AND(COUNT({bids})={count - 1},{off}<=0)"
        told = f'IF(COUNT({bids})={count},{told},IF({nearly},{left},""))'
    elif rules.bid_mode in (BidMode.ZERO, BidMode.NONE):
        told = '""'
    else:
        told = f'IF(COUNT({bids})={count},{told},"")'
    wrong = f"AND(COUNT({takens})={count},SUM({takens})<>{cells.size})"
    amiss = spelt(words.tricks, taken=f"SUM({takens})", cards=cells.size)
    return f"IF({wrong},{amiss},{told})"

"""The words on a score sheet, in the language of its reader."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.letters.speech import Speech
from pbem.results.sheet import SheetLine


@dataclass(frozen=True, slots=True)
class Heads:
    """What stands above the columns of a score sheet."""

    deal: str
    cards: str
    dealer: str
    trump: str
    bid: str
    tricks: str
    points: str
    besides: str
    total: str


def heads(said: Speech) -> Heads:
    """The heads of the columns in a language, a word each."""
    pgettext = said.messages.pgettext
    return Heads(
        deal=pgettext("head of a column", "deal"),
        # NOTE: How many cards each player gets in the deal.
        cards=pgettext("head of a column", "cards"),
        dealer=pgettext("head of a column", "dealer"),
        trump=pgettext("head of a column", "trump"),
        bid=pgettext("head of a column", "bid"),
        tricks=pgettext("head of a column", "tricks"),
        points=pgettext("head of a column", "points"),
        # NOTE: What is added to a total beside the points of the deal, or taken off.
        besides=pgettext("head of a column", "bonus"),
        # NOTE: All points so far.
        total=pgettext("head of a column", "total"),
    )


def trump_word(line: SheetLine, said: Speech) -> str:
    """The trump of a deal: `hearts`; empty as long as there is none yet."""
    if line.trump is not None:
        return said.suit_word(line.trump)
    # NOTE: Stands where else a suit stands, in a deal without trumps.
    return said.messages.pgettext("trump", "none") if line.trump_fixed else ""


def won_by(winners: list[str], said: Speech) -> str:
    """Who has won, as a sentence."""
    # NOTE: Below a score sheet: %(names)s are one player or several.
    return said.messages.gettext("Won by %(names)s.") % {"names": said.listed(winners)}

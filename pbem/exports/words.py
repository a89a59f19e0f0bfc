"""The words on a score sheet, in the language of its reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.letters.race import place
from pbem.letters.speech import Speech
from pbem.letters.words import begun
from pbem.results.sheet import Sheet, SheetLine


@dataclass(frozen=True, slots=True)
class Heads:
    """What stands above the columns of a score sheet."""

    deal: str
    cards: str
    dealer: str
    trump: str
    date: str
    bid: str
    tricks: str
    points: str
    besides: str
    total: str

    @property
    def facts(self) -> tuple[str, ...]:
        """Those of a deal, before those of its players."""
        return self.deal, self.cards, self.dealer, self.trump

    def own(self, *, corrected: bool = False) -> tuple[str, ...]:
        """Those of one player; where totals were corrected, with what was added."""
        besides = [self.besides] if corrected else []
        return self.bid, self.tricks, self.points, *besides, self.total


def heads(said: Speech) -> Heads:
    """The heads of the columns in a language, a word each."""
    pgettext = said.messages.pgettext
    return Heads(
        deal=pgettext("head of a column", "deal"),
        # NOTE: How many cards each player gets in the deal.
        cards=pgettext("head of a column", "cards"),
        dealer=pgettext("head of a column", "dealer"),
        trump=pgettext("head of a column", "trump"),
        # NOTE: The day on which the deal ended.
        date=pgettext("head of a column", "date"),
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


def trump_told(line: SheetLine, said: Speech) -> str:
    """The trump of a deal with its sign: `♥ hearts`; as `trump_word` where it has none."""
    word = trump_word(line, said)
    return f"{said.suit_sign(line.trump)} {word}" if line.trump is not None else word


def standings_line(names: Sequence[str], sheet: Sheet) -> str:
    """The players by their totals: `1. Anna 112 · 2. Bruno 98`; empty before a deal has ended.

    Who has as many has the same place.
    """
    if not sheet.finished:
        return ""
    ranked = sorted(zip(sheet.totals, names, strict=True), key=lambda one: -one[0])
    return " · ".join(f"{place(total, sheet.totals)}. {name} {total}" for total, name in ranked)


def won_by(winners: list[str], said: Speech) -> str:
    """Who has won, as a sentence."""
    # NOTE: Below a score sheet: %(names)s are one player or several.
    return said.messages.gettext("Won by %(names)s.") % {"names": said.listed(winners)}


def rules_title(said: Speech) -> str:
    """What stands above the rules of a game."""
    # NOTE: Stands above the rules of a game in words.
    return begun(said.messages.pgettext("title", "the rules"))

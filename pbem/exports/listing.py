"""Standings and the table of a league as a list of columns, to print or to write as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from pbem.exports.sheet_files import SheetFile
from pbem.letters.pages.standings import EveningRank, LeagueLine, Ranked
from pbem.letters.speech import Speech
from pbem.letters.words import begun
from pbem.results.rating import PROVISIONAL


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with a sign behind it: `90 %`, `1012?`."""

    number: int
    sign: str

    def __str__(self) -> str:
        return f"{self.number}{self.sign}"


Cell = str | int | Figure


@dataclass(frozen=True, slots=True)
class Listing:
    """A table under its title and its day, in the words of one language; `foot` is a line below
    it, empty if there is none.
    """

    title: str
    day: date
    dated: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    foot: str = ""

    def is_number(self, column: int) -> bool:
        """Whether a column holds numbers alone."""
        return all(isinstance(row[column], int | Figure) or row[column] == "" for row in self.rows)


def standings_title(said: Speech, year: int = 0) -> str:
    """What stands above the standings, perhaps of a year."""
    word = said.messages.gettext("Standings")
    return f"{word} {year}" if year else word


def of_standings(lines: Sequence[Ranked], title: str, day: date, said: Speech) -> Listing:
    """How players have done."""
    gettext, pgettext = said.messages.gettext, said.messages.pgettext
    heads = (
        pgettext("head of a row", "place"),
        gettext("Player"),
        pgettext("head of a column", "games"),
        pgettext("head of a column", "won"),
        gettext("bids"),
        pgettext("head of a column", "bids made"),
        gettext("rating"),
        gettext("in time"),
    )
    rows = tuple(
        (
            *(one.place, one.name, one.games, one.won, one.bids, one.made),
            Figure(one.rating, "?" if one.provisional else ""),
            "" if one.on_time is None else Figure(one.on_time, " %"),
        )
        for one in lines
    )
    # NOTE: Below a table with a column of ratings; %(enough)s is 20.
    foot = gettext("A rating with a question mark rests on fewer than %(enough)s games.")
    doubt = foot % {"enough": PROVISIONAL} if any(one.provisional for one in lines) else ""
    return Listing(title, day, said.long_date(day), tuple(map(begun, heads)), rows, doubt)


def evenings_title(said: Speech, year: int = 0) -> str:
    """What stands above the standings of evenings with real cards, perhaps of a year."""
    words = said.messages.gettext("Evenings with real cards")
    return f"{words} {year}" if year else words


def of_evenings(lines: Sequence[EveningRank], title: str, day: date, said: Speech) -> Listing:
    """How players have done at tables with real cards."""
    gettext, pgettext = said.messages.gettext, said.messages.pgettext
    heads = (
        pgettext("head of a row", "place"),
        gettext("Player"),
        pgettext("head of a column", "evenings"),
        pgettext("head of a column", "won"),
        gettext("bids"),
        pgettext("head of a column", "bids made"),
    )
    rows = tuple((one.place, one.name, one.evenings, one.won, one.bids, one.made) for one in lines)
    return Listing(title, day, said.long_date(day), tuple(map(begun, heads)), rows)


def of_league(lines: Sequence[LeagueLine], title: str, day: date, said: Speech) -> Listing:
    """How a league stands, with who goes up and down; of a club night, how often who rested."""
    by_level = any(one.level for one in lines)
    gettext, pgettext = said.messages.gettext, said.messages.pgettext
    heads = (
        pgettext("head of a row", "place"),
        gettext("Player"),
        gettext("level") if by_level else gettext("rests"),
        pgettext("head of a column", "games"),
        pgettext("head of a column", "won"),
        gettext("points"),
        *([""] if by_level else []),
    )
    moves = {"up": gettext("goes up"), "down": gettext("goes down"), "": ""}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            one.place,
            one.name,
            one.level if by_level else one.rests,
            one.games,
            one.won,
            one.points,
            *([moves[one.move]] if by_level else []),
        )
        for one in lines
    )
    return Listing(title, day, said.long_date(day), tuple(map(begun, heads)), rows)


def listing_file(kind: SheetFile, listing: Listing) -> bytes:
    """A list as a file of a kind; the same list gives the same bytes."""
    match kind:
        case SheetFile.CSV:
            from pbem.exports.as_csv import listing_csv

            return listing_csv(listing)
        case SheetFile.PDF:
            from pbem.exports.listing_pdf import listing_pdf

            return listing_pdf(listing)
        case SheetFile.XLSX:
            from pbem.exports.listing_xlsx import listing_xlsx

            return listing_xlsx(listing)
        case _:
            assert_never(kind)

"""A game that is over, deal by deal, as everybody may read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from engine import Card, DealView, Hand, Rules, Seat, Suit
from engine.specials import Call
from pbem.letters.deals import Telling
from pbem.letters.headlines.choice import headlines
from pbem.letters.headlines.told import clauses
from pbem.letters.reader import computers_of
from pbem.letters.words import by_suit
from pbem.results.sheet import SeatScore, Sheet, SheetLine
from pbem.results.shown import ShownGame


@dataclass(frozen=True, slots=True)
class FinishedCard:
    """A card in a trick, under the name of its player's column."""

    card: Card
    call: Call | None
    leads: bool
    takes: bool


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """What one player held in a deal, and did in it."""

    name: str
    cards: Hand
    laid: Hand
    premium: str
    score: SeatScore


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """One deal with every card; the cards of a trick are by seat."""

    number: int
    size: int
    dealer: str
    trump: Suit | None
    turn_up: Card | None
    hands: tuple[FinishedHand, ...]
    tricks: tuple[tuple[FinishedCard, ...], ...]
    headline: tuple[Telling, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, as its page shows it; `file` is the name of the page.

    `people` are the numbers of the players, None where one is a computer.
    """

    file: str
    sheet: Sheet
    people: tuple[int | None, ...]
    winners: tuple[str, ...]
    payments: tuple[tuple[str, str], ...]
    ended: date
    ended_at: datetime
    kept: frozenset[Seat]
    computers: tuple[tuple[str, str], ...]
    rules: Rules
    hints: bool
    deals: tuple[FinishedDeal, ...]


def finished(game: ShownGame) -> Finished | None:
    """The page of a game, or None if it is not over, or not over for everybody yet."""
    seen, table, sheet = game.view, game.table, game.sheet
    if seen.winners is None or table.ended_at is None:
        return None
    return Finished(
        file=page_name(table.name, table.id),
        sheet=sheet,
        people=tuple(None if one.is_computer else one.id for one in table.players),
        winners=tuple(game.names[seat] for seat in seen.winners),
        payments=tuple(zip(game.names, seen.payments, strict=False)),
        ended=table.ended_at.date(),
        ended_at=table.ended_at,
        kept=table.kept,
        computers=computers_of(table),
        rules=seen.rules,
        hints=table.setup.hints,
        deals=tuple(
            _dealt(deal, line, game.names, clauses(headline, game.names))
            for deal, line, headline in zip(
                seen.past, sheet.lines, headlines(table.name, seen), strict=True
            )
        ),
    )


def _dealt(
    deal: DealView, line: SheetLine, names: Sequence[str], headline: tuple[Telling, ...]
) -> FinishedDeal:
    played: list[list[Card]] = [[] for _ in names]
    tricks = []
    for trick in deal.tricks:
        cells: dict[Seat, FinishedCard] = {}
        for place, (seat, card) in enumerate(trick.by_seat(deal.players, deal.way)):
            played[seat].append(card)
            cells[seat] = FinishedCard(card, trick.call(place), place == 0, seat == trick.taker)
        tricks.append(tuple(cells[Seat(seat)] for seat in range(deal.players)))
    premium = {deal.premium[0]: deal.premium[1].value} if deal.premium else {}
    hands = (
        FinishedHand(
            name,
            tuple(by_suit(played[seat])),
            tuple(by_suit(deal.laid[seat])),
            premium.get(Seat(seat), ""),
            line.scores[seat],
        )
        for seat, name in enumerate(names)
    )
    return FinishedDeal(
        deal.number,
        deal.size,
        names[deal.dealer],
        deal.trump,
        deal.turn_up,
        tuple(hands),
        tuple(tricks),
        headline,
    )


def page_name(name: str, number: int) -> str:
    """The name of a game's page; the number tells those apart whose names look alike."""
    return f"{file_name(name)}-{number}.html"


def file_name(name: str) -> str:
    """The name of a game for a file, which no name can make another file or folder.

    >>> file_name("Über/../Lindy"), file_name("花")
    ('uber-lindy', 'game')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain)) or "game"

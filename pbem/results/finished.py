"""A game that is over, deal by deal, as everybody may read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from engine import Card, DealView, Hand, Rules, Seat, Suit
from engine.specials import Call
from pbem.letters.deals import Telling
from pbem.letters.headlines.choice import headlines
from pbem.letters.headlines.told import clauses
from pbem.letters.reader import computers_of
from pbem.letters.words import by_suit
from pbem.results.final_counts import FinalCount, count_of, people_of
from pbem.results.sheet import SeatScore, Sheet, SheetLine
from pbem.results.shown import ShownGame


@dataclass(frozen=True, slots=True)
class FinishedCard:
    """A card in a trick, and at which seat it was played."""

    seat: Seat
    card: Card
    call: Call | None
    leads: bool
    takes: bool


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """A trick in the order played; `taken` is how many each seat had by then, with this one."""

    plays: tuple[FinishedCard, ...]
    taken: tuple[int, ...]

    @property
    def by_seat(self) -> tuple[FinishedCard, ...]:
        """The same cards by seat, as columns of players show them."""
        return tuple(sorted(self.plays, key=lambda play: play.seat))

    @property
    def leader(self) -> Seat:
        """Who played the first card."""
        return self.plays[0].seat

    @property
    def taker(self) -> Seat:
        """Who took it."""
        return next(play.seat for play in self.plays if play.takes)


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
    """One deal with every card.

    `file` is the name of its page, `bidders` are in the order they bid.
    """

    file: str
    number: int
    size: int
    dealer: str
    trump: Suit | None
    turn_up: Card | None
    bidders: tuple[Seat, ...]
    hands: tuple[FinishedHand, ...]
    tricks: tuple[FinishedTrick, ...]
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

    @property
    def count(self) -> FinalCount:
        """What of it counts in standings."""
        return count_of(self.sheet, self.people, self.kept, self.ended_at, hints=self.hints)


def finished(game: ShownGame) -> Finished | None:
    """The page of a game, or None if it is not over, or not over for everybody yet."""
    seen, table, sheet = game.view, game.table, game.sheet
    if seen.winners is None or table.ended_at is None:
        return None
    file = page_name(table.name, table.id)
    return Finished(
        file=file,
        sheet=sheet,
        people=people_of(table),
        winners=tuple(game.names[seat] for seat in seen.winners),
        payments=tuple(zip(game.names, seen.payments, strict=False)),
        ended=table.ended_at.date(),
        ended_at=table.ended_at,
        kept=table.kept,
        computers=computers_of(table),
        rules=seen.rules,
        hints=table.setup.hints,
        deals=tuple(
            _dealt(file, deal, line, game.names, clauses(headline, game.names))
            for deal, line, headline in zip(
                seen.past, sheet.lines, headlines(table.name, seen), strict=True
            )
        ),
    )


def _dealt(
    page: str,
    deal: DealView,
    line: SheetLine,
    names: Sequence[str],
    headline: tuple[Telling, ...],
) -> FinishedDeal:
    tricks = tuple(_tricks(deal))
    plays = [play for trick in tricks for play in trick.plays]
    premium = {deal.premium[0]: deal.premium[1].value} if deal.premium else {}
    hands = (
        FinishedHand(
            name,
            tuple(by_suit(play.card for play in plays if play.seat == seat)),
            tuple(by_suit(deal.laid[seat])),
            premium.get(Seat(seat), ""),
            line.scores[seat],
        )
        for seat, name in enumerate(names)
    )
    return FinishedDeal(
        deal_page_name(page, deal.number),
        deal.number,
        deal.size,
        names[deal.dealer],
        deal.trump,
        deal.turn_up,
        tuple(seat for seat in deal.bidders if line.scores[seat].bid is not None),
        tuple(hands),
        tricks,
        headline,
    )


def _tricks(deal: DealView) -> Iterator[FinishedTrick]:
    taken = [0] * deal.players
    for trick in deal.tricks:
        plays = tuple(
            FinishedCard(seat, card, trick.call(place), place == 0, seat == trick.taker)
            for place, (seat, card) in enumerate(trick.by_seat(deal.players, deal.way))
        )
        taken = [count + (seat == trick.taker) for seat, count in enumerate(taken)]
        yield FinishedTrick(plays, tuple(taken))


def page_name(name: str, number: int) -> str:
    """The name of a game's page; the number tells those apart whose names look alike."""
    return f"{file_name(name)}-{number}.html"


def deal_page_name(page: str, deal: int) -> str:
    """The name of the page of a deal, beside that of its game; no game's page is called so.

    >>> deal_page_name("lindy-1.html", 3)
    'lindy-1.deal-3.html'
    """
    return f"{page.removesuffix('.html')}.deal-{deal}.html"


def file_name(name: str) -> str:
    """The name of a game for a file, which no name can make another file or folder.

    >>> file_name("Über/../Lindy"), file_name("花")
    ('uber-lindy', 'game')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain)) or "game"

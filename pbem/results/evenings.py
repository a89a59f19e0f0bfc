"""Evenings with real cards that are over: who has won and made what in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.domain.score_sheet import ScoreSheet
from pbem.letters.pages.standings import EveningRank
from pbem.results.kept_sheet import sheet_of
from pbem.results.rating import Result
from pbem.results.sheet import Sheet
from pbem.store import score_seats
from pbem.store.database import Session

_Who = int | tuple[int | None, str]
"""A person by number, or a keeper and the name that somebody has in his sheets."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One that is over; `people` are by seat who have said that it was them, or None."""

    keeper: int | None
    sheet: Sheet
    people: tuple[int | None, ...]
    ended_at: datetime

    @property
    def result(self) -> Result:
        """How it ended, for those who have said so."""
        return Result(self.people, self.sheet.totals, tuple(self.sheet.winners or (0,)))


def kept_by(session: Session, keeper: int) -> tuple[Evening, ...]:
    """Those whose scores somebody keeps, in the order they ended."""
    return _over(session, score_seats.sheets_of(session, keeper, kept_only=True))


def evenings_of(session: Session, player: int) -> tuple[Evening, ...]:
    """Those that somebody keeps, or has said to have been at, in the order they ended."""
    return _over(session, score_seats.sheets_of(session, player, kept_only=False))


def evenings_for(session: Session, league: int) -> tuple[Evening, ...]:
    """Those that count for a league, in the order they ended."""
    return _over(session, score_seats.sheets_for(session, league))


def all_evenings(session: Session) -> tuple[Evening, ...]:
    """All there are, in the order they ended."""
    return _over(session, score_seats.all_sheets(session))


def _over(session: Session, sheets: Sequence[ScoreSheet]) -> tuple[Evening, ...]:
    there = score_seats.confirmed_at(session, sheets)
    over = (
        Evening(
            kept.keeper,
            sheet_of(kept),
            tuple(there.get((kept.id, Seat(seat))) for seat in range(kept.players)),
            kept.over_at,
        )
        for kept in sheets
        if kept.over and kept.points and kept.over_at
    )
    return tuple(sorted(over, key=lambda one: one.ended_at))


def of_year(evenings: Iterable[Evening], year: int, zone: str) -> tuple[Evening, ...]:
    """Those that ended in a year by the calendar of a zone; all of them for no year, 0."""
    return tuple(
        one for one in evenings if not year or one.ended_at.astimezone(ZoneInfo(zone)).year == year
    )


def evening_standings(evenings: Iterable[Evening]) -> tuple[EveningRank, ...]:
    """Everybody who was at some evenings, which stand in their order, by evenings won, then by bids
    made, under the name of the last.

    Who has said to have been there is one person, whatever the name; so is who had that name for
    the same keeper on other evenings, if nobody else had it. All others are told by their names.
    """
    evenings = tuple(evenings)
    owners = _owners(evenings)
    names: dict[_Who, str] = {}
    seats: dict[_Who, list[tuple[int, int, int, int]]] = defaultdict(list)
    for one in evenings:
        for seat, person in enumerate(one.people):
            name = one.sheet.names[seat]
            who = person if person is not None else _named(one, name, owners)
            names[who] = name
            scores = [line.scores[seat] for line in one.sheet.lines]
            won = Seat(seat) in (one.sheet.winners or ())
            made = sum(score.made for score in scores)
            bids = sum(score.bid is not None for score in scores)
            seats[who].append((1, won, made, bids))
    counts = {who: tuple(map(sum, zip(*some, strict=True))) for who, some in seats.items()}
    order = sorted(counts.items(), key=lambda one: (-one[1][1], -one[1][2], names[one[0]]))
    ranks = [(won, made) for _, (_, won, made, _) in order]
    return tuple(
        EveningRank(1 + ranks.index((won, made)), names[who], there, won, made, bids)
        for who, (there, won, made, bids) in order
    )


def _owners(evenings: Sequence[Evening]) -> dict[tuple[int | None, str], set[int]]:
    """The people who had each name in the sheets of a keeper."""
    owners: dict[tuple[int | None, str], set[int]] = defaultdict(set)
    for one in evenings:
        for seat, person in enumerate(one.people):
            if person is not None:
                owners[one.keeper, one.sheet.names[seat].casefold()].add(person)
    return owners


def _named(one: Evening, name: str, owners: dict[tuple[int | None, str], set[int]]) -> _Who:
    """Who is called so at an evening, and has not said to have been there."""
    key = (one.keeper, name.casefold())
    had = owners.get(key, set()).difference(one.people)
    return next(iter(had)) if len(had) == 1 else key

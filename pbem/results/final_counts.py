"""What of a game counts in standings: from its log, or as it was kept with the archive."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine import Seat
from pbem.domain.model import Table
from pbem.results.sheet import Sheet
from pbem.results.shown import ShownGame, shown
from pbem.store.archived import result_of
from pbem.store.database import Session
from pbem.store.games import load_table


@dataclass(frozen=True, slots=True)
class FinalCount:
    """What of a game that is over counts in standings, by seat.

    `people` are the numbers of the players, None where one is a computer; of the `bids` so many
    were `made`.
    """

    names: tuple[str, ...]
    people: tuple[int | None, ...]
    kept: frozenset[Seat]
    ended_at: datetime
    hints: bool
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    made: tuple[int, ...]
    bids: tuple[int, ...]


def final_count(session: Session, number: int, now: datetime) -> FinalCount | None:
    """How a game ended, if it is over for everybody; of one in the archive no file is read."""
    kept = result_of(session, number)
    if kept is None:
        return _counted(shown(session, number, now))
    table = load_table(session, number)
    assert table.ended_at is not None
    return FinalCount(
        names=tuple(one.name for one in table.players),
        people=people_of(table),
        kept=table.kept,
        ended_at=table.ended_at,
        hints=table.setup.hints,
        totals=tuple(kept["totals"]),
        winners=tuple(Seat(seat) for seat in kept["winners"]),
        made=tuple(kept["made"]),
        bids=tuple(kept["bids"]),
    )


def to_keep(count: FinalCount) -> dict[str, Any]:
    """What of it is not known without the log."""
    return {name: list(getattr(count, name)) for name in ("totals", "winners", "made", "bids")}


def _counted(game: ShownGame) -> FinalCount | None:
    """What of a game counts in standings, or None if it is not over for everybody."""
    table, sheet = game.table, game.sheet
    if sheet.winners is None or table.ended_at is None:
        return None
    return count_of(sheet, people_of(table), table.kept, table.ended_at, hints=table.setup.hints)


def people_of(table: Table) -> tuple[int | None, ...]:
    """The numbers of the players, None where one is a computer."""
    return tuple(None if one.is_computer else one.id for one in table.players)


def count_of(
    sheet: Sheet,
    people: tuple[int | None, ...],
    kept: frozenset[Seat],
    ended_at: datetime,
    *,
    hints: bool,
) -> FinalCount:
    """What of a score sheet counts."""
    seats = [[line.scores[seat] for line in sheet.lines] for seat in range(len(sheet.names))]
    return FinalCount(
        *(sheet.names, people, kept, ended_at, hints, sheet.totals),
        winners=tuple(sheet.winners or ()),
        made=tuple(sum(score.made for score in scores) for scores in seats),
        bids=tuple(sum(score.bid is not None for score in scores) for scores in seats),
    )

"""Evenings at a table with real cards, in and out of their table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from engine import Rules
from engine.as_json import rules_from_dict, rules_to_dict
from engine.kept import KeptDeal
from pbem.domain.score_sheet import ScoreSheet
from pbem.store.rows import add_row, change_row, first_row, read_row
from pbem.store.tables.people import ScoreSheetRow


def add(
    session: Session,
    keeper: int | None,
    name: str,
    preset: str,
    rules: Rules,
    names: Sequence[str],
    league: int | None,
    now: datetime,
) -> ScoreSheet:
    """A new sheet without a deal; nobody keeps it by mail where `keeper` is None."""
    row = add_row(
        session,
        ScoreSheetRow,
        player_id=keeper,
        name=name,
        key=name.casefold(),
        preset=preset,
        rules=rules_to_dict(rules),
        names=list(names),
        deals=[],
        league_id=league,
        created_at=now,
    )
    return sheet_from(row)


def sheet(session: Session, number: int) -> ScoreSheet | None:
    """The sheet with this number, or None."""
    return read_row(session, ScoreSheetRow, number, sheet_from)


def find_sheet(session: Session, keeper: int | None, name: str) -> ScoreSheet | None:
    """The newest sheet of this name that somebody keeps, whatever the case, or None."""
    query = (
        select(ScoreSheetRow)
        .where(col(ScoreSheetRow.key) == name.casefold(), col(ScoreSheetRow.player_id) == keeper)
        .order_by(col(ScoreSheetRow.id).desc())
    )
    return first_row(session, query, sheet_from)


def write_down(session: Session, kept: ScoreSheet, now: datetime) -> None:
    """Keep the deals of a sheet, and that it has ended, or was over first now, if it is so."""
    deals = [[list(deal.bids), list(deal.taken)] for deal in kept.deals]
    ended = now if kept.ended else None
    over = (kept.over_at or now) if kept.over else None
    change_row(session, ScoreSheetRow, kept.id, deals=deals, ended_at=ended, over_at=over)


def sheet_from(row: ScoreSheetRow) -> ScoreSheet:
    """The sheet in a row."""
    return ScoreSheet(
        row.id,
        row.name,
        row.player_id,
        row.preset,
        rules_from_dict(row.rules),
        tuple(row.names),
        tuple(KeptDeal(tuple(bids), tuple(taken)) for bids, taken in row.deals),
        ended=row.ended_at is not None,
        over_at=row.over_at,
        league=row.league_id,
    )

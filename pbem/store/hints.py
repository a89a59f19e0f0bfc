"""Hints that are wanted, until they are told."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.store.rows import delete_rows, first_row, insert_row
from pbem.store.tables.games import HintRow


@dataclass(frozen=True, slots=True)
class HintWanted:
    """A hint for the question of a number, for the `nth` order of a mail."""

    question: int
    game: int
    inbound: int
    nth: int


def want_hint(session: Session, wanted: HintWanted) -> None:
    """Have a hint worked out; nothing changes if one is wanted for that question already."""
    if session.get(HintRow, wanted.question) is None:
        insert_row(
            session,
            HintRow,
            question_id=wanted.question,
            game_id=wanted.game,
            inbound=wanted.inbound,
            nth=wanted.nth,
        )


def next_hint(session: Session) -> HintWanted | None:
    """The hint to be told next; None if none waits."""
    query = select(HintRow).order_by(col(HintRow.inbound))
    return first_row(
        session,
        query,
        lambda row: HintWanted(row.question_id, row.game_id, row.inbound, row.nth),
    )


def hint_told(session: Session, wanted: HintWanted) -> None:
    """Want it no more."""
    delete_rows(session, HintRow, col(HintRow.question_id) == wanted.question)

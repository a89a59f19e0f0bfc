"""All that is kept about one person, as plain values for that person."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, SQLModel, col

from pbem.store.tables import (
    AbsenceRow,
    AliasRow,
    GameRow,
    InboundRow,
    OutboxRow,
    PlayerRow,
    QuestionRow,
    SeatRow,
)

_PERSON = ("name", "address", "language", "zone", "letters", "rank_first", "reminders", "mailing")
_QUESTION = ("ask", "deal", "trick", "asked_at", "due_at", "closed", "closed_at", "answer")
_GAME = ("name", "stage", "preset", "created_at", "started_at", "ended_at")


def data_of(session: Session, player: int) -> dict[str, Any]:
    """Everything that is kept about a player: of other players nothing but the games' names.

    Mails the player sent are told with their text, as far as it is still kept; mails to the player
    with their kind and times, because the player has them.
    """
    row = session.get(PlayerRow, player)
    if row is None:
        raise LookupError(f"no player {player}")
    aliases = select(AliasRow).where(col(AliasRow.player_id) == player)
    absences = select(AbsenceRow).where(col(AbsenceRow.player_id) == player)
    sent = select(InboundRow).where(col(InboundRow.player_id) == player)
    got = select(OutboxRow).where(col(OutboxRow.player_id) == player)
    return {
        "you": _values(row, *_PERSON, "created_at", "stopped_at"),
        "other addresses": [one.address for one in session.scalars(aliases)],
        "days away": [_values(one, "first", "last") for one in session.scalars(absences)],
        "games": _games(session, player),
        "mails you sent": [
            {
                **_values(one, "received_at", "mail_from", "state", "fate"),
                "text": one.raw.decode("utf-8", "replace"),
            }
            for one in session.scalars(sent.order_by(col(InboundRow.id)))
        ],
        "mails to you": [
            _values(one, "created_at", "kind", "rcpt", "state", "done_at")
            for one in session.scalars(got.order_by(col(OutboxRow.id)))
        ],
    }


def _games(session: Session, player: int) -> list[dict[str, Any]]:
    query = (
        select(GameRow, SeatRow)
        .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
        .where(col(SeatRow.player_id) == player)
        .order_by(col(GameRow.id))
    )
    found = []
    for game, seat in session.execute(query):
        asked = select(QuestionRow).where(
            col(QuestionRow.game_id) == game.id, col(QuestionRow.seat) == seat.seat
        )
        answers = session.scalars(asked.order_by(col(QuestionRow.id)))
        found.append(
            {
                **_values(game, *_GAME),
                **_values(seat, "seat", "said", "kept_since", "left_at"),
                "what you were asked": [_values(one, *_QUESTION) for one in answers],
            }
        )
    return found


def _values(row: SQLModel, *names: str) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date | datetime) else value
        for name, value in values.items()
        if value is not None
    }

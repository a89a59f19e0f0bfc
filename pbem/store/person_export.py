"""All that is kept about one person, as plain values for that person."""

from __future__ import annotations

import json
from datetime import date, datetime
from functools import partial
from typing import Any

from sqlalchemy import Select, select, text
from sqlmodel import Session, SQLModel, col

from pbem.store.archived import archived_around, archived_rows
from pbem.store.tables.games import GameRow, RoleRow, SeatRow, SilenceRow, WatcherRow
from pbem.store.tables.log import PlanRow, PolicyRow, QuestionRow, WordRow
from pbem.store.tables.mails import BounceRow, InboundRow, OutboxRow
from pbem.store.tables.people import (
    AbsenceRow,
    AddressChangeRow,
    AliasRow,
    AskedBackRow,
    ClockRow,
    HeldRow,
    MuteRow,
    PlayerRow,
    ScoreSeatRow,
    ScoreSheetRow,
)
from pbem.store.tables.server import ActRow, AnnouncementRow

_PERSON = ("name", "address", "language", "zone", "letters", "rank_first", "reminders", "mailing")
_QUESTION = ("ask", "deal", "trick", "asked_at", "due_at", "closed", "closed_at", "answer")
_GAME = ("name", "stage", "preset", "created_at", "started_at", "ended_at")


_OWN: dict[str, tuple[type[SQLModel], tuple[str, ...]]] = {
    "other addresses": (AliasRow, ("address", "created_at")),
    "addresses you changed": (AddressChangeRow, ("old", "new", "asked_at", "changed_at")),
    "what you were asked whether you mean it": (AskedBackRow, ("what", "detail", "asked_at")),
    "mails from other addresses that were held for you": (HeldRow, ("address", "asked_at")),
    "what your mails say of your clock": (ClockRow, ("minutes", "mails", "first", "last")),
    "days away": (AbsenceRow, ("first", "last")),
    "when you muted somebody": (MuteRow, ("muted_at",)),
    "what you are to other games": (RoleRow, ("role", "since")),
    "until when what you say is kept from a table": (SilenceRow, ("until",)),
    "evenings whose scores you keep": (
        ScoreSheetRow,
        ("name", "preset", "names", "deals", "created_at", "ended_at"),
    ),
    "games you watch": (WatcherRow, ("game_id", "since", "ended_at")),
    "your mail that came back": (BounceRow, ("points", "since", "at", "why", "stopped_at")),
}
"""Tables of what is kept about a person by number or address, and what is told of each row."""


def data_of(session: Session, player: int) -> dict[str, Any]:
    """Everything that is kept about a player: of other players nothing but the games' names.

    Mails the player sent are told with their text, as far as it is still kept; mails to the player
    with their kind and times, because the player has them.
    """
    row = session.get(PlayerRow, player)
    if row is None:
        raise LookupError(f"no player {player}")
    sent = select(InboundRow).where(col(InboundRow.player_id) == player)
    got = select(OutboxRow).where(col(OutboxRow.player_id) == player)
    ordered = select(ActRow).where(col(ActRow.player_id) == player)
    return {
        "you": _values(row, *_PERSON, "created_at", "stopped_at"),
        **{
            title: [_values(one, *names) for one in session.scalars(_yours(table, row))]
            for title, (table, names) in _OWN.items()
        },
        "evenings at a table with real cards that you were said to be at": _evenings(session, row),
        "games": _games(session, row),
        "orders you gave as an organiser": [
            _values(one, "at", "line") for one in session.scalars(ordered.order_by(col(ActRow.id)))
        ],
        "mails you sent": [
            *_archived(session, player, "got", "received_at", "state", "outcomes"),
            *(
                {
                    **_values(one, "received_at", "mail_from", "state"),
                    "outcomes": json.loads(one.outcomes or "[]"),
                    "text": one.raw.decode("utf-8", "replace"),
                }
                for one in session.scalars(sent.order_by(col(InboundRow.id)))
            ),
        ],
        "mails to you": [
            *_archived(session, player, "sent", "created_at", "kind", "state", "done_at"),
            *(
                _values(one, "created_at", "kind", "rcpt", "state", "done_at")
                for one in session.scalars(got.order_by(col(OutboxRow.id)))
            ),
        ],
    }


def _archived(session: Session, player: int, name: str, *fields: str) -> list[dict[str, Any]]:
    """Mails from or to a player about games that are in the archive."""
    around = archived_around(session, player)
    mails = (one for game in around for one in archived_rows(session, game, name))
    told = (
        [(field, one[field]) for field in fields] for one in mails if one["player_id"] == player
    )
    return [
        {
            field: json.loads(value) if field == "outcomes" else value
            for field, value in one
            if value is not None
        }
        for one in told
    ]


def _yours(table: type[SQLModel], player: PlayerRow) -> Select[Any]:
    """The rows of a table that are about a player."""
    if "player_id" in table.model_fields:
        return select(table).filter_by(player_id=player.id)
    return select(table).filter_by(address=player.address)


def _games(session: Session, player: PlayerRow) -> list[dict[str, Any]]:
    query = (
        select(GameRow, SeatRow)
        .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
        .where(col(SeatRow.player_id) == player.id)
        .order_by(col(GameRow.id))
    )
    found = []
    for game, seat in session.execute(query):
        rows = partial(_of_seat, session, seat)
        said = select(AnnouncementRow).filter_by(game_id=game.id, player_id=player.id)
        talk = said.order_by(col(AnnouncementRow.id))
        found.append(
            {
                **_values(game, *_GAME),
                **_values(seat, "seat", "said", "level", "left_at"),
                "what you were asked": rows("questions", QuestionRow, "id", *_QUESTION),
                "what you left for your turns": rows("plans", PlanRow, "id", "deal", "what"),
                "what holds whenever it is so": rows(
                    "policies", PolicyRow, "state", "state", "policy"
                ),
                "what you mixed into shuffles": rows("words", WordRow, "deal", "deal", "word"),
                "what you said to the table": [
                    _values(one, "at", "words") for one in session.scalars(talk)
                ],
            }
        )
    return found


def _evenings(session: Session, player: PlayerRow) -> list[dict[str, Any]]:
    """What is written down of a player in the sheets of others: bids and tricks of each deal."""
    query = (
        select(ScoreSheetRow, ScoreSeatRow)
        .join(ScoreSeatRow, col(ScoreSeatRow.sheet_id) == col(ScoreSheetRow.id))
        .where(col(ScoreSeatRow.player_id) == player.id)
        .order_by(col(ScoreSheetRow.id))
    )
    return [
        {
            **_values(sheet, "name", "created_at"),
            "called": sheet.names[there.seat],
            "deals": [[each[there.seat] for each in deal if each] for deal in sheet.deals],
            **_values(there, "told_at", "confirmed_at"),
        }
        for sheet, there in session.execute(query)
    ]


def _of_seat(
    session: Session,
    at: SeatRow,
    kind: str,
    table: type[QuestionRow | PlanRow | PolicyRow | WordRow],
    order: str,
    *names: str,
) -> list[dict[str, Any]]:
    """Some values of all rows of a seat, in an order; of those in the archive before others."""
    archived = (one for one in archived_rows(session, at.game_id, kind) if one["seat"] == at.seat)
    told = [{name: one[name] for name in names if one[name] is not None} for one in archived]
    rows = select(table).filter_by(game_id=at.game_id, seat=at.seat).order_by(text(order))
    return [*told, *(_values(row, *names) for row in session.scalars(rows))]


def _values(row: SQLModel, *names: str) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date | datetime) else value
        for name, value in values.items()
        if value is not None
    }

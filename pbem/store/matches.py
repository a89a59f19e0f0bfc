"""Tables that play the same deals: a match, which has its number from the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import exists, select, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Stage
from pbem.store.outbox import NEWS
from pbem.store.rows import change_row, delete_rows
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import SecretRow, WordRow
from pbem.store.tables.mails import OutboxRow

_LIVE = tuple(stage.value for stage in (Stage.DRAFT, Stage.INVITING, Stage.PLAYING))


def link(session: Session, first: int, other: int) -> None:
    """Let a table that nobody knows of yet play the deals of another, which has not begun."""
    row = session.get_one(GameRow, first)
    for number in (first, other):
        values = {"match_id": first, "shuffled_as": row.shuffled_as or row.name}
        session.execute(update(GameRow).where(col(GameRow.id) == number).values(**values))
    delete_rows(session, SecretRow, col(SecretRow.game_id) == other)
    for one in session.scalars(select(SecretRow).where(col(SecretRow.game_id) == first)).all():
        secret = SecretRow(
            game_id=other, deal=one.deal, secret=one.secret, fingerprint=one.fingerprint
        )
        session.add(secret)
    session.flush()
    session.expire_all()


def match_of(session: Session, match: int | None) -> list[int]:
    """The tables of a match that have not been cancelled, the first one first."""
    query = select(col(GameRow.id)).where(
        col(GameRow.match_id) == match, col(GameRow.stage) != Stage.CANCELLED.value
    )
    return list(session.scalars(query.order_by(col(GameRow.id))))


def begun_of(session: Session, match: int) -> list[int]:
    """The tables of a match that have begun, which they did together, the first one first."""
    query = select(col(GameRow.id)).where(
        col(GameRow.match_id) == match, col(GameRow.started_at).is_not(None)
    )
    return list(session.scalars(query.order_by(col(GameRow.id))))


def knows_the_deals(session: Session, match: int | None, table: int, player: int) -> bool:
    """Whether somebody sits at another table of a match, or has read of its deals before."""
    if match is None:
        return False
    others = select(col(GameRow.id)).where(col(GameRow.match_id) == match, col(GameRow.id) != table)
    sits = exists().where(col(SeatRow.player_id) == player, col(SeatRow.game_id).in_(others))
    read = exists().where(
        col(OutboxRow.player_id) == player,
        col(OutboxRow.game_id).in_(others),
        col(OutboxRow.kind).in_(NEWS),
    )
    return bool(session.scalar(select(sits | read)))


def share_words(session: Session, tables: Sequence[int], players: int) -> None:
    """Mix the words of all tables into the shuffles of each, before the first card.

    Seats are counted on from table to table.
    """
    said = [
        (row.deal, Seat(at * players + row.seat), row.word, row.at)
        for at, table in enumerate(tables)
        for row in session.scalars(select(WordRow).where(col(WordRow.game_id) == table)).all()
    ]
    for table in tables:
        delete_rows(session, WordRow, col(WordRow.game_id) == table)
        for deal, seat, word, at in said:
            session.add(WordRow(game_id=table, deal=deal, seat=seat, word=word, at=at))
    session.flush()
    session.expire_all()


def repeat_words(session: Session, table: int, deal: int) -> None:
    """Mix the words of the first deal into another, too."""
    query = select(WordRow).where(col(WordRow.game_id) == table, col(WordRow.deal) == 1)
    for row in session.scalars(query).all():
        session.add(WordRow(game_id=table, deal=deal, seat=row.seat, word=row.word, at=row.at))
    session.flush()


_TABLE = aliased(GameRow)
_PLAYS = exists().where(col(_TABLE.match_id) == col(GameRow.id), col(_TABLE.stage).in_(_LIVE))
_ENDED = exists().where(
    col(_TABLE.match_id) == col(GameRow.id), col(_TABLE.stage) == Stage.OVER.value
)
# Not by `match_id == id`, for which every game that there is would be looked at.
_FIRSTS = select(col(_TABLE.match_id)).where(col(_TABLE.match_id) > 0)
_UNCOMPARED = (
    select(col(GameRow.id))
    .where(col(GameRow.id).in_(_FIRSTS), col(GameRow.compared_at).is_(None), ~_PLAYS, _ENDED)
    .order_by(col(GameRow.id))
)


def uncompared(session: Session) -> list[int]:
    """The matches whose tables have all ended, and whose players have not been told how."""
    return list(session.scalars(_UNCOMPARED))


def set_compared(session: Session, match: int, now: datetime) -> None:
    """Write down that the players of a match have been told how it ended."""
    change_row(session, GameRow, match, compared_at=now)

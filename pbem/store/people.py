"""Whose an address is, and the mails whose players are asked whether they are theirs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict, Unpack

from sqlalchemy import bindparam, delete, func, select
from sqlmodel import Session, col

from pbem.casefolding import folded
from pbem.domain.computers import computers_address
from pbem.domain.model import Player
from pbem.domain.preferences import Mailing
from pbem.orders.reading import Lettering, Notation
from pbem.store.lookups import kept
from pbem.store.rows import add_row, any_row, change_row, first_row, read_row, value_of
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mails import InboundRow
from pbem.store.tables.people import AliasRow, PlayerRow

_OWN = select(col(PlayerRow.id)).where(col(PlayerRow.address) == bindparam("address"))
_OTHER = select(col(AliasRow.player_id)).where(col(AliasRow.address) == bindparam("address"))
OWNER = select(func.coalesce(_OWN.scalar_subquery(), _OTHER.scalar_subquery()))
"""The number of the player who writes from an `address`."""


def owner(session: Session, address: str) -> int | None:
    """The number of the player who writes from this address, or None."""
    found: int | None = value_of(session, OWNER, {"address": folded(address)})
    return found


@kept(PlayerRow)
def player(session: Session, number: int) -> Player:
    """The player with this number; LookupError if there is none."""
    found = read_row(session, PlayerRow, number, player_of)
    if found is None:
        raise LookupError(f"no player {number}")
    return found


PLAYER_COLUMNS = (
    *("id", "name", "address", "language", "zone"),
    *("letters", "rank_first", "reminders", "renewed", "mailing", "created_at"),
)
"""What a player is made of, in the order of `player_from`."""


def player_of(row: PlayerRow) -> Player:
    """The player in a row, without the days away, which are rows of their own."""
    return player_from(*(getattr(row, name) for name in PLAYER_COLUMNS))


def player_from(
    number: int,
    name: str,
    address: str,
    language: str,
    zone: str,
    letters: str | None,
    rank_first: bool | None,
    reminders: int,
    renewed: int,
    mailing: dict[str, str],
    since: datetime,
) -> Player:
    """The player in some columns, without the days away."""
    notation = None
    if letters is not None or rank_first is not None:
        notation = Notation(Lettering(letters) if letters else None, rank_first)
    return Player(
        *(number, name, address, language, zone, notation, reminders),
        renewed=renewed,
        mailing=Mailing(mailing),
        since=since,
    )


def renew_codes(session: Session, player: int) -> None:
    """Make the codes of a player's seats worthless, as far as they were sent."""
    change_row(session, PlayerRow, player, renewed=col(PlayerRow.renewed) + 1)


def set_stopped(session: Session, player: int, since: datetime | None) -> None:
    """Write down that a player wants no more mail since some time, or does again."""
    change_row(session, PlayerRow, player, stopped_at=since)


def stopped(session: Session, players: Sequence[int]) -> set[int]:
    """Which of these players have asked for no more mail."""
    query = select(col(PlayerRow.id)).where(
        col(PlayerRow.id).in_(players), col(PlayerRow.stopped_at).is_not(None)
    )
    return set(session.scalars(query))


def has_stopped(session: Session, player: int) -> bool:
    """Whether a player has asked for no more mail."""
    row = session.get(PlayerRow, player)
    return row is not None and row.stopped_at is not None


def add_alias(session: Session, player: int, address: str, now: datetime) -> None:
    """Let a player answer from another address too; IntegrityError if it is somebody's already."""
    add_row(session, AliasRow, address=folded(address), player_id=player, created_at=now)


def aliases(session: Session, player: int) -> list[str]:
    """The other addresses a player answers from."""
    query = select(col(AliasRow.address)).where(col(AliasRow.player_id) == player)
    return sorted(session.scalars(query))


def drop_alias(session: Session, address: str) -> bool:
    """Take another address from its player; False if it is nobody's other address."""
    where = col(AliasRow.address) == folded(address)
    return session.execute(delete(AliasRow).where(where).returning(where)).first() is not None


def everybody(session: Session) -> list[tuple[Player, list[str], list[str]]]:
    """All people by name, each with his other addresses and the names of his real games."""
    query = (
        select(col(SeatRow.player_id), col(GameRow.name))
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .where(~col(GameRow.trial))
        .order_by(col(GameRow.id))
    )
    games: dict[int, list[str]] = {}
    for number, name in session.execute(query):
        games.setdefault(number, []).append(name)
    rows = session.scalars(select(PlayerRow).order_by(col(PlayerRow.name), col(PlayerRow.id))).all()
    return [
        (one, aliases(session, one.id), games.get(one.id, []))
        for one in map(player_of, rows)
        if not one.is_computer
    ]


def has_answered(session: Session, player: int) -> bool:
    """Whether a mail that seemed to be a player's has ever come."""
    return any_row(session, col(InboundRow.player_id) == player) or any_row(
        session, col(SeatRow.player_id) == player, col(SeatRow.answered) > 0
    )


class OfPlayer(TypedDict, total=False):
    """What of a player may become another by a word of somebody's."""

    name: str
    address: str
    language: str
    zone: str
    reminders: int


def change_player(session: Session, player: int, **values: Unpack[OfPlayer]) -> None:
    """Give a player another name, address, language, zone or number of reminders."""
    change_row(session, PlayerRow, player, **values)


def set_mailing(session: Session, player: int, name: str, value: str) -> None:
    """Keep what a player has said about mails."""
    mailing = session.get_one(PlayerRow, player).mailing
    change_row(session, PlayerRow, player, mailing={**mailing, name: value})


def set_notation(session: Session, player: int, notation: Notation) -> None:
    """Remember how a player writes cards; what was not told leaves what is known."""
    told = {"letters": notation.code, "rank_first": notation.rank_first}
    known = {name: value for name, value in told.items() if value is not None}
    change_row(session, PlayerRow, player, **known)


def player_at(
    session: Session,
    address: str,
    name: str,
    *,
    zone: str,
    now: datetime,
    language: str | None = None,
    otherwise: str = "en",
    own_zone: str | None = None,
) -> Player:
    """The player with this address, made if there is none, in the `own_zone` or else in the zone;
    an existing player keeps his name, and, once he has agreed to be written to, his language and
    zone, too.
    """
    known = owner(session, address)
    row = session.get(PlayerRow, known) if known is not None else None
    if row is None:
        row = add_row(
            session,
            PlayerRow,
            name=name,
            address=folded(address),
            language=language or otherwise,
            zone=own_zone or zone,
            created_at=now,
        )
    elif row.agreed_at is None:
        row.language, row.zone = language or row.language, own_zone or row.zone
    return player_of(row)


def computer_called(session: Session, name: str, now: datetime) -> Player:
    """The computer of this name, as the player that it is at every table."""
    player = player_at(session, computers_address(name), name, zone="UTC", now=now)
    set_stopped(session, player.id, now)
    return player


def find_player(session: Session, address: str) -> Player | None:
    """The player with this address, or None."""
    query = select(PlayerRow).where(col(PlayerRow.address) == folded(address))
    return first_row(session, query, player_of)

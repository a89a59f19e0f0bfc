"""Who is something to a game beside its players: who organises it, too, and who stands by."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Select, or_, select
from sqlmodel import Session, col

from pbem.domain.model import Role
from pbem.store.organiser_digests import organises
from pbem.store.rows import change_row, delete_rows
from pbem.store.tables.games import GameRow, RoleRow


def give_role(session: Session, game: int, player: int, role: Role, now: datetime) -> None:
    """Let somebody be something to a game; who was so already is so from now on."""
    session.merge(RoleRow(game_id=game, player_id=player, role=role.value, since=now))
    session.flush()


def take_role(session: Session, game: int, player: int, role: Role) -> None:
    """Somebody is that no more."""
    delete_rows(
        session,
        RoleRow,
        col(RoleRow.game_id) == game,
        col(RoleRow.player_id) == player,
        col(RoleRow.role) == role.value,
    )


def in_role(session: Session, game: int, role: Role) -> list[int]:
    """Who has a role in a game, the one who has had it longest first."""
    query = (
        select(col(RoleRow.player_id))
        .where(col(RoleRow.game_id) == game, col(RoleRow.role) == role.value)
        .order_by(col(RoleRow.since), col(RoleRow.player_id))
    )
    return list(session.scalars(query))


def helped_by(players: Collection[int]) -> Select[int]:
    """The games that some players organise beside who has set them up."""
    mine = col(RoleRow.player_id).in_(players)
    return select(col(RoleRow.game_id)).where(mine, col(RoleRow.role) == Role.ORGANISER.value)


def organised_by(session: Session, organiser: int, *, closed: bool = True) -> list[int]:
    """The numbers of the games somebody gives orders for, oldest first; perhaps without those
    put away.
    """
    query = select(col(GameRow.id)).where(
        or_(col(GameRow.organiser_id) == organiser, col(GameRow.id).in_(helped_by([organiser])))
    )
    if not closed:
        query = query.where(col(GameRow.closed_at).is_(None))
    return list(session.scalars(query.order_by(col(GameRow.id))))


def organisers(session: Session, game: int) -> set[int]:
    """Who may give orders for a game."""
    main = select(col(GameRow.organiser_id)).where(col(GameRow.id) == game)
    return {*session.scalars(main), *in_role(session, game, Role.ORGANISER)}


def set_organiser(session: Session, game: int, player: int) -> None:
    """Let somebody else organise a game; who did has nothing to order any more."""
    take_role(session, game, player, Role.ORGANISER)
    change_row(session, GameRow, game, organiser_id=player)
    organises(session, player)

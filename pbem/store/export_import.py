"""A whole game as plain data: out of the tables of one server, and into those of another."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import Session, col

from engine import Seat
from pbem.store.archived import archived_rows
from pbem.store.erasure import NOWHERE, nobody
from pbem.store.organiser_digests import organises
from pbem.store.outbox import told
from pbem.store.people import aliases, owner
from pbem.store.plain_rows import OF_A_GAME, Plain, plain, plain_rows, row_from
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.people import AbsenceRow, AliasRow, PlayerRow


def read_whole(session: Session, game: int) -> Plain:
    """All that another server needs to go on with a game: numbers, texts, lists and dicts only."""
    row = session.get(GameRow, game)
    if row is None:
        raise LookupError(f"no game {game}")
    query = select(SeatRow).where(col(SeatRow.game_id) == game).order_by(col(SeatRow.seat))
    seats = session.scalars(query).all()
    numbers = [row.organiser_id, *(seat.player_id for seat in seats)]
    people = sorted(set(numbers), key=numbers.index)
    return {
        "game": plain(row),
        "organiser": people.index(row.organiser_id),
        "people": [_person(session, number) for number in people],
        "seats": [
            plain(seat)
            | {
                "person": people.index(seat.player_id),
                "told": told(session, game, Seat(seat.seat)),
            }
            for seat in seats
        ],
        **{
            name: archived_rows(session, game, name) or plain_rows(session, table, game)
            for name, table in OF_A_GAME.items()
        },
    }


def settle(session: Session, people: Sequence[Plain]) -> list[int]:
    """The players' numbers on this server, by their addresses; who is not here yet is added.

    Who is here already keeps name, language, and days away. KeyError, TypeError or ValueError for
    people that `read_whole` has not written.
    """
    return [_here(session, one) or _settle(session, one) for one in people]


def write_whole(session: Session, whole: Plain, players: Sequence[int]) -> int:
    """Put a game into the tables, its people by their numbers here; its new number.

    The caller makes sure that no game has its name. KeyError, TypeError or ValueError for a game
    that `read_whole` has not written.
    """
    organiser = players[whole["organiser"]]
    key = whole["game"]["name"].casefold()
    row: GameRow = row_from(GameRow, whole["game"], key=key, organiser_id=organiser)
    session.add(row)
    session.flush()
    organises(session, organiser)
    for seat in whole["seats"]:
        person = players[seat["person"]]
        told_of = {name: value for name, value in seat.items() if name != "person"}
        session.add(row_from(SeatRow, told_of, game_id=row.id, player_id=person))
    for name, table in OF_A_GAME.items():
        for one in whole[name]:
            session.add(row_from(table, one, game_id=row.id))
            session.flush()
    return row.id


def _person(session: Session, number: int) -> Plain:
    row = session.get(PlayerRow, number)
    assert row is not None
    query = select(AbsenceRow).where(col(AbsenceRow.player_id) == number)
    away = [plain(one) for one in session.scalars(query.order_by(col(AbsenceRow.id)))]
    return plain(row) | {"others": aliases(session, number), "away": away}


def _here(session: Session, one: Plain) -> int | None:
    """The number of somebody who is here already; a forgotten person is nobody in particular."""
    return None if one["forgotten_at"] else owner(session, one["address"])


def _settle(session: Session, one: Plain) -> int:
    told_of = {name: value for name, value in one.items() if name not in ("others", "away")}
    if one["forgotten_at"]:
        told_of["address"] = NOWHERE  # another forgotten person may have that number here
    row: PlayerRow = row_from(PlayerRow, told_of)
    session.add(row)
    session.flush()
    if row.forgotten_at is not None:
        row.name, row.address = nobody(row.id)
    for address in one["others"]:
        if owner(session, address) is None:
            session.add(AliasRow(address=address, player_id=row.id, created_at=row.created_at))
    for away in one["away"]:
        session.add(row_from(AbsenceRow, away, player_id=row.id))
    session.flush()
    return row.id

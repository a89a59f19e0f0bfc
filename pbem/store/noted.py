"""What is noted about who writes a mail, or is written to, each in one statement: mostly nothing.

Where something is noted, whoever needs more than that looks it up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, exists, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Player, Stage
from pbem.mail.codes import Signs, Token
from pbem.store.audit_log import ANNOUNCED
from pbem.store.codes import ABOUT
from pbem.store.consent import HAS_AGREED
from pbem.store.outbox import TOLD_BEFORE, TOLD_HERE
from pbem.store.pause import OPEN_WISH
from pbem.store.plans import DROPPED
from pbem.store.receipts import WAIT
from pbem.store.rows import rows_of
from pbem.store.shuffles import FINGERPRINT
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mails import BounceRow
from pbem.store.tables.people import ClockRow, PlayerRow
from pbem.store.time_zones import ClockColumns
from pbem.store.watching import WATCHED

_OF_SENDER = select(
    exists().where(col(BounceRow.address) == bindparam("address")).label("bouncing"),
    OPEN_WISH.exists().label("wish"),
    exists()
    .where(
        col(SeatRow.player_id) == bindparam("player"),
        col(SeatRow.game_id) != bindparam("game"),
        col(GameRow.id) == col(SeatRow.game_id),
        col(GameRow.stage) == Stage.PLAYING.value,
    )
    .label("elsewhere"),
)
_OF_READER = (
    select(
        TOLD_HERE.label("here"),
        TOLD_BEFORE.label("before"),
        ABOUT.scalar_subquery().label("code"),
        DROPPED.exists().label("dropped"),
        ANNOUNCED.exists().label("announced"),
        WATCHED.exists().label("watched"),
        FINGERPRINT.scalar_subquery().label("fingerprint"),
        col(ClockRow.minutes),
        col(ClockRow.mails),
        col(ClockRow.first),
        col(ClockRow.last),
        col(ClockRow.proposed_in),
        col(ClockRow.decided),
    )
    .select_from(PlayerRow)
    .outerjoin(ClockRow, col(ClockRow.player_id) == col(PlayerRow.id))
    .where(col(PlayerRow.id) == bindparam("player"))
)
_OF_LETTER = select(
    exists().where(*WAIT).label("receipt"),
    HAS_AGREED.label("agreed"),
    exists()
    .where(
        col(SeatRow.game_id) == bindparam("game"),
        col(SeatRow.seat) == bindparam("place"),
        col(SeatRow.result_at).is_not(None),
    )
    .label("result"),
)


@dataclass(frozen=True, slots=True)
class OfSender:
    """Whether mails to a player come back, a pause waits for answers, and other games go on."""

    bouncing: bool
    wish: bool
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class OfReader:
    """What a letter to a seat needs: how much of the log was told, and the code it carries.

    `dropped` tells that plans of the seat were ever dropped, `announced` that the table was told
    something, `watched` that somebody watches, `fingerprint` is that of the next shuffle.
    """

    told: int
    code: Signs | None
    dropped: bool
    announced: bool
    watched: bool
    fingerprint: str | None
    clock: ClockColumns


@dataclass(frozen=True, slots=True)
class OfLetter:
    """Whether a receipt waits to ride in a letter, and a result to be told by itself.

    `agreed` tells that the reader wants our mail.
    """

    receipt: bool
    result: bool
    agreed: bool


NOTHING = OfLetter(receipt=False, result=False, agreed=False)


def of_sender(session: Session, game: int, player: Player) -> OfSender:
    """What is noted about the player of a game who has written a mail."""
    values = {"game": game, "player": player.id, "address": player.address}
    [row] = rows_of(session, _OF_SENDER, values)
    return OfSender(bool(row.bouncing), bool(row.wish), bool(row.elsewhere))


def of_reader(
    session: Session,
    game: int,
    seat: Seat,
    player: int,
    about: Token,
    *,
    deal: int | None,
    known: int,
    but: int | None = None,
) -> OfReader:
    """What is noted about the reader of a letter, whose answers are about something.

    `deal` is the number of the next shuffle, `known` how much of the log the reader may know. What
    the mail with the number `but` has told does not count.
    """
    values = {
        "game": game,
        "seat": seat,
        "player": player,
        "but": but or 0,
        "purpose": about.purpose.value,
        "number": about.number,
        "deal": deal,
        "since": 0,
        "known": known,
    }
    [row] = rows_of(session, _OF_READER, values)
    clock = ClockColumns(
        row.minutes, row.mails, row.first, row.last, row.proposed_in, bool(row.decided)
    )
    told = max(row.here or 0, row.before or 0)
    flags = (bool(row.dropped), bool(row.announced), bool(row.watched))
    return OfReader(told, row.code, *flags, row.fingerprint, clock)


def of_letter(
    session: Session, game: int, seat: Seat | None, address: str, now: datetime, since: datetime
) -> OfLetter:
    """What is noted about a letter to a seat, or to none; agreed are also those who moved to that
    address since then.
    """
    values = {
        "game": game,
        "place": seat,
        "now": now,
        "address": address.lower(),
        "since": since,
    }
    [row] = rows_of(session, _OF_LETTER, values)
    return OfLetter(bool(row.receipt), bool(row.result), bool(row.agreed))

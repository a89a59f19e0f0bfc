"""Secrets and words of shuffles, in and out of their tables. A secret leaves only for its pack,
and for the proof of a deal that is over.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import and_, bindparam, func, select
from sqlmodel import Session, col

from engine import Seat
from engine.shuffle import Words, fingerprint
from pbem.store.archived import archived_rows
from pbem.store.insert_once import InsertOnce
from pbem.store.rows import rows_of, value_of
from pbem.store.tables.log import SecretRow, WordRow

_FIX = InsertOnce(SecretRow)
FINGERPRINT = select(col(SecretRow.fingerprint)).where(
    col(SecretRow.game_id) == bindparam("game"), col(SecretRow.deal) == bindparam("deal")
)
_FIXED = (
    select(col(SecretRow.secret), col(SecretRow.fingerprint), col(WordRow.seat), col(WordRow.word))
    .outerjoin(
        WordRow,
        and_(
            col(WordRow.game_id) == col(SecretRow.game_id),
            col(WordRow.deal) == col(SecretRow.deal),
        ),
    )
    .where(col(SecretRow.game_id) == bindparam("game"), col(SecretRow.deal) == bindparam("deal"))
)


@dataclass(frozen=True, slots=True)
class FixedShuffle:
    """What fixes one shuffle of a game. `announced` is the fingerprint its mails have carried.

    It is None for a deal older than fingerprints, whose pack the secret alone has shuffled.
    """

    deal: int
    announced: str | None
    secret: bytes = field(repr=False)
    words: Words = ()


def fixed(session: Session, game: int, deal: int) -> FixedShuffle | None:
    """What fixes a shuffle of a game, with the words as they are now; None if nothing does yet."""
    rows = rows_of(session, _FIXED, {"game": game, "deal": deal})
    if not rows:
        return _archived(session, game, deal)
    words = sorted((Seat(seat), word) for *_, seat, word in rows if word is not None)
    secret, told, *_ = rows[0]
    return FixedShuffle(deal, told, secret, tuple(words))


def _archived(session: Session, game: int, deal: int) -> FixedShuffle | None:
    """The same of a game that is in the archive."""
    words = sorted(
        (Seat(one["seat"]), one["word"])
        for one in archived_rows(session, game, "words")
        if one["deal"] == deal
    )
    for one in archived_rows(session, game, "secrets"):
        if one["deal"] == deal:
            secret = bytes.fromhex(one["secret"])
            return FixedShuffle(deal, one["fingerprint"], secret, tuple(words))
    return None


def fix(session: Session, game: int, deal: int, fresh: bytes) -> bool:
    """Fix a shuffle by the secret `fresh`; False if one fixes it already."""
    told = fingerprint(fresh)
    values = {"game_id": game, "deal": deal, "secret": fresh, "fingerprint": told}
    return _FIX.write(session, values)


def announced(session: Session, game: int, deal: int) -> str | None:
    """The fingerprint of a shuffle's secret; None if it has none."""
    told: str | None = value_of(session, FINGERPRINT, {"game": game, "deal": deal})
    if told is None and (kept := _archived(session, game, deal)):
        return kept.announced
    return told


def last_fixed(session: Session, game: int) -> int | None:
    """The number of the last shuffle of a game that is fixed, or None."""
    query = select(func.max(col(SecretRow.deal))).where(col(SecretRow.game_id) == game)
    last: int | None = session.scalar(query)
    if last is None:
        return max((one["deal"] for one in archived_rows(session, game, "secrets")), default=None)
    return last


def computers_seed(session: Session, game: int) -> bytes:
    """What the computers of a game throw their dice by: nobody knows it before the shuffle after
    the deal under way is opened, and it tells nothing of any cards.
    """
    last = fixed(session, game, last_fixed(session, game) or 0)
    return hashlib.sha256(b"computers " + (last.secret if last else b"")).digest()


def set_word(session: Session, game: int, deal: int, seat: Seat, word: str, now: datetime) -> None:
    """Keep a player's word for a shuffle, in the place of an earlier one."""
    session.merge(WordRow(game_id=game, deal=deal, seat=seat, word=word, at=now))
    session.flush()

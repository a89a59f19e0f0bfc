"""Secrets and words of shuffles, in and out of their tables. A secret leaves only for its pack,
and for the proof of a deal that is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from engine import Seat
from engine.shuffle import Words, fingerprint
from pbem.store.tables import SecretRow, WordRow


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixes one shuffle of a game. `announced` is the fingerprint its mails have carried.

    It is None for a deal older than fingerprints, whose pack the secret alone has shuffled.
    """

    deal: int
    announced: str | None
    secret: bytes = field(repr=False)
    words: Words = ()


def fixed(session: Session, game: int, deal: int) -> Fixed | None:
    """What fixes a shuffle of a game, with the words as they are now; None if nothing does yet."""
    row = session.get(SecretRow, (game, deal))
    if row is None:
        return None
    mailed = select(WordRow).where(col(WordRow.game_id) == game, col(WordRow.deal) == deal)
    words = sorted((Seat(word.seat), word.word) for word in session.scalars(mailed))
    return Fixed(deal, row.fingerprint, row.secret, tuple(words))


def fix(session: Session, game: int, deal: int, fresh: bytes) -> None:
    """Fix a shuffle by the secret `fresh`, unless one fixes it already."""
    if session.get(SecretRow, (game, deal)) is None:
        told = fingerprint(fresh)
        session.add(SecretRow(game_id=game, deal=deal, secret=fresh, fingerprint=told))
        session.flush()


def announced(session: Session, game: int, deal: int) -> str | None:
    """The fingerprint of a shuffle's secret; None if it has none."""
    row = session.get(SecretRow, (game, deal))
    return row.fingerprint if row else None


def last_fixed(session: Session, game: int) -> int | None:
    """The number of the last shuffle of a game that is fixed, or None."""
    query = select(func.max(col(SecretRow.deal))).where(col(SecretRow.game_id) == game)
    return session.scalar(query)


def set_word(session: Session, game: int, deal: int, seat: Seat, word: str, now: datetime) -> None:
    """Keep a player's word for a shuffle, in the place of an earlier one."""
    session.merge(WordRow(game_id=game, deal=deal, seat=seat, word=word, at=now))
    session.flush()

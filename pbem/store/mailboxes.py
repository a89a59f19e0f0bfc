"""Where our reading of an IMAP folder begins."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import Session

from pbem.store.tables.mails import MailboxRow


@dataclass(frozen=True, slots=True)
class Baseline:
    """Where our reading of an IMAP folder begins: mails up to `uid` are not ours."""

    uidvalidity: int
    uid: int


def baseline(session: Session, account: str, folder: str) -> Baseline | None:
    """Where our reading of a folder begins, or None if it was never seen."""
    row = session.get(MailboxRow, (account, folder))
    return Baseline(row.uidvalidity, row.baseline) if row else None


def set_baseline(session: Session, account: str, folder: str, begin: Baseline) -> None:
    """Remember where our reading of a folder begins."""
    session.merge(
        MailboxRow(
            account=account, folder=folder, uidvalidity=begin.uidvalidity, baseline=begin.uid
        )
    )

"""The mails that came in and those that have not left, as an operator reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.reading.mail import read_mail
from pbem.store.database import Session
from pbem.store.inbox import Kept, recent_inbound
from pbem.store.outbox import Sending
from pbem.store.sending import Waiting


@dataclass(frozen=True, slots=True)
class CameIn:
    """A mail that came in: `told` is whom it is from, what became of it, and its game."""

    id: int
    at: datetime
    told: tuple[str, str, str]


def came_in(session: Session, most: int, *, parked: bool) -> list[CameIn]:
    """The mails that came last, newest first. What a player chose is not told."""
    mails = recent_inbound(session, most, "parked" if parked else None)
    return [
        CameIn(mail.id, mail.received_at, (_sender(mail), _fate(mail), mail.game or ""))
        for mail in mails
    ]


def _sender(mail: Kept) -> str:
    try:
        sender = read_mail(mail.raw, mail.mail_from).sender
    except Exception:  # Perhaps that is why it was parked.
        sender = None
    return sender or mail.mail_from or "unknown"


def _fate(mail: Kept) -> str:
    if mail.fate is None:
        return (
            f"waits; the server was killed at it {_times(mail.deaths)}" if mail.deaths else "waits"
        )
    # A move may be held back yet, or be a sealed bid.
    said = "played" if mail.fate.startswith("played: ") else mail.fate
    silent = f"; not answered: {mail.unanswered}" if mail.unanswered else ""
    return f"parked: {said}" if mail.state == "parked" else f"{said}{silent}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def why_it_waits(mail: Waiting, now: datetime) -> tuple[str, str, str, str]:
    """What a mail is, since when it waits, when it is tried next, and why it has not left."""
    since = f"{mail.since:%d %b %H:%M}"
    if mail.state is Sending.FAILED:
        return mail.kind, since, "never", f"failed: {mail.why or 'unknown'}"
    due = "now" if mail.due_at <= now else f"{mail.due_at:%d %b %H:%M}"
    tried = f" ({mail.attempts} tries)" if mail.attempts > 1 else ""
    held = "being sent" if mail.state is Sending.SENDING else "not tried yet"
    return mail.kind, since, due, f"{mail.why}{tried}" if mail.why else held

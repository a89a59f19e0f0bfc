"""The mails that came in and those that have not left, as an operator reads them."""

from __future__ import annotations

from dataclasses import astuple
from datetime import datetime

from pbem.domain.outcomes import (
    Automatic,
    Left,
    Legacy,
    Ordered,
    Outcome,
    Parked,
    Played,
    Said,
    kind,
)
from pbem.mail.mail import read_mail
from pbem.store.database import Session
from pbem.store.inbound import Processing
from pbem.store.inbox import InboxMail, elsewhere, recent_inbound
from pbem.store.outbox import Sending
from pbem.store.reports import Waiting

_STATES = {Processing.NEW: "waits", Processing.PARKED: "parked"}


def came_in(session: Session, most: int, *, parked: bool) -> list[tuple[str, ...]]:
    """The mails that came last, newest first: the number of each, when it came, from whom, what
    became of it, and its game. What a player chose is not told.
    """
    return [
        (
            str(mail.id),
            f"{mail.received_at:%d %b %H:%M}",
            _sender(mail),
            _became(session, mail),
            mail.game or "",
        )
        for mail in recent_inbound(session, most, Processing.PARKED if parked else None)
    ]


def _sender(mail: InboxMail) -> str:
    try:
        sender = read_mail(mail.raw, mail.mail_from).sender
    except Exception:  # Perhaps that is why it was parked.
        sender = None
    return sender or mail.mail_from or "unknown"


def _became(session: Session, mail: InboxMail) -> str:
    names = elsewhere(session, mail)
    told = [
        f"{names.get(game, '')}: {_words(one)}".removeprefix(": ") for game, one in mail.outcomes
    ]
    if mail.state in _STATES:
        told.insert(0, _STATES[mail.state])
    if mail.deaths and mail.state is Processing.NEW:
        told.append(f"the server was killed at it {_times(mail.deaths)}")
    if mail.unanswered:
        told.append(f"not answered: {mail.unanswered}")
    return "; ".join(told)


def _words(outcome: Outcome) -> str:
    """An outcome as the command line says it."""
    match outcome:
        case Played():
            # The move may be held back yet, or be a sealed bid.
            return "played"
        case Said(yes, to, about):
            return f"said {'yes' if yes else 'no'} to {about or to}"
        case Ordered(done, of):
            return f"{done} of {of} orders done"
        case Left(size):
            return f"left in the mailbox: {size} bytes, and no text among them"
        case Parked(error):
            return f"failed: {error}" if error else "set aside by the operator"
        case Automatic(what, ours):
            return f"automatic: {what}{'' if ours else ' of no mail of ours'}"
        case Legacy(text):
            return text
        case _:
            facts = ", ".join(str(fact) for fact in astuple(outcome) if fact)
            return f"{kind(outcome).replace('_', ' ')}: {facts}".removesuffix(": ")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def why_it_waits(mail: Waiting, now: datetime) -> tuple[str, str, str, str]:
    """What a mail is, since when it waits, when it is tried next, and why it has not left."""
    since = f"{mail.since:%d %b %H:%M}"
    if mail.state is Sending.FAILED:
        return mail.kind, since, "never", f"failed: {mail.why or 'unknown'}"
    due = "now" if mail.due_at <= now else f"{mail.due_at:%d %b %H:%M}"
    tried = f" ({mail.attempts} tries)" if mail.attempts > 1 else ""
    waits = "not tried yet" if mail.due_at <= now else "held back until then"
    held = "being sent" if mail.state is Sending.SENDING else waits
    return mail.kind, since, due, f"{mail.why}{tried}" if mail.why else held

"""The third stage: queued mails leave, stale ones do not, and what fails is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from pbem.logs import log
from pbem.mail.addresses import Addresses
from pbem.outbox.carriers import Carrier, NotSent, Send
from pbem.outbox.faults import Fault
from pbem.outbox.retry import retry, time_of_rest
from pbem.store.allowance import Allowance, room, room_kept
from pbem.store.database import Database, DatabaseUnavailable, Session
from pbem.store.handed_on import HandedOn
from pbem.store.outbox import Sending
from pbem.store.requeue import put_back
from pbem.store.sending import Outgoing, claim, mark, mark_handed_on
from pbem.store.server import Rest, rest, set_rest

Then = TypeVar("Then")

LEASE = timedelta(minutes=5)

_AT_ONCE = 50
"""Mails claimed together."""

Renew = Callable[[Outgoing, datetime], Outgoing | None]
"""Moves the deadline of a mail that leaves late; the mail as told anew, if it is. It blocks."""

Refused = Callable[[int, str, datetime], None]
"""Told of a mail that its address will never take, and what was said. It blocks."""


@dataclass(frozen=True, slots=True)
class Post:
    """What mails leave with, and which server sends them, where there are several.

    `owed` is what the database is still to be told of which mail: it is written with the next
    claim, and `journal` keeps what of it must not be lost until then.
    """

    db: Database
    addresses: Addresses
    carrier: Carrier
    clock: Callable[[], datetime]
    renew: Renew = lambda _mail, _now: None
    refused: Refused = lambda _mail, _said, _now: None
    by: str | None = None
    allowed: Allowance = field(default_factory=Allowance)
    journal: HandedOn = field(default_factory=HandedOn)
    owed: dict[int, Callable[[Session], None]] = field(default_factory=dict)


async def deliver_due(post: Post) -> int:
    """Send the mails whose time has come; how many are done with.

    0 means that nothing is due, or that the post rests, and that all before is written down: who
    has sent anything calls it again at once.
    """
    resting_since, mails = await asyncio.to_thread(_claimed, post)
    for mail in mails:
        if mail.stale:
            _owe(post, mail, Sending.SUPERSEDED)
    current = [mail for mail in mails if not mail.stale]
    if not current:
        return len(mails)
    try:
        async with post.carrier() as send:
            while current:
                await _deliver(post, send, current[0])
                del current[0]
                if resting_since:
                    await asyncio.to_thread(_work_again, post)
                    resting_since = None
    except NotSent as problem:
        await asyncio.to_thread(_rest, post, current, problem, resting_since)
    except DatabaseUnavailable as problem:
        post.owed.update((mail.id, _as_before(mail, str(problem))) for mail in current)
        raise
    return len(mails) - len(current)


def _as_before(mail: Outgoing, why: str) -> Callable[[Session], None]:
    """Puts a claimed mail back as it was."""
    return partial(
        put_back,
        mail=mail,
        until=mail.due_at,
        error=why,
        attempted=False,
        doubtful=mail.doubtful,
    )


def write_down(post: Post) -> None:
    """Write down what became of the letters before; with those that a killed process handed on."""
    for number, message_id in post.journal.found:
        taken = partial(mark_handed_on, number=number, message_id=message_id, now=post.clock())
        post.owed.setdefault(number, taken)
    _written(post, lambda _session: None)


def _claimed(post: Post) -> tuple[Rest | None, list[Outgoing]]:
    """Why the post rested last, if it has not worked since, and the mails to send now."""

    def claimed(session: Session) -> tuple[Rest | None, list[Outgoing]]:
        rests = rest(session)
        now, limited = post.clock(), bool(post.allowed)
        most = 0 if rests is not None and rests.until > now else _AT_ONCE
        if most and limited:
            most = min(most, room(session, post.allowed, now))
        if most:
            return rests, claim(session, now, LEASE, most, post.by, limited=limited)
        if rests is None or not rests.limited or not limited:
            return rests, []
        most = room_kept(session, post.allowed, now)
        # The others still wait.
        return None, claim(session, now, LEASE, most, post.by, operator=True) if most else []

    rests, mails = _written(post, claimed)
    # What has left may not leave again because it cannot be written down.
    return rests, [mail for mail in mails if mail.id not in post.owed]


def _written(post: Post, then: Callable[[Session], Then]) -> Then:
    """Write down in one commit what became of mails, and do what comes `then`.

    What cannot be written down of one mail is owed still, and keeps nothing else waiting.
    """
    try:
        with post.db.begin() as session:
            for write in post.owed.values():
                write(session)
            done = then(session)
    except DatabaseUnavailable:
        raise
    except Exception:
        if not post.owed:
            raise
    else:
        post.owed.clear()
        post.journal.forget()
        return done
    for number in list(post.owed):
        _written_alone(post, number)
    if not post.owed:
        post.journal.forget()
    with post.db.begin() as session:
        return then(session)


def _written_alone(post: Post, number: int) -> None:
    try:
        with post.db.begin() as session:
            post.owed[number](session)
    except DatabaseUnavailable:
        raise
    except Exception:
        log.exception("not written down", outbox=number)
    else:
        del post.owed[number]


async def _deliver(post: Post, send: Send, mail: Outgoing) -> None:
    """Send one mail and write down how it went; NotSent if the post must rest."""
    try:
        renewed = await asyncio.to_thread(post.renew, mail, post.clock())
        mail = renewed or mail
        await send(post.addresses.returns_to(mail.message_id), mail.rcpt, mail.raw)
    except NotSent as problem:
        if problem.fault.rests:
            raise
        await asyncio.to_thread(_failed, post, mail, problem)
    except DatabaseUnavailable:
        raise
    except Exception as problem:
        # Ours: but one mail must not keep the others waiting.
        log.exception("mail could not be sent", outbox=mail.id)
        await asyncio.to_thread(_failed, post, mail, NotSent(Fault.MAIL, repr(problem)))
    else:
        post.journal.note(mail.id, mail.message_id)
        _owe(post, mail, Sending.SENT)


def _failed(post: Post, mail: Outgoing, problem: NotSent) -> None:
    """Put a mail off by a growing time, or give it up."""
    wait = retry(mail.id, mail.attempts + 1)
    if problem.fault is Fault.ADDRESS or wait is None:
        _owe(post, mail, Sending.FAILED, str(problem))
        write_down(post)
        if problem.fault is Fault.ADDRESS:
            post.refused(mail.id, str(problem), post.clock())
        return
    doubtful = mail.doubtful or problem.fault is Fault.DOUBT
    with post.db.begin() as session:
        until = post.clock() + wait
        put_back(session, mail, until, str(problem), attempted=True, doubtful=doubtful)
    log.warning("mail put off", outbox=mail.id, until=until.isoformat(), error=str(problem))


def _rest(post: Post, mails: list[Outgoing], problem: NotSent, before: Rest | None) -> None:
    """Let the post rest; only the first of the mails left over can be to blame."""
    blamed = mails[:1] if problem.fault.counts else []
    for mail in blamed:
        _failed(post, mail, problem)
    troubles = (before.troubles if before else 0) + 1
    until = post.clock() + time_of_rest(troubles)
    with post.db.begin() as session:
        for mail in mails[len(blamed) :]:
            _as_before(mail, str(problem))(session)
        set_rest(session, Rest(until, troubles, str(problem)))
    log.error("the post rests", until=until.isoformat(), error=str(problem))


def _work_again(post: Post) -> None:
    with post.db.begin() as session:
        set_rest(session, None)
    log.warning("the post works again")


def _owe(post: Post, mail: Outgoing, state: Sending, error: str = "") -> None:
    """Note what became of a mail; the next transaction writes it."""
    post.owed[mail.id] = partial(mark, number=mail.id, state=state, now=post.clock(), error=error)
    log.info("mail out", outbox=mail.id, state=state.value, **({"error": error} if error else {}))

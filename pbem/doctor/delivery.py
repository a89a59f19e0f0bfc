"""The ways in and out: receivers, mailbox, smarthost, and a mail to ourselves through all of it."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parsedate_to_datetime
from functools import partial

from pbem.config.settings import Mailbox, Settings
from pbem.context.services import Services
from pbem.doctor.answer_address import send_to_ourselves
from pbem.doctor.dns import Lookup, signatures
from pbem.doctor.finding import Finding, bad, good, look
from pbem.doctor.logging_in import read_login, send_login
from pbem.oauth.access import access_to
from pbem.outbox.carriers import NotSent
from pbem.outbox.way_out import carrier_of
from pbem.receivers.imap import ImapReceiver
from pbem.receivers.personal import Claims
from pbem.store.inbound import Arrived, accept
from pbem.store.inbox import newest, raw_after

SKEW = timedelta(minutes=2)


def receivers(settings: Settings, now: Callable[[], datetime]) -> Iterator[Finding]:
    """Whether somebody listens at each receiver, and whether the mailbox can be read."""
    for receiver in settings.doors:
        where = f"{receiver.protocol.upper()} door {receiver.host}:{receiver.port}"
        try:
            with socket.create_connection((receiver.host, receiver.port), timeout=5) as connection:
                connection.settimeout(5)
                greeting = connection.recv(200).decode("ascii", "replace").strip()
        except OSError:
            yield look(f"nobody listens at the {where}", "start the server: pbem serve")
        else:
            yield (
                good(f"{where} is open")
                if greeting.startswith("220")
                else bad(
                    f"what listens at the {where} says {greeting!r}", "give the door another port"
                )
            )
    for box in settings.read:
        yield mailbox(box, settings, now)
    if not settings.doors and settings.imap is None:
        yield bad("there is no way in", "set `doors` or `imap`")


def mailbox(box: Mailbox, settings: Settings, now: Callable[[], datetime]) -> Finding:
    """Whether the mailbox can be read."""
    return read_login(box, access=access_to(box, settings, now)).finding


def way_out(settings: Settings, now: Callable[[], datetime]) -> Finding:
    """Whether the smarthost lets us in."""
    if settings.smarthost is None:
        return look(
            f"mails are filed in the Maildir {settings.outgoing}/, not sent", "set `smarthost`"
        )

    return send_login(settings.smarthost, carrier=carrier_of(settings, now)).finding


def round_trip(
    settings: Settings,
    services: Services,
    ask: Lookup,
    now: Callable[[], datetime],
    wait: Callable[[], bool],
    claims: Claims,
) -> Iterator[Finding]:
    """Send a mail to one of our answer addresses and see it come in.

    `wait` lets some time pass, and is False when there is none left. Without a server at work a
    mailbox is polled here; a receiver needs the server.
    """
    if settings.smarthost is None:
        return
    mark = f"<doctor.{secrets.token_hex(8)}@{services.addresses.domain}>"
    with services.db.begin() as session:
        before = newest(session)
    recipient = services.addresses.answers_to(services.addresses.fresh())
    try:
        send_to_ourselves(
            *(carrier_of(settings, now), services.addresses.mailbox, recipient, now()),
            message_id=mark,
            subject="A mail to myself",
            why="`pbem doctor` to see whether mail comes back",
        )
    except NotSent as problem:
        yield bad(f"a mail to ourselves did not leave: {problem}", "see `smarthost`")
        return
    box = None
    if settings.imap is not None:
        access = access_to(settings.imap, settings, now)
        take = partial(_take, services)
        box = ImapReceiver(settings.imap, services.db, take, now, claims, access)
    came = None
    while came is None and wait():
        if box is not None:
            box.poll()
        with services.db.begin() as session:
            came = next((raw for raw in raw_after(session, before) if mark.encode() in raw), None)
    if box is not None:
        box.close()
    if came is None:
        yield bad(
            "a mail to ourselves left, but has not come back",
            "is `pbem serve` running, and does mail to an address with + reach it?",
        )
        return
    yield good("a mail to ourselves came back, to an address with a code")
    yield from signatures(came, ask)
    head = BytesHeaderParser(policy=compat32).parsebytes(came)
    stamp = _stamped(str(head.get("Received", "")))
    if stamp is not None and abs(now() - stamp) > SKEW:
        yield look(
            f"the mail server's clock says {stamp:%H:%M} UTC, ours {now():%H:%M}",
            "set the clock: deadlines depend on it",
        )


def _take(services: Services, mails: Sequence[Arrived]) -> None:
    with services.db.begin() as session:
        for mail in mails:
            accept(session, mail)


def _stamped(received: str) -> datetime | None:
    """When the last server on the way says it had the mail."""
    try:
        return parsedate_to_datetime(received.rpartition(";")[2].strip())
    except ValueError:
        return None

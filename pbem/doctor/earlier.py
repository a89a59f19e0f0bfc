"""The addresses that the server had before: how long they are read, and whether mail can come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.config.settings import EarlierMailbox, Settings
from pbem.doctor.dns import Lookup, Unreachable
from pbem.doctor.finding import Finding, counted, good, look


def addresses(settings: Settings, ask: Lookup, now: datetime) -> Iterator[Finding]:
    """Each earlier address; whether a mailbox of its own can be read is told with the others."""
    today = now.astimezone(ZoneInfo(settings.zone)).date()
    for one in settings.earlier_mailboxes:
        if one.until < today:
            yield look(
                f"{one.mailbox} has not been read since {one.until:%d %b %Y}",
                "take it out of `earlier_mailboxes`",
            )
            continue
        days = counted((one.until - today).days, "more day")
        yield good(f"answers to {one.mailbox} are read for {days}, until {one.until:%d %b %Y}")
        if one.imap is None:
            yield from _arrives(one, ask)


def _arrives(one: EarlierMailbox, ask: Lookup) -> Iterator[Finding]:
    """Whether anybody takes the mail of a domain whose mails are to be sent on to us."""
    domain = one.answer_domain or one.mailbox.rpartition("@")[2]
    try:
        if not any(ask(domain, kind) for kind in ("MX", "A", "AAAA")):
            yield look(
                f"nobody takes mail for {domain}, which has no MX record",
                f"publish one until {one.until:%d %b %Y}: answers to older mails go there",
            )
    except Unreachable as problem:
        yield look(f"the name servers cannot be asked: {problem}", "try again when they can")

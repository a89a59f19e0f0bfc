"""The way out that the settings tell: by whom mails leave, and whether they are signed first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from pbem.config.settings import Settings
from pbem.oauth.access import access_to
from pbem.outbox.carriers import Carrier, maildir, smarthost
from pbem.outbox.dkim import signing
from pbem.store.allowance import Allowance


def carrier_of(settings: Settings, now: Callable[[], datetime]) -> Carrier:
    """How mails leave: by the smarthost, or into a Maildir until one is set."""
    carrier = maildir(settings.outgoing)
    if settings.smarthost is not None:
        carrier = smarthost(settings.smarthost, access_to(settings.smarthost, settings, now))
    if settings.dkim is None:
        return carrier
    return signing(carrier, settings.dkim, settings.mailbox.rpartition("@")[2])


def allowance_of(settings: Settings) -> Allowance:
    """How many mails the provider takes in a time."""
    smarthost = settings.smarthost
    if smarthost is None:
        return Allowance()
    return Allowance(smarthost.an_hour, smarthost.a_day, 1 if settings.operator else 0)

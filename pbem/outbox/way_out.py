"""The way out that the settings tell: by whom mails leave, and whether they are signed first."""

from __future__ import annotations

from pbem.config.settings import Settings
from pbem.outbox.carriers import Carrier, maildir, smarthost
from pbem.outbox.dkim import signing


def carrier_of(settings: Settings) -> Carrier:
    """How mails leave: by the smarthost, or into a Maildir until one is set."""
    carrier = smarthost(settings.smarthost) if settings.smarthost else maildir(settings.outgoing)
    if settings.dkim is None:
        return carrier
    return signing(carrier, settings.dkim, settings.mailbox.rpartition("@")[2])

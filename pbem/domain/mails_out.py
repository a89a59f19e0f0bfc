"""What becomes of mails that leave."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DomainMails:
    """Mails to one domain, or with an empty name to all others: those that were taken there, how
    many of them not at the first try, those that were refused for good, and those that came back.
    """

    domain: str
    taken: int
    later: int = 0
    failed: int = 0
    bounced: int = 0

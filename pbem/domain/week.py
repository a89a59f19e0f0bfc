"""What a server did in a span of time, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class DomainMails:
    """Mails to one domain, or with an empty name to all others: those that were taken there, how
    many of them not at the first try, those that were refused for good, those that came back, and
    those of which a reader has complained.
    """

    domain: str
    taken: int
    later: int = 0
    failed: int = 0
    bounced: int = 0
    complained: int = 0


@dataclass(frozen=True, slots=True)
class NewerVersion:
    """A version of this program that is newer than the one that runs: since which day it is there,
    if the index says, and its notes, or where they are.
    """

    version: str
    since: date | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Slowest:
    """The mail whose outcome took longest to come: its number, and how long."""

    number: int
    took: timedelta


@dataclass(frozen=True, slots=True)
class Week:
    """What happened after one moment and up to another.

    Games that began and ended, and are under way now; people who came, and so many `writers`;
    mails that came; by domain, mails that left.
    """

    began: int
    ended: int
    playing: int
    came: int
    writers: int
    mails: int
    domains: tuple[DomainMails, ...]
    slowest: Slowest | None

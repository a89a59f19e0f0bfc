"""Letters to the operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from pbem.domain.week import NewerVersion, Week
from pbem.letters.page import Notice


@dataclass(frozen=True, slots=True)
class Concern:
    """Something an operator should look at: when it happened, what it is, and a detail of it.

    `what` is a `Trouble` of `pbem.domain.vocabulary`; `number` is that of the mail, or how many
    wait `until` then.
    """

    at: datetime
    what: str
    number: int = 0
    detail: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class OperatorDay(Notice):
    """To the operator: what should be looked at. `more` are those not listed.

    The newest copy of the database was `copied` then, and has so many `megabytes`.
    """

    zone: str
    troubles: tuple[Concern, ...]
    more: int
    copied: datetime | None = None
    megabytes: float = 0


@dataclass(frozen=True, slots=True)
class OperatorWeek(Notice):
    """To the operator: the server's week, what needs a hand first; `more` of that are not listed.

    The database has so many `megabytes`, `grown` by some since the letter before, and was `copied`
    then; `gigabytes` of its disk are free, None where it is on another machine. The server `ends`
    on a day, if it does; a `newer` version of the program is told if the index was asked.
    """

    zone: str
    since: datetime
    until: datetime
    needs: tuple[Concern, ...]
    more: int
    week: Week
    megabytes: float
    grown: float | None
    gigabytes: float | None
    copied: datetime | None = None
    ends: date | None = None
    newer: NewerVersion | None = None

"""When a mail is tried again, how long the post rests, and when a late mail moves a deadline."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from pbem.domain.deadlines import Pace, deadline

RETRY_MINUTES = (7.5, 15, 30, 60, 120, 240, 480, 960)
"""How long a mail waits after each failure, as in mox; after the last it has failed."""

REST_MINUTES = (0.5, 1, 2, 4, 8, 15, 30)
"""How long the whole post rests after each trouble in a row; the last for good."""

ON_TIME = timedelta(minutes=15)
"""A mail that leaves so much later than it should still leaves on time."""

AWAY = timedelta(minutes=10)
"""A server that was not at work for so long was away, and gives the time back."""


def retry(mail: int, failures: int) -> timedelta | None:
    """How long a mail waits after it has failed so often; None when it is given up.

    Up to a tenth is added, fixed by the mail, so that mails put off together do not come together.
    """
    if failures > len(RETRY_MINUTES):
        return None
    drawn = hashlib.sha256(f"{mail}/{failures}".encode()).digest()[:4]
    extra = int.from_bytes(drawn) / 2**32 / 10
    return timedelta(minutes=RETRY_MINUTES[failures - 1] * (1 + extra))


def time_of_rest(troubles: int) -> timedelta:
    """How long the post rests after so many troubles in a row."""
    return timedelta(minutes=REST_MINUTES[min(troubles, len(REST_MINUTES)) - 1])


def started_late(due: datetime, now: datetime, hours: int, pace: Pace) -> datetime | None:
    """The deadline of a question whose mail leaves only now; None if it leaves on time."""
    if deadline(now - ON_TIME, hours, pace) <= due:
        return None
    return deadline(now, hours, pace)


def given_back(due: datetime, away: timedelta, now: datetime, hours: int, pace: Pace) -> datetime:
    """A deadline after the server was away so long, or its clock jumped by so much.

    Time it was away is given back. A clock put back moves a deadline only if it would otherwise be
    out of reach, and then leaves the player a whole new time to answer.
    """
    if away > AWAY:
        return deadline(due + away, 0, pace)
    if away < timedelta(days=-1):
        return min(due, max(due + away, deadline(now, hours, pace)))
    return due

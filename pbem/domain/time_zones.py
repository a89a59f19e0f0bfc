"""What the dates of a player's mails say of the clock there, and which zone that may be.

An offset is not a zone: it is kept until several mails agree, and then a zone is proposed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.languages import read, spoken

_SURE = 3
"""So many mails must agree, on two days."""

_ELSEWHERE = (
    *("Europe/Paris", "Europe/London", "Europe/Athens", "Europe/Istanbul", "Asia/Dubai"),
    *("Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai"),
    *("Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo"),
    *("America/Halifax", "America/New_York", "America/Chicago", "America/Denver"),
    *("America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu"),
)


@dataclass(frozen=True, slots=True)
class Clock:
    """What the last mails of a player agree in: how far that clock is from UTC.

    They are so many; the first came on the day `first`, by that clock, the last at `last`.
    """

    offset: timedelta
    mails: int
    first: date
    last: datetime

    @property
    def sure(self) -> bool:
        """Whether enough mails agree."""
        return self.mails >= _SURE and (self.last + self.offset).date() > self.first


def heard(clock: Clock | None, offset: timedelta, at: datetime) -> Clock:
    """What is known after one more mail; one that says otherwise is a new beginning."""
    if clock is None or clock.offset != offset:
        return Clock(offset, 1, (at + offset).date(), at)
    return replace(clock, mails=clock.mails + 1, last=at)


def usual_zone(clock: Clock, language: str, zone: str) -> str | None:
    """The usual zone of readers of a language by whose clock the mails may have been written.

    None where they are not enough, where the player's own `zone` goes as well, and where we know
    none.
    """
    if not clock.sure or _offset(zone, clock.last) == clock.offset:
        return None
    own = read(language, "answers.toml")["readers"]["zones"] if language in spoken() else ()
    usual = (*own, *_ELSEWHERE)
    return next((name for name in usual if _offset(name, clock.last) == clock.offset), None)


def usual_zone_of(language: str, zone: str, at: datetime) -> str:
    """The zone in which most readers of a language live, or a `zone` that none of theirs differs
    from.
    """
    own = read(language, "answers.toml")["readers"]["zones"]
    alike = any(_offset(one, at) == _offset(zone, at) for one in own)
    return zone if alike else own[0]


def _offset(zone: str, at: datetime) -> timedelta | None:
    return at.astimezone(ZoneInfo(zone)).utcoffset()

"""What may be written to people who have never said yes to anything: little, and seldom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

DAY, WEEK = timedelta(days=1), timedelta(days=7)
A_WEEK = 2
"""So many games a stranger is asked about in a week, by all organisers together."""

A_GAME = 2
"""So many letters about one game: the invitation, and one reminder."""

ANSWERS_A_DAY = 3
"""So many answers a day to mails that came in a stranger's name without a code of ours."""


class WhyUnwritten(StrEnum):
    """Why a letter to a stranger is not written: a word of `_commands.txt`."""

    NEVER = "never"
    ASKED = "asked"
    REMINDED = "reminded"
    WEEK = "week"
    ORGANISER = "organiser"
    SERVER = "server"
    BLOCKED = "blocked"
    STOPPED = "stopped"


class Asks(StrEnum):
    """Whether a letter asks for the first time, once more, or anew because the server went back to
    a copy of its database.
    """

    FIRST = "first"
    AGAIN = "again"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A letter that is not written: why, to whom, and from when on it can be, if ever.

    `most` is how many letters to strangers may be written in the day or week.
    """

    why: WhyUnwritten
    name: str = ""
    until: datetime | None = None
    most: int = 0


@dataclass(frozen=True, slots=True)
class Before:
    """When letters to strangers were written, oldest first: to this one about this game, and in a
    week; in a day by the same organiser's orders, and by all; in a day in answer to mails without
    a code, to this one and to all.
    """

    game: tuple[datetime, ...] = ()
    week: tuple[datetime, ...] = ()
    organiser: tuple[datetime, ...] = ()
    server: tuple[datetime, ...] = ()
    answers: tuple[datetime, ...] = ()
    door: tuple[datetime, ...] = ()


def unwritten_first(
    before: Before, asks: Asks, *, organiser: int | None, server: int
) -> Unwritten | None:
    """Why somebody's order does not bring a letter to a stranger; None if it does.

    At most so many first letters go out in a day by one organiser's orders, and by all; where it is
    None, the operator orders.
    """
    if asks is Asks.RESTORED:
        return None
    if before.game:
        if len(before.game) >= A_GAME:
            return Unwritten(WhyUnwritten.REMINDED)
        return None if asks is Asks.AGAIN else Unwritten(WhyUnwritten.ASKED)
    crowded = _crowded(WhyUnwritten.WEEK, before.week, A_WEEK, WEEK)
    if crowded or organiser is None:
        return crowded
    own = _crowded(WhyUnwritten.ORGANISER, before.organiser, organiser, DAY)
    return own or _crowded(WhyUnwritten.SERVER, before.server, server, DAY)


def unwritten_answer(before: Before, *, server: int) -> Unwritten | None:
    """Why a mail in a stranger's name is not answered; None if it is.

    They are half as many in a day as the letters that organisers order, and not among them, so that
    nobody at the door keeps a guest from being asked.
    """
    own = _crowded(WhyUnwritten.WEEK, before.answers, ANSWERS_A_DAY, DAY)
    return own or _crowded(WhyUnwritten.SERVER, before.door, (server + 1) // 2, DAY)


def _crowded(
    why: WhyUnwritten, written: tuple[datetime, ...], most: int, span: timedelta
) -> Unwritten | None:
    """That as many letters were written in a span as may be; None if there is room for more."""
    if len(written) < most:
        return None
    return Unwritten(why, until=written[-most] + span, most=most)

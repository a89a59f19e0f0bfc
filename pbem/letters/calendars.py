"""Deadlines as entries of a calendar: one for each game, which moves and goes with the question."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from icalendar import Alarm, Calendar, Component, Event

from pbem.letters.frame import Frame
from pbem.letters.page import AnyPage
from pbem.letters.pages.questions import YourTables
from pbem.letters.pages.replies import GotIt
from pbem.letters.pages.results import Digest
from pbem.letters.parts import Due
from pbem.letters.speech import speech

_ALARM = timedelta(hours=12)
_MINUTE = timedelta(minutes=1)
_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
"""Entries are numbered by the minutes since: a later mail always has the higher number."""

Made = TypeVar("Made", bound=Component)

Uid = Callable[[str], str]
"""Gives the name of a game's entry in the reader's calendar, by the game's name."""


def calendar_of(page: AnyPage, uid: Uid, now: datetime) -> tuple[str, str] | None:
    """What a letter changes in its reader's calendar, as the method and the text of an `.ics` file.

    A question puts its deadline there, in the place of the last one of the same game; a word back
    to an answer, and the end of the game, take it away. None if it changes nothing.
    """
    if isinstance(page, Digest | GotIt):
        return "CANCEL", _calendar("CANCEL", [_event(page.frame, None, uid, now)])
    if isinstance(page, YourTables):
        events = [_event(one.frame, one.due, uid, now) for one in page.tables]
        return "PUBLISH", _calendar("PUBLISH", events)
    due, frame = getattr(page, "due", None), getattr(page, "frame", None)
    if isinstance(due, Due) and isinstance(frame, Frame):
        return "PUBLISH", _calendar("PUBLISH", [_event(frame, due, uid, now)])
    return None


def _calendar(method: str, events: list[Event]) -> str:
    made = _with(Calendar(), prodid="-//Oh Hell! by mail//EN", version="2.0", method=method)
    for event in events:
        made.add_component(event)
    return str(made.to_ical().decode())


def _event(frame: Frame, due: Due | None, uid: Uid, now: datetime) -> Event:
    """The entry of a game; without a deadline it is taken away."""
    at = due.at.astimezone(UTC) if due else now
    told = speech(frame.language).your_turn(frame.game)
    event = _with(
        Event(),
        uid=uid(frame.game),
        sequence=(now - _BEGAN) // _MINUTE,
        dtstamp=now,
        dtstart=at,
        dtend=at,
        summary=told,
        transp="TRANSPARENT",
        status="CONFIRMED" if due else "CANCELLED",
    )
    if due:
        event.add_component(_with(Alarm(), action="DISPLAY", description=told, trigger=-_ALARM))
    return event


def _with(made: Made, **properties: object) -> Made:
    """A part of a calendar with its properties, in their order."""
    for name, value in properties.items():
        made.add(name, value)
    return made

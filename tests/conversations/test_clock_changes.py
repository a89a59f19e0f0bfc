"""A game over the changes of the clock: every announced deadline is kept to the minute."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbem.domain.logged import Actor
from pbem.domain.outcomes import Played
from pbem.store.events import load_log
from tests.club import seated
from tests.effort import few

ZONES = {"Anna": "Europe/Paris", "Bruno": "America/New_York", "Ruth": "Australia/Sydney"}
ANNOUNCED = re.compile(r"Please answer by \w+ (\d+) (\w+), (\d+):00 \(([^)]+) time\)")


def announced(letter, now):
    """The deadline that a letter tells in words, on the clock of its reader."""
    [(day, month, hour, place)] = ANNOUNCED.findall(" ".join(letter.text.split()))
    zone = ZoneInfo(next(zone for zone in ZONES.values() if place in zone.replace("_", " ")))
    assert zone.key == ZONES[letter.to]
    for year in (now.year, now.year + 1):
        said = datetime.strptime(f"{day} {month} {year} {hour}", "%d %B %Y %H")
        due = said.replace(tzinfo=zone).astimezone(UTC)
        if due > now:
            return due
    raise AssertionError("a deadline long past")


def silent(club):
    """How many moves the server has made for somebody who was late."""
    with club.services.db.begin() as session:
        return sum(one.actor is Actor.DEADLINE for one in load_log(session, 1))


@pytest.mark.parametrize(
    ("begins", "changes"),
    few(
        [
            ("2026-10-01 21:30", "Sydney goes forward on 4 October"),
            ("2026-10-23 06:00", "Paris goes back on 25 October, New York on 1 November"),
            ("2027-03-12 15:00", "New York goes forward on 14 March, Paris on the 28th"),
            ("2027-04-02 03:00", "Sydney goes back on 4 April"),
            ("2028-02-26 12:00", "a leap day"),
        ],
        2,
    ),
)
def test_who_answers_in_the_last_minute_is_never_late(tmp_path, begins, changes):
    club = seated(tmp_path)
    club.now = datetime.fromisoformat(begins).replace(tzinfo=UTC)
    club.open(*ZONES, preset="3-1-3")
    for name, zone in ZONES.items():
        club.say(name, f"time zone {zone}")
        club.say(name, "reminders 0")
    first = club.waiting
    club.say(first, club.letters(first)[0].choices[0], to=club.letters(first)[0])

    for _ in range(8):
        name = club.waiting
        letter = next(one for one in reversed(club.letters(name)) if one.choices)
        due = announced(letter, club.now)
        local = due.astimezone(ZoneInfo(ZONES[name]))
        assert 9 <= local.hour <= 21, changes
        assert due - club.now >= timedelta(hours=48)
        club.later(seconds=(due - club.now).total_seconds() - 60)
        assert isinstance(club.say(name, letter.choices[0], to=letter), Played)
    assert silent(club) == 0

    name = club.waiting
    letter = next(one for one in reversed(club.letters(name)) if one.choices)
    club.later(seconds=(announced(letter, club.now) - club.now).total_seconds() - 60)
    assert silent(club) == 0
    club.later(minutes=1)
    assert silent(club) == 1
    club.services.db.close()

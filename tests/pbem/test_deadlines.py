"""Deadlines: hours from now on the player's clock, on a full hour, between nine and nine."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from pbem.table.deadlines import deadline


@pytest.mark.parametrize(
    ("zone", "asked", "hours", "due", "why"),
    [
        ("Europe/Paris", "2026-10-05 10:00", 48, "2026-10-07 10:00", "two days later"),
        ("Europe/Paris", "2026-10-05 10:01", 48, "2026-10-07 11:00", "on the next full hour"),
        ("Europe/Paris", "2026-10-05 21:00", 48, "2026-10-07 21:00", "nine in the evening will do"),
        ("Europe/Paris", "2026-10-05 21:30", 48, "2026-10-08 09:00", "at night: next morning"),
        ("Europe/Paris", "2026-10-05 03:00", 48, "2026-10-07 09:00", "before nine: at nine"),
        ("Europe/Paris", "2026-10-23 10:00", 48, "2026-10-25 09:00", "the clock goes back"),
        ("Europe/Paris", "2026-03-28 20:00", 24, "2026-03-29 21:00", "the clock goes forward"),
        ("Asia/Kolkata", "2026-10-05 10:30", 48, "2026-10-07 10:30", "zones of half an hour"),
        ("America/New_York", "2028-02-28 12:00", 24, "2028-02-29 12:00", "a leap day"),
        ("UTC", "2026-12-31 12:00", 24, "2027-01-01 12:00", "a new year"),
    ],
)
def test_when_an_answer_is_due(zone, asked, hours, due, why):
    place = ZoneInfo(zone)
    now = datetime.fromisoformat(asked).replace(tzinfo=place).astimezone(UTC)

    assert deadline(now, hours, zone).astimezone(place).strftime("%Y-%m-%d %H:%M") == due, why


@pytest.mark.parametrize("zone", ["Europe/Paris", "Asia/Kathmandu", "Pacific/Apia", "UTC"])
def test_no_deadline_is_early_or_at_night(zone):
    for hour in range(24 * 14):
        now = datetime.fromtimestamp(1_791_000_000 + hour * 3600 + 137, UTC)
        due = deadline(now, 48, zone)
        local = due.astimezone(ZoneInfo(zone))

        assert due.timestamp() - now.timestamp() >= 48 * 3600
        assert due.timestamp() - now.timestamp() <= (48 + 13) * 3600
        assert 9 <= local.hour <= 21

"""When mails leave that nobody asked for: quiet hours, the daily time, at most so many a day."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.domain.deadlines import last_call
from pbem.domain.preferences import Mailing, is_quiet, leaves

PARIS = "Europe/Paris"


def at(local, zone=PARIS):
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def told(moment, zone=PARIS):
    return moment and moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("said", "ready", "before", "leaves_at", "why"),
    [
        ({}, "2026-10-05 10:00", 0, "2026-10-05 10:00", "at once"),
        ({}, "2026-10-05 23:30", 0, "2026-10-05 23:30", "also at night, who has said nothing"),
        ({}, "2026-10-05 10:00", 5, "2026-10-05 10:00", "the sixth of a day"),
        ({}, "2026-10-05 10:00", 6, "2026-10-06 08:00", "the seventh waits for the morning"),
        ({"mails": "all"}, "2026-10-05 10:00", 60, "2026-10-05 10:00", "who wants all gets all"),
        ({"quiet": "22-07"}, "2026-10-05 21:59", 0, "2026-10-05 21:59", "not yet quiet"),
        ({"quiet": "22-07"}, "2026-10-05 22:00", 0, "2026-10-06 07:00", "quiet"),
        ({"quiet": "22-07"}, "2026-10-06 03:00", 0, "2026-10-06 07:00", "still quiet"),
        ({"quiet": "22-07"}, "2026-10-06 07:00", 0, "2026-10-06 07:00", "quiet no more"),
        ({"quiet": "12-14"}, "2026-10-06 13:00", 0, "2026-10-06 14:00", "a rest at noon"),
        ({"quiet": "22-07"}, "2026-10-05 23:00", 6, "2026-10-06 07:00", "a new day has begun"),
        ({"quiet": "22-07"}, "2026-10-05 21:00", 6, "2026-10-06 07:00", "its end is the morning"),
        ({"mails": "all", "quiet": "22-07"}, "2026-10-05 23:00", 9, "2026-10-06 07:00", "both"),
        ({"quiet": "22-07"}, "2026-10-25 01:30", 0, "2026-10-25 07:00", "the clock goes back"),
        ({"quiet": "22-07"}, "2026-03-29 01:30", 0, "2026-03-29 07:00", "the clock goes forward"),
    ],
)
def test_when_a_mail_leaves(said, ready, before, leaves_at, why):
    def on_day(first, end):
        return before if first <= at(ready) < end else 0

    found = leaves(at(ready), PARIS, Mailing(said), most=6, on_day=on_day)

    assert told(found) == leaves_at, why


HOURS = st.integers(0, 23)


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)),
    st.sampled_from([PARIS, "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns", "UTC"]),
    HOURS,
    HOURS,
    st.integers(0, 20),
)
def test_a_mail_is_never_early_in_quiet_hours_or_one_too_many(ready, zone, begins, ends, before):
    said = {"quiet": f"{begins:02}-{ends:02}"} if begins != ends else {}
    left = {ready.astimezone(ZoneInfo(zone)).date(): before}

    def on_day(first, end):
        return left.get(first.astimezone(ZoneInfo(zone)).date(), 0)

    found = leaves(ready, zone, Mailing(said), most=6, on_day=on_day)
    local = found.astimezone(ZoneInfo(zone))

    assert found >= ready
    assert left.get(local.date(), 0) < 6
    if said:
        assert not is_quiet(local.time(), time(begins), time(ends))
    elif before < 6:
        assert found == ready


@pytest.mark.parametrize(
    ("reminded", "due", "again"),
    [
        ("2026-10-06 18:00", "2026-10-07 18:00", "2026-10-07 12:00"),
        ("2026-10-06 09:00", "2026-10-07 09:00", "2026-10-07 08:00"),
        ("2026-10-07 08:00", "2026-10-07 18:00", None),
    ],
)
def test_a_second_reminder_comes_in_the_last_hours_and_by_day(reminded, due, again):
    assert told(last_call(at(reminded), at(due), PARIS)) == again

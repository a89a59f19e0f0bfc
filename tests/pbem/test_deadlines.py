"""Deadlines: hours from now on the player's clock, on a full hour, between nine and nine."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.domain.deadlines import Pace, Span, deadline, reminder

PARIS = "Europe/Paris"


def at(local, zone=PARIS):
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def told(moment, zone=PARIS):
    return moment and moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("zone", "asked", "hours", "due", "why"),
    [
        (PARIS, "2026-10-05 10:00", 48, "2026-10-07 10:00", "two days later"),
        (PARIS, "2026-10-05 10:01", 48, "2026-10-07 11:00", "on the next full hour"),
        (PARIS, "2026-10-05 21:00", 48, "2026-10-07 21:00", "nine in the evening will do"),
        (PARIS, "2026-10-05 21:30", 48, "2026-10-08 09:00", "at night: next morning"),
        (PARIS, "2026-10-05 23:59", 48, "2026-10-08 09:00", "midnight is night"),
        (PARIS, "2026-10-05 03:00", 48, "2026-10-07 09:00", "before nine: at nine"),
        (PARIS, "2026-10-23 10:00", 48, "2026-10-25 09:00", "the clock goes back"),
        (PARIS, "2026-10-24 20:00", 24, "2026-10-25 19:00", "a day of twenty-five hours"),
        (PARIS, "2026-03-28 20:00", 24, "2026-03-29 21:00", "the clock goes forward"),
        ("Asia/Kolkata", "2026-10-05 10:00", 48, "2026-10-07 10:00", "zones of half an hour"),
        ("Asia/Kolkata", "2026-10-05 10:30", 48, "2026-10-07 11:00", "full hours of the player"),
        ("America/New_York", "2028-02-28 12:00", 24, "2028-02-29 12:00", "a leap day"),
        ("Pacific/Apia", "2011-12-29 12:00", 24, "2011-12-31 12:00", "a day that never was"),
        ("UTC", "2026-12-31 12:00", 24, "2027-01-01 12:00", "a new year"),
    ],
)
def test_when_an_answer_is_due(zone, asked, hours, due, why):
    assert told(deadline(at(asked, zone), hours, Pace(zone)), zone) == due, why


CHRISTMAS = Span(date(2026, 12, 24), date(2027, 1, 2))


@pytest.mark.parametrize(
    ("pace", "asked", "hours", "due", "days_off", "why"),
    [
        (Pace(PARIS, weekends=False), "2026-10-15 10:00", 24, "2026-10-16 10:00", 0, "Thursday"),
        (Pace(PARIS, weekends=False), "2026-10-16 10:00", 24, "2026-10-19 10:00", 2, "Friday"),
        (Pace(PARIS, weekends=False), "2026-10-17 10:00", 24, "2026-10-20 09:00", 2, "Saturday"),
        (Pace(PARIS, weekends=False), "2026-10-16 18:00", 48, "2026-10-20 18:00", 2, "Friday"),
        (
            Pace(PARIS, weekends=False),
            "2026-10-15 22:00",
            24,
            "2026-10-19 09:00",
            2,
            "late, Friday night is a weekend's",
        ),
        (Pace(PARIS, off=(CHRISTMAS,)), "2026-12-23 10:00", 48, "2027-01-04 10:00", 10, "holidays"),
        (
            Pace(PARIS, off=(CHRISTMAS,)),
            "2026-12-28 10:00",
            24,
            "2027-01-04 09:00",
            6,
            "amid them",
        ),
        (
            Pace(PARIS, False, (CHRISTMAS,)),
            *("2026-12-23 10:00", 48, "2027-01-05 10:00", 11, "and the Sunday after"),
        ),
        (
            Pace(PARIS, off=(Span(date(2026, 10, 25), date(2026, 10, 25)),)),
            *("2026-10-24 12:00", 24, "2026-10-26 12:00", 1, "the day of twenty-five hours is off"),
        ),
    ],
)
def test_hours_of_days_off_do_not_count(pace, asked, hours, due, days_off, why):
    found = deadline(at(asked), hours, pace)

    assert told(found) == due, why
    assert pace.days_off(at(asked), found) == days_off


PACES = st.builds(
    Pace,
    st.sampled_from([PARIS, "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns", "UTC"]),
    st.booleans(),
    st.lists(
        st.builds(
            lambda first, days: Span(first, first + timedelta(days)),
            st.dates(date(2026, 1, 1), date(2027, 12, 31)),
            st.integers(0, 20),
        ),
        max_size=3,
    ).map(tuple),
)


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)),
    st.integers(0, 200),
    PACES,
)
def test_no_deadline_is_early_at_night_or_on_a_day_off(now, hours, pace):
    due = deadline(now, hours, pace)
    local = due.astimezone(ZoneInfo(pace.zone))

    assert due - now >= timedelta(hours=hours)
    assert (local.minute, local.second, local.microsecond) == (0, 0, 0)
    assert (9, 0) <= (local.hour, local.minute) <= (21, 0)
    assert pace.counts(local.date())
    assert deadline(due, 0, pace) == due
    assert deadline(now, hours, Pace(pace.zone)) <= due


@pytest.mark.parametrize(
    ("asked", "due", "reminded", "why"),
    [
        ("2026-10-05 10:00", "2026-10-07 10:00", "2026-10-06 10:00", "a day before"),
        ("2026-10-05 09:00", "2026-10-07 09:00", "2026-10-06 09:00", "in the morning"),
        ("2026-10-05 10:00", "2026-10-07 09:00", None, "the question would be younger than a day"),
        ("2026-10-05 10:00", "2026-10-06 10:00", None, "a short time to answer"),
        (
            "2026-10-23 10:00",
            "2026-10-25 21:00",
            "2026-10-25 08:00",
            "22:00, as the clock goes back: next morning",
        ),
        ("2026-03-26 10:00", "2026-03-29 09:00", "2026-03-28 08:00", "8:00, as it goes forward"),
    ],
)
def test_one_reminder_a_day_before_and_not_at_night(asked, due, reminded, why):
    assert told(reminder(at(asked), at(due), PARIS)) == reminded, why

"""The clock in a player's mails: what agrees is proposed once; a tap sets it, nothing else."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import Changed, Played
from pbem.domain.time_zones import Clock, heard, usual_zone
from pbem.domain.vocabulary import Change
from pbem.mail.mail import read_mail
from pbem.store.erasure import forget
from pbem.store.person_export import data_of
from tests.club import seated
from tests.databases import everything


@pytest.fixture(name="table")
def _table(tmp_path):
    """Anna, Bruno and Ruth read French, and are told moments in UTC as long as they say nothing."""
    club = seated(tmp_path)
    names = ("Anna", "Bruno", "Ruth")
    club.open(*names, zone="UTC", languages=dict.fromkeys(names, "fr"))
    return club


def writes(table, name, offset, said="statut", **time):
    """Somebody writes at a time, by a clock with that offset; what the newest letter then says."""
    table.now += timedelta(**time)
    date = f"Date: {table.now:%a, %d %b %Y %H:%M:%S} {offset}\n"
    table.say(name, said, headers=date)
    return " ".join(table.letter(name).text.split())


def agreeing(table, name, offset="+0200"):
    """Three mails on two days; what is written back to the third."""
    writes(table, name, offset)
    writes(table, name, offset, hours=1)
    return writes(table, name, offset, hours=24)


def zone(table, name):
    return table.table.players[table.seat(name)].zone


MOVE = re.compile(r"\d+|[2-9TJQKA][SHDC]")
PROPOSED = "répondez « fuseau Europe/Paris »"


def test_three_mails_on_two_days_bring_a_proposal_once(table):
    name = table.waiting
    assert PROPOSED in agreeing(table, name)
    assert "UTC" in table.letter(name).text
    assert zone(table, name) == "UTC"

    assert PROPOSED not in writes(table, name, "+0200", hours=24)
    others = [one for other in table.boxes if other != name for one in table.letters(other)]
    assert not any(PROPOSED in one.text for one in others)


def test_a_tap_on_it_changes_the_clock(table):
    name = table.waiting
    agreeing(table, name)

    assert table.tap(name, "time zone Europe/Paris") == Changed(Change.SETTING, "time_zone")
    assert zone(table, name) == "Europe/Paris"


def test_it_rides_in_the_next_question_where_no_word_goes_back(table):
    """Anna's third mail is a bid, which nobody answers: her next question has it."""
    name = table.waiting
    writes(table, name, "+0200")
    writes(table, name, "+0200", hours=1)
    letters = len(table.letters(name))
    writes(table, name, "+0200", "1", hours=24)
    assert len(table.letters(name)) == letters

    while table.waiting != name:
        other = table.waiting
        moves = (code for code in table.letter(other).taps if MOVE.fullmatch(code))
        assert isinstance(table.tap(other, next(moves)), Played)
    assert len(table.letters(name)) == letters + 1
    assert PROPOSED in " ".join(table.letter(name).text.split())


def test_a_letter_that_never_left_has_proposed_nothing(table):
    """The proposal was in a question that was void before it left; the next letter has it."""
    name = table.waiting
    agreeing(table, name)
    with table.services.db.begin() as session:
        last = "update outbox set state = 'superseded' where id = (select max(id) from outbox)"
        session.connection().execute(text(last))

    assert PROPOSED in writes(table, name, "+0200", hours=1)
    assert PROPOSED not in writes(table, name, "+0200", hours=1)


@pytest.mark.parametrize(
    "mails",
    [
        [("+0200", 0), ("+0200", 1), ("+0200", 2)],
        [("+0200", 0), ("+0200", 24)],
        [("+0200", 0), ("+0200", 1), ("+0300", 24)],
        [("+0200", 0), ("+0100", 1), ("+0200", 24), ("+0200", 1)],
        [("+0000", 0), ("+0000", 1), ("+0000", 24), ("-0000", 1), ("GMT", 1)],
        [("+0217", 0), ("+0217", 1), ("+0217", 24), ("", 1), ("+9900", 1)],
    ],
    ids=["one day", "two mails", "the third differs", "never three alike", "UTC", "no offset"],
)
def test_what_proves_nothing_proposes_nothing(table, mails):
    name = table.waiting
    for offset, hours in mails:
        assert "fuseau Europe" not in writes(table, name, offset, hours=hours)


def test_utc_between_them_does_not_count_against_the_others(table):
    """A phone that tells its clock, and a web mail that does not."""
    name = table.waiting
    writes(table, name, "+0200")
    writes(table, name, "+0000", hours=1)
    writes(table, name, "+0200", hours=1)

    assert PROPOSED in writes(table, name, "+0200", hours=24)


def test_who_has_set_a_zone_is_proposed_none(table):
    name = table.waiting
    assert table.say(name, "fuseau Europe/Lisbon") == Changed(Change.SETTING, "time_zone")

    assert "fuseau Europe/Paris" not in agreeing(table, name)
    assert zone(table, name) == "Europe/Lisbon"


def test_a_mail_from_elsewhere_says_nothing_of_the_player_s_clock(table):
    """Somebody who has the letter writes from another address."""
    name = table.waiting
    for hours in (0, 1, 24, 1):
        table.now += timedelta(hours=hours)
        date = f"Date: {table.now:%a, %d %b %Y %H:%M:%S} +0900\n"
        table.say(name, "statut", sender="eve@elsewhere.example", headers=date)

    assert "fuseau" not in writes(table, name, "+0000", hours=1)


def test_it_is_among_what_is_kept_about_a_player_and_goes_with_it(table):
    name = table.waiting
    agreeing(table, name)
    player = table.table.players[table.seat(name)].id
    with table.services.db.begin() as session:
        [kept] = data_of(session, player)["what your mails say of your clock"]
        forget(session, player, table.now)

        assert (kept["minutes"], kept["mails"]) == (120, 3)
        assert everything(session.connection())["clock"] == []


NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
JULY = datetime(2026, 7, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "hours", "at", "expected"),
    [
        ("fr", 1, NOON, "Europe/Paris"),
        ("fr", 2, JULY, "Europe/Paris"),
        ("fr", -5, NOON, "America/Toronto"),
        ("de", 1, NOON, "Europe/Berlin"),
        ("nl", 2, JULY, "Europe/Amsterdam"),
        ("ro", 2, NOON, "Europe/Bucharest"),
        ("en", 1, JULY, "Europe/London"),
        ("en", 1, NOON, "Europe/Paris"),
        ("en", 2, JULY, "Europe/Paris"),
        ("en", -5, NOON, "America/New_York"),
        ("en", -5, JULY, "America/Chicago"),
        ("en", 5.5, JULY, "Asia/Kolkata"),
        ("es", -3, JULY, "America/Argentina/Buenos_Aires"),
        ("it", 9, NOON, "Asia/Tokyo"),
        ("it", 12.75, JULY, None),
    ],
)
def test_an_offset_is_the_usual_zone_of_a_language(language, hours, at, expected):
    """In January, and in July, when clocks in the north are an hour on."""
    offset = timedelta(hours=hours)
    clock = Clock(offset, 3, (at - timedelta(days=1)).date(), at)

    assert usual_zone(clock, language, "Asia/Kathmandu") == expected


def test_a_zone_that_goes_as_well_stays():
    """Lisbon is on the clock of London; and after the clocks have changed the offset is another."""
    clock = heard(None, timedelta(hours=1), JULY)
    for day in (1, 2):
        clock = heard(clock, timedelta(hours=1), JULY + timedelta(days=day))

    assert usual_zone(clock, "en", "Europe/Lisbon") is None
    assert usual_zone(clock, "en", "UTC") == "Europe/London"
    assert not heard(clock, timedelta(0), JULY).sure


@pytest.mark.parametrize(
    ("date", "minutes"),
    [
        ("Mon, 5 Oct 2026 10:04:00 +0200", 120),
        ("Mon, 05 Oct 2026 10:04:00 -0330 (NDT)", -210),
        ("5 Oct 2026 10:04 EST", -300),
        ("Mon, 5 Oct 2026 10:04:00 +0000", None),
        ("Mon, 5 Oct 2026 10:04:00 -0000", None),
        ("Mon, 5 Oct 2026 10:04:00", None),
        ("Mon, 5 Oct 2026 10:04:00 +2500", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_the_offset_of_a_mail(date, minutes):
    mail = read_mail(f"From: a@b.example\nDate: {date}\n\nQH\n".encode(), "a@b.example")

    assert mail.offset == (None if minutes is None else timedelta(minutes=minutes))

"""`calendar on`: the deadline of a question goes into the calendar, moves, and goes away."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar

from pbem.domain.outcomes import Changed, Played
from pbem.domain.vocabulary import Change
from tests.club import seated

PARIS = ZoneInfo("Europe/Paris")


def entries(letter):
    """The method of the file for the calendar that goes with a letter, and its entries."""
    found = [
        (part.get_param("method"), Calendar.from_ical(part.get_content()))
        for part in letter.message.walk()
        if part.get_content_type() == "text/calendar"
    ]
    assert len(found) <= 1
    return [(method, event) for method, file in found for event in file.walk("VEVENT")]


def answer(club):
    """Who is asked taps the first bid or card there is."""
    name = club.waiting
    for letter in reversed(club.letters(name)):
        if codes := [one for one in letter.taps if re.fullmatch(r"\d|[2-9TJQKA][CDHS]", one)]:
            assert isinstance(club.tap(name, codes[0], to=letter), Played)
            return


def test_nobody_gets_entries_who_has_not_asked_for_them(club):
    club.open("Anna", "Bruno", "Ruth")

    assert entries(club.letter(club.waiting)) == []


def test_a_question_brings_its_deadline_and_the_next_one_moves_it(club):
    club.open("Anna", "Bruno", "Ruth")
    for name in ("Anna", "Bruno", "Ruth"):
        assert club.say(name, "calendar on") == Changed(Change.SETTING, "calendar")
    while not club.game.deals:
        answer(club)
        club.later(minutes=10)

    letters = [one for one in club.letters("Anna") if entries(one)]
    assert len(letters) > 2
    [(method, first)], [(_, second)] = entries(letters[0]), entries(letters[1])
    assert method == "PUBLISH"
    assert first["uid"] == second["uid"]
    assert int(first["sequence"]) < int(second["sequence"])
    assert str(first["summary"]) == "Lindy: your turn"
    due = first["dtstart"].dt.astimezone(PARIS)
    assert f"{due:%A} {due.day} {due:%B}, {due:%H:%M} (Paris time)" in letters[0].text
    [alarm] = first.walk("VALARM")
    assert alarm["trigger"].dt == timedelta(hours=-12)


def test_others_have_other_entries_and_the_end_takes_them_away(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", preset="2-1-2", languages={"Bruno": "de"})
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "calendar on")
    while not club.game.over:
        answer(club)
        club.later(minutes=1)

    last = {name: entries(club.letter(name)) for name in ("Anna", "Bruno", "Ruth")}
    assert {method for found in last.values() for method, _ in found} == {"CANCEL"}
    assert len({str(event["uid"]) for [(_, event)] in last.values()}) == 3
    assert {str(event["status"]) for [(_, event)] in last.values()} == {"CANCELLED"}
    assert str(last["Bruno"][0][1]["summary"]) == "Lindy: du bist dran"
    assert isinstance(last["Anna"][0][1]["dtstart"].dt, datetime)
    club.services.db.close()

"""Days that a letter suggests to send are days to come, in its reader's way of writing them."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change
from pbem.letters.examples import few_days, some_days
from pbem.letters.speech import speech
from pbem.orders import keywords, model
from pbem.orders.organiser import model as commands
from pbem.orders.organiser import set_up
from pbem.orders.organiser.parse import read_commands
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from tests.club import seated

WORDS = {
    "en": ("away", "pause"),
    "fr": ("absent", "pause"),
    "de": ("Urlaub", "Pause"),
    "it": ("assente", "pausa"),
    "es": ("ausente", "pausa"),
    "nl": ("afwezig", "pauze"),
    "ro": ("absent", "pauză"),
}


def table_on(folder, day, language="en"):
    """Anna, Bruno and Ruth begin on a day; all read that language."""
    club = seated(folder)
    club.now = datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC)
    club.open(*(names := ("Anna", "Bruno", "Ruth")), languages=dict.fromkeys(names, language))
    return club


def suggested(letter, word):
    """What a letter says may be sent that begins with a word, out of its quotation marks."""
    said = " ".join(letter.text.split())
    [found] = set(re.findall(rf'["„“«] ?({word} [^"”“»]*[^"”“»\s]) ?["”“»]', said))
    return found


def away(club, name):
    """When somebody is away, as noted."""
    [span] = club.table.players[club.seat(name)].away
    return span.first, span.last


@pytest.mark.parametrize(
    ("today", "first", "last"),
    [
        ("2026-11-22", "2026-12-03", "2026-12-17"),
        ("2026-11-26", "2026-12-03", "2026-12-17"),
        ("2026-11-27", "2027-01-03", "2027-01-17"),
        ("2026-12-31", "2027-02-03", "2027-02-17"),
        ("2027-02-03", "2027-03-03", "2027-03-17"),
        ("2028-02-29", "2028-04-03", "2028-04-17"),
    ],
)
def test_days_away_copied_from_a_letter_are_the_next_to_come(tmp_path, today, first, last):
    """The third to the seventeenth of a month, the first that begins in a week or later."""
    club = table_on(tmp_path, today)
    name = club.waiting
    club.say(name, "away")
    [days] = re.findall(r"^  (away \S+ \w+) ", club.letter(name).text, re.MULTILINE)
    club.say(name, days)

    assert tuple(map(str, away(club, name))) == (first, last)


@pytest.mark.parametrize("language", WORDS)
def test_every_language_suggests_what_it_reads(tmp_path, language):
    """The letter about days away names some, the status days to pause; both can be sent back."""
    club = table_on(tmp_path, "2026-11-22", language)
    days_away, days_to_pause = WORDS[language]
    name = club.waiting
    club.say(name, "status")
    letter = club.letter(name)

    assert club.say(name, suggested(letter, days_to_pause)) == Changed(Change.PAUSE_PROPOSED)
    club.say(name, days_away)
    row = rf"^  ({days_away}(?: \S+)+?)(?:  |$)"
    told = re.findall(row, club.letter(name).text, re.MULTILINE)
    [days] = [line for line in told if "3" in line]  # the others are sentences
    booked = Changed(Change.AWAY, "2026-12-03 to 2026-12-17")
    assert club.say(name, days) == booked
    assert away(club, name) == (date(2026, 12, 3), date(2026, 12, 17))


@pytest.mark.parametrize("language", WORDS)
def test_on_no_day_of_the_year_is_an_example_read_otherwise(language):
    """What players and organisers are told they can send, on each day of two years."""
    said = speech(language)
    for today in (date(2027, 1, 1) + timedelta(days=n) for n in range(731)):
        context = Expected(keywords.Ask.PLAY, language, today=today)
        fortnight, pause = some_days(today), few_days(today)
        assert timedelta(days=7) <= fortnight.first - today <= timedelta(days=37)

        typed = f"{said.say('dates', 'away')} {said.days(fortnight)}"
        assert read_answer([typed], context)[0].order == model.Away(fortnight.first, fortnight.last)
        typed = f"{said.say('time', 'pause')} {said.days(pause)}"
        assert read_answer([typed], context)[0].order == model.Pause(5, pause.first)

        orders = (
            f"pause {said.days(pause)}",
            f"away Ruth {said.days(fortnight)}",
            f"open 2 seats until {said.short_date(fortnight.first)}",
        )
        assert [line.commands for line in read_commands(orders, language, today)] == [
            (commands.PauseGame(pause.first, pause.last),),
            (commands.Absent("Ruth", fortnight.first, fortnight.last),),
            (set_up.Open(2, fortnight.first),),
        ]

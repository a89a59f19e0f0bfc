"""Time, by mail: one reminder, complete in itself, and days that do not count."""

from datetime import timedelta

from pbem.domain.outcomes import Played


def test_a_player_is_reminded_once_a_day_before_with_the_whole_question(table):
    name = table.waiting
    first = table.letter(name)
    table.later(hours=23, minutes=59)
    assert table.letter(name) is first
    table.later(minutes=1)
    again = table.letter(name)

    assert again.subject == "[Lindy 1/19] reminder: your bid, by Wed 10:00"
    assert again.choices == first.choices
    assert "YOUR BID" in again.text
    assert first.reply_to == again.reply_to
    table.later(hours=20)
    assert len(table.letters(name)) == 2


def test_a_reminder_is_answered_like_any_question(table):
    name = table.waiting
    table.later(hours=30)

    assert table.say(name, "1") == Played("1")


def test_nobody_is_reminded_of_what_is_answered(table):
    name = table.waiting
    table.say(name, "1")
    table.later(hours=30)

    assert [letter.subject for letter in table.letters(name) if "Reminder" in letter.subject] == []


def test_a_reminder_tells_what_the_first_mail_told(table):
    for _ in range(3):
        table.say(table.waiting, "1") if "1" in table.letter(table.waiting).choices else table.say(
            table.waiting, "2"
        )
    name = table.waiting
    first = table.letter(name)
    assert "YOUR TURN" in first.text
    table.later(hours=25)
    again = table.letter(name)

    assert again is not first
    assert again.text.partition("\n")[2] == first.text.partition("\n")[2]


def test_days_that_do_not_count_are_printed_with_the_deadline(club):
    club.now += timedelta(days=4)
    club.open("Anna", "Bruno", "Ruth", weekends=False, days_off=("12.10.",))

    assert (
        "Please answer by Wednesday 14 October, 10:00 (Paris time). "
        "3 days until then do not count." in " ".join(club.letter(club.waiting).text.split())
    )

"""What a player says about mails, one line each: how many, when, what is written back."""

from datetime import timedelta

import pytest

from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import AskedBack, Changed, Played, Refused
from pbem.domain.vocabulary import Back, Change, Unmet, Why
from pbem.languages import translated
from pbem.letters.choices import MATTERS
from pbem.letters.frame import FOOT
from pbem.letters.speech import speech
from pbem.orders.keywords import Key
from pbem.orders.settings import read_setting
from pbem.orders.words import words
from tests.conversations.dealing import bids, club_dealt, deal_in, plays
from tests.effort import others_long

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"


@pytest.fixture(name="table")
def _table(tmp_path):
    """Anna leads; moves are held ten minutes."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    yield club
    club.services.db.close()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ack all", "Every answer is answered with how it was read."),
        ("ack none", "No answer of yours is answered only to say how it was read."),
        ("reminders 0", "You are not reminded of what is open."),
        ("reminders 2", "You are reminded twice: a day before the deadline, and in its last hours"),
        ("quiet 22-07", "From 22:00 to 07:00 nothing comes that you have not asked for."),
        ("mails all", "Every question comes in its own mail, as many as there are."),
        ("notation english", "We read your letters as English ones."),
    ],
)
def test_one_line_sets_it_and_the_list_of_settings_shows_it(table, line, told):
    key = line.split()[0]

    assert table.say("Anna", line) == Changed(Change.SETTING, key)
    assert told in " ".join(table.letter("Anna").text.split())
    table.say("Anna", "settings")
    assert told in " ".join(table.letter("Anna").text.split())
    assert line not in table.letter("Anna").taps


SETTINGS = (*(key for keys in MATTERS.values() for key in keys), Key.ADDRESS)


@pytest.mark.parametrize("language", others_long(translated(), "de".__eq__))
def test_a_value_that_a_setting_cannot_have_changes_nothing_and_those_it_can_are_told(
    tmp_path, language
):
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    said = speech(language)
    club.say("Anna", f"language {language}")
    before = club.table.players[0]

    for key in SETTINGS:
        if (language, key) == ("en", "explain"):
            continue  # "explain trump" asks for help
        line = f"{said.say('settings', key)} x&y<25:00>"
        assert club.say("Anna", line) == Refused(Unmet.NO_SUCH_VALUE), line
        letter = club.letter("Anna")
        assert club.table.players[0] == before
        lines = [one.strip().rpartition("   ")[2] for one in letter.text.splitlines()]
        offered = [read_setting(one, words(language)) for one in lines]
        assert key in {one.key for one in offered if one}
        club.now += timedelta(days=1)  # else the server falls silent about what it cannot take
    club.services.db.close()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("reminders two", ["reminders 0", "reminders 1", "reminders 2"]),
        ("reminders 7", ["reminders 0", "reminders 1", "reminders 2"]),
        ("mails weekly", ["mails daily 08:00", "mails all", "mails normal"]),
        ("mails daily 25:00", ["mails daily 08:00", "mails all", "mails normal"]),
        ("language klingon", ["language English", "language Deutsch", "language Français"]),
        ("zone Mars/Olympus", ["To change it, reply:   time zone Europe/Rome"]),
        ("time zone Paaris", ["time zone Europe/Paris", "time zone America/Paramaribo"]),
        ("address anna", ["To change it, reply:   address anna@example.org"]),
    ],
)
def test_what_can_be_said_instead_stands_in_the_letter(table, line, told):
    assert table.say("Anna", line) == Refused(Unmet.NO_SUCH_VALUE)

    letter = table.letter("Anna").text
    assert "This setting cannot be so; nothing has changed." in letter
    lines = [one.strip() for one in letter.splitlines()]
    assert [one for one in told if one not in lines] == []


def test_an_answer_below_a_value_that_cannot_be_is_not_lost(table):
    assert table.say("Anna", "cards blue\nQH") == AskedBack(Back.WHICH)
    assert "queen of hearts" in table.letter("Anna").text


def test_every_tap_of_the_settings_sets_what_it_says(table):
    table.say("Anna", "settings")
    letter = table.letter("Anna")
    codes = [code for code in letter.taps if code.startswith(("mails ", "ack ", "quiet "))]
    assert len(codes) >= 4

    for code in codes:
        assert table.tap("Anna", code, to=letter) == Changed(Change.SETTING, code.split(" ")[0])
        assert code not in table.letter("Anna").taps


def test_with_ack_all_every_answer_is_read_back(table):
    table.say("Anna", "ack all")

    assert table.say("Anna", "QH") == Played("QH")
    assert "Read as the queen of hearts." in table.letter("Anna").text


@pytest.mark.parametrize("said", ["qeen of harts", "dc", "QH then KC"])
def test_with_ack_none_none_is(table, said):
    table.say("Anna", "ack none")
    letters = len(table.letters("Anna"))

    assert table.say("Anna", said) in (Played("QH"), Played("QH; KC"))
    assert len(table.letters("Anna")) == letters


def test_without_reminders_there_is_none(table):
    table.say("Anna", "reminders 0")
    table.say("Anna", "QH")
    table.later(minutes=10)
    table.say("Bruno", "reminders 0")
    table.later(hours=30)

    assert not [one for one in table.letters("Bruno") if "Reminder" in one.subject]


def test_two_reminders_are_a_day_before_and_in_the_last_hours(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    club.say(name, "reminders 2")
    before = len(club.letters(name))
    assert club.due() - club.now == timedelta(hours=48)

    club.later(hours=24)
    assert len(club.letters(name)) == before + 1
    club.later(hours=21, minutes=59)
    assert len(club.letters(name)) == before + 1
    club.later(minutes=1)
    first, second = club.letters(name)[before:]
    assert first.subject == second.subject == "[Lindy 1/19] reminder: your bid, by Wed 10:00"
    club.later(hours=1, minutes=59)
    assert len(club.letters(name)) == before + 2


def test_in_quiet_hours_a_question_waits_and_so_does_its_deadline(club):
    club.open("Anna", "Bruno", "Ruth")
    first, then = club.waiting, club.table.players[(club.game.awaiting[0] + 1) % 3].name
    club.say(then, "quiet 22-07")
    club.later(hours=12, minutes=30)  # half past ten in the evening
    letters = len(club.letters(then))

    club.say(first, club.letter(first).choices[0])
    assert len(club.letters(then)) == letters
    club.later(hours=8)
    assert len(club.letters(then)) == letters
    club.later(minutes=30)
    assert "Please answer by Thursday 8 October, 09:00" in club.letter(then).text
    assert len(club.letters(then)) == letters + 1


def test_what_waits_for_the_end_of_quiet_hours_is_not_sent_to_who_wants_no_more_mail(club):
    """It told of a game that begins with another's bid."""
    deal_in(club, "KH 4H 9C 8C | 2H 3C 5C 9S | AH QH TC JD", turn_up="7S")
    assert club.say("Bruno", "quiet 9-20") == Changed(Change.SETTING, "quiet")
    club.later(minutes=30)
    deal_in(club, "KH 4H 9C 8C | 2H 3C 5C 9S | AH QH TC JD", turn_up="7S", game="Club")
    assert club.say("Bruno", "stop") == AskedBack(Grave.STOP)
    assert club.say("Bruno", "yes") == Changed(Change.STOPPED)
    letters = len(club.letters("Bruno"))
    club.later(hours=9, minutes=30)  # eight in the evening
    club.later(minutes=1)

    assert len(club.letters("Bruno")) == letters


def test_a_question_that_the_post_kept_into_quiet_hours_waits_for_their_end(club, monkeypatch):
    club.open("Anna", "Bruno", "Ruth")
    first, then = club.waiting, club.table.players[(club.game.awaiting[0] + 1) % 3].name
    club.say(then, "quiet 22-07")
    club.later(hours=11, minutes=30)  # half past nine in the evening
    letters = len(club.letters(then))

    with monkeypatch.context() as the_post_rests:
        the_post_rests.setattr(type(club), "deliver", lambda _club: None)
        club.say(first, club.letter(first).choices[0])
        club.later(hours=1, minutes=44)
    club.deliver()
    assert len(club.letters(then)) == letters
    club.later(hours=7, minutes=45)
    assert len(club.letters(then)) == letters
    club.later(minutes=1)
    assert len(club.letters(then)) == letters + 1
    assert "Please answer by Thursday 8 October, 09:00" in club.letter(then).text


def test_what_is_asked_for_comes_in_quiet_hours_too(club):
    club.open("Anna", "Bruno", "Ruth")
    club.say("Anna", "quiet 08-22")

    club.say("Anna", "status")

    assert club.letter("Anna").subject == "[Lindy] Where we are"


def test_a_move_is_final_when_another_has_asked_how_the_table_stands(tmp_path):
    """The next player's mail may wait for the morning; a look at the table cannot be undone."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    club.say("Bruno", "quiet 08-22")
    club.say("Anna", "QH")
    club.later(minutes=11)
    assert "GOT IT" not in club.letter("Anna").text

    club.say("Ruth", "status")
    assert "Q♥" in club.letter("Ruth").text

    assert isinstance(club.say("Anna", "undo"), Refused)
    assert club.waiting == "Bruno"
    club.services.db.close()


def test_a_name_is_changed_for_all_to_see(club):
    club.open("Anna", "Bruno", "Ruth")

    assert club.say("Anna", "name Anna-Lena") == Changed(Change.SETTING, "name")
    assert "You are Anna-Lena to all." in club.letter("Anna").text
    club.say("Bruno", "status")
    assert "Anna-Lena" in club.letter("Bruno").text


@pytest.mark.parametrize("name", ["Bruno", "bruno", "Вruno", "Marta"])
def test_a_name_that_is_taken_or_looks_so_is_not(club, name):
    club.open("Anna", "Bruno", "Ruth")

    assert club.say("Anna", f"name {name}") == Refused(Why.NAME)
    assert "You cannot have that name" in " ".join(club.letter("Anna").text.split())
    assert [player.name for player in club.table.players] == ["Anna", "Bruno", "Ruth"]


@pytest.mark.parametrize(
    ("line", "told", "text", "html"),
    [
        ("cards words", "in words alone.", "  queen of hearts", "Queen<br>hearts"),
        ("cards letters", "written in letters", "  QH   queen of hearts", ">QH</span>"),
        ("colours two", "hearts and diamonds red", "  9♦   nine of diamonds", "color:#B3132B"),
    ],
)
def test_cards_look_as_their_reader_wants_in_both_parts(table, line, told, text, html):
    assert table.say("Anna", line) == Changed(Change.SETTING, line.split()[0])
    assert told in table.letter("Anna").text
    assert line not in table.letter("Anna").taps

    table.say("Anna", "2C")  # not in her hand
    letter = table.letter("Anna")

    assert text in letter.text
    assert html in letter.html
    assert ("♥" in letter.text + letter.html) is line.startswith("colours")
    assert ("#1B4FBF" in letter.html) is line.endswith("letters")
    table.say("Bruno", "status")
    assert "♥" in table.letter("Bruno").html


def test_in_french_letters_are_the_french_ones_until_she_writes_english_ones(table):
    table.say("Anna", "language fr")
    table.say("Anna", "cards letters")
    table.say("Anna", "status")
    assert "  DC   dame de cœur" in table.letter("Anna").text

    assert table.say("Anna", "notation english") == Changed(Change.SETTING, "notation")
    table.say("Anna", "status")
    assert "  QH   dame de cœur" in table.letter("Anna").text
    assert table.say("Anna", "QH") == Played("QH")


@pytest.mark.parametrize("line", ["print large", "Large print please", "bigger letters"])
def test_large_print_is_a_quarter_larger_in_type_and_cards(table, line):
    usual = table.letter("Anna").html
    assert table.say("Anna", line) == Changed(Change.SETTING, "print")
    told = table.letter("Anna")
    assert "Mails are in large print, with larger cards." in " ".join(told.text.split())
    assert "print usual" in told.text

    table.say("Anna", "status")
    large = table.letter("Anna").html

    assert "width=76" in usual
    assert "font:400 13px/16px" in usual
    assert "width=95" in large
    assert "font:400 16px/20px" in large
    assert "13px" not in large
    table.say("Bruno", "status")
    assert "font:400 15px/23px" in table.letter("Bruno").html


@pytest.mark.parametrize("line", ["format text", "text only", "no HTML"])
def test_with_format_text_a_mail_has_no_other_part(table, line):
    assert table.say("Anna", line) == Changed(Change.SETTING, "format")
    letter = table.letter("Anna")
    assert "Mails are plain text and nothing else" in " ".join(letter.text.split())
    assert letter.message.get_content_type() == "text/plain"
    assert "format both" in letter.text

    asked = table.letter("Anna")
    table.say("Anna", "my data")
    table.say("Anna", "yes")
    parts = [part.get_content_type() for part in table.letter("Anna").message.walk()]
    assert parts == ["multipart/mixed", "text/plain", "text/plain"]
    kept = table.letter("Anna").message.get_payload()[1].get_content()
    assert '"format": "text"' in kept

    assert table.say("Anna", "QH", to=asked) == Played("QH")
    table.say("Anna", "format both")
    assert table.letter("Anna").message.get_content_type() == "multipart/alternative"


@pytest.mark.parametrize(
    ("line", "told", "back"),
    [
        ("ack all", "Every answer is answered with how it was read.", "ack odd"),
        ("mails daily 8", "All questions come in one mail a day, at 08:00.", "mails normal"),
        ("language de", "Wir schreiben dir in dieser Sprache.", "language en"),
        ("time zone Europe/Rome", "clock: Rome time.", "time zone Europe/Paris"),
        ("name Anna-Lena", "You are Anna-Lena to all.", "name Anna"),
        ("reminders 2", "You are reminded twice", "reminders 1"),
    ],
)
def test_what_was_changed_is_told_alone_with_the_way_back(table, line, told, back):
    before = table.table.players
    table.say("Anna", line)
    letter = table.letter("Anna")
    table.addresses["Anna-Lena"] = table.addresses["Anna"]

    assert told in " ".join(letter.text.split())
    foot = {name for _, name in FOOT}
    assert [tap for tap in letter.taps if tap not in foot] == [back, "settings"]
    table.tap("Anna", back, to=letter)
    assert {(one.id, one.name, one.zone) for one in table.table.players} == {
        (one.id, one.name, one.zone) for one in before
    }
    assert before[0].mailing.value(Key.ACK) == table.table.players[0].mailing.value(Key.ACK)


def test_what_was_so_already_has_no_way_back(table):
    table.say("Anna", "mails normal")

    assert "settings" in table.letter("Anna").taps
    assert not [tap for tap in table.letter("Anna").taps if tap.startswith("mails ")]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("mials daily", ["mails daily"]),
        ("langage fr", ["language fr"]),
    ],
)
def test_a_setting_whose_name_is_amiss_is_asked_back(table, line, offered):
    assert table.say("Anna", line) == AskedBack(Back.WHICH)
    letter = table.letter("Anna")

    assert sorted(tap for tap in letter.taps if " " in tap and tap[0] in "mrtl") == offered
    key = offered[0].split(" ")[0].replace("time", "time_zone")
    assert table.tap("Anna", offered[0], to=letter) == Changed(Change.SETTING, key)


def test_words_that_only_begin_like_a_setting_are_no_setting(table):
    assert table.say("Anna", "cards are bad tonight folks") == Refused(Why.UNREADABLE)


def test_the_subject_of_a_question_says_what_is_asked_and_until_when(tmp_path):
    """Of what all at the table know: the deal, the suit that was led, the trick."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    bids(club, 1, 1, 1)
    plays(club, "QH")
    club.say("Bruno", "KS")

    asked = [one.subject for one in club.letters("Bruno")]
    assert asked == [
        "[Lindy] Game starts: 3 players, 9 deals",
        "[Lindy 1/9] your bid, by Wed 10:00",
        "[Lindy 1/9] play a card to ♥, by Wed 10:00 (trick 1)",
        "[Lindy 1/9] not played: please answer by Wed 10:00",
    ]
    club.services.db.close()


def test_all_letters_of_a_deal_may_have_one_subject(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    assert club.say("Bruno", "subject: deal") == Changed(Change.SETTING, "subject")
    before = len(club.letters("Bruno"))
    bids(club, 1, 1, 1)
    plays(club, "QH")
    club.say("Bruno", "KS")
    club.say("Bruno", "2H", to=club.letters("Bruno")[-2])
    club.later(hours=25)

    letters = club.letters("Bruno")[before:]
    assert {one.subject for one in letters} == {"[Lindy] Deal 1 of 9"}
    assert len({one.message["References"] for one in letters}) == 1
    assert club.say("Bruno", "subject each") == Changed(Change.SETTING, "subject")
    assert "what is asked, and until when" in club.letter("Bruno").text
    club.services.db.close()

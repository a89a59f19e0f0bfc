"""Mails with no code, or one nobody knows: nothing is played, and nobody is left without word."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.domain.outcomes import Automatic, NotActed, Played, Resent, Told
from pbem.domain.vocabulary import WhyNot
from pbem.store import deadlines, people, questions
from tests.club import seated
from tests.databases import keep, lay

AGAIN = Resent(WhyNot.NO_CODE)
LOST = Resent(WhyNot.UNKNOWN_CODE)
LOST_TOO = NotActed(WhyNot.UNKNOWN_CODE, WhyNot.ASKED_LATELY)
ENOUGH = NotActed(WhyNot.NO_CODE, WhyNot.ASKED_LATELY)


@pytest.fixture(name="table")
def _table(club):
    """Anna's turn at Lindy, and with others at the Club."""
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
    club.open("Anna", "Jan", "Dieter", game="Club")
    while waiting_at(club, 2) != "Anna":
        club.say(waiting_at(club, 2), "1")
    return club


def waiting_at(club, number):
    """Whose turn it is at a table."""
    with club.services.db.begin() as session:
        [asked] = questions.open_questions(session, number)
    names = {1: ("Anna", "Bruno", "Ruth"), 2: ("Anna", "Jan", "Dieter")}
    return names[number][asked.seat]


def writes(club, words, sender="anna@club.example", headers=""):
    """Somebody writes a mail of its own to the mailbox; what becomes of it."""
    raw = f"{headers}From: {sender}\nTo: table@ohhell.example\nSubject: cards\n\n{words}\n"
    return club.receive(raw.encode(), "table@ohhell.example")


def dues(club):
    """The deadlines of all that is open to Anna."""
    with club.services.db.begin() as session:
        anna = people.owner(session, "anna@club.example")
        return [(asked.id, asked.due_at) for asked in questions.open_to(session, anna)]


def ten_days(club):
    """All that is open to Anna has ten days."""
    for number, _ in dues(club):
        with club.services.db.begin() as session:
            deadlines.set_due(session, number, club.now + timedelta(days=10), None)


class TestNoCode:
    def test_a_mail_typed_from_memory_plays_nothing_and_brings_all_that_is_open(self, table):
        before, moments = table.game, dues(table)
        asked = {letter.reply_to for letter in table.letters("Anna")}

        assert writes(table, "2") == AGAIN
        assert (table.game, dues(table)) == (before, moments)
        letter = table.letter("Anna")
        assert letter.to == "Anna"
        assert letter.kind == "your_tables"
        text = " ".join(letter.text.split())
        assert "Your mail carried no code of ours that still counts, so nothing in it was" in text
        assert ("Lindy, deal 1" in text, "Club, deal 1" in text) == (True, True)
        assert letter.reply_to in asked, "the letters she has stay good"
        assert table.say("Anna", "Lindy: 1\nClub: 2") == (Played("1"), Played("2"))

    def test_it_goes_to_the_registered_address_wherever_she_writes_from(self, table):
        with table.services.db.begin() as session:
            anna = people.owner(session, "anna@club.example")
            people.add_alias(session, anna, "anna@work.example", table.now)

        assert writes(table, "2", "anna@work.example") == AGAIN
        assert table.letter("Anna").message["To"].addresses[0].addr_spec == "anna@club.example"

    def test_once_a_day_and_three_times_until_an_answer_counts(self, table):
        ten_days(table)
        assert [writes(table, "2"), writes(table, "3")] == [AGAIN, ENOUGH]
        outcomes = []
        for words in ("4", "5", "6", "7"):
            table.later(hours=25)
            outcomes.append(writes(table, words))
        assert outcomes == [AGAIN, AGAIN, ENOUGH, ENOUGH]

    def test_an_answer_that_counts_begins_anew(self, table):
        ten_days(table)
        for words in ("4", "5", "6"):
            assert writes(table, words) == AGAIN
            table.later(hours=25)
        assert writes(table, "7") == ENOUGH
        table.later(minutes=1)
        assert isinstance(table.say("Anna", "Lindy: 1"), Played)

        assert writes(table, "8") == AGAIN

    def test_it_moves_nothing_that_would_have_come(self, tmp_path):
        """One mail a day from the game: the letter is not that one, and the reminder comes."""
        came = []
        for words in ("hello", None):
            folder = tmp_path / str(words)
            folder.mkdir()
            club = seated(folder, mails_a_day=1)
            club.open("Anna", "Bruno", "Ruth")
            name = club.waiting
            if words:
                assert writes(club, words, club.addresses[name]) == AGAIN
                assert club.boxes[name].pop().kind == "your_tables"
            club.later(hours=47)
            came.append([(letter.kind, letter.message["Date"]) for letter in club.letters(name)])
            club.services.db.close()

        assert len(came[0]) > 1
        assert came[0] == came[1]

    @pytest.mark.parametrize(
        ("headers", "sender", "became"),
        [
            ("Auto-Submitted: auto-replied\n", "anna@club.example", Automatic("automatic answer")),
            ("", "eve@evil.example", NotActed(WhyNot.NO_CODE)),
        ],
    )
    def test_nobody_else_is_written_to(self, table, headers, sender, became):
        sent = table.sent

        assert writes(table, "2", sender, headers) == became
        assert table.sent == sent

    def test_of_whom_nothing_is_asked_hears_so_once_a_day_and_may_ask(self, table):
        assert writes(table, "How does the game stand?", "bruno@club.example") == AGAIN
        letter = table.letter("Bruno")
        assert letter.kind == "game_news"
        assert "in Lindy nothing is asked of you now" in " ".join(letter.text.split())
        assert writes(table, "Hello?", "bruno@club.example") == ENOUGH
        assert table.say("Bruno", "status", to=letter) == Told("status")
        assert table.letter("Bruno").kind == "status"

    def test_who_wants_no_mail_gets_none(self, table):
        with table.services.db.begin() as session:
            anna = people.owner(session, "anna@club.example")
            people.set_stopped(session, anna, table.now)
        sent = table.sent

        assert writes(table, "2") == (NotActed(WhyNot.NO_CODE, WhyNot.STOPPED))
        assert table.sent == sent


def plays_on(club, which, moves):
    """Whoever's turn it is answers with the first or the last of what the letter offers."""
    for _ in range(moves):
        name = club.waiting
        assert isinstance(club.say(name, club.letter(name).choices[which]), Played)


class TestPutBack:
    """The database is put back as a file: the server knows nothing of what it did since."""

    @pytest.fixture(name="lost")
    def _lost(self, tmp_path):
        """The club after it was put back, and the letters of the time that is lost."""
        before = seated(tmp_path)
        before.open("Anna", "Bruno", "Ruth")
        before.say(before.waiting, "1")
        before.services.db.close()
        copy = keep(tmp_path / "club.db")
        lay(copy, tmp_path / "club.db")
        since = seated(tmp_path)
        since.boxes = {name: list(letters) for name, letters in before.boxes.items()}
        since.addresses = before.addresses
        plays_on(since, 0, 6)
        since.services.db.close()
        lay(copy, tmp_path / "club.db")
        after = seated(tmp_path)
        after.boxes, after.addresses = before.boxes, before.addresses
        known = {name: len(letters) for name, letters in before.boxes.items()}
        yield after, {name: letters[known.get(name, 0) :] for name, letters in since.boxes.items()}
        after.services.db.close()

    @pytest.mark.parametrize("moves", [0, 1, 2, 3])
    def test_late_answers_play_nothing_and_who_is_asked_is_asked_as_things_stand(self, lost, moves):
        club, letters = lost
        plays_on(club, -1, moves)
        game, name, kinds = (
            club.game,
            club.waiting,
            [one.kind for one in club.letters(club.waiting)],
        )
        assert letters[name], "asked since"

        for letter in letters[name]:
            if letter.choices:
                assert club.say(name, letter.choices[0], to=letter) in (LOST, LOST_TOO)
        assert club.game == game
        again = club.letter(name)
        assert "Your mail answers one that we do not know any more" in " ".join(again.text.split())
        assert (again.kind, kinds.count("your_tables")) == ("your_tables", 0)
        plays_on(club, 0, 1)

    def test_who_is_not_asked_now_plays_nothing(self, lost):
        club, letters = lost
        game = club.game
        others = [name for name in letters if name in club.addresses and name != club.waiting]

        for name in others:
            for letter in letters[name]:
                if letter.choices:
                    assert club.say(name, letter.choices[0], to=letter) in (LOST, LOST_TOO)
            assert club.letter(name).subject == "[Lindy] Your mail did not count"
            assert [one.kind for one in club.letters(name)].count("game_news") == 1
        assert club.game == game

    def test_the_door_still_takes_them(self, lost):
        club, letters = lost

        assert all(
            club.services.addresses.is_ours(letter.reply_to)
            for got in letters.values()
            for letter in got
        )

    def test_no_message_id_stands_over_two_texts(self, lost):
        club, letters = lost
        plays_on(club, -1, 6)
        told = {}
        for got in (*club.boxes.values(), *letters.values()):
            for letter in got:
                told.setdefault(letter.message["Message-ID"], set()).add(letter.raw)

        assert [len(raws) for raws in told.values()] == [1] * len(told)

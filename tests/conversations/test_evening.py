"""An evening: all are at the table and answer at once, by mail, on a server as it is shipped."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from pbem.config.settings import Limits, Settings
from pbem.domain.outcomes import Kept, Played, Refused, Said, TakenBack
from pbem.domain.vocabulary import Why
from pbem.store import questions
from pbem.store.games import load_table
from tests.club import configured, seated
from tests.conversations.dealing import club_dealt
from tests.conversations.test_organising import welcome

NAMES = ("Anna", "Bruno", "Ruth", "Jan")
BRIEF = "Others see your answer after a minute; after 10 minutes if you take longer than five."


def words(letter):
    return " ".join(letter.text.split())


def shipped(folder, **more):
    """A game of four with the limits and the hold that a server has by default."""
    club = seated(folder)
    club.services = configured(club.services, limits=Limits())
    club.open(*NAMES, hold=Settings().hold, follows=True, **more)
    return club


def leaves_next(club):
    """When the next mail leaves."""
    with club.services.db.begin() as session:
        next_ = text("select min(due_at) from outbox where state = 'queued'")
        found = session.connection().execute(next_).scalar()
    # A PostgreSQL keeps the zone.
    return datetime.fromisoformat(str(found)).replace(tzinfo=UTC) if found else None


class Evening:
    """Four people who read each letter as it comes and answer it after some seconds."""

    def __init__(self, club, seconds, seed=1):
        self.club, self.seconds, self.dice = club, seconds, random.Random(seed)
        self.read = dict.fromkeys(NAMES, 0)
        self.to_answer = {}

    def look(self):
        """New letters that ask something are answered a little later."""
        for name in NAMES:
            letters = self.club.letters(name)
            for letter in letters[self.read[name] :]:
                if letter.choices or "in?" in letter.subject or "yes" in letter.taps:
                    wait = timedelta(seconds=self.dice.randint(*self.seconds))
                    self.to_answer[name] = (self.club.now + wait, letter)
            self.read[name] = len(letters)

    def go_on(self):
        """Until the next mail leaves, or the next answer is sent."""
        self.look()
        times = [at for at, _ in self.to_answer.values()]
        if (leaves := leaves_next(self.club)) is not None:
            times.append(leaves)
        assert times, "nobody is asked and no mail waits"
        self.club.later(seconds=max(0, (min(times) - self.club.now).total_seconds()))
        self.look()
        for name, (at, letter) in list(self.to_answer.items()):
            if at <= self.club.now:
                del self.to_answer[name]
                choice = self.dice.choice(letter.choices) if letter.choices else "yes"
                became = self.club.say(name, choice, to=letter)
                assert isinstance(became, Played | Said), (became, letter.text)


def test_two_whole_deals_of_ten_cards_take_less_than_three_hours(tmp_path):
    """Answers come within a minute, from the invitation on."""
    club = shipped(tmp_path, invite=True)
    began, evening = club.now, Evening(club, (10, 60))

    while len(club.game.deals if club.table.begun else ()) < 2:
        evening.go_on()

    assert [deal.size for deal in club.game.deals] == [10, 9]
    assert club.now - began < timedelta(hours=3)
    club.services.db.close()


HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"
ONE_HEART = "QH 3H KC TD 9D | AH 7C 5C 4D 2S | KH 4H AC 6D 3S"


@pytest.fixture(name="table")
def _table(tmp_path):
    """Anna bids and leads; the hold of ten minutes follows the table."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10, follows=True)
    yield club
    club.services.db.close()


def held(club, name, said, after):
    """Somebody answers so many seconds after the letter; how long until the next letter leaves."""
    club.later(seconds=after)
    assert club.say(name, said) == Played(said)
    wait = leaves_next(club) - club.now
    club.later(seconds=wait.total_seconds())
    return wait


def minutes(number):
    return timedelta(minutes=number)


def test_after_two_answers_that_came_at_once_others_wait_a_minute(table):
    assert BRIEF not in words(table.letter("Anna"))
    assert held(table, "Anna", "1", 30) == minutes(10)
    assert BRIEF not in words(table.letter("Bruno"))
    assert held(table, "Bruno", "1", 30) == minutes(10)
    assert BRIEF in words(table.letter("Ruth"))
    assert held(table, "Ruth", "1", 30) == minutes(1)
    assert BRIEF in words(table.letter("Anna"))


def live(club):
    """All have bid, each after half a minute; Anna leads."""
    for name in ("Anna", "Bruno", "Ruth"):
        held(club, name, "1", 30)


def test_an_answer_that_took_longer_than_five_minutes_is_held_as_ever(table):
    live(table)

    assert held(table, "Anna", "QH", 5 * 60 + 1) == minutes(10)
    assert BRIEF not in words(table.letter("Bruno"))
    assert held(table, "Bruno", "AH", 30) == minutes(10)
    assert BRIEF not in words(table.letter("Ruth"))
    assert held(table, "Ruth", "KH", 30) == minutes(10)
    assert BRIEF in words(table.letter("Bruno"))


def test_what_a_letter_says_stays_so_whatever_the_organiser_sets_meanwhile(table):
    live(table)
    with table.services.db.begin() as session:
        session.connection().execute(text("update game set follows = false"))

    assert held(table, "Anna", "QH", 300) == minutes(1)
    assert BRIEF not in words(table.letter("Bruno"))


def set_hold(club, number):
    with club.services.db.begin() as session:
        said = text("update game set hold = :number, follows = false")
        session.connection().execute(said, {"number": number})


@pytest.mark.parametrize("number", [0, 30])
def test_no_hold_that_is_set_meanwhile_shortens_or_lengthens_what_a_letter_says(table, number):
    live(table)
    set_hold(table, number)

    assert held(table, "Anna", "QH", 30) == minutes(1)
    assert table.say("Bruno", "AH") == Played("AH")
    assert (leaves_next(table) or table.now) - table.now == minutes(number)


def test_nor_what_was_so_when_it_was_asked(table):
    set_hold(table, 0)

    assert held(table, "Anna", "1", 30) == minutes(10)
    assert table.say("Bruno", "1") == Played("1")
    assert table.letter("Ruth").kind == "your_bid"


def test_within_the_minute_it_can_be_taken_back_and_then_not(table):
    live(table)
    assert table.say("Anna", "QH") == Played("QH")
    table.later(seconds=59)
    assert table.say("Anna", "undo") == TakenBack()

    assert table.say("Anna", "3H") == Played("3H")
    table.later(seconds=60)
    assert table.say("Anna", "undo") == Refused(Why.SEEN)


def test_a_hold_that_was_set_never_follows(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    live(club)

    assert held(club, "Anna", "QH", 30) == minutes(10)
    assert BRIEF not in words(club.letter("Bruno"))
    club.services.db.close()


def ruth_is_asked(folder, hands, plan):
    """When Ruth is asked after Anna has led to a live table, and Bruno's card came of itself."""
    club = club_dealt(folder, hands, turn_up="7S", hold=10, follows=True)
    for name, after in (("Anna", 20), ("Bruno", 50), ("Ruth", 80)):
        held(club, name, "1", after)
    if plan:
        club.say("Bruno", plan)
        assert club.tap("Bruno", "keep AH") == Kept("AH")
    wait = held(club, "Anna", "QH", 35)
    assert "A♥" in words(club.letter("Ruth"))
    club.services.db.close()
    return wait


def test_the_beat_does_not_tell_what_was_forced(tmp_path):
    """A card that was forced, or planned, comes as late as if somebody had thought about it."""
    (tmp_path / "forced").mkdir()
    (tmp_path / "free").mkdir()

    forced = ruth_is_asked(tmp_path / "forced", ONE_HEART, "")
    free = ruth_is_asked(tmp_path / "free", HANDS, "AH")

    assert forced == free
    assert timedelta(seconds=60 + 60 + 20) <= forced <= timedelta(seconds=60 + 60 + 80)


def ruth_hears_of_it(folder, hands, plan, *, follows, late):
    """How long after Anna's card Ruth is asked; the server ticks somewhat late after each hold."""
    club = club_dealt(folder, hands, turn_up="7S", hold=10, follows=follows)
    for name, after in (("Anna", 20), ("Bruno", 50), ("Ruth", 80)):
        held(club, name, "1", after)
    club.later(seconds=35)
    assert club.say("Anna", "QH") == Played("QH")
    led, brief = club.now, timedelta(minutes=1 if follows else 10)
    club.later(seconds=5)
    if plan:
        assert club.say("Bruno", plan) == Kept("AH")
    club.later(seconds=(led + brief - club.now).total_seconds() + late)
    wait = leaves_next(club) - led
    club.later(seconds=(led + wait - club.now).total_seconds())
    assert "A♥" in words(club.letter("Ruth"))
    club.services.db.close()
    return wait


@pytest.mark.parametrize("late", [0, 4])
@pytest.mark.parametrize("follows", [False, True])
def test_nor_does_it_tell_what_was_planned_while_the_card_before_was_held(tmp_path, follows, late):
    """The plan is carried out at the server's next tick; it counts from the end of the hold."""
    (tmp_path / "forced").mkdir()
    (tmp_path / "free").mkdir()

    forced = ruth_hears_of_it(tmp_path / "forced", ONE_HEART, "", follows=follows, late=late)
    free = ruth_hears_of_it(tmp_path / "free", HANDS, "keep AH", follows=follows, late=late)

    assert free == forced


def test_a_computer_keeps_the_beat(table):
    """It counts as quick; once the table is live it takes as long as people do here."""
    with table.services.db.begin() as session:
        kept = text("update seat set level = 'steady' where seat = 1")
        session.connection().execute(kept)
    table.later(seconds=20)
    table.say("Anna", "1")
    table.later(hours=4)
    table.later(minutes=10)
    assert BRIEF in words(table.letter("Ruth"))
    assert held(table, "Ruth", "1", 50) == minutes(1)

    table.later(seconds=30)
    assert table.say("Anna", "QH") == Played("QH")
    with table.services.db.begin() as session:
        [asked] = questions.open_questions(session, 1)
    assert (asked.seat, asked.live) == (1, True)
    assert asked.due_at - asked.asked_at <= timedelta(seconds=50)


@pytest.mark.parametrize("hold", [0, 10])
def test_a_computer_keeps_the_beat_of_the_people_whatever_the_hold(tmp_path, hold):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=hold)
    for name in ("Anna", "Bruno", "Ruth"):
        club.later(seconds=30)
        assert club.say(name, "1") == Played("1")
        club.later(minutes=hold)
    with club.services.db.begin() as session:
        kept = text("update seat set level = 'steady' where seat = 1")
        session.connection().execute(kept)
    club.later(seconds=30)
    assert club.say("Anna", "QH") == Played("QH")

    with club.services.db.begin() as session:
        [asked] = questions.open_questions(session, 1)
    assert (asked.seat, asked.live) == (1, False)
    assert asked.due_at - asked.asked_at <= timedelta(minutes=1)
    club.services.db.close()


def test_a_computer_takes_its_time_where_one_is_slow(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=0)
    for name, after in (("Anna", 30), ("Bruno", 30), ("Ruth", 400)):
        club.later(seconds=after)
        assert club.say(name, "1") == Played("1")
    with club.services.db.begin() as session:
        kept = text("update seat set level = 'steady' where seat = 1")
        session.connection().execute(kept)
    club.later(seconds=30)
    assert club.say("Anna", "QH") == Played("QH")

    assert club.due() - club.now >= timedelta(hours=1)
    club.services.db.close()


def test_the_draft_of_a_game_offers_an_evening_without_a_hold(table):
    welcome(table)
    guests = "Eva eva@club.example, Jan jan@club.example, Leo leo@club.example"
    table.say("Marta", f"new game Tuesday club with {guests}")
    [draft] = [one for one in table.letters("Marta") if "Tuesday club" in one.subject]
    usual = "Others see a move 10 minutes after it came; a minute after it while everybody answers"
    assert usual in words(draft)

    table.tap("Marta", "hold 0", to=draft)

    with table.services.db.begin() as session:
        drafted = load_table(session, 2)
    assert (drafted.setup.hold, drafted.setup.follows) == (0, False)

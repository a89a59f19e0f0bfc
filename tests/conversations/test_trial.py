"""`test`: a game of one card against the server, which proves that mail works both ways."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.config.settings import Limits
from pbem.context import Context
from pbem.domain.outcomes import AskedAgain, AskedBack, Changed, NotActed, Played, Refused, Said
from pbem.domain.vocabulary import Back, Change, Why, WhyNot
from pbem.inbound.deadlines import process_deadlines
from pbem.results.game_status import overview
from pbem.store import people, trials
from pbem.store.answers import has_answered_more, on_time
from pbem.store.games import all_games, stage_counts
from pbem.store.people import owner
from tests.club import configured, once, seated

ADA = "ada@far.example"


@once
def invited(folder):
    """Anna, Bruno and Ruth are asked whether they play."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", invite=True)
    return club


@pytest.fixture(name="club")
def _club(tmp_path):
    club = invited(tmp_path)
    yield club
    club.services.db.close()


def write(club, text, sender="Ada Byron <ada@far.example>"):
    """A mail to the mailbox, by somebody who has no code."""
    club.addresses["Ada"] = ADA
    raw = f"From: {sender}\nTo: table@ohhell.example\nSubject: hello {club.now}\n\n{text}\n"
    return club.receive(raw.encode(), "table@ohhell.example")


def play_it(club, name):
    """Answer what is asked, once, with the first choice offered; what became of it."""
    letter = club.letter(name)
    return club.say(name, letter.choices[0], to=letter)


def test_an_invited_newcomer_tries_it_before_saying_yes(club):
    assert club.tap("Anna", "test") == Changed(Change.TEST)
    start = club.letter("Anna")
    assert start.subject == "[Test 1] A game of one card, to try it"
    assert "You asked for this test; it counts nowhere." in start.text

    moves = 0
    while "wins: final score" not in club.letter("Anna").subject:
        assert isinstance(play_it(club, "Anna"), Played)
        moves += 1
    assert moves == 2
    told = " ".join(club.letter("Anna").text.split())
    assert "Mail works both ways: your answers have arrived." in told
    assert "which took 1 day. 2 answers were given, 2 of them yours." in told
    assert club.tap("Anna", "yes", to=club.letters("Anna")[0]) == Said(True)


def test_the_server_answers_at_once_and_nobody_else_is_written_to(club):
    before = {name: len(box) for name, box in club.boxes.items()}
    club.tap("Bruno", "test")
    play_it(club, "Bruno")
    play_it(club, "Bruno")

    got = {name: len(box) - before.get(name, 0) for name, box in club.boxes.items()}
    assert {name: count for name, count in got.items() if count} == {"Bruno": 3}


def test_it_counts_nowhere(club):
    club.tap("Anna", "test")
    play_it(club, "Anna")
    play_it(club, "Anna")

    with club.services.db.begin() as session:
        anna = owner(session, "anna@club.example")
        assert all_games(session) == [1]
        assert stage_counts(session) == {"inviting": 1}
        assert [row.name for row in overview(Context(club.services, session, club.now))] == [
            "Lindy"
        ]
        assert on_time(session, [1, 2]) == {}
        assert "Robot" not in [one.name for one, _, _ in people.everybody(session)]
        assert not has_answered_more(session, anna, 0)


def test_a_second_wish_asks_the_same_again(club):
    club.tap("Anna", "test")
    first = club.letter("Anna")

    assert club.say("Anna", "test", to=first) == AskedAgain(Back.TEST)
    assert club.letter("Anna").reply_to == first.reply_to
    assert len(club.letters("Anna")) == 3


def test_silence_ends_it_without_a_word_and_the_next_one_begins_anew(club):
    club.tap("Anna", "test")
    letter, count = club.letter("Anna"), len(club.letters("Anna"))
    club.later(hours=70)

    assert len(club.letters("Anna")) == count
    assert club.say("Anna", "0", to=letter) == Refused(Why.CANCELLED)
    assert 'That test is over. Reply "test" to begin another.' in club.letter("Anna").text
    assert club.say("Anna", "test") == Changed(Change.TEST)


def test_so_many_begin_in_a_day(club):
    club.services = configured(club.services, limits=Limits(tests_a_day=1))
    club.tap("Anna", "test")
    play_it(club, "Anna")
    play_it(club, "Anna")

    assert club.say("Anna", "test") == Refused(Why.TESTS)
    assert "as many test games as there are in a day" in " ".join(club.letter("Anna").text.split())
    club.now += timedelta(hours=25)
    assert club.say("Anna", "test", headers="X-Again: 1\n") == Changed(Change.TEST)


def test_what_is_over_is_wiped_and_its_mails_still_have_an_answer(club):
    club.tap("Anna", "test")
    play_it(club, "Anna")
    last = club.letter("Anna")
    play_it(club, "Anna")
    with club.services.db.begin() as session:
        assert trials.wipe_trials(session, club.now) == 0
        assert trials.wipe_trials(session, club.now + timedelta(hours=1)) == 1
        assert trials.wipe_trials(session, club.now + timedelta(hours=1)) == 0
        left = "select count(*) from event where game_id = 2"
        assert session.connection().exec_driver_sql(left).scalar() == 0

    assert club.say("Anna", "QH", to=last, headers="X-Late: 1\n") == Refused(Why.CANCELLED)
    assert club.say("Anna", "test", to=last) == Changed(Change.TEST)


def test_leaving_it_is_as_leaving_any_game(club):
    club.tap("Anna", "test")
    club.say("Anna", "leave")

    assert club.say("Anna", "leave") == Changed(Change.LEFT)
    club.later(hours=60)
    assert not process_deadlines(club.services, club.now, set(), {}, club.now)


@pytest.mark.parametrize("said", ["yes", "test"])
def test_a_stranger_registers_first(club, said):
    club.services = configured(club.services, open_registration=True)
    assert write(club, "test") == AskedBack(Back.REGISTER)

    became = club.say("Ada", said)
    if said == "yes":
        assert became == Changed(Change.REGISTERED, "Ada Byron")
        assert club.tap("Ada", "test") == Changed(Change.TEST)
    else:
        assert became == (Changed(Change.REGISTERED, "Ada Byron"), Changed(Change.TEST))
    assert club.letter("Ada").subject.startswith("[Test 1] A game of one card")


def test_no_stranger_is_answered_where_registration_is_closed(club):
    sent = club.sent

    assert write(club, "test") == NotActed(WhyNot.NO_CODE)
    assert club.sent == sent


@pytest.mark.parametrize("word", ["test", "practice"])
def test_a_stranger_who_may_organise_is_asked_and_can_begin_one(club, word):
    """Anybody can write that address into From: nothing is dealt before it has answered."""
    club.services = configured(club.services, organisers=(ADA,))
    assert write(club, word) == AskedBack(Back.REGISTER)
    assert write(club, "register", "Eve <eve@far.example>") == NotActed(WhyNot.NO_CODE)

    begun = Changed(Change.TEST if word == "test" else Change.PRACTICE)
    assert club.say("Ada", word) == (Changed(Change.REGISTERED, "Ada Byron"), begun)


def test_a_player_without_a_code_gets_one_a_day(club):
    anna = "Anna <anna@club.example>"
    club.say("Anna", "yes")
    assert write(club, "test", anna) == Changed(Change.TEST)
    play_it(club, "Anna")
    play_it(club, "Anna")

    club.now += timedelta(hours=1)
    assert write(club, "test", anna) == NotActed(WhyNot.ASKED_LATELY)


def test_who_has_never_said_yes_gets_none_without_a_code(club):
    sent = club.sent

    assert write(club, "test", "Anna <anna@club.example>") == NotActed(WhyNot.NOT_AGREED)
    assert club.sent == sent


def test_who_has_stopped_gets_none(club):
    with club.services.db.begin() as session:
        people.set_stopped(session, owner(session, "anna@club.example"), club.now)

    assert club.tap("Anna", "test") == NotActed(WhyNot.STOPPED)


def test_playing_again_is_another_test(club):
    club.tap("Anna", "test")
    play_it(club, "Anna")
    play_it(club, "Anna")

    assert club.say("Anna", "rematch") == Changed(Change.TEST)

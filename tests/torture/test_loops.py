"""Our server among robots: its own mails, auto-responders, bouncers, a server like it (EMAIL 7.5).

Every letter a player gets is answered by the robot, and every answer to that again, for an hour.
"""

import email
import email.policy
from datetime import timedelta

import pytest

from pbem.config.settings import Limits
from pbem.domain.outcomes import Played, Refused
from pbem.domain.vocabulary import Why
from pbem.store.inbox import recent_inbound
from tests.club import configured, seated

ROUNDS = 100
A_HOUR = Limits().refusals_an_hour


def plays_against(club, robot, name):
    """How many letters a robot gets that answers each of them in some way."""
    read = 0
    before = club.game
    for _ in range(ROUNDS):
        letters = club.letters(name)[read:]
        if not letters:
            break
        read = len(club.letters(name))
        for letter in letters:
            raw, mail_from = robot(letter, club.addresses[name])
            club.receive(raw, letter.reply_to, mail_from)
    assert club.game == before
    return read


def own_address(letter, _address):
    """Our letter comes straight back."""
    return letter.raw, "table@ohhell.example"


def bouncer(letter, address):
    """A mail server that cannot deliver, with our letter in it."""
    head = (
        f"From: MAILER-DAEMON@club.example\nTo: {letter.reply_to}\nSubject: Undelivered\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\n\n'
        "--x\nContent-Type: text/plain\n\nCould not deliver. 2\n--x\n"
        f"Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822;{address}\n"
        "Status: 5.1.1\n--x--\n"
    )
    return head.encode(), ""


def honest(letter, address):
    """An auto-responder that says what it is (RFC 3834)."""
    return (
        f"From: {address}\nTo: {letter.reply_to}\nSubject: Re: {letter.subject}\n"
        "Auto-Submitted: auto-replied\n\n2\n"
    ).encode(), address


def silent(letter, address):
    """An auto-responder that looks like its owner, and quotes all it gets."""
    quote = "\n".join(f"> {line}" for line in letter.text.splitlines())
    return (
        f"From: {address}\nTo: {letter.reply_to}\nSubject: Re: {letter.subject}\n"
        f"Message-ID: <{letter.message['Message-ID'].strip('<>')}.reply>\n\n"
        f"I am at the seaside until Monday.\n\nOn Sunday Oh Hell wrote:\n{quote}\n"
    ).encode(), address


def away(letter, address):
    """An auto-responder that says until when, each time in other words."""
    return (
        f"From: {address}\nTo: {letter.reply_to}\nSubject: Out of office: {letter.subject}\n"
        "Auto-Submitted: auto-replied\n\nI am away until 24 October.\n"
    ).encode(), ""


@pytest.mark.parametrize(
    ("robot", "most"),
    [(own_address, 1), (bouncer, 1), (honest, 1), (away, 1 + 1), (silent, 1 + A_HOUR)],
)
def test_a_robot_gets_few_letters_and_moves_nothing(club, robot, most):
    club.open("Anna", "Bruno", "Ruth")

    assert plays_against(club, robot, club.waiting) == most


def test_two_servers_that_write_to_each_other_fall_silent_at_once(club, tmp_path):
    (tmp_path / "other").mkdir()
    other = seated(tmp_path / "other", seed=2)
    other.open("Anna", "Bruno", "Ruth")
    club.open("Anna", "Bruno", "Ruth")
    there = other.letter(other.waiting)

    def server(letter, _address):
        """Its letter to us, as if a list had sent it on; what it makes of ours goes to it."""
        other.receive(letter.raw, there.reply_to, "table@ohhell.example")
        newest = other.letter(other.waiting)
        message = email.message_from_bytes(newest.raw, policy=email.policy.default)
        return message.as_bytes(), "table@ohhell.example"

    assert plays_against(club, server, club.waiting) == 1
    assert other.sent == 3
    other.services.db.close()


def unanswered(club):
    """Why answers were held back, for each mail that came in, oldest first."""
    with club.services.db.begin() as session:
        return [kept.unanswered for kept in reversed(recent_inbound(session, 1000))]


def test_a_player_who_errs_again_after_an_hour_is_told_again(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    before = len(club.letters(name))
    outcomes = [club.say(name, f"{number * 'gibber'}ish") for number in range(1, A_HOUR + 3)]
    told = len(club.letters(name)) - before
    club.now += timedelta(minutes=61)
    club.say(name, "gibberish again")

    assert outcomes == [Refused(Why.UNREADABLE)] * (A_HOUR + 2)
    assert (told, len(club.letters(name)) - before) == (A_HOUR, A_HOUR + 1)
    assert unanswered(club) == [None] * A_HOUR + ["too many answers in an hour"] * 2 + [None]


def test_a_robot_that_writes_once_an_hour_is_told_twelve_times_a_day(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    before = len(club.letters(name))
    for number in range(20):
        club.say(name, f"gibberish {number}", to=club.letters(name)[before - 1])
        club.now += timedelta(minutes=61)

    assert len(club.letters(name)) - before == 12
    assert unanswered(club) == [None] * 12 + ["too many answers in a day"] * 8


def test_what_is_asked_for_is_told_more_often_than_what_is_wrong(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    before = len(club.letters(name))
    for number in range(25):
        club.say(name, "status", headers=f"X-Number: {number}\n")

    assert len(club.letters(name)) - before == 20


def test_the_same_word_a_second_time_is_answered_whoever_else_has_had_enough(club):
    club.open("Anna", "Bruno", "Ruth")
    for number in range(5):
        club.say("Anna", f"gibberish {number}")
    before = len(club.letters("Bruno"))
    club.say("Bruno", "gibberish")
    club.say("Anna", "help")

    assert len(club.letters("Bruno")) == before + 1
    assert "HOW TO PLAY BY MAIL" in club.letter("Anna").text


def test_above_so_many_answers_in_an_hour_nobody_is_answered_for_an_hour(club):
    """The breaker: moves are still played, and it closes by itself."""
    club.services = configured(club.services, limits=Limits(all_an_hour=4))
    club.open("Anna", "Bruno", "Ruth")
    before = sum(map(len, club.boxes.values()))
    for number in range(3):
        for name in ("Anna", "Bruno"):
            club.say(name, "help", headers=f"X-Number: {number}\n")
    told = sum(map(len, club.boxes.values())) - before

    assert told == 4
    assert unanswered(club)[4:] == ["the server answers nobody at the moment"] * 2
    assert club.say(club.waiting, "2") == Played("2")

    club.now += timedelta(minutes=61)
    club.say("Ruth", "help")
    assert "HOW TO PLAY BY MAIL" in club.letter("Ruth").text
    assert unanswered(club)[-1] is None

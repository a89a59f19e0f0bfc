"""Mail to people who never said yes: what reaches them, whoever orders whatever how often."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from pbem.cli.orders import DAYS
from pbem.config.settings import Limits
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.model import Reply, Stage
from pbem.domain.outcomes import Ordered
from pbem.games.guests import person
from pbem.games.set_up import new_game, quotable
from pbem.orders.organiser.model import Command
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.typed import TYPED_ORDERS
from pbem.store.games import find_game, load_table
from tests.club import MORNING, Letter, configured, seated
from tests.setups import set_up

MALLORY = "mallory@evil.example"
VICTIM = "victim@club.example"
INVITED = "Mallory invites you to a game of Oh Hell! by mail"
GUESTS = f"Victim {VICTIM}, Kim kim@evil.example, Leo leo@evil.example"


@pytest.fixture(name="club")
def _club(tmp_path):
    """A server on which anybody may organise, and join."""
    club = seated(tmp_path)
    club.services = configured(
        club.services, organisers=("*",), open_games=True, open_registration=True
    )
    club.addresses |= {
        "Mallory": MALLORY,
        "Victim": VICTIM,
        "Kim": "kim@evil.example",
        "Leo": "leo@evil.example",
    }
    yield club
    club.services.db.close()


def mail(club, text, sender=MALLORY):
    """A mail to the server that carries no code; what became of it."""
    name = sender.partition("@")[0].title()
    raw = (
        f"From: {name} <{sender}>\nTo: table@ohhell.example\nSubject: {text}\n"
        f"X-Nth: {club.sent} {club.now}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    )
    return club.receive(raw.encode(), "table@ohhell.example")


def draft(club, name="Trap", guests=GUESTS) -> Letter:
    """Mallory orders a new game; the letter that her orders about it answer."""
    mail(club, f"new game {name} with {guests}")
    return club.letter("Mallory")


def order(club, line, to) -> str:
    """Mallory orders something; the answer in one line."""
    # Every mail is another one, even if it says the same.
    club.say("Mallory", line, to=to, headers=f"X-Nth: {club.sent} {club.now}\n")
    return " ".join(club.letter("Mallory").text.split())


def got(club) -> list[str]:
    """The subjects of what has reached somebody who never said yes to anything."""
    return [letter.subject for letter in club.letters("Victim")]


def table(club, name="Trap"):
    with club.services.db.begin() as session:
        return load_table(session, find_game(session, name))


# --- so few letters, however many orders ------------------------------------------------------


def test_twenty_drafts_an_hour_reach_a_stranger_twice_a_week(club):
    for nth in range(20):
        letter = draft(club, f"Trap {nth}")
        order(club, "start", letter)
        order(club, "announce Buy at www.evil.example!", letter)
        club.later(minutes=3)

    assert got(club) == [INVITED] * 2
    assert not any("www.evil" in letter.text for letter in club.letters("Victim"))
    club.later(days=6)
    assert "The next can leave on Monday 12 October" in order(club, "remind Victim", letter)
    assert got(club) == [INVITED] * 2
    club.later(days=1)
    order(club, "remind Victim", letter)
    assert got(club) == [INVITED] * 3


def test_who_is_uninvited_and_invited_again_gets_no_second_invitation(club):
    letter = draft(club)
    order(club, "start", letter)
    for _ in range(20):
        order(club, "uninvite Victim", letter)
        answer = order(club, f"invite Victim {VICTIM}", letter)
        club.later(minutes=10)

    assert got(club) == [INVITED]
    assert "Victim was not written to: one invitation to a game, and one reminder" in answer


def test_a_stranger_is_reminded_once(club):
    letter = draft(club)
    order(club, "start", letter)
    for _ in range(5):
        club.later(days=2)
        answer = order(club, "remind Victim", letter)

    assert got(club) == [INVITED] * 2
    assert "Victim was not written to: has been invited and reminded" in answer
    assert isinstance(club.say("Victim", "yes"), outcomes.Said), "the reminder stays good"


def test_neither_the_end_of_a_game_nor_a_start_without_him_is_told_to_a_stranger(club):
    letter = draft(club)
    order(club, "start", letter)
    order(club, "cancel now", letter)
    club.addresses["Uli"] = "uli@evil.example"
    other = draft(club, "Other", f"{GUESTS}, Uli uli@evil.example")
    order(club, "start", other)
    for name in ("Kim", "Leo", "Uli"):
        club.say(name, "yes")
    order(club, "start now", other)

    assert table(club, "Other").stage is Stage.PLAYING
    assert got(club) == [INVITED] * 2


def test_rules_that_change_again_and_again_bring_one_more_letter(club):
    letter = draft(club)
    order(club, "start", letter)
    for rules in ("set no hook", "set 5 deals up", "set 4 deals up", "set sealed bids"):
        answer = order(club, rules, letter)

    assert got(club) == [INVITED] * 2
    assert "Victim was not written to" in answer
    # His yes was to other rules: he reads those that are played now, and may say it again.
    club.say("Victim", "yes")
    assert table(club).said[0] is Reply.NOTHING
    assert got(club) == [INVITED] * 2 + [club.letter("Victim").subject]
    club.say("Victim", "yes")
    assert table(club).said[0] is Reply.YES


# --- every way there is -----------------------------------------------------------------------

AN = f"Victim {VICTIM}"
SEATS_OF_OTHERS = ("replace", "standby")
"""Those that give somebody a seat in a game under way."""

LINES = [
    re.sub(
        r"\b(Eva|Jan|Ruth) (\w+)@cards.example|\b(Eva|Ruth)\b",
        lambda found: AN if found[2] else "Victim",
        one.example.format(**DAYS).replace("@...", "@evil.example").replace("...", "of a slip"),
    )
    for one in TYPED_ORDERS
    if one.name not in SEATS_OF_OTHERS
]
AGAIN = [
    *("start now", "next round Cup", f"new league Cup with {GUESTS}, 3 at a table, 2 rounds"),
    *(f"address Kim {VICTIM}", "address Victim victim@elsewhere.example", "cancel now"),
    f"duplicate with {AN}, Jo jo@evil.example, Flo flo@evil.example",
    *(f"new game Two with {GUESTS}", "set hook"),
]
"""Every order, as it might bring mail to somebody who has never heard of the server."""


def test_no_order_is_left_out():
    others = [one.example for one in TYPED_ORDERS if one.name in SEATS_OF_OTHERS]
    lines = [*LINES, *AGAIN, *others]
    read = [one for line in lines for one in read_commands([line], "en", MORNING.date())]

    assert [one.written for one in read if not one.commands] == []
    assert {type(command) for one in read for command in one.commands} == set(get_args(Command))


def test_all_orders_together_bring_a_stranger_four_letters_a_week(club):
    letter = draft(club)
    club.addresses["Mallory 2"] = "mallory2@evil.example"
    # As she hands the game over, she keeps a hand on it.
    order(club, "organiser Mallory-Two mallory2@evil.example", letter)
    second = club.letter("Mallory 2")
    for _ in range(2):
        for line in (*LINES, *AGAIN):
            club.say("Mallory", line, to=letter, headers=f"X-Nth: {club.sent} {line}\n")
            club.say("Mallory 2", line, to=second, headers=f"X-Nth: {club.sent} {line}\n")
        club.later(days=1)

    assert 1 <= len(got(club)) <= 4, got(club)


def test_a_stranger_who_is_made_organiser_does_not_play_unasked(club):
    letter = draft(club)
    club.addresses["Mallory 2"] = "mallory2@evil.example"
    order(club, "organiser Mallory-Two mallory2@evil.example", letter)
    club.say("Mallory", f"hand over to {AN}", to=letter)
    club.say("Mallory 2", "start")

    assert table(club).said[0] is Reply.NOTHING


def test_who_never_said_yes_is_asked_again_in_the_next_round_of_a_league(club):
    mail(club, f"new league Cup with {GUESTS}, 3 at a table, 2 rounds")
    letter = club.letter("Mallory")
    order(club, "next round Cup", letter)
    order(club, "cancel now", letter)
    order(club, "next round Cup", letter)

    after = table(club, "Cup 2-1")
    assert (after.stage, after.said[0]) == (Stage.INVITING, Reply.NOTHING)
    assert len(got(club)) <= 2


@pytest.mark.parametrize(
    "text", [f"new game %s with {GUESTS}", "register", "games", "join Trap", "test", "new game %s"]
)
def test_mails_in_a_strangers_name_bring_three_answers_a_day(club, text):
    for nth in range(20):
        mail(club, text.replace("%s", f"G{nth}"), sender=VICTIM)
        club.later(minutes=1)

    assert len(got(club)) <= 3


def test_a_player_who_moves_his_mails_brings_a_stranger_two_letters_a_week(club):
    letter = draft(club)
    order(club, "start", letter)
    for name in ("Kim", "Leo"):
        club.say(name, "yes")
        club.say(name, f"address {VICTIM}")
        if "are you sure" in club.letter(name).subject.lower():
            club.say(name, "yes")

    assert len(got(club)) <= 2


# --- a budget of first letters ----------------------------------------------------------------


def test_an_organiser_asks_so_many_strangers_a_day_and_hears_who_waits(club):
    club.services = configured(club.services, limits=Limits(strangers_a_day=2))
    letter = draft(club)
    answer = order(club, "start", letter)

    # The guests are asked in their order, at eight; the answer to the draft is none of them.
    assert "Victim, Kim: invited to Trap." in answer
    assert (
        "Leo was not written to: you have invited today as many people who have never said yes to "
        "anything as an organiser can in a day (2). You can go on from Tuesday 6 October, 08:00 on."
        in answer
    )
    assert club.letters("Leo") == []
    club.later(hours=23)
    assert "Leo was not written to" in order(club, "remind Leo", letter)
    club.later(hours=2)
    assert "Sent. Leo is invited once more." in order(club, "remind Leo", letter)
    assert club.letter("Leo").subject == INVITED


def test_all_organisers_together_ask_so_many(club):
    club.services = configured(club.services, limits=Limits(all_strangers_a_day=4))
    order(club, "start", draft(club, guests=f"{GUESTS}, Uli uli@evil.example"))
    club.addresses |= {"Marta": "marta@x.example", "Eva": "eva@x.example"}
    mail(
        club,
        "new game Fair with Eva eva@x.example, Jan j@x.example, L l@x.example",
        "marta@x.example",
    )
    club.say("Marta", "start")

    answer = " ".join(club.letter("Marta").text.split())
    assert "Eva was not written to: as many people who have never said yes to anything" in answer
    assert club.letters("Eva") == []


def test_the_operator_asks_as_many_as_he_likes_but_nobody_twice(club):
    limits = Limits(strangers_a_day=1, all_strangers_a_day=1)
    club.services = configured(club.services, limits=limits)
    club.open(*(f"P{nth}" for nth in range(6)), invite=True)
    assert [len(club.letters(f"P{nth}")) for nth in range(6)] == [1] * 6
    for game in ("Two", "Three"):
        club.open(*(f"P{nth}" for nth in range(6)), invite=True, game=game)

    assert [len(club.letters(f"P{nth}")) for nth in range(6)] == [2] * 6


def test_who_has_said_yes_counts_as_no_stranger(club):
    club.services = configured(club.services, limits=Limits(strangers_a_day=3))
    letter = draft(club)
    order(club, "start", letter)
    club.say("Victim", "yes")
    for nth in range(3):
        order(club, "start", draft(club, f"Next {nth}", f"{AN}, Mallory {MALLORY}, Kim kim@e.x"))
    order(club, "announce Welcome!", letter)

    assert got(club).count(INVITED) == 4
    assert got(club)[-1] == "[Trap] A word from Mallory"


# --- an organiser's own words -----------------------------------------------------------------


def test_an_organisers_words_stand_in_an_invitation_as_one_short_line_of_his(club):
    words = (
        "Look:\nhttps://evil.example/pay <b>now</b>, or write to me@evil.example. " + 60 * "come "
    )
    with club.services.db.begin() as session:
        new_game(
            Context(club.services, session, club.now),
            name="Club",
            setup=set_up(),
            organiser=person("Marta <marta@club.example>"),
            people=[person(f"{one} <{one}@club.example>") for one in ("victim", "eva", "jan")],
            zone="UTC",
            words=words,
        )
    club.deliver()
    letter = club.letter("Victim")

    quoted = quotable(words)
    assert len(quoted) == 200
    assert f'"{quoted}" Marta' in " ".join(letter.text.split())
    assert "&lt;b&gt;now" in letter.html
    assert not any("evil" in part for part in (letter.text, letter.html))


@pytest.mark.parametrize("name", ["evil.example", "see evil.example", "www.evil.example"])
def test_no_name_is_a_link(club, name):
    assert mail(club, f"new game {name} with {GUESTS}") == Ordered(0, 1)

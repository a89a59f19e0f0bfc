"""What a code can still do: all while its question is open, little once it is closed, and what
cannot be undone only under the code of the very letter that asks for it.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine import DealStage
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import (
    AskedBack,
    Changed,
    Held,
    NotActed,
    Played,
    Refused,
    Said,
    TakenBack,
    Talked,
    Told,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Change, To, Why, WhyNot
from pbem.store import people
from tests.club import once, seated

EVE = "eve@evil.example"
GRAVE = {
    # what is ordered: the heading of the letter that asks back, and what is done after a yes
    "leave": ("LEAVE THE GAME, ANNA?", Changed(Change.LEFT)),
    "hand over": ("SHALL A COMPUTER PLAY, ANNA?", Changed(Change.HANDED_OVER)),
    "stop": ("NO MORE MAIL, ANNA?", Changed(Change.STOPPED)),
    "forget me": ("FORGET YOU, ANNA?", Changed(Change.FORGOTTEN)),
    "my data": ("ALL THAT IS KEPT ABOUT YOU, ANNA?", Told("my_data")),
    "address anna@home.example": (
        "ANOTHER ADDRESS, ANNA?",
        Changed(Change.ADDRESS_ASKED),
    ),
}


@once
def second_question(folder):
    """Anna has bid, so the code of her first question is closed, and she is asked for a card."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    while club.game.deal.stage is DealStage.BID or club.waiting != "Anna":
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = second_question(tmp_path)
    yield club
    club.services.db.close()


def closed_and_open(club):
    """The letters of Anna's first question, which is closed, and of the one that is open."""
    first, *_, last = [letter for letter in club.letters("Anna") if letter.choices]
    return {"closed": first, "open": last}


def known(club):
    """All that an order of Anna's could change about her."""
    with club.services.db.begin() as session:
        one = club.table.players[0]
        return one, club.table.kept, club.table.left, people.has_stopped(session, one.id)


@pytest.mark.parametrize("code", ["closed", "open"])
@pytest.mark.parametrize("order", GRAVE)
def test_what_cannot_be_undone_is_asked_back_and_a_second_mail_confirms_nothing(table, order, code):
    letter, before = closed_and_open(table)[code], known(table)
    heading, done = GRAVE[order]

    for number in range(3):
        became = table.say("Anna", order, to=letter, headers=f"X-Mailer: {number}\n")
        assert became == AskedBack(Grave(order.partition(" anna@")[0]))
        assert known(table) == before
    asked = table.letter("Anna")
    assert heading in asked.text
    assert asked.message["To"].addresses[0].addr_spec == "anna@club.example"
    assert len(asked.message.get_payload()) == 2  # its two texts, and nothing attached

    assert table.tap("Anna", "yes", to=asked) == done
    again = table.say("Anna", "yes", to=asked, quoting=False)
    assert again in (Unchanged(Already.ANSWERED), NotActed(WhyNot.NOBODY))  # who is forgotten


def test_the_letter_that_asks_back_takes_the_order_once_more_for_a_yes(table):
    table.say("Anna", "leave")

    assert table.say("Anna", "leave") == Changed(Change.LEFT)


@pytest.mark.parametrize("answer", ["no", "stay"])
def test_who_says_no_stays_and_nothing_has_changed(table, answer):
    before = known(table)
    table.say("Anna", "forget me")
    asked = table.letter("Anna")

    assert table.say("Anna", answer, to=asked) == Unchanged(Already.STAYS)
    assert table.say("Anna", "yes", to=asked) == Unchanged(Already.ANSWERED)
    assert known(table) == before


def test_a_yes_may_come_too_late(table):
    before = known(table)
    table.say("Anna", "stop")
    table.now += timedelta(days=8)

    assert table.say("Anna", "yes") == NotActed(WhyNot.TOO_LATE)
    assert known(table) == before


def test_only_its_player_can_say_yes(table):
    before = known(table)
    table.say("Anna", "forget me")
    asked, sent = table.letter("Anna"), table.sent

    assert [
        table.say("Anna", "yes", to=asked, sender=one) for one in (EVE, "bruno@club.example")
    ] == [
        NotActed(WhyNot.NOBODY),
        NotActed(WhyNot.OTHERS_CODE),
    ]
    assert (known(table), table.sent) == (before, sent)


def test_an_answer_under_a_closed_code_plays_nothing_and_takes_nothing_back(club):
    """Her second answer is held; the code of her first question can neither change nor undo it."""
    club.open("Anna", "Bruno", "Ruth", hold=10)
    while club.game.deal.stage is DealStage.BID or club.waiting != "Anna":
        club.say(club.waiting, club.letter(club.waiting).choices[0])
        club.later(minutes=10)
    letters = closed_and_open(club)
    card = letters["open"].choices[0]
    assert isinstance(club.say("Anna", card, to=letters["open"]), Played)
    before = club.game

    assert club.say("Anna", "undo", to=letters["closed"]) == Refused(Why.OLD_QUESTION)
    assert club.game == before
    assert club.say("Anna", "undo", to=letters["open"]) == TakenBack()


@pytest.mark.parametrize("order", ["keep {card}", "when made low"])
def test_nothing_is_played_under_a_closed_code_while_another_question_is_open(table, order):
    letters, before = closed_and_open(table), table.game
    said = order.format(card=letters["open"].choices[0])

    assert table.say("Anna", said, to=letters["closed"]) == Refused(Why.OLD_QUESTION)
    assert table.game == before


def test_a_bid_under_the_code_of_an_older_deal_changes_no_bid_of_this_one(club):
    club.open("Anna", "Bruno", "Ruth", preset="ohhell_pagat, 2 deals up")
    old = {}
    while not club.game.deals:
        name = club.waiting
        old.setdefault(name, club.letter(name))
        club.say(name, club.letter(name).choices[0])
    name = club.waiting
    club.say(name, "0")
    before = club.game

    assert club.say(name, "1", to=old[name]) == Refused(Why.OLD_QUESTION)
    assert club.game == before


@pytest.mark.parametrize(
    ("said", "became"),
    [
        ("status", Told("status")),
        ("help", Told("help")),
        ("away 6-9 Oct", Changed(Change.AWAY, "2026-10-06 to 2026-10-09")),
        ("language fr", Changed(Change.SETTING, "language")),
        ("quiet 22-8", Changed(Change.SETTING, "quiet")),
    ],
)
def test_what_does_no_harm_is_done_under_a_closed_code_and_told(table, said, became):
    letters = len(table.letters("Anna"))

    assert table.say("Anna", said, to=closed_and_open(table)["closed"]) == became
    assert len(table.letters("Anna")) == letters + 1


def test_words_under_a_closed_code_are_told_their_player_who_can_take_them_back(table):
    assert table.say("Anna", "say hello", to=closed_and_open(table)["closed"]) == Talked()
    told = table.letter("Anna")
    assert "hello" in told.text
    assert table.tap("Anna", "no", to=told) == Changed(Change.WORDS_BACK)
    table.say("Anna", closed_and_open(table)["open"].choices[0])
    table.say("Bruno", table.letter("Bruno").choices[0])

    assert "hello" not in table.letter("Ruth").text


def test_words_under_an_open_code_go_without_a_mail_about_them(table):
    letters = len(table.letters("Anna"))
    table.say("Anna", "say hello")

    assert len(table.letters("Anna")) == letters


@pytest.mark.parametrize("code", ["closed", "open"])
def test_from_elsewhere_nothing_is_done_and_its_player_is_asked(table, code):
    letter, before = closed_and_open(table)[code], known(table)

    assert table.say("Anna", "status", to=letter, sender=EVE) == Held(EVE)
    assert table.letters(EVE) == []
    assert table.say("Anna", "no") == Changed(Change.SENDER_REFUSED, EVE)
    assert known(table)[1:] == before[1:]


def test_about_a_closed_code_she_is_asked_once_a_day_whatever_the_address(table):
    letter, sent = closed_and_open(table)["closed"], table.sent
    outcomes = [
        table.say("Anna", "status", to=letter, sender=f"eve{number}@evil.example")
        for number in range(3)
    ]

    assert outcomes == [
        Held("eve0@evil.example"),
        *2 * [NotActed(WhyNot.ASKED_LATELY)],
    ]
    assert table.sent == sent + 1


def test_status_from_her_other_address_under_a_closed_code_is_told_once_she_has_said_yes(table):
    letter = closed_and_open(table)["closed"]
    table.say("Anna", "status", to=letter, sender="anna@work.example")

    assert table.say("Anna", "yes") == (
        Said(True, To.SENDER, "anna@work.example"),
        Told("status"),
    )


def test_the_unsubscribe_of_the_newest_letter_is_obeyed_at_once_though_its_question_is_closed(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    letter = club.letter(name)
    club.say(name, "1")
    link = letter.message["List-Unsubscribe"].strip("<>")

    assert club.follow(name, f"{link}&body=%20") == Changed(Change.LEFT)


def test_the_unsubscribe_of_an_older_letter_is_asked_back(table):
    letter = closed_and_open(table)["closed"]

    assert table.say("Anna", "unsubscribe", to=letter) == AskedBack(Grave.LEAVE)
    assert table.table.left == frozenset()
    assert table.say("Anna", "yes") == Changed(Change.LEFT)

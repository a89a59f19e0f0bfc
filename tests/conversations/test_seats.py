"""A seat changes hands once the newcomer has said yes, and no sooner is he shown anything."""

from __future__ import annotations

import pytest

from pbem.domain.outcomes import (
    AskedAgain,
    Automatic,
    Changed,
    NotActed,
    Ordered,
    Played,
    Said,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Back, Change, WhyNot
from pbem.store.games import load_table
from tests.club import configured, once, seated
from tests.conversations.test_organising import order, organised, said, welcome

EVA = "eva@example.nl"


@pytest.fixture(name="table")
def _table(tmp_path):
    """A game of Anna, Bruno and Ruth, which Marta organises and does not play; Eva is nobody."""
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    club.addresses["Eva"] = EVA
    yield club
    club.services.db.close()


@once
def played_by_its_organiser(folder):
    """A game of Marta, Bruno and Ruth that Marta organises; Second is her friend."""
    club = seated(folder)
    club.open("Marta", "Bruno", "Ruth", preset="ohhell_pagat, 3 deals down")
    welcome(club)
    club.addresses["Second"] = "second@evil.example"
    return club


def hands(club, name):
    """The letters of somebody that show cards of a hand."""
    return [one for one in club.letters(name) if "YOUR HAND" in one.text]


def test_a_newcomer_is_asked_first_and_the_holder_and_the_table_are_told(table):
    name = table.waiting
    hand, before = table.hand(name), table.letter(name)
    answer = order(table, f"replace {name} with Eva {EVA} (nl)")

    assert f"Eva is asked to take the seat of {name}, and is shown nothing before a yes." in answer
    [asked] = table.letters("Eva")
    assert asked.subject == f"[Lindy] Wil je voor {name} spelen?"
    assert set(asked.taps) >= {"yes", "no"}
    assert "so far" not in asked.text
    assert "Marta has asked Eva to take your seat in Lindy." in said(table.letter(name))
    # The seat is played as before.
    assert (table.waiting, table.hand(name)) == (name, hand)
    assert table.say(name, "1", to=before) == Played("1")
    assert f"Marta has asked Eva to take the seat of {name}." in said(table.letter(table.waiting))


def test_the_seat_is_the_newcomers_after_his_yes_and_a_day(table):
    name = table.waiting
    old, hand = table.letter(name), table.hand(name)
    order(table, f"replace {name} with Eva {EVA}")

    assert table.tap("Eva", "yes") == Changed(Change.SEAT_WAITS)
    assert hands(table, "Eva") == []
    table.later(hours=23)
    assert hands(table, "Eva") == []
    table.later(hours=2)

    assert table.waiting == "Eva"
    assert table.hand("Eva") == hand
    first, asked = table.letters("Eva")[-2:]
    assert first.subject == f"[Lindy] You take the seat of {name}"
    assert "It is your turn: another mail asks you." in said(first)
    assert "We wait for Eva" not in said(first)
    assert table.letter(name).subject == "[Lindy] Eva plays in your place"
    assert f"Eva has the seat of {name}." in said(table.letter("Marta"))
    letters = len(table.letters(name))
    assert isinstance(table.say(name, "1", to=old), NotActed | Automatic)
    assert len(table.letters(name)) == letters
    assert table.say("Eva", "1", to=asked) == Played("1")


@pytest.mark.parametrize("when", ["before the yes", "after it"])
def test_one_tap_of_who_sits_there_keeps_the_seat_for_a_day(table, when):
    name = table.waiting
    order(table, f"replace {name} with Eva {EVA}")
    asked, mine = table.letter("Eva"), table.letter(name)
    if when == "after it":
        table.say("Eva", "yes", to=asked)
    table.later(hours=20)

    assert table.tap(name, "here", to=mine) == Changed(Change.SEAT_KEPT)
    assert table.say("Eva", "yes", to=asked, quoting=False) == Unchanged(Already.ANSWERED)
    assert f"{name} is there, and keeps the seat." in said(table.letter("Marta"))
    assert table.letter("Eva").subject == "[Lindy] The seat is not free any more"
    table.later(hours=10)
    assert "Eva" not in [one.name for one in table.table.players]
    assert hands(table, "Eva") == []


def test_after_a_day_the_tap_comes_too_late(table):
    name = table.waiting
    order(table, f"replace {name} with Eva {EVA}")
    mine = table.letter(name)
    table.later(hours=25)

    assert table.tap(name, "here", to=mine) == NotActed(WhyNot.TOO_LATE)
    assert table.tap("Eva", "yes") == Changed(Change.SEAT)
    assert "Eva" in [one.name for one in table.table.players]


def test_only_who_was_asked_can_say_yes(table):
    name = table.waiting
    order(table, f"replace {name} with Eva {EVA}")
    asked = table.letter("Eva")
    table.later(hours=25)

    assert [
        table.say("Eva", "yes", to=asked, sender=one)
        for one in ("x@evil.example", "anna@club.example")
    ] == [NotActed(WhyNot.NOBODY), NotActed(WhyNot.OTHERS_CODE)]
    assert "Eva" not in [one.name for one in table.table.players]


def test_a_no_is_told_the_organiser_and_changes_nothing(table):
    name = table.waiting
    order(table, f"replace {name} with Eva {EVA}")

    assert table.tap("Eva", "no") == Changed(Change.SEAT_DECLINED)
    assert f"Eva does not take the seat of {name}." in said(table.letter("Marta"))
    table.later(hours=30)
    assert "Eva" not in [one.name for one in table.table.players]


def test_after_seven_days_of_silence_the_organiser_is_told(table):
    order(table, f"replace Ruth with Eva {EVA}")
    asked = table.letter("Eva")
    for _ in range(7):
        table.later(hours=25)

    assert any("Eva has not answered for seven days" in said(one) for one in table.letters("Marta"))
    assert table.say("Eva", "yes", to=asked) == Unchanged(Already.ANSWERED)
    assert len(hands(table, "Eva")) == 0
    assert "within the last week" not in order(table, f"replace Ruth with Eva {EVA}")


def test_nobody_is_asked_twice_in_a_week(table):
    order(table, f"replace Ruth with Eva {EVA}")

    assert "Eva was asked to take a seat in Lindy within the last week." in order(
        table, f"replace Ruth with Eva {EVA}", headers="X-Mailer: 2\n"
    )
    assert len(table.letters("Eva")) == 1


def test_after_a_drop_the_whole_table_reads_why_and_a_yes_is_enough(table):
    name = table.waiting
    hand = table.hand(name)
    order(table, f"drop {name} because nobody has heard of {name}")
    assert table.seat(name) in table.table.kept
    order(table, f"replace {name} with Eva {EVA}")

    assert "take your seat" not in said(table.letter(name))
    assert hands(table, "Eva") == []
    assert table.tap("Eva", "yes") == Changed(Change.SEAT)
    assert table.hand("Eva") == hand
    table.say("Eva", "1")
    told = said(table.letter(table.waiting))
    assert f"Marta lets a computer play for {name}. The reason: nobody has heard of {name}" in told


def test_who_was_kept_ready_is_asked_too(table):
    name = table.waiting
    order(table, f"standby Eva {EVA}")
    assert table.letters("Eva") == []
    order(table, f"replace {name} with standby")

    assert [one.subject for one in table.letters("Eva")] == [f"[Lindy] Will you play for {name}?"]


@pytest.mark.parametrize("way", ["replace", "drop", "standby"])
def test_where_an_organiser_plays_a_newcomer_is_shown_no_hand_of_the_deal_under_way(tmp_path, way):
    """She might be in league with him: a computer ends the deal, and he begins with the next."""
    club = played_by_its_organiser(tmp_path)
    second = "Second second@evil.example"
    lines = {
        "replace": [f"replace Bruno with {second}"],
        "drop": ["drop Bruno", f"replace Bruno with {second}"],
        "standby": [f"standby {second}", "replace Bruno with standby"],
    }
    organiser = next(one for one in club.letters("Marta") if "Nobody else has this" in said(one))
    for line in lines[way]:
        assert club.say("Marta", line, to=organiser) == Ordered(1, 1)
    hand = club.hand("Bruno")
    club.say("Second", "yes")
    club.later(hours=25)
    assert hands(club, "Second") == []
    assert club.seat("Bruno") in club.table.kept

    while not club.game.deals:
        name = club.waiting
        if club.seat(name) in club.table.kept:
            club.later(hours=14)
        else:
            club.say(name, club.letter(name).choices[0])
    assert all(not hands(club, "Second") for _ in hand)
    club.later(minutes=1)

    assert "Second" in [one.name for one in club.table.players]
    assert all("Deal 2" in one.text or "deal 2" in one.text for one in hands(club, "Second"))
    assert hands(club, "Second")
    club.services.db.close()


def test_another_address_by_an_organiser_is_asked_about_this_seat_and_nothing_else(table):
    """Bruno is somebody else's player, too: his account stays as it is, and so do his cards."""
    table.open("Bruno", "Jan", "Kim", game="Club")
    name, new = "Bruno", "second@evil.example"
    table.addresses["Bruno elsewhere"] = new
    answer = order(table, f"address {name} {new}", to=own_letter(table))
    assert "nothing else of Bruno changes" in answer
    [asked] = table.letters("Bruno elsewhere")
    assert asked.subject == "[Lindy] Do you play on from here, Bruno?"
    table.say("Bruno elsewhere", "yes", to=asked)
    table.later(hours=25)

    seats = [one.address for one in table.table.players]
    assert new in seats
    assert "bruno@club.example" not in seats
    with table.services.db.begin() as session:
        assert "bruno@club.example" in [one.address for one in load_table(session, 2).players]
    assert not any("[Club]" in one.subject for one in table.letters("Bruno elsewhere"))


def own_letter(club):
    return next(one for one in club.letters("Marta") if "Nobody else has this" in said(one))


def test_the_address_of_somebody_whom_she_brought_in_and_who_never_answered_is_changed(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    club.addresses["Bruno elsewhere"] = "bruno@home.example"
    answer = order(club, "address Bruno bruno@home.example")

    assert "Mails for Bruno go to bruno@home.example from now on." in answer
    assert club.table.players[club.seat("Bruno")].address == "bruno@home.example"
    assert club.say("Bruno elsewhere", "yes") == Said(True)
    club.services.db.close()


def test_after_one_answer_it_is_only_asked_about(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    club.addresses["Bruno elsewhere"] = "bruno@home.example"
    club.say("Bruno", "yes")
    order(club, "address Bruno bruno@home.example")

    assert club.table.players[club.seat("Bruno")].address == "bruno@club.example"
    assert len(club.letters("Bruno elsewhere")) == 1
    club.services.db.close()


def test_an_organiser_of_another_game_changes_no_address(table):
    """Whoever drafts a game with Bruno in it has brought nobody in."""
    table.services = configured(table.services, organisers=("*",))
    table.addresses["Mallory"] = "mallory@evil.example"
    raw = (
        "From: Mallory <mallory@evil.example>\nTo: table@ohhell.example\nSubject: x\n\n"
        "new game Trap with Bruno bruno@club.example, Mallory mallory@evil.example,"
        " Kim kim@club.example\n"
    )
    assert table.receive(raw.encode(), "table@ohhell.example") == Changed(Change.DRAFTED)
    table.addresses["Second"] = "second@evil.example"
    table.say("Mallory", "address Bruno second@evil.example")

    assert table.table.players[table.seat("Bruno")].address == "bruno@club.example"
    assert hands(table, "Second") == []


def test_who_is_not_clear_is_asked_again(table):
    name = table.waiting
    order(table, f"replace {name} with Eva {EVA}")

    assert table.say("Eva", "maybe on Sunday?") == AskedAgain(Back.SEAT)
    assert [one.subject for one in table.letters("Eva")] == [
        f"[Lindy] Will you play for {name}?"
    ] * 2
    assert table.tap("Eva", "yes") == Changed(Change.SEAT_WAITS)

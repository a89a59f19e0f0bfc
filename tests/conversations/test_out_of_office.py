"""Automatic answers of players who are away: never a move, never answered, once an offer."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pbem.domain.outcomes import Automatic, Changed, NotActed
from pbem.domain.vocabulary import Change
from pbem.orders.spans import absence_in
from tests.conversations.test_bounces import back_to

MONDAY = date(2026, 10, 5)
AUTO = "Auto-Submitted: auto-replied\nSubject: Out of office\n"
OFFER = "[Lindy] Are you away?"


def says(club, name, words, *, to=None, headers=AUTO):
    """An auto-responder answers a letter; the letters its player gets for it."""
    before = len(club.letters(name))
    raw = f"From: {club.addresses[name]}\n{headers}\n{words}\n".encode()
    became = club.receive(raw, to or club.letter(name).reply_to)
    assert isinstance(became, NotActed | Automatic)
    return [letter.subject for letter in club.letters(name)[before:]]


def test_days_away_become_an_offer_and_a_tap_takes_it(table):
    name, before = table.waiting, table.game
    offers = says(table, name, "I am away from 7 to 17 October.")
    letter = table.letter(name)
    tapped = table.say(name, "away 2026-10-07 to 2026-10-17", to=letter)

    assert offers == [OFFER]
    text = " ".join(letter.text.split())
    assert "from Wednesday 7 October 2026 to Saturday 17 October 2026" in text
    assert table.game == before
    assert tapped == Changed(Change.AWAY, "2026-10-07 to 2026-10-17")


def test_an_answer_to_the_envelope_sender_is_an_offer_too(table):
    """RFC 3834 4: that is where automatic answers go."""
    name = table.waiting

    assert says(table, name, "Away until 17 October.", to=back_to(table, table.letter(name))) == [
        OFFER
    ]


def test_an_absence_is_offered_once(table):
    name = table.waiting
    first = says(table, name, "I am away from 7 to 17 October.")
    again = [says(table, name, f"I am away from 7 to 17 October. {n}") for n in range(20)]
    table.now += timedelta(days=31)
    later = says(table, name, "I am away from 7 to 17 November.")

    assert (first, again, later) == ([OFFER], [[]] * 20, [OFFER])


def test_who_has_said_so_already_is_offered_nothing(table):
    name = table.waiting
    table.say(name, "away 7-17 October")

    assert says(table, name, "I am away from 7 to 17 October.") == []


@pytest.mark.parametrize(
    "headers",
    ["Return-Path: <>\nSubject: Undelivered Mail\n", "Precedence: bulk\n", "List-Id: <a.b>\n"],
)
def test_no_other_robot_is_offered_anything(table, headers):
    assert says(table, table.waiting, "away from 7 to 17 October", headers=headers) == []


def test_nothing_is_offered_before_the_game(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert says(club, "Anna", "I am away from 7 to 17 October.") == []


@pytest.mark.parametrize(
    ("language", "words", "first", "last"),
    [
        ("en", "I am out of the office from 3 to 17 November.", (11, 3), (11, 17)),
        ("en", "I'm away until 12 October 2026. Call 0123 4567.", (10, 5), (10, 12)),
        ("en", "Away Mon 5 Oct - Fri 9 Oct", (10, 5), (10, 9)),
        ("de", "Ich bin vom 3. bis 17. November\nnicht im Büro. Tel. 030/1234.", (11, 3), (11, 17)),
        ("de", "Ich bin bis zum 16.10.2026 im Urlaub.", (10, 5), (10, 16)),
        ("fr", "Je suis absent du 3 au 17 novembre.", (11, 3), (11, 17)),
        ("it", "Sono assente dal 3 al 17 novembre 2026.", (11, 3), (11, 17)),
        ("es", "Estoy fuera de la oficina del 3 al 17 de noviembre.", (11, 3), (11, 17)),
        ("nl", "Ik ben afwezig van 3 tot 17 november.", (11, 3), (11, 17)),
    ],
)
def test_an_absence_is_found_in_running_text(language, words, first, last):
    away = absence_in(words, language, MONDAY)

    assert (away.first, away.last) == (date(2026, *first), date(2026, *last))


@pytest.mark.parametrize(
    "words",
    [
        "I am away. Back soon.",
        "Back on 17 October.",
        "I get 200 mails a day; try 3 or 4 of my colleagues.",
        "I was away from 1 to 3 October 2026.",
        "From 3 to 17 November, and from 1 to 8 December.",
        "Ticket 12-14 was opened.",
        "",
        "1 to 2 " * 10_000,
    ],
)
def test_where_no_absence_is_sure_none_is_found(words):
    assert absence_in(words, "en", MONDAY) is None

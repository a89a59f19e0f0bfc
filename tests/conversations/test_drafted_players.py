"""In a draft its organiser says in which language, and on whose clock, somebody is written to."""

from __future__ import annotations

import pytest

from pbem.store.games import load_table
from tests.conversations.test_organising import order, organised, said

KIM = "Friday: invite Kim kim@cards.example"
GUESTS = "anna@club.example, Eva eva@cards.fr, Jan jan@cards.example (nl), Kim kim@cards.example"


@pytest.fixture(name="draft")
def _draft(tmp_path):
    """Marta reads English in Paris, and so does Anna, who plays with us already."""
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    club.say("Marta", f"new game Friday with {GUESTS}")
    yield club
    club.services.db.close()


def written_to(club):
    with club.services.db.begin() as session:
        players = load_table(session, 2).players
    return {one.name: (one.language, one.zone) for one in players}


def test_languages_that_may_be_meant_are_taps(draft):
    """Hers by the end of her address, and those that others at the table have; Anna has chosen."""
    letter = draft.letter("Marta")
    taps = [one for one in letter.taps if one.startswith("invite ")]

    assert taps == [
        "invite Eva eva@cards.fr (fr)",
        "invite Eva eva@cards.fr (nl)",
        "invite Jan jan@cards.example (en)",
        "invite Kim kim@cards.example (nl)",
    ]
    assert ">Français</a>" in letter.html
    for line in taps:
        assert line in letter.text


def test_a_tap_changes_the_language_and_another_takes_it_back(draft):
    draft.tap("Marta", "invite Eva eva@cards.fr (fr)")

    assert written_to(draft)["Eva"] == ("fr", "Europe/Paris")
    answer = draft.letter("Marta")
    assert "Letters to Eva: Français, Paris time." in said(answer)
    draft.tap("Marta", "invite Eva eva@cards.fr (en Europe/Paris)", to=answer)
    assert written_to(draft)["Eva"] == ("en", "Europe/Paris")


def test_a_clock_may_stand_beside_it_or_alone(draft):
    order(draft, f"{KIM} (en America/Toronto)")
    assert written_to(draft)["Kim"] == ("en", "America/Toronto")
    order(draft, f"{KIM} (Europe/Dublin)")
    assert written_to(draft)["Kim"] == ("en", "Europe/Dublin")
    order(draft, "Friday: invite Jo jo@cards.example (es Atlantic/Canary)")
    assert written_to(draft)["Jo"] == ("es", "Atlantic/Canary")


def test_the_clock_of_a_language_far_away_is_a_tap(draft):
    answer = order(draft, f"{KIM} (ro)")

    line = "invite Kim kim@cards.example (ro Europe/Bucharest)"
    assert line in answer
    draft.tap("Marta", line)
    assert written_to(draft)["Kim"] == ("ro", "Europe/Bucharest")


def test_what_is_no_clock_changes_nothing(draft):
    before = written_to(draft)

    assert "not clear in that line" in order(draft, f"{KIM} (fr Europe/Pariz)")
    assert written_to(draft) == before


def test_who_plays_with_us_already_has_chosen(draft):
    answer = order(draft, "Friday: invite anna@club.example (fr Europe/Rome)")

    assert "anna@club.example is at the table already." in answer
    assert written_to(draft)["Anna"] == ("en", "Europe/Paris")


def test_once_invited_the_next_letter_is_in_the_language(draft):
    draft.addresses["Eva"] = "eva@cards.fr"
    order(draft, "Friday: start")
    assert "Marta invites you" in draft.letter("Eva").subject
    order(draft, "Friday: invite Eva eva@cards.fr (fr)")
    draft.later(days=1)
    order(draft, "Friday: remind Eva")

    assert "MARTA VOUS ATTEND" in draft.letter("Eva").text

"""What players are called on the pages of results: as each has said, by initials until then.

Anna leads to the only trick, Bruno takes it, Ruth is the dealer.
"""

from __future__ import annotations

import re

import pytest

from pbem.demo.specimens import all_pages
from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change
from pbem.exports.site import pages
from pbem.languages import translated
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.letters.typed import line_of
from pbem.orders.keywords import Key
from pbem.results.shown import ended, shown
from tests.club import once
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH | AH | KH"
SAID = Changed(Change.SETTING, "public")


@once
def over(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 1)
    return club


@pytest.fixture(name="club")
def _club(tmp_path):
    club = over(tmp_path)
    yield club
    club.services.db.close()


def site(club, language="en"):
    """All pages, as one text."""
    with club.services.db.begin() as session:
        games = [shown(session, number, club.now) for number in ended(session, club.now)]
    written = pages(games, Templates(), language)
    return " ".join(" ".join(page.split()) for _, page in written)


def final(club, who):
    """The letter that told somebody the end."""
    [letter] = [one for one in club.letters(who) if one.kind == "digest"]
    return letter


def named(page, *names):
    """Which of these words stand on a page as words of their own."""
    return [name for name in names if re.search(rf"(?<!\w){re.escape(name)}", page)]


def test_who_has_said_nothing_stands_by_initials(club):
    page = site(club)

    assert named(page, "Anna", "Bruno", "Ruth") == []
    assert named(page, "A.", "B.", "R.") == ["A.", "B.", "R."]


def test_the_final_letter_asks_until_it_is_said(club):
    letter = final(club, "Anna")
    said = " ".join(letter.text.split())

    assert (
        "ON PUBLIC PAGES The public pages of results give your initials only. To choose, reply "
        "with one of these lines: public initials public name public hidden"
    ) in said
    taps = ["public initials", "public name", "public hidden"]
    assert [tap for tap in letter.taps if tap.startswith("public")] == taps


@pytest.mark.parametrize(
    ("tap", "told", "shown"),
    [
        ("public name", "The public pages of results give your name.", ["Anna"]),
        ("public hidden", "The public pages of results do not give your name.", ["Player 1"]),
        ("public initials", "The public pages of results give your initials only.", ["A."]),
    ],
)
def test_a_tap_says_it_and_the_next_pages_are_so(club, tap, told, shown):
    assert club.tap("Anna", tap, to=final(club, "Anna")) == SAID

    assert told in " ".join(club.letter("Anna").text.split())
    page = site(club)
    assert [one for one in ("Anna", "Player 1", "A.") if one in page] == shown
    assert named(page, "Bruno", "Ruth") == []


def test_who_is_hidden_has_a_line_in_the_standings_and_no_name(club):
    club.tap("Bruno", "public hidden", to=final(club, "Bruno"))

    assert '<th scope="row">1. A player</th>' in site(club)
    assert "Joueur 2" in site(club, "fr")
    assert "Ein Spieler" in site(club, "de")


def test_who_has_said_is_asked_in_no_final_letter(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    assert club.say("Anna", "public name", to=club.letters("Anna")[0]) == SAID
    bids(club, 1, 1, 1)

    assert "ON PUBLIC PAGES" not in final(club, "Anna").text
    assert "ON PUBLIC PAGES" in final(club, "Ruth").text
    club.services.db.close()


def test_a_game_for_oneself_is_on_no_page_and_asks_nothing():
    assert all_pages()["digest"].public != ()
    assert all_pages()["digest trial"].public == ()


@pytest.mark.parametrize("language", translated())
def test_it_is_said_in_every_language(language, tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Anna=language)
    bids(club, 1, 1, 1)

    for value in ("name", "hidden"):
        line = line_of(Key.PUBLIC, value, speech(language))
        assert line in final(club, "Anna").text
        assert club.say("Anna", line, to=final(club, "Anna")) == SAID
    club.services.db.close()

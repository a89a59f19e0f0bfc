"""Who organises a game and does not play is told its end, once, and what may follow it."""

from __future__ import annotations

import pytest

from pbem.domain.model import Stage
from pbem.domain.outcomes import Kept, Ordered, Played, TakenBack, Thanked
from pbem.languages import translated
from pbem.store.games import find_game, load_table
from tests.club import is_like, seated
from tests.conversations.dealing import bids, club_dealt, deal_in
from tests.conversations.test_duplicate import match, play

HANDS = "QH | AH | KH"
"""A card each: once all have bid, Bruno's ace takes the only trick."""

LEAGUE = {
    "en": "new league Lindy with",
    "de": "neue Liga Lindy mit",
    "fr": "nouvelle ligue Lindy avec",
    "it": "nuovo campionato Lindy con",
    "es": "nueva liga Lindy con",
    "nl": "nieuwe liga Lindy met",
    "ro": "ligă nouă Lindy cu",
}
"""How the order for a league begins."""


def told(club, name="Marta"):
    """The letters by which somebody hears as an organiser that a game is over."""
    return [one for one in club.letters(name) if one.kind == "game_over"]


def ended(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1, 1)
    return club


def test_the_letter_says_who_has_won_and_how_it_went(tmp_path):
    club = ended(tmp_path)

    [letter] = told(club)
    assert letter.subject == "[Lindy] Bruno wins: final score"
    words = " ".join(letter.text.split())
    assert "LINDY IS OVER: BRUNO WINS" in words
    assert "1. Bruno 11, 2. Anna 0, 2. Ruth 0." in words
    assert "Three players, 1 deal, 1 trick. On 5 October." in words
    assert 'reply "same again"' in words
    assert '"new league Lindy with" and addresses' in words
    assert set(letter.taps) >= {"same again", "new league Lindy with", "close"}
    club.services.db.close()


def test_one_tap_drafts_another_game_of_the_same_people(tmp_path):
    club = ended(tmp_path)

    assert is_like(club.tap("Marta", "same again", to=told(club)[0]), Ordered)

    with club.services.db.begin() as session:
        following = load_table(session, find_game(session, "Lindy II"))
    assert following.stage is Stage.DRAFT
    assert [one.name for one in following.players] == ["Anna", "Bruno", "Ruth"]
    club.services.db.close()


def test_it_waits_for_a_last_move_that_may_be_taken_back(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1)
    last = club.waiting
    assert club.say(last, "1") == Played("1")
    assert told(club) == []

    assert club.say(last, "undo") == TakenBack()
    club.later(hours=1)
    assert told(club) == []

    club.say(last, "0")
    assert told(club) == []
    club.later(hours=1)
    assert len(told(club)) == 1
    assert club.letter("Anna").kind == "digest"
    club.services.db.close()


def test_a_move_that_others_ended_the_game_after_can_be_taken_back(tmp_path):
    """What they had planned is held from its player too: to her the game is not over."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    first = club.waiting
    assert club.say(first, "1") == Played("1")
    club.later(minutes=10)
    second = club.waiting
    [last] = {"Anna", "Bruno", "Ruth"} - {first, second}
    assert club.say(last, "1") == Kept("1")
    assert club.say(second, "1") == Played("1")

    assert club.say(second, "undo") == TakenBack()
    with club.services.db.begin() as session:
        assert load_table(session, 1).stage is Stage.PLAYING

    assert club.say(second, "0") == Played("0")
    club.later(hours=1)
    assert {club.letter(name).kind for name in (first, second, last)} == {"digest"}
    club.services.db.close()


def test_an_organiser_who_plays_has_the_final_letter_alone(tmp_path):
    club = seated(tmp_path)
    deal_in(club, HANDS, turn_up="7S", organiser="Anna <anna@club.example>")
    bids(club, 1, 1, 1)

    assert told(club, "Anna") == []
    assert club.letter("Anna").kind == "digest"
    club.services.db.close()


def test_while_another_table_plays_the_same_deals_nobody_is_named(tmp_path):
    club = match(tmp_path)
    club.say("Kim", "yes")
    play(club, 1)
    club.later(hours=2)

    [early] = told(club)
    assert early.subject == "[Lindy] Lindy is over"
    assert "told when all tables that play its deals have ended" in " ".join(early.text.split())
    assert not any(name in early.text for name in ("Anna", "Bruno", "Ruth", "wins"))
    club.services.db.close()


@pytest.mark.parametrize("language", [*translated()])
def test_each_organiser_reads_it_in_the_own_language(tmp_path, language):
    club = seated(tmp_path)
    deal_in(club, HANDS, turn_up="7S", organiser=f"Marta <marta@club.example> ({language})")
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1, 1)

    [letter] = told(club)
    assert letter.message["Content-Language"] == language
    assert LEAGUE[language] in " ".join(letter.text.split())
    assert is_like(club.tap("Marta", "same again", to=letter), Ordered)
    club.services.db.close()


GOODBYES = {
    "en": "Thank you all, that was fun. See you next time!",
    "de": "Vielen Dank, das hat Spaß gemacht! Bis zum nächsten Mal.",
    "fr": "Merci à tous, c'était sympa !",
    "it": "Grazie a tutti, è stato divertente",
    "es": "Gracias a todos, ha sido muy divertido",
    "nl": "Bedankt allemaal, het was leuk",
    "ro": "Mulțumesc tuturor, a fost distractiv",
}


@pytest.mark.parametrize("language", translated())
def test_whoever_says_thanks_after_the_end_is_told_nothing(tmp_path, language):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Anna=language)
    bids(club, 1, 1, 1)
    count = len(club.letters("Anna"))

    assert club.say("Anna", GOODBYES[language]) == Thanked()
    assert len(club.letters("Anna")) == count
    club.services.db.close()


def test_a_question_among_thanks_after_the_end_is_answered(tmp_path):
    club = ended(tmp_path)
    count = len(club.letters("Anna"))

    club.say("Anna", "Thanks, great game everybody! What now?")
    assert len(club.letters("Anna")) == count + 1
    club.services.db.close()

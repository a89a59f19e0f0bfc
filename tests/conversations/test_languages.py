"""Each player of one game reads and writes in her own language, and may change it by mail."""

import re

import pytest

from pbem.domain.outcomes import Changed, Played, Refused, Said, Told
from pbem.domain.vocabulary import Change
from tests.effort import LONG, few

FOUR = {"Anna": "en", "Bruno": "it", "Chloe": "fr", "Dieter": "de"}
OTHERS = {"Ana": "es", "Jan": "nl", "Ioana": "ro"}
ASKED = {
    "en": ("your bid", "play a card", "lead a card"),
    "fr": ("votre annonce", "votre carte", "à vous d'entamer"),
    "de": ("deine Ansage", "deine Karte", "du spielst aus"),
    "it": ("la tua dichiarazione", "la tua carta", "apri tu"),
    "es": ("tu apuesta", "tu carta", "sales tú"),
    "nl": ("jouw bod", "jouw kaart", "jij komt uit"),
    "ro": ("licitația ta", "cartea ta", "tu ieși"),
}
HOW = {
    "en": "HOW TO ANSWER",
    "fr": "RÉPONDRE",
    "de": "ANTWORTEN",
    "it": "COME RISPONDERE",
    "es": "CÓMO RESPONDER",
    "nl": "ANTWOORDEN",
    "ro": "CUM RĂSPUNZI",
}


def example(letter, language):
    """What a letter suggests to answer, as it stands behind the colon in its text."""
    block = letter.text.partition(HOW[language] + "\n")[2]
    return re.search(r":   (.+)$", block, re.MULTILINE)[1]


@pytest.mark.parametrize("people", few([FOUR, OTHERS], 1), ids=" ".join)
def test_a_deal_is_played_in_several_languages(club, people):
    """Everybody answers with what the own mail suggests; nothing is refused or asked back."""
    club.open(*people, languages=people)
    for name, language in people.items():
        message = club.letter(name).message
        assert message["Content-Language"] == language
        assert f'<html lang="{language}"' in club.letter(name).html

    asked = 0
    while not club.game.deals:
        name = club.waiting
        letter = club.letter(name)
        if asked > len(people):
            assert any(words in letter.subject for words in ASKED[people[name]])
        assert isinstance(club.say(name, example(letter, people[name])), Played)
        asked += 1
    assert asked > 5 * len(people)


@pytest.mark.parametrize(
    ("line", "subject", "became"),
    [
        ("language fr", "[Lindy] Vos réglages", Changed(Change.SETTING, "language")),
        ("language: Deutsch", "[Lindy] Deine Einstellungen", Changed(Change.SETTING, "language")),
        ("language italiano", "[Lindy] Le tue impostazioni", Changed(Change.SETTING, "language")),
        pytest.param(
            "language español",
            "[Lindy] Tus ajustes",
            Changed(Change.SETTING, "language"),
            marks=LONG,
        ),
        pytest.param(
            "language: nl",
            "[Lindy] Je instellingen",
            Changed(Change.SETTING, "language"),
            marks=LONG,
        ),
        pytest.param(
            "language română",
            "[Lindy] Setările tale",
            Changed(Change.SETTING, "language"),
            marks=LONG,
        ),
        ("lingua italiano", "[Lindy] Le tue impostazioni", Changed(Change.SETTING, "language")),
        ("settings", "[Lindy] Your settings", Told("settings")),
        ("time zone Europe/Rome", "[Lindy] Your settings", Changed(Change.SETTING, "time_zone")),
    ],
)
def test_settings_by_mail(club, line, subject, became):
    club.open("Anna", "Bruno", "Ruth")
    table = club.game

    assert club.say("Anna", line) == became

    assert club.letter("Anna").subject == subject
    assert club.game == table


def test_a_language_holds_from_the_next_mail_on(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting

    club.say(name, "language de")
    club.say(name, "Stand")

    assert club.letter(name).subject == "[Lindy] Wo wir stehen"
    assert club.letter(name).message["Content-Language"] == "de"


def test_a_time_zone_is_the_clock_of_the_next_mail(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    assert "(Paris time)" in club.letter(name).text

    club.say(name, "time zone Asia/Tokyo")
    club.say(name, "status")

    assert "(Tokyo time)" in club.letter(name).text


def test_a_language_we_do_not_write_is_not_taken(club):
    club.open("Anna", "Bruno", "Ruth")

    assert isinstance(club.say(club.waiting, "language pt"), Refused)


def test_an_invitation_is_in_the_language_the_organiser_named(club):
    club.open("Anna", "Bruno", "Chloe", languages={"Chloe": "fr"}, invite=True)

    assert club.letter("Chloe").subject == "Marta vous invite à une partie de Oh Hell! par mail"
    assert club.letter("Anna").subject == "Marta invites you to a game of Oh Hell! by mail"
    # She has said nothing yet, so it is for who invites her to say.
    club.open("Anna", "Chloe", "Ruth", game="Club", languages={"Chloe": "it"}, invite=True)
    assert "ti invita" in club.letter("Chloe").subject
    assert club.say("Chloe", "sì") == Said(True)
    assert '<html lang="it"' in club.letter("Chloe").html
    # Now it is for her.
    club.open("Anna", "Chloe", "Ruth", game="Polka", languages={"Chloe": "fr"}, invite=True)
    assert "ti invita" in club.letter("Chloe").subject

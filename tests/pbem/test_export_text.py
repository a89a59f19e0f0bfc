"""A game as a text to read: what everybody may know, in one language, deal by deal."""

from pathlib import Path

import pytest

from pbem.exports.files import writer_for
from pbem.letters.looks import usual_look
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from tests.pbem.test_exports import golden
from tests.pbem.test_site import ended


def told(name, language="en", entries=None):
    """A golden game in words, or as it stood after so many entries of its log."""
    log = golden(name)
    game = ended(name, log=log[:entries] if entries else log)
    return writer_for(Path("Lindy.txt"))(game, Templates(), speech(language)).decode()


def test_a_finished_game_is_told_deal_by_deal_with_the_places_and_the_rules():
    text = told("option_down_only")

    assert text.startswith("LINDY                                 Anna, Bruno, Chloé and Dieter\n")
    assert (
        "DEAL 10\n1 card, dealt by Dieter. Trump is hearts: the nine of hearts was turned up.\n\n"
        "  Trick by trick, deal 10: [who took it]\n"
        "   1. [Anna Q♥], Bruno 4♠, Chloé 7♣, Dieter 7♥\n"
    ) in text
    assert "  Dieter                      1       0      +0   missed\n" in text
    assert "   4. Bruno                 █████████████▒▒▒             57\n\nWon by Anna.\n" in text
    assert text.index("Won by Anna.") < text.index("THE RULES\n  10 deals: 10 cards down to 1.\n")
    assert max(map(len, text.splitlines())) <= 76


def test_of_a_running_deal_only_what_was_played_and_bid_is_told():
    """Nobody's hand is, though the log holds all hands."""
    text = told("podrida_pagat", entries=60)

    running = text[text.index("\nDEAL 2\n") : text.index("THE RULES")]
    assert running == (
        "\nDEAL 2\n9 cards, dealt by Bruno. Trump is clubs: the seven of clubs was turned up.\n\n"
        "Bids so far: Chloé 3, Dieter 1\n\n"
    )


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "RUNDE 10\n1 Karte, gegeben von Dieter."),
        ("es", "MANO 10\n1 carta, da Dieter."),
        ("fr", "DONNE 10\n1 carte, donnée par Dieter."),
        ("it", "MANO 10\n1 carta, data da Dieter."),
    ],
)
def test_it_is_told_in_one_language(language, line):
    assert line in told("option_down_only", language)


def test_spanish_cards_have_their_own_names():
    log = golden("pocha")
    game = ended("pocha", log=log)
    said = speech("es", usual_look(log[0].rules.pack))

    text = writer_for(Path("Lindy.txt"))(game, Templates(), said).decode()

    assert "oros" in text
    assert not any(word in text for word in ("♥", "corazones", "picas"))

"""Cards as their reader wants them: signs, words or letters, in four colours or two."""

import re
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine import Card, cards, preset
from engine.cards import Pack, PackKind
from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.domain.model import Player
from pbem.domain.preferences import Mailing
from pbem.letters.environment import environment
from pbem.letters.guide import guide
from pbem.letters.looks import Look, look_of, usual_look
from pbem.letters.page import Notice
from pbem.letters.render import Templates, templates_folder
from pbem.letters.speech import speech
from pbem.orders.keywords import Key
from tests.effort import others_long

TEMPLATES = Templates()
PAGES = {name: page for name, page in all_pages(4, 7).items() if not isinstance(page, Notice)}
LOOKS = [Look("words"), Look("letters", "two")]
SPANISH = usual_look(Pack(kind=PackKind.SPANISH))
SIGNS = re.compile("[♠♥♦♣]")
QUOTED = ("refused", "got_it", "not_yet", "which_card")
"""These repeat what the player wrote."""


@pytest.mark.parametrize(
    ("language", "look", "card", "sign", "told"),
    [
        ("en", Look(), "QH", "Q♥", "Q♥ queen of hearts"),
        ("en", Look("words"), "QH", "queen of hearts", "queen of hearts"),
        ("en", Look("letters"), "TD", "10D", "10D ten of diamonds"),
        ("fr", Look("letters"), "QH", "DC", "DC dame de cœur"),
        ("fr", Look("letters", english=True), "QH", "QH", "QH dame de cœur"),
        ("de", Look("letters"), "KC", "KKr", "KKr Kreuz-König"),
        ("de", Look("letters"), "KD", "KKa", "KKa Karo-König"),
        ("it", Look("letters"), "QD", "QQ", "QQ donna di quadri"),
        ("es", SPANISH, "QD", "caballo de oros", "caballo de oros"),
        ("es", replace(SPANISH, cards="letters"), "JS", "SE", "SE sota de espadas"),
        ("en", SPANISH, "QH", "knight of cups", "knight of cups"),
        ("fr", SPANISH, "AS", "as d'épées", "as d'épées"),
        ("de", SPANISH, "KD", "König der Münzen", "König der Münzen"),
        ("it", SPANISH, "7C", "sette di bastoni", "sette di bastoni"),
        ("nl", SPANISH, "JC", "boer van knotsen", "boer van knotsen"),
        ("ro", SPANISH, "KH", "rege de cupe", "rege de cupe"),
    ],
)
def test_a_card_is_written_as_its_reader_wants(language, look, card, sign, told):
    said = speech(language, look)

    assert said.card_sign(Card.parse(card)) == sign
    assert said.card_told(Card.parse(card)) == told


@pytest.mark.parametrize(
    ("language", "wish", "look"),
    [
        ("es", "symbols", SPANISH),
        ("es", "letters", replace(SPANISH, cards="letters")),
        ("fr", "letters", SPANISH),
    ],
)
def test_spanish_cards_have_no_symbols_and_few_languages_letters_for_them(language, wish, look):
    player = Player(1, "Ana", "ana@x.example", language, "UTC", mailing=Mailing({Key.CARDS: wish}))

    assert look_of(player, Pack(kind=PackKind.SPANISH)) == look
    assert look_of(player, Pack()) == Look(wish)


FRENCH_CARDS = re.compile(r"[♠♥♦♣]|picas|coraz|diamante|trébol|\b(dama|jota|diez de|[KQJ])\b")


@pytest.mark.parametrize("name", ["your_bid Spanish pack", "your_play Spanish pack"])
def test_a_player_of_pocha_is_shown_no_french_cards(name):
    letter = TEMPLATES.render(odd_pages("es")[name])

    assert "de oros" in letter.text
    assert not FRENCH_CARDS.search(letter.text + LexborHTMLParser(letter.html).body.text())


def test_the_rules_of_pocha_rank_the_cards_as_its_players_do():
    rules = preset("pocha")
    order = "as, tres, rey, caballo, sota, siete, seis, cinco, cuatro, dos"

    assert f"De mayor a menor, las cartas van {order}." in TEMPLATES.rules(rules, 4, "es")
    assert not FRENCH_CARDS.search(" ".join(TEMPLATES.rules(rules, 4, "es")))


def test_help_names_the_cards_of_the_pack_alone():
    chapters = guide(TEMPLATES, preset("pocha"), 4, "es", NOW.date(), ())
    told = [line for one in chapters for block in one.blocks for line in block.said]

    assert "A as, R rey, C caballo, S sota" in told
    assert "espadas, copas, oros, bastos" in told


def test_cards_to_be_typed_are_in_words_where_letters_might_mean_two():
    [*laid] = cards("QH 3C")

    assert speech("de", Look("letters")).card_signs(laid) == "DH 3Kr"
    assert speech("de", Look("letters")).cards_typed(laid) == "Herz-Dame, Kreuz-Drei"


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("name", others_long(list(PAGES), {"your_play", "digest"}.__contains__))
def test_no_letter_has_a_sign_for_who_wants_none(name, look):
    page = PAGES[name]
    letter = TEMPLATES.render(replace(page, frame=replace(page.frame, look=look)))
    usual = TEMPLATES.render(page)
    shown = LexborHTMLParser(letter.html).body.text()

    if name.split(" ")[0] not in QUOTED:
        assert not SIGNS.search(letter.text + shown)
    assert max(map(len, letter.text.splitlines())) <= 80
    if SIGNS.search(usual.text):
        assert letter.text != usual.text


def test_two_colours_are_those_of_spades_and_hearts():
    page = PAGES["digest"]
    two = TEMPLATES.render(replace(page, frame=replace(page.frame, look=Look(colours="two")))).html
    inks = [re.findall(rf'class="i({one})" style="color:(#\w+)', two) for one in "SHDC"]

    assert set(inks[0]) == {("S", "#14181D")}
    assert set(inks[1]) == {("H", "#B3132B")}
    assert inks[2:] == [[], []]
    assert 'class="iD" style="color:#1B4FBF' in TEMPLATES.render(page).html


def test_a_card_to_tap_is_no_smaller_without_its_sign():
    page = PAGES["your_play lead"]
    html = TEMPLATES.render(replace(page, frame=replace(page.frame, look=Look("words")))).html
    [*tiles] = re.findall(r"padding:(\d+)px \d+px;font:400 \d+px/(\d+)px[^>]*none", html)

    assert tiles
    assert all(2 * int(pad) + 2 * int(line) >= 44 for pad, line in tiles)


@pytest.mark.parametrize("name", ["_help.txt", "_text.txt"])
def test_what_is_compiled_for_one_language_and_look_serves_all(name):
    """Both apply filters to constants, which Jinja works out while it compiles if it may."""
    folder = templates_folder()
    rooms = [
        environment(folder, code, look, html=False)
        for code, look in [("en", Look()), ("de", Look()), ("en", Look("words"))]
    ]
    source = (folder / name).read_text()

    assert len({room.compile(source, name, name, raw=True) for room in rooms}) == 1

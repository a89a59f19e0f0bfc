"""Letters in every language: nothing left in English, and all they show can be sent back."""

import re
from collections import defaultdict
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from urllib.parse import parse_qs, unquote

import pytest
from babel.messages.pofile import read_po
from selectolax.lexbor import LexborHTMLParser

from engine import PRESETS, Card, Rank, RulesError, Suit, combine
from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.languages import read, translated
from pbem.letters.answered import without_hint
from pbem.letters.page import Trait
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.letters.typed import code, typed
from pbem.orders.answers import Bid, Clause, Join, Keep, Plan, Play, Trump
from pbem.orders.keywords import Ask, Policy
from pbem.orders.model import Request
from pbem.orders.organiser.parse import read_commands
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.orders.server_orders import read_server_lines
from pbem.orders.subjects import after_tag
from pbem.orders.text import tokens
from pbem.orders.words import phrases
from tests.effort import in_groups, of_each, others_long
from tests.guides import COMPLETE
from tests.lines import text_that_counts
from tests.messages import LANGUAGES
from tests.pbem.card_names import PACK
from tests.read_back import read_back, read_once
from tests.to_operators import is_to_operator

TEMPLATES = Templates()
OTHERS = translated()[1:]
FRENCH = "fr".__eq__
WHOLE = COMPLETE[1:]


@cache
def pages_in(language):
    """A page of every kind for a reader of a language."""
    return {**all_pages(4, 7, language), **odd_pages(language)}


KINDS = defaultdict(list)
for page_name in pages_in("en"):
    KINDS[page_name.split(" ")[0]].append(page_name)


@cache
def letter_of(language, name):
    """A page as a letter in a language."""
    return TEMPLATES.render(pages_in(language)[name])


every_language = pytest.mark.parametrize("language", others_long(OTHERS, FRENCH))
every_page = in_groups("name", KINDS)


def visible(html):
    """The words of an HTML part, those of its taps too."""
    parsed = LexborHTMLParser(html)
    for node in parsed.css("style"):
        node.decompose()
    taps = [unquote(link.attributes["href"]) for link in parsed.css("a")]
    labels = [link.attributes.get("aria-label") or "" for link in parsed.css("a")]
    return " ".join([parsed.body.text(separator=" "), *taps, *labels])


def plain(text):
    """A text on one line, for comparing."""
    return " ".join(text.replace("\ufe0e", "").split()).casefold()


def sentences():
    """The pieces between the places of every message of more than two words.

    The catalogues are quicker read than the templates, and hold the very same messages.
    """
    for message in read_po(BytesIO((LANGUAGES / "fr" / "letters.po").read_bytes())):
        if not message.id or message.id == "Oh Hell! by mail":
            continue
        if message.context == "order":  # the subject of a tap is English for everybody
            continue
        for each in message.id if isinstance(message.id, tuple | list) else (message.id,):
            for piece in re.split(r"%\(\w+\)s", each):
                if len(re.findall(r"[A-Za-z']{2,}", piece)) > 2:
                    yield plain(piece)


@cache
def english_pieces():
    """The pieces of English that may be left in a letter by mistake."""
    return sorted(set(sentences()))


@pytest.mark.parametrize("language", others_long(WHOLE, FRENCH))
@every_page
def test_no_english_is_left_over(language, name):
    letter = letter_of(language, name)
    for text in (letter.subject, letter.preview, letter.text, visible(letter.html)):
        told = plain(re.sub(r"wrote:? .*", "", text))
        assert [said for said in english_pieces() if said in told] == []


@pytest.mark.parametrize("language", others_long(WHOLE, FRENCH))
@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_no_english_is_left_over_in_the_rules(language, row):
    for players in range(row.rules.players[0], row.rules.players[1] + 1):
        told = TEMPLATES.rules(row.rules, players, language)
        english = TEMPLATES.rules(row.rules, players)

        assert len(told) == len(english)
        whole = plain(" ".join(told))
        assert [said for said in english_pieces() if said in whole] == []
        assert all(said[0].isupper() or said[0].isdigit() for said in told)
        assert all(said.endswith(".") for said in told)


def test_looking_for_english_finds_it():
    told = plain(TEMPLATES.render(all_pages()["your_play lead"]).text)

    assert len(english_pieces()) > 250
    assert "you lead to this trick." in [said for said in english_pieces() if said in told]


@every_language
@every_page
def test_a_letter_is_whole_and_no_line_too_long(language, name):
    letter = letter_of(language, name)

    assert f'<html lang="{language}"' in letter.html
    assert letter.html.count(f'lang="{language}"') == 2
    assert "%(" not in letter.text + letter.html
    assert len(letter.html.encode()) < 60_000
    lines = [line for line in letter.text.splitlines() if not line.startswith("Oh Hell! ")]
    assert [line for line in lines if len(line) > 78] == []
    assert not re.search(r"[^\s.]\s[,.](\s|$)|\w\(", letter.text)


def is_own(line, language):
    """Whether an order begins with words of a language, and not with English ones."""
    said = tokens(line.rpartition(": ")[2])
    lists = read(language, "organisers.toml").values()
    own = {phrase for some in lists for written in some for phrase in phrases(written)}
    return any(said[:size] in own for size in range(1, len(said) + 1))


def as_typed(page):
    """The lines of an organiser's own in a letter, with one word of theirs mended."""
    told = [one for one, _ in page.told] if hasattr(page, "told") else []
    return {line for one in told for _, line in one.mended}


@every_language
@every_page
def test_every_tap_does_the_same_by_its_subject_and_by_its_words(language, name):
    page = pages_in("en")[name]
    for link in LexborHTMLParser(letter_of(language, name).html).css("a"):
        query = parse_qs(link.attributes["href"].partition("?")[2])
        if "body" not in query or Trait.ANY_ANSWER in page.traits:
            continue
        subject = (after_tag(unquote(query["subject"][0])),)
        body = without_hint(text_that_counts(query["body"][0].replace("\r\n", "\n")))
        if is_to_operator(page):
            [theirs], [ours] = read_server_lines(body, language), read_server_lines(subject, "en")
            assert (theirs.order, theirs.rest) == (ours.order, ours.rest)
            assert theirs.order
            assert not read_server_lines(body, "en")[0].order or language == "en", body
            continue
        if Trait.ORDERS in page.traits:
            told = [one.commands for one in read_commands(body, language, NOW.date())]
            assert told == [one.commands for one in read_commands(subject, "en", NOW.date())]
            assert is_own(body[0], language) or body[0] in as_typed(page), body
            continue
        by_subject = read_once(subject, read_back(name, page, subject[0]))[0].order
        readings = read_once(body, read_back(name, page, subject[0], language))

        assert len(body) >= 1
        # Who is asked whether he is there may say so by a yes.
        here = by_subject == Request("here") and readings[0].order == Join(True)
        assert here or readings[0].order == by_subject, (body, subject)
        assert len(readings) == 1, body


@every_language
@of_each("card", PACK)
def test_a_card_reads_back_as_it_is_printed(language, card):
    """Signs, words and what the mails suggest: none of them is ever asked back."""
    said = speech(language)
    for form in (said.card_sign(card), said.card_words(card), said.card_typed(card)):
        reading = read_answer((form,), Expected(Ask.PLAY, language=language))[0]

        assert reading.order == Play(card), form


@every_language
def test_numbers_suits_and_words_to_send_read_back(language):
    said = speech(language)
    bidding = Expected(Ask.BID, language=language)
    for number in range(21):
        assert read_answer((said.number(number),), bidding)[0].order == Bid(number)
    naming = Expected(Ask.TRUMP, language=language)
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, None):
        assert read_answer((typed(Trump(suit), said),), naming)[0].order == Trump(suit)


PLANS = [
    Plan(((Clause(Card.parse("QH")),), (Clause(Card.parse("KC")),))),
    Plan(((Clause(Card.parse("TC"), Suit.CLUBS), Clause(Policy.LOW)),)),
    Plan(((Clause(Policy.WIN, Suit.HEARTS), Clause(Policy.DUCK, Suit.SPADES)),)),
    Plan(((Clause(Card.parse("2D")),), (Clause(Policy.HIGH, Suit.DIAMONDS), Clause(Policy.LOW)))),
]


@every_language
@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_plan_reads_back_as_it_is_printed(language, plan):
    context = Expected(Ask.PLAY, language=language)

    assert read_answer((typed(plan, speech(language)),), context)[0].order == plan
    keep = f"{speech(language).say('plan', 'keep')} {typed(plan, speech(language))}"
    assert read_answer((keep,), context)[0].order == Keep(plan)
    assert read_answer((code(plan),), Expected(Ask.PLAY))[0].order == plan


@every_language
def test_the_last_line_of_a_mail_is_known_as_ours(language):
    """What a player's mail program quotes without a mark is not read as an answer."""
    for name in ("your_play lead", "your_bid last"):
        text = letter_of(language, name).text
        [last] = [line for line in text.splitlines() if line.startswith("Oh Hell!")]

        assert text_that_counts(f"{last}\n3\n") == ()


@pytest.mark.parametrize(
    ("language", "zone", "moment", "day", "clock"),
    [
        ("en", "Europe/Paris", "Sunday 22 November, 18:00", "22 November", "Paris time"),
        (
            *("fr", "Europe/Paris", "dimanche 22 novembre à 18:00"),
            *("22 novembre", "heure locale, Paris"),
        ),
        ("de", "Europe/Rome", "Sonntag, 22. November, 18:00", "22. November", "Ortszeit Rom"),
        ("it", "Europe/Paris", "domenica 22 novembre alle 18:00", "22 novembre", "ora di Parigi"),
        ("it", "UTC", "domenica 22 novembre alle 17:00", "22 novembre", "UTC"),
        (
            *("es", "Europe/Paris", "domingo 22 de noviembre a las 18:00"),
            *("22 de noviembre", "hora de París"),
        ),
        ("nl", "Europe/Paris", "zondag 22 november om 18:00", "22 november", "tijd in Parijs"),
        (
            *("ro", "Europe/Bucharest", "duminică, 22 noiembrie, 19:00"),
            *("22 noiembrie", "ora din București"),
        ),
    ],
)
def test_moments_are_told_in_the_reader_s_zone_and_language(language, zone, moment, day, clock):
    at, said = datetime(2026, 11, 22, 17, 0, tzinfo=UTC), speech(language)

    assert said.moment(at, zone) == moment
    assert said.day(at, zone) == day
    assert said.zone_word(zone) == clock


@pytest.mark.parametrize(
    ("language", "day"),
    [
        *(("en", "1 March"), ("fr", "1er mars"), ("de", "1. März"), ("it", "1º marzo")),
        *(("es", "1 de marzo"), ("nl", "1 maart"), ("ro", "1 martie")),
    ],
)
def test_the_first_of_a_month(language, day):
    assert speech(language).day(datetime(2026, 3, 1, 12, tzinfo=UTC), "UTC") == day


@pytest.mark.parametrize(
    ("language", "sign", "words", "listed"),
    [
        ("en", "Q♥", "queen of hearts", "Anna, Bruno and Ruth"),
        ("fr", "D♥", "dame de cœur", "Anna, Bruno et Ruth"),
        ("de", "D♥", "Herz-Dame", "Anna, Bruno und Ruth"),
        ("it", "Q♥", "donna di cuori", "Anna, Bruno e Ruth"),
        ("es", "Q♥", "dama de corazones", "Anna, Bruno y Ruth"),
        ("nl", "V♥", "harten vrouw", "Anna, Bruno en Ruth"),
        ("ro", "Q♥", "damă de cupă", "Anna, Bruno și Ruth"),
    ],
)
def test_cards_and_names(language, sign, words, listed):
    card, said = Card.parse("QH"), speech(language)

    assert (said.card_sign(card), said.card_words(card)) == (sign, words)
    assert said.listed(["Anna", "Bruno", "Ruth"]) == listed
    assert said.rank_sign(Rank.TEN) == "10"


@pytest.mark.parametrize(
    ("cards", "told"), [(1, "1 carte"), (2, "2 cărți"), (19, "19 cărți"), (20, "20 de cărți")]
)
def test_romanian_counts_in_three_ways(cards, told):
    said = speech("ro").messages.ngettext
    hand = said("Your hand, %(num)s card", "Your hand, %(num)s cards", cards)

    assert hand % {"num": cards} == f"Mâna ta, {told}"


def test_a_language_without_a_catalogue_is_written_to_in_english():
    assert speech("xx").code == speech("en").code == "en"


@pytest.mark.parametrize(
    ("wrong", "language", "told"),
    [
        (
            lambda: combine("ohhell_pagat, lasagne"),
            "en",
            "no option is called 'lasagne'; there are, for example:"
            " no hook, 10 deals up, sealed bids",
        ),
        (
            lambda: combine("ohhell_pagat, lasagne"),
            "de",
            "keine Option heißt 'lasagne'; es gibt zum Beispiel: no hook, 10 deals up, sealed bids",
        ),
        (
            lambda: combine("ohhell_pagat, bid mode simultaneous"),
            "it",
            "bid mode simultaneous: dichiarazioni non fatte a turno non possono vietare che la"
            " somma sia pari: bid_mode simultaneous",
        ),
    ],
)
def test_what_is_wrong_with_rules_is_told_in_the_readers_language(wrong, language, told):
    with pytest.raises(RulesError) as problem:
        wrong()

    assert speech(language).problem(problem.value) == told

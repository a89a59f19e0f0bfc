"""What a letter teaches is read: every word in quotation marks, every label of a button."""

import re
from dataclasses import replace
from functools import cache
from urllib.parse import parse_qs, unquote

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.languages import translated
from pbem.letters.examples import filled
from pbem.letters.page import Notice, Trait
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.orders.answers import Bid, Join
from pbem.orders.keywords import Ask
from pbem.orders.model import Request, Unread
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.typed import TYPED_ORDERS
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.orders.server_orders import read_server_lines
from pbem.orders.subjects import after_tag
from tests.effort import of_each, others_long
from tests.read_back import read_back
from tests.to_operators import is_to_operator

TEMPLATES = Templates()
TODAY = NOW.date()
every_language = pytest.mark.parametrize("language", others_long(translated(), "es".__eq__))

MARKS = {"de": "„([^“]*)“", "es": "«([^»]*)»", "fr": "« ([^»]*) »", "ro": "„([^”]*)”"}
"""How a language quotes; the others as English does."""

TO_ORGANISERS = ("organiser_digest",)
"""These have no taps, and are answered with orders all the same."""

NOT_TO_SEND = re.compile(
    r"banana|<b>.*|x & y|Same silly game|Ruth|python3 .*"  # what players wrote, names, a program
)
WITH_A_CARD = ("declare", "reveal")
"""Words that are written behind the cards that are laid aside."""

WITH_MORE = {
    "keep": "the card that came too early stands in its own mail",
    "lay": "a bid stands before the cards",
    "time zone": "the clock has a name of its own",
    "language": "a language alone is no order",
    "away": "the days stand in the mail of the absent",
    "report": "who said it has to be named",
    "next": "the league has to be named",
    "replace": "the player has to be named",
    "set": "other rules have to be named",
    "hold": "an evening has a word of its own",
    "say": "a word to the table needs that word before it",
    "no": "taken back where somebody else said it",
    "extend": "the player has to be named as an order names him",
    "remind": "the player has to be named as an order names him",
    "address": "the address has to follow",
    "uninvite": "the player has to be named",
    "invite": "who is invited has to be named",
    "open": "what is opened has no need of its name",
    "help orders": "all of them are help about orders",
    "Lindy: extend": "the order begins with the game, and gives its player days",
    "Lindy: address": "the order begins with the game, and names its player",
    "Lindy: remind": "the order begins with the game, and names its player",
    "digest": "how often, where the letter says of what",
    "again": "whatever answers that letter is the answer",
}
"""Taps whose labels say in short what needs a name, a day or a card to be done."""


@cache
def pages_in(language):
    """A page of every kind for a reader of a language, with its letter."""
    pages = {**all_pages(4, 7, language), **odd_pages(language)}
    return {name: (page, TEMPLATES.render(page)) for name, page in pages.items()}


def is_for_organisers(page):
    """Whether a letter is answered with orders of an organiser."""
    return Trait.ORDERS in page.traits or page.kind in TO_ORGANISERS


def expected(name, page, words, language):
    """What an answer to a page is read against, on the day it was written."""
    context = replace(read_back(name, page, words, language), today=TODAY)
    if page.asks is Ask.INVITATION or (isinstance(page, Notice) and not page.asks):
        return replace(context, ask=Ask.INVITATION, invited=True)
    return context


def is_read(name, page, words, language):
    """Whether a person who copies some words of a letter into an answer is understood."""
    if is_to_operator(page):
        return all(line.order for line in read_server_lines([words], language))
    if is_for_organisers(page):
        return all(line.commands or line.lacks for line in read_commands([words], language, TODAY))
    if page.kind == "help" and read_commands([words], language, TODAY)[0].commands:
        return True
    contexts = [expected(name, page, words, language)]
    contexts += [replace(contexts[0], ask=Ask.INVITATION, invited=True)]
    return any(not isinstance(read_answer((words,), one)[0].order, Unread) for one in contexts)


def quoted_in(letter, language):
    """What stands in quotation marks in a letter and is to be sent."""
    text = " ".join(letter.text.replace("\xa0", " ").split())
    found = re.findall(MARKS.get(language, '"([^"]*)"'), text)
    return [words for words in dict.fromkeys(found) if not NOT_TO_SEND.fullmatch(words)]


@every_language
@pytest.mark.parametrize("form", ["{}", "„{}“", "«{}»", "“{}”", "{}!"])
def test_what_stands_in_quotation_marks_is_read(language, form):
    """Bare, in the marks of any language, with an exclamation mark."""
    attached = {speech(language).say("special", word) for word in WITH_A_CARD}
    unread = [
        (name, words)
        for name, (page, letter) in pages_in(language).items()
        if Trait.ANY_ANSWER not in page.traits
        for words in quoted_in(letter, language)
        if words not in attached
        and not (page.kind == "setting_changed" and form == "{}!")  # a name has no such mark
        and not is_read(name, page, form.format(words), language)
    ]
    assert unread == []


def labels_in(letter):
    """What stands on each button of a letter, and the code it answers with."""
    for link in LexborHTMLParser(letter.html).css("a"):
        query = parse_qs(link.attributes["href"].partition("?")[2])
        if "subject" in query:
            label = " ".join(link.text(separator=" ").replace("\ufe0e", "").split())
            yield label, after_tag(unquote(query["subject"][0]))


def about_lindy(code):
    """A code that begins with a game, as one about Lindy."""
    return re.sub(r"^[\w ]+: ", "Lindy: ", code)


def does(name, page, words, language):
    """What an answer to a page orders."""
    if is_to_operator(page):
        return [(line.order, line.rest) for line in read_server_lines([words], language)]
    if is_for_organisers(page):
        return [line.commands for line in read_commands([words], language, TODAY)]
    context = expected(name, page, words, language)
    return read_answer((words,), context)[0].order


def same_as(order):
    """What is as good as an order: who is asked whether he is there may say so by a yes."""
    return (order, Join(True)) if order == Request("here") else (order,)


@every_language
def test_what_stands_on_a_button_can_be_typed(language):
    wrong = [
        (name, label, code)
        for name, (page, letter) in pages_in(language).items()
        if Trait.ANY_ANSWER not in page.traits
        for label, code in labels_in(letter)
        if not any(about_lindy(code).startswith(one) for one in WITH_MORE)
        and does(name, page, label, language) not in same_as(does(name, page, code, "en"))
    ]
    assert wrong == []


@every_language
def test_the_heading_of_a_question_can_be_answered_in_its_own_words(language):
    """YOUR BID, ANNA: `your bid: 2`."""
    said = speech(language).messages.gettext
    [noun] = [said("Your bid, %(name)s").replace("%(name)s", "").strip(" ,:")]
    context = Expected(Ask.BID, language, bids=(0, 1, 2, 3), size=3)

    for words in (f"{noun} 2", f"{noun}: 2", f"{noun.upper()}: 2"):
        assert read_answer((words,), context)[0].order == Bid(2), words


@of_each("language", translated()[1:])
@of_each("example", dict.fromkeys(one.example for one in TYPED_ORDERS))
def test_an_order_of_organisers_means_the_same_in_every_language(language, example):
    own, english = speech(language), speech("en")
    [by_own] = read_commands([filled(example, own, TODAY)], language, TODAY)
    [by_english] = read_commands([filled(example, english, TODAY)], "en", TODAY)

    assert (by_own.commands, by_own.lacks) == (by_english.commands, by_english.lacks)
    assert by_own.order == by_english.order

"""Help by mail: each topic can be asked for, its examples are right, and its lines can be sent."""

from __future__ import annotations

import pytest

from engine import MakeBid, cards, preset, start
from engine.rules import Rules
from pbem.commands.player.handlers import SENDABLE
from pbem.demo.specimens.games import NOW, reader_of
from pbem.languages import translated
from pbem.letters.pages.helping import TOPICS, Blocked, Help, Points
from pbem.letters.render import Templates
from pbem.orders.answers import Keep, Plan
from pbem.orders.keywords import Ask
from pbem.orders.model import Away, HousePolicy, MoreTime, Pause, Request, Setting, Unread
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.orders.words import data, lists_at
from tests.effort import few, of_each
from tests.guides import COMPLETE
from tests.table import deal_of, do

TEMPLATES = Templates()
MAILBOX = "table@ohhell.example"
HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"
"""Anna holds no spade; the seven of spades is turned up."""


def asked(topic, language="en", row=HANDS, turn_up="7S"):
    """Help for the first seat of a table with these hands."""
    game = deal_of(row, dealer=2, turn_up=turn_up)
    return Help.of(reader_of(game, 0, language), topic, MAILBOX, SENDABLE)


@of_each("language", COMPLETE)
@of_each("topic", TOPICS)
def test_every_topic_can_be_asked_for_in_every_language(language, topic):
    lists = {name: lists_at(data(language), (name,)) for name in ("requests", "topics")}
    for word in lists["topics"][topic]:
        for help_ in filter(str.isalpha, lists["requests"]["help"]):
            order = read_answer((f"{help_} {word}",), Expected(Ask.BID, language=language))[0].order

            assert order == Request("help", topic), (help_, word)


def test_the_example_is_of_the_reader_s_own_cards():
    """Two diamonds and two hearts: spades go first by suit. A heart is led, and one is higher."""
    page = asked("rules")

    assert page.own
    assert set(page.cards) == set(cards("QH 3H KC TD 9D"))
    [follows] = page.samples
    assert follows.led.suit.name in ("HEARTS", "DIAMONDS")
    held = [card for card in page.cards if card.suit is follows.led.suit]
    assert set(follows.open) == set(held)
    assert list(follows.takes) == [card for card in held if card.rank > follows.led.rank]


@pytest.mark.parametrize(
    ("row", "turn_up", "opened", "takes"),
    [
        # No club held: anything goes, and the spades are trumps.
        ("KH 5H 2D 9S | AC 2C 3C 4C | 6C 7C 8C 9C", "3S", "KH 5H 2D 9S", "9S"),
        # No trump held, either: nothing takes the trick.
        ("KH 5H 2D 9D | AC 2C 3C 4C | 6C 7C 8C 9C", "3S", "KH 5H 2D 9D", ""),
    ],
)
def test_who_cannot_follow_may_play_anything(row, turn_up, opened, takes):
    _, void = asked("rules", row=row, turn_up=turn_up).samples

    assert str(void.led)[1] == "C"
    assert set(void.open) == set(cards(opened))
    assert set(void.takes) == set(cards(takes))


@pytest.mark.parametrize(
    ("name", "opened"),
    [("ohhell_pagat", "all"), ("wuori", "trumps"), ("pocha", "trumps")],
)
def test_without_a_table_the_example_follows_its_rules(name, opened):
    """Wuori and Pocha: who cannot follow must trump."""
    rules = preset(name)
    page = Help.of(reader_of(start(rules, rules.players[0]), 0), "rules", MAILBOX, SENDABLE)
    _, void = page.samples

    assert not page.own
    wanted = {
        "all": set(page.cards),
        "trumps": {card for card in page.cards if card.suit is page.trump},
    }
    assert set(void.open) == wanted[opened]
    assert set(page.cards) <= set(rules.pack_for(rules.players[0]).cards())


def test_points_and_the_hook_are_those_of_the_table():
    """Oh Hell!: a point a trick, ten for the bid. Five tricks, two are bid: not three."""
    page = asked("bids")

    assert page.points == (Points(2, 2, 12), Points(2, 3, 3), Points(2, 1, 1), Points(0, 0, 10))
    assert page.blocked == Blocked(5, 2, 3)
    told = " ".join(TEMPLATES.render(page).text.split())
    assert "bid 2, take 3 3 points" in told
    assert "If the others have bid 2 of 5 tricks and you bid last, you may not say 3" in told


def test_nothing_is_said_of_a_hook_where_there_is_none():
    rules = Rules(players=(3, 3), hand_max=((3, 5),), hook=False)
    page = Help.of(reader_of(start(rules, 3), 0), "bids", MAILBOX, SENDABLE)

    assert page.blocked is None
    assert "THE HOOK" not in TEMPLATES.render(page).text


def test_help_shows_nobody_else_s_cards():
    game = do(deal_of(HANDS, dealer=2, turn_up="7S"), MakeBid(0, 1))
    text = TEMPLATES.render(Help.of(reader_of(game, 1), "rules", MAILBOX, SENDABLE)).text

    assert "You hold 2♠, A♥, 2♥, 4♦, 5♣. Trump is spades." in text


READ = {
    "plans": (Plan, Keep, HousePolicy),
    "settings": (Setting,),
    "away": (Away, MoreTime, Pause, Request),
}


@pytest.mark.parametrize("language", few(translated(), 3))
@pytest.mark.parametrize("topic", READ)
def test_every_line_that_help_shows_can_be_sent(language, topic):
    text = TEMPLATES.render(asked(topic, language)).html
    rows = rows_of(text)
    assert len(rows) >= 6
    for line in rows:
        said = Expected(Ask.PLAY, language=language, today=NOW.date())
        order = read_answer((line,), said)[0].order

        wanted = READ[topic]
        if line[0].isdigit():
            order = read_answer((line,), Expected(Ask.BID, language=language))[0].order
            wanted = (object,)
        assert isinstance(order, wanted), (line, order)
        assert not isinstance(order, Unread), line


def rows_of(html):
    """What stands in the first column of the rows of words."""
    from selectolax.lexbor import LexborHTMLParser

    heads = LexborHTMLParser(html).css('th[scope="row"]')
    return [" ".join(head.text().replace("\ufe0e", "").split()) for head in heads]


def test_the_overview_has_a_tap_for_each_topic():
    page = asked("")

    assert [topic for topic, _ in page.topics] == list(TOPICS)
    html = TEMPLATES.render(page).html
    assert all(f"help%20{topic}" in html for topic in TOPICS)

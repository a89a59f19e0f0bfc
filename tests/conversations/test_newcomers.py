"""A newcomer's first deal explains itself, line by line, and stops doing so."""

from datetime import timedelta

import pytest

from engine import PRESETS
from pbem.demo.specimens.games import Scene, Story, logged, newcomer, played_until
from pbem.domain.logged import Actor
from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change
from pbem.letters.pages.questions import Asking
from pbem.letters.pages.status import DealOver
from pbem.letters.render import Templates
from tests.conversations.dealing import bids, club_dealt, deal_in, plays

HANDS = "QH 3H KC | AH 2H 5C | KH 4H AC"
BID = "A trick is one card from each player. You bid how many of the 3 of this deal you will take."
POINTS = "1 point for each trick, 10 more if it is exactly your bid."
TRUMP = "A trump beats every card of another suit."
HOOK = "That is so that not everybody can be right: somebody has to miss."
FOLLOW = "Follow the suit that was led if you can; otherwise play anything."
NEEDS = "The table of bids says how many tricks each player still has to take."
FROM_NOW_ON = 'From now on letters are short; reply "help rules" to be told all again.'
LINES = (BID, TRUMP, HOOK, FOLLOW, NEEDS, FROM_NOW_ON)
TEMPLATES = Templates()


@pytest.fixture(name="table")
def _table(tmp_path):
    """Three cards each, Anna bids and leads first; nobody was known before the game."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    yield club
    club.services.db.close()


def words(letter):
    """A letter on one line."""
    return " ".join(letter.text.split())


def explained(letter):
    """Which of the lines a letter has; the rules at the start of a game are no such line."""
    told = words(letter).partition("HOW IT GOES")[0]
    return [line for line in LINES if line in told]


def test_the_bid_says_what_a_bid_is_what_it_brings_and_what_trump_does(table):
    first = table.letter("Anna")
    assert explained(first) == [BID, TRUMP]
    assert f"{BID} {POINTS}" in words(first)

    table.say("Anna", "1")
    assert explained(table.letter("Bruno")) == [BID, TRUMP]


def test_why_a_number_is_not_allowed_is_said_only_to_the_last_bidder(table):
    bids(table, 1, 1)
    assert explained(table.letter("Ruth")) == [BID, TRUMP, HOOK]


def test_no_reason_is_given_where_the_hook_forbids_nothing(table):
    bids(table, 3, 2)
    assert explained(table.letter("Ruth")) == [BID, TRUMP]


def test_the_first_card_says_what_to_follow_and_who_takes_it_and_the_next_says_nothing(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", play_out=True)
    bids(club, 1, 1, 0)
    assert explained(club.letter("Anna")) == [FOLLOW, NEEDS]
    plays(club, "QH")
    assert explained(club.letter("Bruno")) == [FOLLOW, NEEDS]
    plays(club, "AH KH")
    assert club.waiting == "Bruno"

    assert "SINCE YOUR LAST MAIL" in club.letter("Bruno").text
    assert explained(club.letter("Bruno")) == []
    club.services.db.close()


@pytest.mark.parametrize(("actor", "asked"), [(Actor.SERVER, "play"), (Actor.PLAYER, None)])
def test_a_card_that_had_to_be_is_no_first_card(actor, asked):
    """The server has played it: nothing was asked, so nothing has been explained."""
    second = Story(4, 7, "en").choice(
        "second trick", lambda g: g.deal is not None and len(g.deal.tricks) == 1
    )
    page = Asking.of(newcomer(second.reader()), logged(second.log, actor), second.question)

    assert (page.lesson and page.lesson.asked) == asked


def play_the_deal(club):
    """Bruno takes one trick as he bid, Ruth two and Anna none, who bid none and one."""
    bids(club, 1, 1, 0)
    plays(club, "QH AH")
    while len(club.game.deals) == 1 and None in club.game.deal.bids:
        club.say(club.waiting, club.letter(club.waiting).choices[0])


def test_the_result_says_how_the_points_came_about_and_that_letters_are_short_from_now_on(table):
    play_the_deal(table)
    told = {"Anna": "bid 1 and took 0: +0.", "Bruno": "bid 1 and took 1: +11."}
    told["Ruth"] = "bid 0 and took 2: +2."

    for name, line in told.items():
        ended = [words(one) for one in table.letters(name) if FROM_NOW_ON in words(one)]
        assert len(ended) == 1
        assert f"You {line} {POINTS} {FROM_NOW_ON}" in ended[0]
        assert explained(table.letters(name)[-1]) in ([], [FROM_NOW_ON])


def test_nothing_is_explained_to_who_can_do_without(table):
    assert explained(table.letter("Anna")) == [BID, TRUMP]
    assert 'reply "explain off"' in words(table.letter("Anna"))
    assert table.say("Anna", "explain off") == Changed(Change.SETTING, "explain")
    assert "No letter explains the game." in words(table.letter("Anna"))
    before = len(table.letters("Anna"))
    play_the_deal(table)

    assert [explained(one) for one in table.letters("Anna")[before:] if explained(one)] == []
    assert any(FROM_NOW_ON in explained(one) for one in table.letters("Bruno"))


def test_nothing_is_explained_in_a_second_game(table):
    table.now += timedelta(days=1)
    deal_in(table, HANDS, turn_up="7S", game="Tuesday")

    assert table.letter("Anna").subject.startswith("[Tuesday")
    assert explained(table.letter("Anna")) == []


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_how_points_came_about_is_said_in_the_words_of_the_rules(row):
    """Of every rule set, with as few players as it has; a deal that is special has its own rule."""
    players = row.rules.players[0]
    game, log = played_until(
        "a deal", players, 7, lambda g: len(g.deals) == 1 and g.deal is not None, row.rules
    )
    deal = game.deals[0]
    rules = TEMPLATES.rules(deal.rules, players)

    for seat in range(players):
        reader = newcomer(Scene(game, log, "en").reader(seat))
        letter = TEMPLATES.render(DealOver.of(reader, logged(log)))
        bid, taken = deal.bids[seat], deal.taken[seat]
        said = f"You bid {bid} and took {taken}" if bid is not None else "You had no bid and took"
        line = words(letter).partition(said)[2].partition(FROM_NOW_ON)[0]
        points = f"{deal.points[seat]:+}."
        assert any(f"{points} {rule}" in line for rule in rules), line

"""Plump, Rikiki, Judgement, Call Break and their kin by mail, to the last letter."""

import random

import pytest

from engine import Reason, Rules, combine
from pbem.domain.outcomes import Played, Refused
from pbem.letters.render import Templates
from tests.club import seated
from tests.effort import others_long
from tests.guides import COMPLETE

FOUR = ("Anna", "Bruno", "Ruth", "Jan")
TWELVE = (*FOUR, "Eva", "Leo", "Kim", "Ida", "Max", "Pia", "Tom", "Zoe")
SHORT = {
    "plump": "3 cards",
    "rikiki": "3 cards",
    "stiche_raten": "3 cards",
    "ten_down": "3 cards",
    "judgement": "3 cards",
    "judgement_seven": "3 cards",
    "kachuful_eight": "3 cards",
    "call_break": "deals 3*2",
    "call_bridge": "deals 3*2",
}
"""The rule sets, with what makes a game of them short."""

NOW = ("plump", "call_bridge", "stiche_raten")


@pytest.fixture(name="club")
def _club(tmp_path):
    return seated(tmp_path)


def play_on(club, dice):
    """All answer the question they have with one of its choices, until the game is over."""
    while not club.game.over:
        waiting = club.waiting
        became = club.say(waiting, dice.choice(club.letter(waiting).choices))
        assert isinstance(became, Played)


@pytest.mark.parametrize("name", others_long(SHORT, NOW.__contains__))
def test_a_whole_game_by_mail(club, name):
    club.open(*FOUR, preset=f"{name}, {SHORT[name]}")

    play_on(club, random.Random(name))

    total = max(club.game.totals)
    assert all(str(total) in club.letter(who).text for who in FOUR)


def test_twelve_play_with_two_packs_and_each_copy_of_a_card_is_a_card(club):
    """Zoe's hand and the turn-up may be the same card; all is read and shown as ever."""
    club.open(*TWELVE, preset="rikiki, 12 players, 2 cards")

    play_on(club, random.Random(12))

    assert [sum(deal.taken) for deal in club.game.deals] == [1, 2, 1]
    assert len(club.game.totals) == 12


def test_the_highest_bidder_is_asked_for_the_lead(club):
    club.open(*FOUR, preset="plump")
    assert "leads" not in club.letter(club.waiting).text.split("HOW TO ANSWER")[0]
    bids = iter(("1", "3", "3", "0"))
    for said in bids:
        club.say(club.waiting, said)

    deal = club.game.deal
    assert club.waiting == club.table.players[deal.bidders[1]].name
    assert "You lead to this trick." in club.letter(club.waiting).text


def test_who_bids_less_than_may_be_bid_reads_what_may(club):
    club.open(*FOUR, preset="call_bridge")

    assert club.say(club.waiting, "1") == Refused(Reason.BID_LEAST)
    told = " ".join(club.letter(club.waiting).text.split())
    assert "Nobody may bid less than 2 tricks, or than all where there are fewer." in told


def test_who_leads_a_trump_too_soon_reads_why_not(club):
    club.open(*FOUR, preset="ohhell_pagat, spades trump, trump must be broken, no hook")
    for _ in FOUR:
        club.say(club.waiting, "0")
    leader = club.waiting
    [*trumps] = [card for card in club.hand(leader) if card.endswith("S")]
    others = [card for card in club.hand(leader) if not card.endswith("S")]

    assert trumps
    assert others
    assert club.say(leader, trumps[0]) == Refused(Reason.TRUMPS_CLOSED)
    told = " ".join(club.letter(leader).text.split())
    assert "No trump has been played yet, so none may be led while you hold something else" in told
    assert not {*club.letter(leader).choices} & {*trumps}


def test_a_deal_that_counts_double_says_so_in_its_letters(club):
    club.open(*FOUR, preset="ohhell_pagat, deals 1-1, first deal double, no hook")
    assert "The points of this deal count double." in " ".join(
        club.letter(club.waiting).text.split()
    )
    for _ in FOUR:
        club.say(club.waiting, "0")
    while not club.game.over:
        club.say(club.waiting, club.letter(club.waiting).choices[0])

    assert sorted(club.game.totals) == [2, 20, 20, 20]


WORDS = {
    "highest bidder leads": 1,
    "bid at least 2": 1,
    "double in deals 1 and 3": 2,
    "last deal triple": 1,
    "4 times in deal 2": 1,
    "two packs": 2,
    "must overtrump": 1,
    "trump must be broken": 1,
    "one-card deals blind": 1,
    "deals 1*n 2..4": 1,
}
"""Options, and how many sentences of the rules tell them."""


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("option", WORDS)
def test_each_option_is_told_in_every_language(option, language):
    rules = combine(option).rules
    usual = ". ".join(Templates().rules(Rules(), 4, language))

    told = ". ".join(Templates().rules(rules, 4, language)).split(". ")
    new = [one for one in told if one.rstrip(".") not in usual]

    assert len(new) == WORDS[option]
    if language != "en":
        english = ". ".join(Templates().rules(rules, 4)).split(". ")
        assert set(new).isdisjoint(english)

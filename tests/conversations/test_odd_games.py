"""Games that ask other things, by mail: sealed bids, cards laid aside, trumps named, foreheads."""

import re

import pytest

from engine import Rules
from engine.cards import Pack
from engine.specials import Specials
from engine.trump import TrumpBy
from pbem.domain.outcomes import Played, Refused
from pbem.letters.speech import speech
from pbem.results.game_status import record
from tests.club import seated
from tests.conversations.dealing import bids, club_dealt, plays
from tests.conversations.strips import strip, tricks_told

card_words = speech("en").card_words

THREE = ("Anna", "Bruno", "Ruth")
FOUR = (*THREE, "Jan")


@pytest.fixture(name="club")
def _club(tmp_path):
    return seated(tmp_path)


def shown(club):
    """The game's record as anybody may ask for it."""
    with club.services.db.begin() as session:
        return record(session, 1, club.now)


def test_sealed_bids_are_asked_of_all_at_once_and_each_is_asked_once(club):
    club.open(*FOUR, preset="british_oh_hell_fists")

    assert all("All bid at once" in club.letter(name).text for name in FOUR)
    assert club.say("Ruth", "1") == Played("1")
    assert club.say("Anna", "0") == Played("0")
    assert [len(club.letters(name)) for name in FOUR] == [1, 1, 1, 1]


def test_nobody_is_told_a_sealed_bid_before_the_last_is_in(club):
    club.open(*FOUR, preset="british_oh_hell_fists")
    club.say("Ruth", "1")

    club.say("Jan", "status")
    asked = club.letter("Jan").text
    assert re.search(r"^  Ruth( \(dealer\))? +sealed$", asked, re.MULTILINE)
    assert f"{club.seat('Ruth')} makes a sealed bid" in shown(club)
    assert "bids 1" not in shown(club)

    for name, bid in (("Anna", "0"), ("Bruno", "0"), ("Jan", "1")):
        club.say(name, bid)
    assert f"{club.seat('Ruth')} bids 1" in shown(club)


def test_a_sealed_bid_that_does_not_come_is_made_at_the_deadline_and_told_with_the_rest(club):
    """The deal has one card, so that once all have bid it is over and the next one asked."""
    club.open(*FOUR, preset="british_oh_hell_fists")
    for name in ("Anna", "Bruno"):
        club.say(name, "0")
    club.later(hours=60)

    assert None not in club.game.deals[0].bids
    assert "No answer from Ruth in time: the server bid" in club.letter("Anna").text


def test_a_bid_of_three_cards_laid_aside(club):
    club.open(*THREE, preset="ninety_nine")
    hand = club.hand("Anna")

    assert "Lay three cards aside" in club.letter("Anna").text
    assert club.say("Anna", f"lay {' '.join(hand[:3])}") == Played(f"lay {' '.join(hand[:3])}")
    assert len(club.hand("Anna")) == 9
    assert f"{club.seat('Anna')} lays a bid aside" in shown(club)
    assert not any(f"lays {hand[0]}" in line for line in shown(club).splitlines())


def test_other_cards_may_be_laid_while_the_others_still_think(club):
    club.open(*THREE, preset="ninety_nine")
    first, hand = club.letter("Anna"), club.hand("Anna")
    club.say("Anna", f"lay {' '.join(hand[:3])}")

    assert isinstance(club.say("Anna", f"lay {' '.join(hand[3:6])}", to=first), Played)
    assert sorted(club.hand("Anna")) == sorted(hand[:3] + hand[6:])


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("3", "A bid is three cards of your hand"),
        ("lay {0} {1}", "A bid is three cards of your hand"),
        ("frobnicate", "A bid is three cards of your hand"),
    ],
)
def test_what_is_no_bid_by_cards_is_refused_with_how_to_lay_one(club, typed, why):
    club.open(*THREE, preset="ninety_nine")
    club.say("Anna", typed.format(*club.hand("Anna")))

    assert why in club.letter("Anna").text
    assert "Lay three cards aside" in club.letter("Anna").text


def test_the_highest_bidder_is_asked_for_the_trump_and_names_it_in_a_word(club):
    club.open(*FOUR, preset="okuneff")
    while club.game.deal.bids_made < 4:
        club.say(club.waiting, club.letter(club.waiting).choices[-1])
    namer = club.waiting

    assert "NAME THE TRUMP" in club.letter(namer).text
    assert isinstance(club.say(namer, "3"), Refused)
    assert "please name a suit" in club.letter(namer).text
    assert club.say(namer, "hearts") == Played("hearts")
    assert club.game.deal.trump == "H"


def test_on_the_forehead_a_player_reads_every_card_but_the_own(club):
    club.open(*FOUR, preset="richards_blackout")
    first = club.waiting
    letter = club.letter(first)
    own = club.game.deal.hands[club.seat(first)][0]
    others = [club.game.deal.hands[club.seat(name)][0] for name in FOUR if name != first]

    assert "Your own card is on your forehead" in letter.text
    seen = letter.text.partition("YOU SEE")[2].partition("Your own card")[0]
    assert all(card_words(card) in seen for card in others)
    assert card_words(own) not in seen


def test_the_cards_of_a_forehead_deal_play_themselves_and_the_next_mail_tells_it(club):
    club.open(*FOUR, preset="richards_blackout")
    for _ in range(4):
        club.say(club.waiting, club.letter(club.waiting).choices[0])

    assert len(club.game.deals) == 1
    [trick] = club.game.deals[0].tricks
    assert tricks_told(club.letter(club.waiting).text, 1) == [strip(1, trick, FOUR)]


def test_options_are_played_as_they_are_combined(club):
    club.open(*FOUR, preset="blackout, no hook, 2 deals up, spades trump")

    assert club.game.deal_count == 2
    assert "Spades are always trump." in club.letter("Anna").text


def test_the_second_joker_is_what_the_first_is_not_without_saying_so(tmp_path):
    rules = Rules(
        players=(3, 3),
        pack=Pack(jokers=2),
        hand_max=((3, 3),),
        specials=Specials.ATKINSON,
        trump=TrumpBy.NONE,
    )
    club = club_dealt(tmp_path, "2C 9D *2 | 4C AC 8D | 3C *1 KC", rules=rules)
    bids(club, 0, 1, 1)
    plays(club, "2C 4C 3C AC")
    assert club.say("Ruth", "joker 1 low") == Played("*1 low")

    assert "★2   joker 2 high\n" in club.letter("Anna").text
    assert club.say("Anna", "joker 2") == Played("*2")
    assert "0 plays *2 as high" in shown(club)

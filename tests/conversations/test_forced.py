"""What is no choice is played by the server, and neither text nor time tells it from an answer."""

import pytest

from engine import Rules, Schedule
from pbem.domain.logged import Actor
from pbem.domain.outcomes import Played, Refused, TakenBack
from pbem.domain.vocabulary import Why
from pbem.games.check import check_game
from pbem.store.events import load_log
from tests.conversations.dealing import bids, club_dealt
from tests.conversations.strips import tricks_told
from tests.effort import LONG

FORCED = "KH 4H 9C 8C | 2H 3C 5C 9S | AH QH TC JD"
"""Anna leads a heart and Bruno has only one; then Ruth leads a club, and both can choose."""

ONE_CARD = Rules(players=(3, 3), hand_max=((3, 2),), schedule=Schedule.UP)
"""Two deals, the first of one card."""

SCRIPT = {
    "Anna": [("four of harts", "4H"), ("9C", "9C")],
    "Bruno": [("2H", "2H"), ("3C", "3C")],
    "Ruth": [("AH", "AH"), ("TC", "TC")],
}
TOPS = "AS KS QS | 2C 3C 4C | 2D 3D 4D"
"""Anna takes every trick, whatever anybody does."""


def told(club, name):
    """The letter that a player got last, without the ends of its lines."""
    return " ".join(club.letter(name).text.split())


def test_the_only_card_is_not_asked_for(tmp_path):
    club = club_dealt(tmp_path, FORCED, turn_up="7S")
    bids(club, 1, 1, 1)
    count = len(club.letters("Bruno"))

    club.say("Anna", "4H")

    assert club.waiting == "Ruth"
    assert len(club.letters("Bruno")) == count
    assert "Bruno         2♥" in club.letter("Ruth").text
    club.services.db.close()


def test_its_player_is_told_so_and_nobody_else(tmp_path):
    club = club_dealt(tmp_path, FORCED, turn_up="7S")
    bids(club, 1, 1, 1)
    club.say("Anna", "4H")
    club.say("Ruth", "AH")
    assert "Played for you" not in told(club, "Ruth")
    club.say("Ruth", "TC")
    assert "Played for you" not in told(club, "Anna")
    club.say("Anna", "9C")

    assert club.waiting == "Bruno"
    assert "Played for you, as nothing else was allowed: 2♥ two of hearts." in told(club, "Bruno")
    club.say("Bruno", "3C")
    for name in ("Anna", "Ruth"):
        assert "Played for you" not in told(club, name), "the last card is no news"
    club.services.db.close()


def test_what_could_change_nothing_is_told_to_each_player_of_the_own_cards(tmp_path):
    club = club_dealt(tmp_path, TOPS, turn_up="7S")
    bids(club, 2, 0)
    club.say("Ruth", "0")

    assert club.waiting == "Bruno"
    own = "Played for you, as no card could change a trick any more: 2♣ two of clubs, 3♣ three"
    assert own in told(club, "Bruno")
    club.services.db.close()


def test_the_only_bid_is_told_to_who_has_not_made_it(tmp_path):
    """In a deal of one card the last to bid may not make the sum one."""
    club = club_dealt(tmp_path, "2C | 3C | 4C", turn_up="7S", rules=ONE_CARD)
    bids(club, 0, 0)

    assert len(club.game.deals) == 1
    for name in ("Bruno", "Ruth", "Anna"):
        while club.waiting != name:
            club.say(club.waiting, club.letter(club.waiting).choices[0])
        own = "Bid for you in deal 1, as no other number was allowed: 0." in told(club, name)
        assert own == (name == "Ruth")
        club.say(name, club.letter(name).choices[0])
    club.services.db.close()


def test_with_play_it_out_it_is(tmp_path):
    club = club_dealt(tmp_path, FORCED, turn_up="7S", play_out=True)
    bids(club, 1, 1, 1)
    club.say("Anna", "4H")

    assert club.letter("Bruno").choices == ["2♥"]
    assert club.say("Bruno", "2H") == Played("2H")
    club.services.db.close()


def watched(folder, *, play_out, probes):
    """All that Anna and Ruth see, minute by minute, when everybody answers at once.

    `probes` are what they ask, by the minutes after the first card.
    """
    folder.mkdir()
    club = club_dealt(folder, FORCED, turn_up="7S", hold=10, play_out=play_out)
    bids(club, 1, 1, 1)
    script = {name: [*cards] for name, cards in SCRIPT.items()}
    if not play_out:
        script["Bruno"].pop(0)
    read = {name: len(club.letters(name)) for name in ("Anna", "Ruth")}
    done = {name: len(club.letters(name)) - (name == "Anna") for name in script}
    seen = []
    for minute in range(0, 70, 5):
        for name, cards in script.items():
            asking = [one for one in club.letters(name)[done[name] :] if one.choices]
            asking = [one for one in asking if "YOUR TURN" in one.text]
            if asking and cards:
                done[name] = len(club.letters(name))
                written, card = cards.pop(0)
                assert club.say(name, written, to=asking[-1]) == Played(card)
        for name in ("Anna", "Ruth"):
            for letter in club.letters(name)[read[name] :]:
                seen.append((minute, name, letter.subject, letter.text.replace(letter.tag, "")))
            read[name] = len(club.letters(name))
            if probe := probes.get(minute):
                done_before = len(club.letters(name)) == done[name]
                became = club.say(name, probe, headers=f"X-Minute: {minute}\n")
                text = club.letter(name).text
                seen.append((minute, name, became, text.replace(club.letter(name).tag, "")))
                read[name] = len(club.letters(name))
                done[name] = read[name] if done_before else done[name]
        club.later(minutes=5)
    club.services.db.close()
    return seen


@pytest.mark.parametrize(
    "probes",
    [
        pytest.param({}, id="silent"),
        pytest.param(dict.fromkeys(range(0, 70, 5), "status"), id="status", marks=LONG),
        pytest.param({10: "undo", 15: "undo"}, id="undo", marks=LONG),
        pytest.param({15: "KH"}, id="too early", marks=LONG),
    ],
)
def test_others_cannot_tell_a_forced_card_from_one_that_was_answered_at_once(tmp_path, probes):
    forced = watched(tmp_path / "forced", play_out=False, probes=probes)
    answered = watched(tmp_path / "answered", play_out=True, probes=probes)

    assert forced == answered
    assert any(name == "Ruth" and minute >= 20 for minute, name, *_ in forced)


def test_a_player_does_not_see_what_followed_the_own_card_before_the_others_do(tmp_path):
    club = club_dealt(tmp_path, FORCED, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    club.say("Anna", "4H")

    club.say("Anna", "status")
    assert "We wait for Bruno" in club.letter("Anna").text
    assert "2♥" not in club.letter("Anna").text
    club.later(minutes=10)
    club.say("Bruno", "status")
    assert "2♥" in club.letter("Bruno").text, "his own card, which he could only play"
    club.later(minutes=10)
    club.say("Anna", "status")
    assert "We wait for Ruth" in club.letter("Anna").text
    assert "Bruno         2♥" in club.letter("Anna").text
    club.services.db.close()


def test_a_deal_that_nobody_can_change_is_played_to_its_end(tmp_path):
    club = club_dealt(tmp_path, TOPS, turn_up="7S")
    bids(club, 2, 0)
    club.say("Ruth", "0")

    [deal] = club.game.deals
    assert deal.taken == (3, 0, 0)
    news = club.letter(club.waiting).text
    assert tricks_told(news, 1) == [
        "   1. [Anna Q♠], Bruno 2♣, Ruth 2♦",
        "   2. [Anna K♠], Bruno 3♣, Ruth 3♦",
        "   3. [Anna A♠], Bruno 4♣, Ruth 4♦",
    ]
    assert not [word for word in ("settled", "forced", "automatic") if word in news.casefold()]
    with club.services.db.begin() as session:
        actors = {logged.actor for logged in load_log(session, 1)}
    assert actors == {Actor.PLAYER, Actor.SERVER}
    club.services.db.close()


def test_it_waits_as_long_as_answers_would_have_been_held(tmp_path):
    """The last bid and nine cards, each held ten minutes."""
    club = club_dealt(tmp_path, TOPS, turn_up="7S", hold=10)
    bids(club, 2, 0)
    club.say("Ruth", "0")
    count = sum(len(club.letters(name)) for name in club.addresses)

    club.later(minutes=59)
    club.later(minutes=40)
    assert sum(len(club.letters(name)) for name in club.addresses) == count
    club.later(minutes=1)
    assert "DEAL 1" in club.letter(club.waiting).text
    club.services.db.close()


def test_until_the_first_has_seen_it_the_last_bid_can_be_taken_back(tmp_path):
    club = club_dealt(tmp_path, TOPS, turn_up="7S", hold=10)
    bids(club, 2, 0)
    club.say("Ruth", "0")
    assert club.say("Ruth", "undo") == TakenBack()
    assert club.waiting == "Ruth"

    club.say("Ruth", "3")
    club.later(minutes=10)
    assert club.say("Ruth", "undo") == Refused(Why.SEEN)
    assert club.game.deals[0].bids == (2, 0, 3)
    club.services.db.close()


def test_check_knows_the_cards_that_the_server_may_play(club):
    club.open("Anna", "Bruno", "Ruth", preset="4 deals down")
    while not club.game.over:
        name = club.waiting
        club.say(name, club.letter(name).choices[0])

    with club.services.db.begin() as session:
        assert check_game(session, 1) is None
        log = load_log(session, 1)
    assert sum(one.actor is Actor.SERVER for one in log) >= 3


def test_with_play_it_out_nothing_is_played_for_anybody(tmp_path):
    club = club_dealt(tmp_path, TOPS, turn_up="7S", play_out=True)
    bids(club, 2, 0, 0)
    asked = 0
    while not club.game.deals:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
        asked += 1

    assert asked == 9
    club.services.db.close()

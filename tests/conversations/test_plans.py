"""Plans by mail: chains, conditions, policies, sealed bids; kept in silence, told to their owner.

Anna leads to the first trick, Bruno is next, Ruth is the dealer and plays last. Spades are trump.
"""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine import CardPlayed, Reason
from pbem.context import Context
from pbem.domain.logged import Actor
from pbem.domain.outcomes import AskedBack, Changed, Kept, Played, Refused, Repeated, TakenBack
from pbem.domain.vocabulary import Back, Change, Why
from pbem.games.check import check_game
from pbem.results.game_status import describe, record
from pbem.store.events import load_log
from tests.club import once
from tests.conversations.dealing import bids, club_dealt, plays

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"


@pytest.fixture(name="fresh")
def _fresh(tmp_path):
    """The bids are still to come, Anna's first."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    yield club
    club.services.db.close()


@once
def all_bid(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 1)
    assert club.waiting == "Anna"
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    """Everybody has bid one; Anna leads."""
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


def listed(letter, heading):
    """What a letter lists under a heading, each on one line."""
    block = letter.text.partition(f"{heading}\n")[2].partition("\n\n")[0]
    block = block.partition("  Nobody else sees")[0].replace("\n    ", " ")
    return [line.strip() for line in block.splitlines()]


def plans(letter):
    """The plans a letter repeats."""
    return listed(letter, "YOUR PLANS")


def undone(letter):
    """What a letter says was not done."""
    return listed(letter, "NOT DONE AS PLANNED")


def tap(letter, words):
    """What the button with these words writes."""
    links = LexborHTMLParser(letter.html).css("a")
    [href] = [link.attributes["href"] for link in links if link.text().strip() == words]
    return parse_qs(href.partition("?")[2])["body"][0].split("\r\n")[0]


def last_card(club, name):
    """The card somebody played last, and who is logged for it."""
    with club.services.db.begin() as session:
        log = load_log(session, 1)
    seat = club.seat(name)
    logged = [one for one in log if isinstance(one.entry, CardPlayed) and one.entry.seat == seat]
    return str(logged[-1].entry.card), logged[-1].actor


def is_sound(club):
    """Whether `pbem check` finds nothing but the chosen shuffle of the first deal."""
    with club.services.db.begin() as session:
        return check_game(session, 1)


class TestChains:
    def test_the_second_card_is_played_when_its_turn_comes(self, table):
        plays(table, "3H")
        assert table.say("Bruno", "AH then 2S") == Played("AH; 2S")
        table.later(minutes=1)
        assert plans(table.letter("Bruno")) == ["Trick 2: 2♠ two of spades."]

        plays(table, "4H")

        assert last_card(table, "Bruno") == ("2S", Actor.PLAN)
        assert table.waiting == "Anna"
        table.say("Bruno", "status")
        assert plans(table.letter("Bruno")) == []

    def test_a_card_that_is_not_allowed_then_drops_the_rest_with_the_reason(self, table):
        plays(table, "3H")
        assert table.say("Bruno", "2H then 2S then 5C") == Played("2H; 2S; 5C")
        plays(table, "KH 4H")

        assert last_card(table, "Bruno") == ("AH", Actor.SERVER)
        assert table.waiting == "Bruno"
        assert undone(table.letter("Bruno")) == [
            "Trick 2: 2♠ two of spades: not allowed when its turn came.",
            "Trick 3: 5♣ five of clubs.",
        ]
        assert plans(table.letter("Bruno")) == []
        table.say("Bruno", "5C")
        table.say("Bruno", "status")
        assert undone(table.letter("Bruno")) == []

    def test_a_first_card_that_is_not_allowed_stores_nothing(self, table):
        plays(table, "3H")
        before = table.game

        assert table.say("Bruno", "2S then AH") == Refused(Reason.MUST_FOLLOW)
        assert table.game == before
        assert plans(table.letter("Bruno")) == []

    def test_a_card_that_is_not_held_stores_nothing(self, table):
        before = table.game

        assert table.say("Anna", "QH then AS") == Refused(Reason.CARD_NOT_HELD)
        assert table.game == before

    def test_in_two_lines(self, table):
        plays(table, "3H")

        assert table.say("Bruno", "AH\nif clubs led 5C") == Played("AH; if C led 5C")
        table.later(minutes=1)
        assert plans(table.letter("Bruno")) == ["Trick 2: if clubs are led, 5♣ five of clubs."]

    def test_sent_twice_is_silence(self, table):
        plays(table, "3H")
        letter = table.letter("Bruno")
        table.say("Bruno", "AH then 2S")
        count = table.sent

        again = table.say("Bruno", "AH then 2S", to=letter, quoting=False)
        assert again == Repeated()
        assert table.sent == count

    def test_of_two_steps_with_a_card_named_as_in_the_design(self, table):
        """QH; if clubs led KC; else low."""
        said = "QH; if C led KC; else low"
        assert table.say("Anna", "QH; if clubs led KC; else low") == Played(said)
        table.later(minutes=1)
        assert plans(table.letter("Anna")) == [
            "Trick 2: if clubs are led, K♣ king of clubs; or else low."
        ]
        plays(table, "2H KH AC")

        assert last_card(table, "Anna") == ("KC", Actor.SERVER)
        table.say("Anna", "status")
        assert plans(table.letter("Anna")) == []


class TestConditions:
    def test_given_before_the_turn_is_kept_and_acknowledged(self, table):
        assert table.say("Bruno", "if hearts led AH; else low") == Kept("if H led AH; else low")

        letter = table.letter("Bruno")
        assert "GOT IT, BRUNO" in letter.text
        assert plans(letter) == ["Trick 1: if hearts are led, A♥ ace of hearts; or else low."]
        plays(table, "3H")
        assert last_card(table, "Bruno") == ("AH", Actor.PLAN)

    def test_the_other_way_out(self, table):
        table.say("Bruno", "if hearts led AH; else low")
        plays(table, "KC")

        assert last_card(table, "Bruno") == ("5C", Actor.SERVER)

    def test_that_does_not_hold_asks_and_says_so(self, table):
        table.say("Bruno", "if diamonds led 4D")
        plays(table, "3H")

        assert table.waiting == "Bruno"
        assert undone(table.letter("Bruno")) == [
            "Trick 1: if diamonds are led, 4♦ four of diamonds: another suit was led, or none."
        ]

    def test_to_lead_is_asked_back(self, table):
        assert table.say("Anna", "if clubs led KC") == Refused(Why.YOU_LEAD)
        assert "You lead this trick, so no suit has been led" in table.letter("Anna").text

    def test_of_another_suit_on_the_table_is_asked_back(self, table):
        plays(table, "3H")

        assert table.say("Bruno", "if clubs led 5C") == Refused(Why.OTHER_SUIT)


class TestPolicies:
    @pytest.mark.parametrize(
        ("said", "card"), [("low", "3H"), ("the lowest, please", "3H"), ("win", "KC")]
    )
    def test_now(self, table, said, card):
        assert isinstance(table.say("Anna", said), Played)
        table.later(minutes=1)

        assert last_card(table, "Anna") == (card, Actor.PLAYER)
        assert "Read as the " in table.letter("Anna").text

    def test_that_leaves_the_card_to_the_player(self, table):
        assert table.say("Anna", "high") == Refused(Why.POLICY_ASKS)
        assert table.letter("Anna").choices

    def test_of_the_house_play_from_the_question_on_that_is_asked(self, table):
        """Bruno has made his bid and is to lead: his lowest card, and no trump."""
        plays(table, "3H AH KH")
        assert table.waiting == "Bruno"

        assert table.say("Bruno", "when made duck") == Played("when made duck")
        table.later(minutes=1)

        assert last_card(table, "Bruno") == ("2H", Actor.PLAYER)
        assert plans(table.letter("Bruno")) == ["Whenever your bid is made: duck."]
        assert table.waiting == "Anna"

    def test_of_the_house_holds_for_the_whole_game_until_asked_again(self, fresh):
        fresh.say("Anna", "when made low")
        bids(fresh, 0, 1, 1)

        assert last_card(fresh, "Anna") == ("3H", Actor.PLAN)
        assert fresh.say("Anna", "when made ask") == Changed(Change.POLICY)
        assert plans(fresh.letter("Anna")) == []
        assert "from now on you are asked" in fresh.letter("Anna").text


class TestSealedBids:
    def test_is_kept_before_the_turn_and_made_when_it_comes(self, fresh):
        assert fresh.say("Bruno", "2") == Kept("2")
        assert plans(fresh.letter("Bruno")) == ["Your bid: 2."]
        assert fresh.game.deal.bids == (None, None, None)

        bids(fresh, 1)

        assert fresh.game.deal.bids == (1, 2, None)
        assert fresh.waiting == "Ruth"
        assert [letter.subject for letter in fresh.letters("Bruno")][2:] == []

    def test_falls_back_when_the_hook_blocks_it(self, fresh):
        assert fresh.say("Ruth", "2 else 3") == Kept("2 else 3")

        bids(fresh, 2, 1)

        assert fresh.game.deal.bids == (2, 1, 3)
        assert fresh.waiting == "Anna"

    def test_is_dropped_when_nothing_of_it_is_allowed(self, fresh):
        fresh.say("Ruth", "2")
        bids(fresh, 2, 1)

        assert fresh.waiting == "Ruth"
        assert undone(fresh.letter("Ruth")) == ["Your bid: 2: not allowed when its turn came."]
        assert "Not allowed: 2." in fresh.letter("Ruth").text

    def test_gives_way_to_another(self, fresh):
        fresh.say("Bruno", "2")
        assert fresh.say("Bruno", "3") == Kept("3")
        bids(fresh, 1)

        assert fresh.game.deal.bids == (1, 3, None)

    def test_of_more_tricks_than_there_are_is_refused(self, fresh):
        assert fresh.say("Bruno", "6") == Refused(Reason.BID_RANGE)


class TestNotYet:
    def test_a_good_card_before_its_turn_is_offered_to_be_kept_and_is_not_kept(self, table):
        table.say("Bruno", "status")
        assert table.say("Bruno", "AH") == AskedBack(Back.KEEP)

        letter = table.letter("Bruno")
        assert "It is not your turn yet: we wait for Anna." in letter.text
        assert plans(letter) == []
        plays(table, "3H")
        assert table.waiting == "Bruno"

    def test_the_tap_keeps_it(self, table):
        table.say("Bruno", "AH")
        said = tap(table.letter("Bruno"), "Keep it for my turn")
        assert said == "keep ace of hearts"

        assert table.say("Bruno", said) == Kept("AH")
        plays(table, "3H")
        assert last_card(table, "Bruno") == ("AH", Actor.PLAN)

    def test_a_tap_that_comes_when_the_turn_has_come_plays(self, table):
        table.say("Bruno", "AH")
        letter = table.letter("Bruno")
        plays(table, "3H")

        said = tap(letter, "Keep it for my turn")
        assert table.say("Bruno", said, to=letter, quoting=False) == Played("AH")
        assert table.waiting == "Ruth"

    def test_a_whole_plan_may_be_kept(self, table):
        table.say("Bruno", "AH then 2S")
        said = tap(table.letter("Bruno"), "Keep it for my turn")

        assert table.say("Bruno", said) == Kept("AH; 2S")
        assert len(plans(table.letter("Bruno"))) == 2

    def test_the_other_tap_forgets(self, table):
        table.say("Bruno", "keep AH")
        table.say("Bruno", "2H")
        said = tap(table.letter("Bruno"), "Forget it")

        assert table.say("Bruno", said) == Changed(Change.PLANS)
        assert plans(table.letter("Bruno")) == []
        plays(table, "3H")
        assert table.waiting == "Bruno"

    def test_a_tap_of_an_earlier_deal_keeps_nothing(self, table):
        table.say("Bruno", "AH")
        letter = table.letter("Bruno")
        raw = (
            f"From: {table.addresses['Bruno']}\nTo: {letter.reply_to}\n"
            "Subject: [Lindy-9.1] keep AH\n\nkeep ace of hearts\n"
        )

        assert table.receive(raw.encode(), letter.reply_to) == Refused(Why.OTHER_DEAL)

    def test_a_card_that_is_not_held_is_not_offered(self, table):
        assert table.say("Bruno", "keep QH") == Refused(Reason.CARD_NOT_HELD)

    def test_nothing_to_forget(self, table):
        assert table.say("Bruno", "forget plan") == Refused(Why.NOTHING_KEPT)

    def test_a_plan_ends_with_its_deal(self, table):
        table.say("Bruno", "keep AH")
        table.say("Bruno", "forget plan")
        table.say("Bruno", "keep if clubs led 5C")
        while len(table.game.deals) == 0:
            table.say(table.waiting, table.letter(table.waiting).choices[0])

        table.say("Bruno", "status")
        assert plans(table.letter("Bruno")) == []


class TestSecrecy:
    def test_the_others_cannot_tell_a_plan_from_an_answer(self, tmp_path):
        """The same cards by plans and by answers: every letter to the others is the same."""
        letters = []
        for planning in (True, False):
            folder = tmp_path / str(planning)
            folder.mkdir()
            club = club_dealt(folder, HANDS, turn_up="7S")
            if planning:
                club.say("Bruno", "1 else 2")
                club.say("Bruno", "if hearts led AH then 2S then low then low")
                club.say("Bruno", "when made duck")
            while len(club.game.deals) == 0:
                name = club.waiting
                if name == "Bruno" and club.game.deal.bids[1] is None:
                    club.say(name, "1")
                elif name == "Bruno":
                    trick = len(club.game.deal.tricks)
                    club.say(name, ["AH", "2S", "low", "low"][trick])
                else:
                    club.say(name, club.letter(name).choices[-1])
            told = {
                name: [(one.subject, one.text.replace(one.tag, "")) for one in club.letters(name)]
                for name in ("Anna", "Ruth")
            }
            letters.append(told)
            club.services.db.close()

        assert letters[0] == letters[1]
        assert len(letters[0]["Anna"]) > 3

    def test_the_organiser_sees_no_plan(self, table):
        def told():
            with table.services.db.begin() as session:
                return (
                    describe(Context(table.services, session, table.now), 1),
                    record(session, 1, table.now),
                )

        before = told()
        table.say("Bruno", "if hearts led AH; else low")
        table.say("Ruth", "when made duck")

        assert told() == before

    def test_whoever_waits_behind_a_held_move_learns_nothing_of_it(self, tmp_path):
        """A bid sent while another is held is kept as ever, and made when the hold is over."""
        club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
        unheld = club.say("Bruno", "2"), club.letter("Bruno").text
        club.say("Bruno", "forget plan")
        club.say("Anna", "1")

        assert (club.say("Bruno", "2"), club.letter("Bruno").text) == unheld
        assert club.game.deal.bids == (1, None, None)
        club.later(minutes=10)

        assert club.game.deal.bids == (1, 2, None)
        assert club.waiting == "Ruth"
        club.later(minutes=10)
        assert "YOUR BID" in club.letter("Ruth").text
        assert "YOUR BID" not in club.letter("Bruno").text
        club.services.db.close()

    def test_an_undo_of_the_move_before_brings_the_plan_back(self, tmp_path):
        club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
        club.say("Bruno", "2")
        club.say("Anna", "1")
        assert club.game.deal.bids == (1, 2, None)
        club.say("Bruno", "status")
        assert plans(club.letter("Bruno")) == ["Your bid: 2."]

        assert club.say("Anna", "undo") == TakenBack()
        club.say("Bruno", "status")
        assert plans(club.letter("Bruno")) == ["Your bid: 2."]
        club.say("Anna", "0")

        assert club.game.deal.bids == (0, 2, None)
        club.services.db.close()

    def test_what_is_forgotten_behind_a_held_move_stays_played(self, tmp_path):
        club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
        bids(club, 1, 1, 1)
        club.say("Bruno", "keep AH then 2S")
        club.say("Anna", "3H")

        assert club.say("Bruno", "forget plan") == Changed(Change.PLANS)
        assert "What has been played of them stays played." in club.letter("Bruno").text
        club.later(minutes=10)
        assert last_card(club, "Bruno") == ("AH", Actor.PLAN)
        club.later(minutes=10)
        club.say("Ruth", "4H")
        club.later(minutes=10)

        assert club.waiting == "Bruno"
        club.services.db.close()


def test_check_holds_a_plans_moves_to_the_rules(club):
    club.open("Anna", "Bruno", "Ruth")
    waiting = club.waiting
    names = [name for name in club.addresses if name != waiting]
    for name in names:
        club.say(name, "3 else 4")
    club.say(waiting, "3")
    while len(club.game.deals) == 0:
        club.say(club.waiting, "low")
    with club.services.db.begin() as session:
        actors = {one.actor for one in load_log(session, 1)}

    assert Actor.PLAN in actors
    assert is_sound(club) is None


def test_in_another_language(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Bruno="fr")
    club.say("Bruno", "2 sinon 3")
    club.say("Anna", "1")
    club.say("Ruth", "0")

    assert club.game.deal.bids == (1, 2, 0)
    club.say("Bruno", "si cœur, as de cœur")
    club.say("Anna", "3H")
    assert last_card(club, "Bruno")[0] in ("AH", "2H")
    club.services.db.close()

"""Who gets the sheet of an evening with real cards, who says to have been there, what that counts.

The figures are worked by hand: a made bid is worth 10 and its tricks, a missed one its tricks.
"""

from __future__ import annotations

from functools import partial

import pytest

from pbem.commands.organiser.league_table import league_lines
from pbem.config.settings import Limits
from pbem.context import Context
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import AskedBack, Changed, NotActed, Ordered, Said, Told, Unchanged
from pbem.domain.vocabulary import Already, Change, To, WhyNot
from pbem.games.blocks import block
from pbem.results.evenings import all_evenings
from pbem.store.consent import has_agreed
from pbem.store.erasure import forget
from pbem.store.leagues import all_leagues
from pbem.store.people import change_player, find_player, set_stopped
from pbem.store.person_export import data_of
from pbem.store.score_sheets import find_sheet
from tests.club import configured, seated
from tests.conversations.test_first_game import MARTA, mailed
from tests.conversations.test_scores import EVENING, standing, words

ANNA, CARLA = "anna@club.example", "carla@cards.example"
PEOPLE = {"Marta": MARTA, "Anna": ANNA, "Carla": CARLA}
BEGIN = f"keep score Tuesday with Anna {ANNA}, Bruno and Carla {CARLA} (de), 3 cards"
SECOND = f"keep score Thursday with Annie {ANNA}, BRUNO and Dora, 3 cards"
ONE_DEAL = "1: Annie 1/0, Bruno 1/2, Dora 0/1\ndone"
"""Nobody makes a bid, and Bruno wins."""


@pytest.fixture(name="club")
def _club(tmp_path):
    """A server on which Marta keeps the scores of Anna and Carla, strangers, and of Bruno."""
    club = seated(tmp_path)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= PEOPLE
    assert mailed(club, BEGIN) == Changed(Change.SCORES)
    yield club
    club.services.db.close()


def evening(club, begin, deals):
    """A whole evening of Marta's."""
    assert mailed(club, begin) == Changed(Change.SCORES)
    club.say("Marta", deals)


def files(letter):
    return [part.get_filename() for part in letter.message.iter_attachments()]


def known(club, address):
    with club.services.db.begin() as session:
        return find_player(session, address)


class TestTheSheetGoesToAllWhoseAddressesAreKnown:
    def test_nobody_hears_of_it_before_it_is_over(self, club):
        told = words(club.letter("Marta"))
        assert "Once the evening is over, the sheet goes to Anna and Carla, too." in told

        club.say("Marta", EVENING.partition("5:")[0])

        assert club.letters("Anna") == club.letters("Carla") == []

    def test_then_each_has_it_in_her_own_language(self, club):
        club.say("Marta", EVENING)

        letter = club.letter("Anna")
        assert letter.subject == "[Tuesday] The evening is over: Anna wins"
        assert standing(letter)[0] == "1. Anna 44 (1/1: 11)"
        assert files(letter) == ["tuesday.pdf", "tuesday.xlsx"]
        assert club.letter("Carla").subject == "[Tuesday] Der Abend ist zu Ende: Anna gewinnt"
        assert "The sheet goes to Anna and Carla, too." in words(club.letter("Marta"))

    def test_it_goes_out_once_and_corrections_to_the_keeper_alone(self, club):
        club.say("Marta", EVENING)
        club.say("Marta", "5: Anna 1/0, Bruno 2/2, Carla 1/1")

        assert club.letter("Marta").subject == "[Tuesday] The evening is over: Bruno wins"
        assert "The sheet goes to" not in words(club.letter("Marta"))
        assert len(club.letters("Anna")) == len(club.letters("Carla")) == 1

    def test_where_no_deal_was_played_there_is_no_sheet(self, club):
        club.say("Marta", "done")

        assert club.letters("Anna") == []

    def test_who_keeps_the_scores_and_plays_too_gets_one_letter_and_is_known(self, club):
        evening(club, f"keep score Friday with Marta {MARTA}, Bruno, Dora, 3 cards", "")
        before = len(club.letters("Marta"))
        club.say("Marta", "1: Marta 1/1, Bruno 0/0, Dora 1/2\ndone")

        assert len(club.letters("Marta")) == before + 1
        with club.services.db.begin() as session:
            [one] = all_evenings(session)
        assert one.people == (known(club, MARTA).id, None, None)

    def test_it_goes_to_the_address_of_that_day(self, club):
        club.addresses |= {"Anna": "anna@work.example"}
        with club.services.db.begin() as session:
            change_player(session, find_player(session, ANNA).id, address="anna@work.example")
        club.say("Marta", EVENING)

        assert club.tap("Anna", "yes") == Said(True, To.AT_TABLE)


class TestNobodyIsMailedWhoMayNotBe:
    def test_a_stranger_gets_two_first_letters_in_a_week(self, club):
        club.say("Marta", EVENING)
        begin = "keep score Day{} with Anna {}, Bruno, Dora, 3 cards"
        deal = "1: Anna 1/1, Bruno 0/0, Dora 1/2\ndone"
        evening(club, begin.format(2, ANNA), deal)
        evening(club, begin.format(3, ANNA), deal)

        told = words(club.letter("Marta"))
        assert "Anna was not written to: two invitations in a week is all" in told
        assert "The sheet goes to" not in told
        assert len(club.letters("Anna")) == 2

        club.later(days=7)
        club.say("Marta", "status")

        assert club.letter("Anna").subject == "[Day3] The evening is over: Anna wins"
        assert "was not written to" not in words(club.letter("Marta"))

    def test_an_organiser_reaches_so_many_strangers_a_day(self, club):
        club.services = configured(club.services, limits=Limits(strangers_a_day=1))
        club.say("Marta", EVENING)

        told = words(club.letter("Marta"))
        assert "Carla was not written to: you have invited today as many people" in told
        assert "The sheet goes to Anna, too." in told
        assert club.letters("Carla") == []

    def test_not_who_has_been_shut_out(self, club):
        with club.services.db.begin() as session:
            block(Context(club.services, session, club.now), CARLA, "spam")
        club.say("Marta", EVENING)

        told = words(club.letter("Marta"))
        assert "Carla was not written to: this server is closed to that address." in told

    def test_not_who_has_asked_for_no_more_mail_since(self, club):
        with club.services.db.begin() as session:
            set_stopped(session, find_player(session, CARLA).id, club.now)
        club.say("Marta", EVENING)

        assert "Carla has asked for no more mail." in words(club.letter("Marta"))
        assert club.letters("Carla") == []
        mailed(club, f"keep score Friday with Carla {CARLA}, Bruno, Dora")
        assert "Carla has asked for no more mail" in words(club.letter("Marta"))

    @pytest.mark.parametrize(
        ("order", "why"),
        [
            (f"keep score Friday with Anna {ANNA}, Bruno {ANNA}, Dora", "the same address"),
            ("keep score Friday with Anna table@ohhell.example, Bruno, Dora", "own address"),
        ],
    )
    def test_what_is_no_address_of_somebody_is_refused(self, club, order, why):
        mailed(club, order)

        assert why in words(club.letter("Marta"))


class TestYesThisWasMe:
    @pytest.fixture(autouse=True)
    def _over(self, club):
        assert club.say("Marta", EVENING) == Ordered(5, 5)

    def people(self, club):
        with club.services.db.begin() as session:
            return [one.people for one in all_evenings(session)]

    def test_a_tap_says_so(self, club):
        assert "Were you Anna at this table?" in words(club.letter("Anna"))
        assert self.people(club) == [(None, None, None)]

        assert club.tap("Anna", "yes") == Said(True, To.AT_TABLE)

        assert self.people(club) == [(known(club, ANNA).id, None, None)]
        assert "You were Anna at this table." in words(club.letter("Anna"))
        assert files(club.letter("Anna")) == []
        with club.services.db.begin() as session:
            assert has_agreed(session, ANNA, club.now)

    def test_once_is_enough(self, club):
        club.tap("Anna", "yes")
        letters = len(club.letters("Anna"))

        assert club.say("Anna", "yes") == Unchanged(Already.ANSWERED)
        assert len(club.letters("Anna")) == letters

    def test_no_means_that_it_was_somebody_else_also_after_a_yes(self, club):
        letter = club.letter("Anna")
        club.tap("Anna", "yes")

        assert club.tap("Anna", "no", to=letter) == Said(False, To.AT_TABLE)

        assert self.people(club) == [(None, None, None)]
        assert club.tap("Anna", "yes", to=letter) != Said(True, To.AT_TABLE)

    def test_who_wants_no_such_letters_says_no(self, club):
        assert club.say("Anna", "unsubscribe") == Said(False, To.AT_TABLE)

    def test_nobody_else_says_it(self, club):
        letter = club.letter("Anna")

        assert club.say("Carla", "yes", to=letter) == NotActed(WhyNot.OTHERS_CODE)
        stranger = club.say("Anna", "yes", to=letter, sender="eve@evil.example")
        assert stranger == NotActed(WhyNot.NOBODY)
        assert self.people(club) == [(None, None, None)]

    def test_what_else_is_written_there(self, club):
        letter = club.letter("Anna")
        say = partial(club.say, "Anna", to=letter)

        assert say("nice evening it was") == NotActed(WhyNot.UNCLEAR)
        assert say("standings") == Told("standings")
        assert "Were you Anna at this table?" in words(club.letter("Anna"))
        assert say("my data") == AskedBack(Grave.MY_DATA)


class TestEveningsHaveStandingsOfTheirOwn:
    """Anna has 44 points and makes 4 bids of 5, Bruno 43 and 4, Carla 24 and 2; then see above."""

    @pytest.fixture(autouse=True)
    def _two(self, club):
        club.say("Marta", EVENING)
        assert "Evenings with real cards" not in words(club.letter("Marta"))
        club.tap("Anna", "yes")
        evening(club, SECOND, ONE_DEAL)

    def test_the_keeper_has_them_once_there_are_two(self, club):
        assert standing(club.letter("Marta"))[3:] == [
            "1. Anna 1/1, 80 %",
            "1. BRUNO 1/2, 67 %",
            "3. Carla 0/1, 40 %",
            "4. Annie 0/1, 0 %",
            "4. Dora 0/1, 0 %",
        ]

    def test_who_has_said_so_is_one_person_by_any_name(self, club):
        club.tap("Anna", "yes")

        assert standing(club.letter("Anna"))[3:] == [
            "1. Annie 1/2, 67 %",
            "1. BRUNO 1/2, 67 %",
            "3. Carla 0/1, 40 %",
            "4. Dora 0/1, 0 %",
        ]

    def test_an_organiser_asks_for_them(self, club):
        mailed(club, f"new game Lindy with {ANNA}, bruno@club.example, jan@club.example")
        club.say("Marta", "standings")

        told = club.letter("Marta").text
        assert "EVENINGS WITH REAL CARDS" in told
        assert "3. Carla" in told

    def test_who_sits_at_a_table_by_mail_asks_for_them(self, club):
        club.open("Anna", "Bruno", "Ruth")
        club.say("Anna", "standings")
        assert "1. Anna 1/1 80 %" in words(club.letter("Anna"))

        club.say("Anna", "status")
        assert "EVENINGS" not in club.letter("Anna").text


class TestWhoIsForgotten:
    @pytest.fixture(autouse=True)
    def _over(self, club):
        club.say("Marta", EVENING)
        club.tap("Anna", "yes")

    def test_is_a_former_player_on_the_sheets_of_others(self, club):
        letter, anna, marta = club.letter("Anna"), known(club, ANNA).id, known(club, MARTA).id
        with club.services.db.begin() as session:
            forget(session, anna, club.now)
            kept = find_sheet(session, marta, "Tuesday")
            [one] = all_evenings(session)

        assert kept.names == (f"Former player {anna}", "Bruno", "Carla")
        assert one.people == (None, None, None)
        assert club.say("Anna", "yes", to=letter) == NotActed(WhyNot.UNKNOWN_CODE)

    def test_but_a_name_that_nobody_has_said_yes_to_is_the_keepers_word(self, club):
        carla, marta = known(club, CARLA).id, known(club, MARTA).id
        with club.services.db.begin() as session:
            forget(session, carla, club.now)
            assert find_sheet(session, marta, "Tuesday").names[2] == "Carla"

    def test_takes_the_sheets_along_that_she_keeps(self, club):
        letter, marta = club.letter("Carla"), known(club, MARTA).id
        with club.services.db.begin() as session:
            forget(session, marta, club.now)
            assert all_evenings(session) == ()

        assert club.tap("Carla", "yes", to=letter) != Said(True, To.AT_TABLE)

    def test_has_read_before_what_is_kept(self, club):
        with club.services.db.begin() as session:
            data = data_of(session, find_player(session, ANNA).id)

        [told] = data["evenings at a table with real cards that you were said to be at"]
        assert (told["name"], told["called"]) == ("Tuesday", "Anna")
        assert told["deals"] == [[1, 1], [0, 0], [1, 1], [0, 1], [1, 1]]
        assert told["confirmed_at"]


class TestAnEveningCountsForALeague:
    LEAGUE = (
        f"new league Winter with Anna {ANNA}, Bruno bruno@club.example, Eva eva@club.example,"
        " 3 at a table"
    )
    FOR = f"keep score Friday with Anna {ANNA}, Bruno bruno@club.example, Dora, 3 cards"

    def lines(self, club):
        with club.services.db.begin() as session:
            [league] = all_leagues(session)
            lines = league_lines(session, league, club.now)
        return {one.name: (one.games, one.won, one.points) for one in lines}

    def test_of_who_says_to_have_been_there(self, club):
        assert mailed(club, self.LEAGUE) == Changed(Change.DRAFTED)
        assert mailed(club, f"{self.FOR}, counts for winter") == Changed(Change.SCORES)
        assert "It counts for Winter, for all who say that it was them." in words(
            club.letter("Marta")
        )
        deals = "1: Anna 1/1, Bruno 0/1, Dora 0/1\n2: Anna 2/2, Bruno 1/0, Dora 1/0"
        club.say("Marta", f"{deals}\ndone")
        assert self.lines(club)["Anna"] == (0, 0, 0)

        club.say("Anna", "yes")

        # 10 and 1, 10 and 2; Bruno, with a point, has said nothing.
        assert self.lines(club) == {"Anna": (1, 1, 23), "Bruno": (0, 0, 0), "Eva": (0, 0, 0)}

    def test_which_only_its_organiser_can_say(self, club):
        assert mailed(club, f"{self.FOR}, counts for Winter") == Ordered(0, 1)
        assert "There is no league yet." in words(club.letter("Marta"))
        assert mailed(club, self.LEAGUE) == Changed(Change.DRAFTED)
        club.services = configured(club.services, organisers=("*",))

        assert mailed(club, f"{self.FOR}, counts for Winter", sender=CARLA) == Ordered(0, 1)

        assert "Es gibt noch keine Liga." in words(club.letter("Carla"))

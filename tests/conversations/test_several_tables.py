"""One mail answers at several tables: a line for each, begun with its name."""

import pytest

from engine import Reason
from pbem.domain.outcomes import Kept, Played, Refused
from pbem.domain.vocabulary import Why
from pbem.store.inbox import recent_inbound
from tests.conversations.dealing import deal_in

LINDY = "KH 4H 9C 8C | 2H 3C 5C 9S | AH QH TC JD"
CLUB = "7D 4S JC 8S | 2D 3S 5S 9H | AD QS TS JH"


@pytest.fixture(name="tables")
def _tables(club):
    """Anna, Bruno and Ruth play at Lindy and at the Club; at both, Anna is the first to bid."""
    deal_in(club, LINDY, turn_up="7S")
    deal_in(club, CLUB, turn_up="7C", game="Club")
    return club


def deal(club, number):
    """The deal under way in a game by its number."""
    with club.services.db.begin() as session:
        return club.services.games.game(session, number)[0].deal


def to(club, name, game):
    """Somebody's newest letter from a game."""
    about = (f"[{game}]", f"[{game} ")
    return next(one for one in reversed(club.letters(name)) if one.subject.startswith(about))


def test_each_line_goes_to_its_table(tables):
    became = tables.say("Anna", "Lindy: 1\nClub: 2", to=to(tables, "Anna", "Lindy"))

    assert became == (Played("1"), Played("2"))
    with tables.services.db.begin() as session:
        assert recent_inbound(session, 1)[0].outcomes == ((1, Played("1")), (2, Played("2")))
    assert (deal(tables, 1).bids[0], deal(tables, 2).bids[0]) == (1, 2)
    assert [
        tables.letters("Bruno")[at].subject.startswith(f"[{name} 1/")
        for at, name in ((-2, "Lindy"), (-1, "Club"))
    ] == [True, True]


def test_what_became_of_each_line_is_told(tables):
    letter = to(tables, "Anna", "Lindy")
    tables.say("Anna", "Lindy: 1\nClub: 9", to=letter)
    tables.say("Anna", "what did you get", to=letter)

    assert "  played: 1; Club: it could not be taken\n" in tables.letter("Anna").text


def test_the_first_line_needs_no_name(tables):
    became = tables.say("Anna", "1\nclub: 2\n\nbest wishes, Anna", to=to(tables, "Anna", "Lindy"))

    assert became == (Played("1"), Played("2"))


def test_a_mail_may_be_for_another_table_alone(tables):
    before = deal(tables, 1)

    assert tables.say("Anna", "Club: 2", to=to(tables, "Anna", "Lindy")) == Played("2")
    assert deal(tables, 1) == before


def test_a_lone_digit_is_no_card_at_a_table_that_is_only_named(tables):
    """Bids are over at the Club: a late 4 must not become the four of spades."""
    for name in ("Anna", "Bruno", "Ruth"):
        tables.say(name, "1", to=to(tables, name, "Club"))
    before = deal(tables, 2)
    letter = to(tables, "Anna", "Lindy")

    assert tables.say("Anna", "1\nClub: 4", to=letter) == (Played("1"), Refused(Why.UNREADABLE))
    assert deal(tables, 2) == before
    assert "You wrote: Club: 4" in to(tables, "Anna", "Club").text
    late = Refused(Why.NO_CODE)
    assert tables.say("Anna", "Club: 4S", to=letter) == late
    assert tables.say("Anna", "4S", to=to(tables, "Anna", "Club")) == Played("4S")


def test_what_cannot_be_at_one_table_is_answered_from_there_and_counts_at_the_other(tables):
    became = tables.say("Anna", "Lindy: 9\nClub: 2", to=to(tables, "Anna", "Club"))

    assert became == (Played("2"), Refused(Reason.BID_RANGE))
    assert "so a bid is a number from 0 to 4" in to(tables, "Anna", "Lindy").text
    assert deal(tables, 1).bids == (None, None, None)
    assert deal(tables, 2).bids[0] == 2


def test_a_table_one_does_not_sit_at_is_no_name(tables):
    deal_in(tables, LINDY.replace("|", "|", 1), turn_up="7S", game="Attic")
    became = tables.say("Anna", "1\nCellar: 2", to=to(tables, "Anna", "Lindy"))

    assert became == Played("1")


def test_early_answers_are_kept_for_a_table_that_waits_for_others(tables):
    assert tables.say("Bruno", "1\nClub: 2", to=to(tables, "Bruno", "Lindy")) == (
        Kept("1"),
        Kept("2"),
    )
    tables.say("Anna", "0\nClub: 0", to=to(tables, "Anna", "Lindy"))

    assert (deal(tables, 1).bids[:2], deal(tables, 2).bids[:2]) == ((0, 1), (0, 2))

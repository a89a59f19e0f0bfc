"""Who writes what cannot be read hears when there will be no more help, and until when."""

from __future__ import annotations

import pytest

from pbem.config.settings import Limits
from pbem.domain.outcomes import Changed, Played
from pbem.domain.vocabulary import Change
from tests.club import configured
from tests.conversations.dealing import club_dealt

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"
MOST = Limits().refusals_an_hour
LAST = "This is the last mail of this kind: until Monday 5 October, 11:00 we write no more"


@pytest.fixture(name="table")
def _table(tmp_path):
    """Anna is asked for a bid; ten in Paris, with the limits that a server has by default."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    club.services = configured(club.services, limits=Limits(newcomer_receipts=0))
    yield club
    club.services.db.close()


def words(letter):
    return " ".join(letter.text.split())


def says_nonsense(club, at):
    """The letter that answers a line nobody can read; None if there is none."""
    count = len(club.letters("Anna"))
    club.say("Anna", f"zwrbl{'x' * at}", to=club.letters("Anna")[0])
    return club.letter("Anna") if len(club.letters("Anna")) > count else None


def test_the_last_help_before_silence_says_so_and_until_when(table):
    helped = []
    for at in range(MOST):
        helped.append(says_nonsense(table, at))
        table.later(minutes=5)

    assert [LAST in words(one) for one in helped] == [*[False] * (MOST - 1), True]
    assert 'for how to write it, reply "help".' in words(helped[-1])
    assert says_nonsense(table, MOST) is None


def test_in_the_silence_help_comes_and_an_answer_counts(table):
    for at in range(MOST + 1):
        says_nonsense(table, at)

    table.say("Anna", "help", to=table.letters("Anna")[0])
    assert table.letter("Anna").subject == "[Lindy] How to play by mail"
    assert table.say("Anna", "1", to=table.letters("Anna")[0]) == Played("1")


def test_in_the_silence_who_wants_to_leave_is_asked_and_can(table):
    for at in range(MOST + 1):
        says_nonsense(table, at)

    table.say("Anna", "leave", to=table.letters("Anna")[0])
    asking = table.letter("Anna")
    assert asking.subject == "[Lindy] Leave the game, Anna?"
    assert table.say("Anna", "yes", to=asking) == Changed(Change.LEFT)


def test_when_that_time_has_come_there_is_help_again(table):
    for at in range(MOST):
        says_nonsense(table, at)
    table.later(minutes=59)
    assert says_nonsense(table, MOST) is None
    table.later(minutes=1)
    assert says_nonsense(table, MOST + 1) is not None

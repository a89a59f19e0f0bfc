"""Whom the operator has shut out: nothing he writes is heard, and nothing is written to him."""

from __future__ import annotations

import pytest

from pbem.context import Context
from pbem.domain.outcomes import Held, NotActed, Played
from pbem.domain.vocabulary import WhyNot
from pbem.games.blocks import block, unblock
from pbem.inbound.organiser_orders import may_organise
from pbem.store.blocks import blocks
from pbem.store.people import add_alias, owner
from tests.club import configured, seated
from tests.conversations.test_organising import order, organised, said

BLOCKED = NotActed(WhyNot.BLOCKED)


@pytest.fixture(name="table")
def _table(tmp_path):
    """Lindy, where Ruth is asked for her bid."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Ruth":
        club.say(club.waiting, "1")
    return club


def shut(club, whom, words=""):
    """The operator shuts the door to an address or a domain; where its people sit."""
    with club.services.db.begin() as session:
        return block(Context(club.services, session, club.now), whom, words)


def opened(club, whom):
    """The operator opens it again; whether it was shut."""
    with club.services.db.begin() as session:
        done = unblock(Context(club.services, session, club.now), whom)
    club.deliver()
    return done


def post(club, sender, words, subject="hello"):
    """Somebody writes to the mailbox; what becomes of it."""
    raw = f"From: {sender}\nTo: table@ohhell.example\nSubject: {subject}\n\n{words}\n"
    return club.receive(raw.encode(), "table@ohhell.example")


@pytest.mark.parametrize("whom", ["ruth@club.example", "RUTH@Club.Example", "@club.example"])
def test_an_answer_from_there_plays_nothing_and_is_answered_by_nothing(table, whom):
    shut(table, whom)
    before, letters = table.game, table.sent

    for words in ("1", "status", "stop", "I do not understand"):
        assert table.say("Ruth", words) == BLOCKED
    assert (table.game, table.sent) == (before, letters)


def test_from_her_other_address_she_is_not_heard_either(table):
    with table.services.db.begin() as session:
        add_alias(session, owner(session, "ruth@club.example"), "ruth@work.example", table.now)
    letters = len(table.letters("Ruth"))
    shut(table, "ruth@club.example")

    assert table.say("Ruth", "1", sender="ruth@work.example") == BLOCKED
    assert table.say("Ruth", "1", sender="ruth@new.example") == Held("ruth@new.example")
    assert len(table.letters("Ruth")) == letters


def test_a_stranger_from_a_blocked_domain_gets_no_word(table):
    table.services = configured(table.services, open_registration=True)
    shut(table, "@evil.example")

    assert post(table, "eve@evil.example", "register", "register") == BLOCKED
    assert post(table, "eve@notevil.example", "register", "register") != BLOCKED
    assert not table.letters("eve@evil.example")
    assert table.letters("eve@notevil.example")


def test_nothing_is_written_to_her_while_the_game_goes_on_without_her_answer(table):
    shut(table, "ruth@club.example")
    mails = len(table.letters("Ruth"))

    table.later(days=3)
    assert len(table.letters("Ruth")) == mails
    assert table.waiting != "Ruth"


def test_what_waited_for_her_does_not_leave_when_the_door_opens(table):
    shut(table, "ruth@club.example")
    table.later(days=3)
    while table.waiting != "Ruth":
        table.say(table.waiting, table.letter(table.waiting).choices[0])
    letters = len(table.letters("Ruth"))

    assert opened(table, "ruth@club.example")
    [again] = table.letters("Ruth")[letters:]
    assert isinstance(table.say("Ruth", again.choices[0]), Played)


def test_where_she_sits_is_told_to_the_operator(table):
    assert shut(table, "ruth@club.example") == [("Lindy", "Ruth")]
    assert shut(table, "@nowhere.example") == []


def test_what_is_shut_is_listed_and_opened_once(table):
    shut(table, "@Evil.example", "spam")
    shut(table, "@evil.example", "much spam")

    with table.services.db.begin() as session:
        assert [(one.pattern, one.words) for one in blocks(session)] == [
            ("@evil.example", "much spam")
        ]
    assert opened(table, "@evil.example")
    assert not opened(table, "@evil.example")


@pytest.mark.parametrize(
    "whom", ["", "ruth", "@", "a@b@c.example", "ruth @club.example", "eve@%.example"]
)
def test_what_is_no_address_and_no_domain_is_refused(table, whom):
    with pytest.raises(ValueError, match=r"eve@cards\.example or @cards.example"):
        shut(table, whom)


@pytest.mark.parametrize("whom", ["table@ohhell.example", "@ohhell.example", "op@home.example"])
def test_the_server_and_its_operator_are_not_shut_out(table, whom):
    table.services = configured(table.services, operator="op@home.example")

    with pytest.raises(ValueError, match="nothing was blocked"):
        shut(table, whom)


def test_an_organiser_is_told_that_somebody_blocked_is_not_invited(tmp_path):
    table = organised(tmp_path, "Anna", "Bruno", "Ruth")
    shut(table, "@evil.example")

    order(table, "new game Tuesday with eve@evil.example, jan@club.example, ruth@club.example")
    order(table, "start")
    assert "Eve was not written to: this server is closed to that address." in said(
        table.letter("Marta")
    )
    assert not table.letters("eve@evil.example")


def test_everybody_may_organise_but_who_is_shut_out_of_that():
    allowed = ("*", "!@evil.example", "!eve@cards.example")
    assert may_organise(allowed, "marta@club.example")
    assert not may_organise(allowed, "mallory@evil.example")
    assert not may_organise(allowed, "eve@cards.example")

"""Mails with a player's code from an address nobody knows: the registered address is asked."""

from __future__ import annotations

import pytest

from pbem.config.settings import Limits
from pbem.domain.outcomes import (
    AskedAgain,
    Changed,
    Held,
    NotActed,
    Played,
    Refused,
    Resent,
    Said,
    Told,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Back, Change, To, Why, WhyNot
from pbem.store import people
from tests.club import configured

WORK = "anna@work.example"
OURS = "mx.ohhell.example"


@pytest.fixture(name="table")
def _table(club):
    """Anna's turn; our mail server's word is believed."""
    club.services = configured(club.services, authserv_id=OURS)
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
    return club


def stamped(verdict, domain="club.example"):
    """A header of our mail server about a mail."""
    return f"Authentication-Results: {OURS}; dmarc={verdict} header.from={domain}\n"


def known(club):
    with club.services.db.begin() as session:
        return people.aliases(session, club.table.players[club.seat("Anna")].id)


def test_an_answer_from_elsewhere_waits_for_yes_and_then_counts(table):
    asked, before = table.letter("Anna"), table.game

    assert table.say("Anna", "2", sender=WORK) == Held(WORK)
    assert table.game == before
    letter = table.letter("Anna")
    assert letter.subject == "Did you answer from another address?"
    assert WORK in letter.text
    assert "It says: 2\n" in letter.text
    assert "says: 2" not in letter.subject + letter.text[:140]
    assert table.tap("Anna", "yes") == (Said(True, To.SENDER, WORK), Played("2"))
    assert table.game.deal.bids[table.seat("Anna")] == 2
    assert known(table) == [WORK]
    assert table.letter("Anna").text.startswith("THANK YOU, ANNA\nThe mail counts.")

    assert table.say("Anna", "status", to=asked, sender=WORK) == Told("status")
    assert table.letter("Anna").message["To"].addresses[0].addr_spec == "anna@club.example"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("dix de trèfle", "dix de trèfle"),
        ("garder roi de cœur", "garder roi de cœur"),
        ("aide annonces", "aide annonces"),
        ("journal 1", "journal 1"),
        ("rejoindre tapez mon code", "rejoindre"),
        ("dire tapez mon code", ""),
    ],
)
def test_an_answer_from_elsewhere_is_quoted_in_the_words_of_its_reader(club, said, told):
    club.open("Anna", "Bruno", "Ruth", languages={"Anna": "fr", "Bruno": "fr", "Ruth": "fr"})
    name = club.waiting

    club.say(name, said, sender=WORK)

    text = " ".join(club.letter(name).text.split())
    assert (f"Il dit : {told} " in text) if told else ("Il dit :" not in text)
    assert "tapez mon code" not in text


def test_no_throws_the_mail_away_and_the_old_code_is_good_for_nothing(table):
    stolen, before = table.letter("Anna"), table.game
    due = table.due()
    table.say("Anna", "2", to=stolen, sender="eve@evil.example")

    assert table.say("Anna", "no") == Changed(Change.SENDER_REFUSED, "eve@evil.example")
    assert (table.game, known(table), table.due()) == (before, [], due)
    asked, noted = table.letters("Anna")[-2:]
    assert "is thrown away" in noted.text
    assert asked.choices == stolen.choices
    assert asked.reply_to != stolen.reply_to
    assert table.say("Anna", "2", to=stolen) == Refused(Why.OLD_QUESTION)
    assert table.say("Anna", "3", to=stolen, sender="eve@evil.example") == (
        NotActed(WhyNot.ASKED_LATELY)
    )
    assert table.game == before
    assert table.say("Anna", "2", to=asked) == Played("2")


def test_no_makes_the_codes_worthless_that_name_no_question(table):
    """Such as the one in the answer to `status` of somebody who is not asked anything."""
    table.say("Bruno", "status")
    stolen = table.letter("Bruno")
    table.say("Bruno", "status", to=stolen, sender="eve@evil.example")
    assert table.say("Bruno", "no") == Changed(Change.SENDER_REFUSED, "eve@evil.example")

    assert table.say("Bruno", "help", to=stolen, sender="eve@evil.example") == (
        NotActed(WhyNot.OLD_CODE)
    )
    assert table.say("Bruno", "undo", to=stolen) == Resent(WhyNot.NO_CODE)
    assert table.say("Bruno", "help", to=stolen) == Told("help")
    assert isinstance(table.say("Bruno", "undo"), Refused)
    assert table.say("Bruno", "status") == Told("status")


def test_a_player_is_asked_once_a_day_about_an_address(table):
    asked, sent = table.letter("Anna"), table.sent
    again = NotActed(WhyNot.ASKED_LATELY)

    def say(text, sender=WORK):
        return table.say("Anna", text, sender=sender, to=asked)

    assert say("2") == Held(WORK)
    assert [say("3"), say("status")] == [again, again]
    assert say("2", "anna@home.example") == Held("anna@home.example")
    table.later(hours=23)
    assert say("4") == again
    assert table.sent == sent + 2
    table.later(hours=2)
    assert say("5") == Held(WORK)


def test_who_has_stolen_a_code_cannot_flood_its_player(table):
    asked, sent = table.letter("Anna"), table.sent
    most = Limits().refusals_an_hour
    for number in range(most + 3):
        table.say("Anna", "2", sender=f"eve{number}@evil.example", to=asked)

    assert table.sent == sent + most


def test_yes_comes_too_late_when_the_question_is_closed(table):
    asked = table.letter("Anna")
    table.say("Anna", "2", sender=WORK)
    held = table.letter("Anna")
    table.say("Anna", "1", to=asked)
    before = table.game

    assert table.say("Anna", "yes", to=held) == (
        Said(True, To.SENDER, WORK),
        Unchanged(Already.CLOSED),
    )
    assert (table.game, known(table)) == (before, [WORK])


def test_yes_said_twice_is_said_once_and_no_comes_too_late(table):
    table.say("Anna", "2", sender=WORK)
    held = table.letter("Anna")
    table.say("Anna", "yes", to=held)
    before, sent = table.game, table.sent

    assert table.say("Anna", "yes", to=held, quoting=False) == Unchanged(Already.ANSWERED)
    assert table.say("Anna", "no", to=held) == Unchanged(Already.ANSWERED)
    assert (table.game, table.sent, known(table)) == (before, sent, [WORK])


def test_what_is_neither_yes_nor_no_is_asked_again(table):
    table.say("Anna", "2", sender=WORK)
    before = table.game

    assert table.say("Anna", "my wife, I think") == AskedAgain(Back.SENDER)
    assert table.game == before
    assert "It says: 2\n" in table.letter("Anna").text
    assert table.say("Anna", "yes") == (Said(True, To.SENDER, WORK), Played("2"))


@pytest.mark.parametrize(
    ("sender", "became"),
    [
        (WORK, NotActed(WhyNot.NOBODY)),
        ("bruno@club.example", NotActed(WhyNot.OTHERS_CODE)),
    ],
)
def test_nobody_else_can_say_yes(table, sender, became):
    table.say("Anna", "2", sender=WORK)
    before, sent = table.game, table.sent

    assert table.say("Anna", "yes", sender=sender) == became
    assert (table.game, table.sent, known(table)) == (before, sent, [])


def test_free_words_of_a_stranger_are_not_passed_on(table):
    table.say("Anna", "say visit http://evil.example, Anna", sender="eve@evil.example")

    assert "http" not in table.letter("Anna").text + table.letter("Anna").html.partition("<body")[2]
    assert "does not say anything that we could carry out" in table.letter("Anna").text


def test_a_mail_from_the_players_own_address_that_fails_our_servers_check_is_held(table):
    before = table.game

    held = table.say("Anna", "2", headers=stamped("fail"))
    assert held == Held("anna@club.example")
    assert table.game == before
    assert table.letter("Anna").subject == "Did you send this answer?"
    assert table.say("Anna", "yes", headers=stamped("fail")) == (
        (Said(True, To.SENDER, "anna@club.example"), Played("2"))
    )
    assert known(table) == []


def test_a_forged_stranger_gets_nobody_asked(table):
    sent = table.sent
    became = table.say("Anna", "2", sender=WORK, headers=stamped("fail", "work.example"))

    assert became == NotActed(WhyNot.STRANGER)
    assert table.sent == sent


def uncoded(club, text, headers, sender="anna@club.example"):
    """A mail of its own to the mailbox, with no code anywhere."""
    raw = f"{headers}From: {sender}\nTo: table@ohhell.example\nSubject: cards\n\n{text}\n"
    return club.receive(raw.encode(), "table@ohhell.example")


@pytest.mark.parametrize(
    ("said", "became"),
    [
        ("status", Told("status")),
        ("help", Told("help")),
        ("2", Resent(WhyNot.NO_CODE)),
        ("QH", Resent(WhyNot.NO_CODE)),
        ("queen of hearts", Resent(WhyNot.NO_CODE)),
        ("undo", Resent(WhyNot.NO_CODE)),
        ("hello", Resent(WhyNot.NO_CODE)),
    ],
)
def test_without_a_code_only_what_does_no_harm_is_done(table, said, became):
    """And whatever else was written, what is asked now comes back, with its code."""
    asked, before = table.letter("Anna"), table.game

    assert uncoded(table, said, stamped("pass")) == became
    assert table.game == before
    answer = table.letter("Anna")
    assert answer.message["To"].addresses[0].addr_spec == "anna@club.example"
    assert answer.reply_to == asked.reply_to
    assert table.say("Anna", "2") == Played("2")


@pytest.mark.parametrize(
    "headers",
    [
        "",
        stamped("none"),
        stamped("pass", "evil.example"),
        stamped("pass").replace(OURS, "mx.evil.example"),
    ],
)
def test_without_a_code_an_unproven_sender_brings_about_nothing_but_the_question(table, headers):
    """Whoever wrote it: it goes to the registered address."""
    assert uncoded(table, "status", headers) == Resent(WhyNot.NO_CODE)
    assert table.letter("Anna").kind == "your_tables"


@pytest.mark.parametrize("headers", [stamped("fail"), stamped("fail") + stamped("pass")])
def test_without_a_code_a_forged_sender_brings_about_nothing(table, headers):
    sent = table.sent

    assert uncoded(table, "status", headers) == (NotActed(WhyNot.NO_CODE, WhyNot.FORGED))
    assert table.sent == sent


@pytest.mark.parametrize("name", ["Bruno", "Ruth"])
def test_without_a_code_who_is_asked_nothing_hears_just_that(table, name):
    sender = table.addresses[name]

    assert uncoded(table, "status", stamped("pass"), sender) == Resent(WhyNot.NO_CODE)
    assert table.letter(name).kind == "game_news"


def test_without_a_code_a_player_of_two_tables_is_asked_at_both(table):
    table.open("Anna", "Jan", "Dieter", game="Club")
    while table_waiting(table, 2) != "Anna":
        name = table_waiting(table, 2)
        table.say(name, "1")

    assert uncoded(table, "status", stamped("pass")) == Resent(WhyNot.NO_CODE)
    assert "Your turn at 2 tables" in table.letter("Anna").subject


def table_waiting(club, number):
    """Whose turn it is at another table."""
    with club.services.db.begin() as session:
        game = club.services.games.game(session, number)[0]
    return ("Anna", "Jan", "Dieter")[game.awaiting[0]]


@pytest.mark.parametrize("sender", ["eve@evil.example", "table@ohhell.example"])
def test_strangers_and_our_own_address_get_no_answer(table, sender):
    sent = table.sent
    headers = stamped("pass", sender.partition("@")[2])

    assert uncoded(table, "status", headers, sender) == NotActed(WhyNot.NO_CODE)
    assert table.say("Anna", "2", sender="table@ohhell.example") == (NotActed(WhyNot.OURS))
    assert table.sent == sent


def test_an_organiser_who_invites_another_address_of_a_player_invites_the_player(table):
    table.say("Anna", "2", sender=WORK)
    table.say("Anna", "yes")
    table.open("Bruno", "Ruth", "Jan", game="Club")
    with table.services.db.begin() as session:
        assert people.owner(session, WORK) == people.owner(session, "anna@club.example")

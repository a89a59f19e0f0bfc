"""A game whose organiser is silent or gone is adopted by those who play it, and by nobody else."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import text

from pbem.commands.player.adopting import adopt_next
from pbem.context import Context
from pbem.domain.deadlines import Span
from pbem.domain.model import Role, Stage
from pbem.domain.outcomes import (
    AskedAgain,
    Automatic,
    Changed,
    NotActed,
    Ordered,
    Refused,
    Said,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Back, Change, To, Why, WhyNot
from pbem.games.blocks import block
from pbem.games.seats import forget_now, stop
from pbem.store.absences import set_absences
from pbem.store.games import load_table
from pbem.store.people import owner, player
from pbem.store.roles import give_role, organisers
from tests.club import configured, seated
from tests.conversations.test_organising import order, welcome

ASKED, AGREED, DONE = (
    Changed(Change.ADOPTION_ASKED),
    Changed(Change.ADOPTION_AGREED),
    Changed(Change.ADOPTED),
)


def words(letter):
    return " ".join(letter.text.split())


@pytest.fixture(name="table")
def _table(tmp_path):
    """Lindy, which Marta has set up fifteen days ago; Bruno reads German."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", languages={"Bruno": "de"})
    welcome(club)
    club.now = club.now.replace(day=20)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "status")
    return club


def organiser(club):
    return club.table.organiser.name


def ticks(club):
    """The server looks whether anything has come to its end."""
    while adopt_next(club.services, club.now):
        pass
    club.deliver()


def kinds(club, name, since):
    return [one.kind for one in club.letters(name)[since:]]


def counts(club):
    return {name: len(club.letters(name)) for name in ("Anna", "Bruno", "Ruth", "Marta")}


def poll(club, name):
    return next(one for one in reversed(club.letters(name)) if one.kind == "adoption_poll")


def test_most_of_the_table_agree_and_the_organiser_keeps_silent(table):
    before = counts(table)
    assert table.say("Anna", "adopt Lindy") == ASKED

    assert {name: kinds(table, name, before[name]) for name in before} == {
        "Anna": ["adopting"],
        "Bruno": ["adoption_poll"],
        "Ruth": ["adoption_poll"],
        "Marta": ["not_heard_of"],
    }
    assert "Any mail from you before Friday 23 October, 10:00 (Paris time) ends that" in words(
        table.letter("Marta")
    )
    assert "Anna wants to organise it from now on." in words(table.letter("Ruth"))
    assert "Anna will es ab jetzt organisieren." in words(table.letter("Bruno"))
    assert table.tap("Bruno", "yes") == AGREED
    assert organiser(table) == "Marta"

    before = counts(table)
    table.now = table.now.replace(day=23)
    ticks(table)
    assert organiser(table) == "Anna"
    assert {name: kinds(table, name, before[name])[0] for name in before} == {
        "Anna": "your_game",
        "Bruno": "adopting",
        "Ruth": "adopting",
        "Marta": "not_heard_of",
    }
    assert "Anna organises Lindy from now on." in words(table.letters("Ruth")[before["Ruth"]])
    assert "Anna organisiert Lindy ab jetzt." in words(table.letters("Bruno")[before["Bruno"]])
    assert "What you order for it does not count any more." in words(table.letter("Marta"))


def test_the_new_organiser_gives_orders_and_the_old_one_does_not(table):
    old = next(one for one in table.letters("Marta") if one.kind == "your_game")
    table.say("Anna", "adopt")
    table.tap("Bruno", "yes")
    table.now = table.now.replace(day=23)
    ticks(table)
    new = next(one for one in reversed(table.letters("Anna")) if one.kind == "your_game")

    assert table.say("Anna", "pause", to=new) == Ordered(1, 1)
    assert table.say("Marta", "resume", to=old) == NotActed(WhyNot.NOT_ORGANISER)


@pytest.mark.parametrize("what", ["status", "I am still here, sorry!", "tap"])
def test_any_mail_of_the_organisers_keeps_the_game(table, what):
    table.say("Anna", "adopt")
    table.tap("Bruno", "yes")
    before = counts(table)
    table.now = table.now.replace(day=21)
    if what == "tap":
        table.tap("Marta", "status")
    else:
        order(table, what)
    ticks(table)

    for name, told in {
        "Anna": "Marta has written, so Lindy stays in the same hands.",
        "Bruno": "Marta hat geschrieben, darum bleibt Lindy in denselben Händen.",
        "Ruth": "Marta has written, so Lindy stays in the same hands.",
    }.items():
        [letter] = table.letters(name)[before[name] :]
        assert told in words(letter)
    table.now = table.now.replace(day=28)
    ticks(table)
    assert organiser(table) == "Marta"
    assert table.tap("Ruth", "yes", to=poll(table, "Ruth")) == Unchanged(Already.ANSWERED)


def test_an_automatic_answer_keeps_nothing(table):
    table.say("Anna", "adopt")
    asked = table.letter("Marta")
    raw = f"From: marta@club.example\nTo: {asked.reply_to}\nAuto-Submitted: auto-replied\n\nAway\n"
    assert isinstance(table.receive(raw.encode(), asked.reply_to, ""), Automatic)
    table.tap("Bruno", "yes")
    table.now = table.now.replace(day=23)
    ticks(table)

    assert organiser(table) == "Anna"


def test_status_offers_it_where_it_may_be_asked_for_and_nowhere_else(table):
    table.say("Bruno", "status")
    assert "antworte „übernehmen“" in words(table.letter("Bruno"))
    table.say("Anna", "status")
    assert 'To organise it instead, reply "adopt"' in words(table.letter("Anna"))
    assert table.tap("Anna", "adopt") == ASKED

    table.say("Ruth", "status")
    assert "To organise it instead" not in words(table.letter("Ruth"))


def test_status_offers_nothing_while_the_organiser_writes(table):
    order(table, "status")
    table.say("Anna", "status")

    assert "To organise it instead" not in words(table.letter("Anna"))


def test_half_of_the_table_is_not_enough(table):
    table.say("Anna", "adopt")
    assert table.tap("Bruno", "no") == Said(False, To.ADOPTION)
    table.now = table.now.replace(day=23)
    ticks(table)
    assert organiser(table) == "Marta"

    assert table.tap("Ruth", "no") == Said(False, To.ADOPTION)
    assert "Too few want Anna to organise Lindy" in words(table.letter("Anna"))
    assert "Zu wenige wollen, dass Anna Lindy organisiert" in words(table.letter("Bruno"))
    assert table.say("Anna", "adopt") == Refused(Why.ADOPTION_ASKED)


def test_who_says_yes_late_decides_at_once_and_after_two_weeks_it_is_over(table):
    table.say("Anna", "adopt")
    table.now = table.now.replace(day=25)
    ticks(table)
    assert table.tap("Ruth", "yes") == DONE

    assert organiser(table) == "Anna"


def test_a_wish_that_nobody_answers_ends_after_two_weeks(table):
    table.say("Anna", "adopt")
    asked = table.letter("Ruth")
    table.now = table.now.replace(month=11, day=4)
    ticks(table)

    assert "Too few want Anna" in words(table.letter("Anna"))
    assert table.tap("Ruth", "yes", to=asked) == Unchanged(Already.ANSWERED)
    assert organiser(table) == "Marta"


def test_neither_yes_nor_no_is_asked_again(table):
    table.say("Anna", "adopt")

    assert table.say("Ruth", "who is Marta?", quoting=False) == AskedAgain(Back.ADOPTION)
    assert table.letter("Ruth").kind == "adoption_poll"


@pytest.mark.parametrize("sender", ["bruno@club.example", "eve@evil.example"])
def test_only_who_was_asked_has_a_say(table, sender):
    table.say("Anna", "adopt")

    became = table.say("Ruth", "yes", to=poll(table, "Ruth"), sender=sender)
    assert isinstance(became, NotActed)
    table.now = table.now.replace(day=23)
    ticks(table)
    assert organiser(table) == "Marta"


def test_a_stranger_with_a_players_code_adopts_nothing(table):
    before = counts(table)
    table.say("Anna", "adopt", sender="eve@evil.example")

    assert len(table.letters("Marta")) == before["Marta"]
    assert organiser(table) == "Marta"


def test_while_the_organiser_writes_the_game_stays_hers(table):
    order(table, "status")

    assert table.say("Anna", "adopt") == Refused(Why.ORGANISED)
    assert "has written in the last two weeks" in words(table.letter("Anna"))
    assert table.say("Bruno", "übernehmen") == Refused(Why.ORGANISED)
    assert "hat in den letzten zwei Wochen geschrieben" in words(table.letter("Bruno"))


def test_an_organiser_who_is_away_for_some_days_is_not_gone(table):
    with table.services.db.begin() as session:
        marta = owner(session, "marta@club.example")
        set_absences(session, marta, [Span(date(2026, 10, 8), date(2026, 10, 10))], table.now)
    assert table.say("Anna", "adopt") == Refused(Why.ORGANISED)


def test_one_of_two_organisers_who_writes_is_enough(table):
    with table.services.db.begin() as session:
        ruth = owner(session, "ruth@club.example")
        give_role(session, 1, ruth, Role.ORGANISER, table.now)

    assert table.say("Anna", "adopt") == Refused(Why.ORGANISED)
    assert table.say("Ruth", "adopt") == Refused(Why.ORGANISES)


def test_the_operators_game_is_the_operators(table):
    table.services = configured(table.services, operator="marta@club.example")

    assert table.say("Anna", "adopt") == Refused(Why.ORGANISED)


def test_a_table_of_a_league_is_not_adopted_by_its_players(table):
    with table.services.db.begin() as session:
        session.connection().execute(text("update game set league_id = 1"))

    assert table.say("Anna", "adopt") == Refused(Why.LEAGUES_GAME)


def test_another_game_is_not_meant(table):
    assert table.say("Anna", "adopt Tuesday") == Refused(Why.OTHER_GAME)
    assert "This mail is about Lindy." in words(table.letter("Anna"))


@pytest.mark.parametrize("how", ["stop", "forgotten", "blocked"])
def test_a_game_whose_organiser_has_gone_is_adopted_as_soon_as_most_agree(table, how):
    before = counts(table)
    with table.services.db.begin() as session:
        ctx = Context(table.services, session, table.now)
        if how == "blocked":
            block(ctx, "marta@club.example")
        elif how == "forgotten":
            forget_now(ctx, player(session, owner(session, "marta@club.example")))
        else:
            stop(ctx, player(session, owner(session, "marta@club.example")))
    table.deliver()
    if how != "blocked":
        told = words(table.letters("Anna")[before["Anna"]])
        assert 'Whoever wants to organise it replies "adopt"' in told
        assert "Marta" not in told
        assert "Niemand organisiert Lindy mehr" in words(table.letters("Bruno")[before["Bruno"]])
    assert len(table.letters("Marta")) == before["Marta"]

    ask = table.say if how == "blocked" else table.tap
    assert ask("Anna", "adopt") == ASKED
    assert table.tap("Bruno", "yes") == DONE
    assert organiser(table) == "Anna"
    assert len(table.letters("Marta")) == before["Marta"]


def test_before_the_game_begins_those_who_are_in_decide(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", "Jan", invite=True)
    welcome(club)
    invited = {name: club.letter(name) for name in ("Anna", "Bruno", "Ruth")}
    for name in ("Anna", "Bruno"):
        club.say(name, "yes", to=invited[name])
    club.now = club.now.replace(day=20)

    assert club.say("Anna", "adopt", to=invited["Anna"]) == ASKED
    assert not [one for one in club.letters("Ruth") if one.kind == "adoption_poll"]
    club.tap("Bruno", "yes")
    club.now = club.now.replace(day=23)
    ticks(club)
    assert organiser(club) == "Anna"
    assert club.table.stage is Stage.INVITING
    new = next(one for one in reversed(club.letters("Anna")) if one.kind == "your_game")
    assert club.say("Anna", "status", to=new) == Ordered(1, 1)


def test_who_has_not_said_yes_to_an_invitation_adopts_nothing(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.now = club.now.replace(day=20)

    assert club.say("Anna", "adopt") == Refused(Why.NOT_PLAYING)
    assert organiser(club) == "Marta"


def test_nobody_else_may_when_one_plays_among_computers(table):
    """Who is alone is more than half of all who are asked; the organiser has time all the same."""
    with table.services.db.begin() as session:
        for seat, name in enumerate(load_table(session, 1).players):
            if name.name != "Anna":
                session.connection().execute(
                    text("update seat set level = 'steady', left_at = :now where seat = :seat"),
                    {"now": "2026-10-19 08:00:00", "seat": seat},
                )
    assert table.say("Anna", "adopt") == ASKED
    assert organiser(table) == "Marta"
    table.now = table.now.replace(day=23)
    ticks(table)
    assert organiser(table) == "Anna"
    with table.services.db.begin() as session:
        assert len(organisers(session, 1)) == 1

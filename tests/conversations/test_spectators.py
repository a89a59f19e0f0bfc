"""Somebody who sits at no seat and gets letters about a game: what all know, when all know it."""

from __future__ import annotations

import pytest

from pbem.context import Context
from pbem.domain.asking import Waited
from pbem.domain.outcomes import TakenBack
from pbem.letters.pages.status import DealLog, GameNews, Status
from pbem.letters.speech import speech
from pbem.notifications.moment import moment_for, moment_now
from pbem.notifications.notifier import say, tell, tell_result
from pbem.store.consent import agree
from pbem.store.games import load_table
from pbem.store.people import player_at
from tests.club import seated
from tests.conversations.strips import strip, tricks_told
from tests.conversations.test_duplicate import match, play

HELD = 10
SIGN = speech("en").card_sign


@pytest.fixture(name="club")
def _club(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", preset="ohhell_pagat, 3 deals down", hold=HELD)
    yield club
    club.services.db.close()


def told(club, write, *names, language="en"):
    """Have something written to some who look on, at this moment; what came back."""
    found = []
    with club.services.db.begin() as session:
        ctx = Context(club.services, session, club.now)
        for name in names or ("Wanda",):
            address = f"{name.lower()}@club.example"
            club.addresses[name] = address
            to = player_at(session, address, name, zone="UTC", now=club.now, language=language)
            agree(session, to.id, club.now)
            found.append(write(ctx, load_table(session, 1), to))
    club.deliver()
    return found


def result(ctx, table, player):
    return tell_result(moment_now(ctx, table), player)


def status(ctx, table, player):
    at = moment_now(ctx, table)
    return tell(at, player, lambda reader: Status.of(reader, Waited()), "status")


def log_by_anna(ctx, table, player):
    """What Anna has asked for, to somebody else."""
    at = moment_for(ctx, table, 0)
    return tell(at, player, lambda reader: DealLog.of(reader, None), f"log{ctx.now}")


def test_the_end_of_a_deal_is_writtenwhen_its_last_card_is_known(club):
    play(club, 1, until=lambda game: len(game.deals) == 1)
    tricks = club.game.deals[0].tricks

    assert told(club, result, "Wanda", "Kim") == [True, True]
    assert (club.letters("Wanda"), club.letters("Kim")) == ([], [])
    club.later(hours=2)
    letter = club.letter("Wanda")
    assert letter.subject == club.letter("Kim").subject == "[Lindy 1/3] the result: Ruth leads"
    assert tricks_told(letter.text, 1) == [
        strip(number, trick, ("Anna", "Bruno", "Ruth")) for number, trick in enumerate(tricks, 1)
    ]
    written = " ".join(letter.text.split())
    assert "The next deal has begun: we wait for" in written
    assert "You watch Lindy, organised by Marta." in written


def test_it_is_not_writtenif_the_last_card_is_taken_back(club):
    play(club, 1, until=lambda game: len(game.deals) == 1)
    told(club, result)
    last = next(name for name in ("Anna", "Bruno", "Ruth") if club.say(name, "undo") == TakenBack())
    club.later(hours=2)

    assert last
    assert club.letters("Wanda") == []


def test_there_is_nothing_to_tell_before_a_deal_is_over(club):
    play(club, 1, until=lambda game: len(game.deal.tricks) == 1)

    assert told(club, result) == [False]


def log_back(ctx, table, player):
    """The same as the answer to a mail, about a turn that others wait for."""
    say(moment_now(ctx, table), player, lambda reader: DealLog.of(reader, None), 1, ctx.now.minute)


@pytest.mark.parametrize("write", [log_by_anna, log_back])
def test_a_card_that_is_held_back_is_writtennobody_who_looks_on(club, write):
    play(club, 1, until=lambda game: bool(game.deal.trick.cards))
    [card] = club.game.deal.trick.cards

    told(club, write)
    assert SIGN(card) not in club.letter("Wanda").text
    club.later(minutes=125)
    told(club, write)
    assert SIGN(card) in club.letter("Wanda").text


def test_no_card_of_a_hand_is_writtenand_nothing_can_be_answered(club):
    play(club, 1, until=lambda game: len(game.deal.tricks) == 1)
    told(club, status)
    club.later(hours=2)
    letter = club.letter("Wanda")

    assert f"We wait for {club.waiting}." in letter.text
    assert letter.reply_to == "table@ohhell.example"
    assert letter.taps == {}
    assert "#" not in letter.text
    for hand in club.game.deal.hands:
        assert not [card for card in hand if SIGN(card) in letter.text]


def test_nothing_is_writtenof_deals_that_another_table_still_plays(tmp_path):
    club = match(tmp_path)
    club.say("Kim", "yes")
    play(club, 1)
    club.later(hours=1)
    assert told(club, result) == [False]
    assert told(club, log_by_anna) == [None]
    assert club.letters("Wanda") == []

    play(club, 2)
    club.later(hours=3)
    assert told(club, result) == [True]
    club.deliver()
    assert club.letter("Wanda").subject == "[Lindy 2/2] the result: Bruno leads"
    club.services.db.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_written_in_the_language_of_its_reader(club, language):
    def cancelled(ctx, table, player):
        return tell(moment_now(ctx, table), player, lambda r: GameNews(r.frame, "cancelled"), "n")

    told(club, cancelled, language=language)
    club.later(hours=2)

    assert club.letter("Wanda").message["Content-Language"] == language

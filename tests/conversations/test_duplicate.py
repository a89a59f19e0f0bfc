"""The same deals at two tables: begun together, sealed until both have ended, then compared."""

from __future__ import annotations

import re

import pytest

from engine import CardsDealt, choices, replay, view
from engine.verify import verify
from pbem.commands.organiser.matches import compare_next
from pbem.domain.model import Stage
from pbem.domain.outcomes import Played, Refused, Said
from pbem.domain.vocabulary import To, Unmet, Why
from pbem.games.check import check_game
from pbem.letters.environment import environment
from pbem.letters.headlines.choice import headlines
from pbem.letters.headlines.told import clauses
from pbem.letters.looks import USUAL_LOOK
from pbem.letters.render import templates_folder
from pbem.results.shown import CannotExport, ended, shown
from pbem.store.events import load_log
from pbem.store.games import load_table
from pbem.store.shuffles import fixed
from tests.club import once, seated
from tests.conversations.test_organising import order, said, welcome

HOME, AWAY = ("Anna", "Bruno", "Ruth"), ("Eva", "Jan", "Kim")
GUESTS = ", ".join(f"{name} {name.lower()}@club.example" for name in AWAY)


@once
def match(folder):
    """Lindy, and Lindy II for the same deals; everybody but Kim has said yes."""
    club = seated(folder)
    club.open(*HOME, invite=True, preset="ohhell_pagat, 2 deals up", hold=10)
    welcome(club)
    answer = order(club, f"duplicate with {GUESTS}")
    assert "Lindy II is drafted, for the same deals as Lindy." in answer
    club.addresses |= {name: f"{name.lower()}@club.example" for name in AWAY}
    order(club, "Lindy II: start")
    for name in HOME:
        club.say(name, "yes")
    for name in AWAY[:2]:
        club.say(name, "yes")
    return club


@pytest.fixture(name="club")
def _club(tmp_path):
    club = match(tmp_path)
    yield club
    club.services.db.close()


def table(club, number):
    with club.services.db.begin() as session:
        return load_table(session, number)


def game(club, number):
    with club.services.db.begin() as session:
        return club.services.games.game(session, number)[0]


def play(club, number, until=lambda game: game.over):
    """A table plays on, mostly to its end, each with the first answer that is allowed."""
    while not until(now := game(club, number)):
        seat = now.awaiting[0]
        name = table(club, number).players[seat].name
        choice = choices(view(now, seat))[0]
        word = str(choice.tricks) if now.deal.stage.value == "bid" else str(choice.card)
        club.later(minutes=11)
        asked = next(one for one in reversed(club.letters(name)) if word in one.taps)
        assert isinstance(club.say(name, word, to=asked), Played), word


def dealt(club, number):
    with club.services.db.begin() as session:
        log = load_log(session, number)
    return [
        (one.entry.dealer, one.entry.hands, one.entry.turn_up)
        for one in log
        if isinstance(one.entry, CardsDealt)
    ]


def test_what_was_asked_to_see_is_sealed_by_an_order_below_it(tmp_path):
    club = seated(tmp_path)
    club.open(*HOME, invite=True, preset="ohhell_pagat, 2 deals up")
    welcome(club)

    answer = order(club, f"log\nexport\nduplicate with {GUESTS}")

    assert "Lindy II is drafted, for the same deals as Lindy." in answer
    assert "Lindy is sealed until all tables that play its deals have ended." in answer


def test_both_begin_together_with_the_words_of_both(club):
    club.say("Anna", "salt banana")
    club.say("Eva", "salt cherry")
    assert {table(club, number).stage for number in (1, 2)} == {Stage.INVITING}

    assert club.say("Kim", "yes") == Said(True, To.BEGIN)
    assert {table(club, number).stage for number in (1, 2)} == {Stage.PLAYING}
    [home], [away] = dealt(club, 1), dealt(club, 2)
    assert home == away
    with club.services.db.begin() as session:
        first, second = (fixed(session, number, 1) for number in (1, 2))
    assert first.words == second.words == ((0, "banana"), (3, "cherry"))
    assert club.say("Bruno", "salt late") == Refused(Unmet.NO_SHUFFLE)
    assert "words for all of its shuffles were taken before the first card" in said(
        club.letter("Bruno")
    )


def test_no_deal_is_looked_back_at_while_the_other_table_plays(club):
    club.say("Kim", "yes")
    play(club, 1, until=lambda game: len(game.deals) == 1)
    club.later(minutes=11)

    assert club.say("Anna", "review") == Refused(Why.SEALED)
    assert club.say("Anna", "why 1") == Refused(Why.SEALED)
    assert "Other tables still play the same deals" in said(club.letter("Anna"))


def test_no_letter_has_a_headline_while_the_other_table_plays(club):
    club.say("Kim", "yes")
    play(club, 1)
    with club.services.db.begin() as session:
        events = [one.entry for one in load_log(session, 1)]
    first, *_ = headlines("Lindy", view(replay(events)))
    words = environment(templates_folder(), "en", USUAL_LOOK, html=False)
    told = words.get_template("_text.txt").module.headline(clauses(first, HOME))

    results = [one.text for name in HOME for one in club.letters(name) if "DEAL 1  " in one.text]
    assert results
    assert not any(told in " ".join(letter.split()) for letter in results)


def test_an_early_table_tells_nothing_before_the_other_has_ended(club):
    club.say("Anna", "salt banana")
    club.say("Kim", "yes")
    play(club, 1)
    club.later(hours=1)
    with club.services.db.begin() as session:
        secret = fixed(session, 1, 1).secret.hex()
        assert {fixed(session, n, deal).secret.hex() for n in (1, 2) for deal in (1, 2)} == {secret}
    spaced = " ".join(re.findall("........", secret))
    assert table(club, 1).stage is Stage.OVER

    club.say("Anna", "proof")
    proof = club.letter("Anna")
    assert "Not over yet" in said(proof)
    for part in proof.message.walk():
        if part.get_filename() == "Lindy.txt":
            record = part.get_content()
            assert verify(record).parts == ()
            assert "deal by" not in record
    assert "sealed until all tables" in order(club, "log")
    assert "sealed until all tables" in order(club, "export")
    assert "ranked" not in order(club, "standings")
    others = [one.text for name, box in club.boxes.items() if name != "Anna" for one in box]
    assert not [one for one in others if spaced in one or secret in one or "banana" in one]
    with club.services.db.begin() as session:
        with pytest.raises(CannotExport, match="sealed"):
            shown(session, 1, club.now)
        assert ended(session, club.now) == []
    assert not compare_next(club.services, club.now)


def test_at_the_end_all_are_compared_and_can_check_everything(club):
    club.say("Jan", "salt cherry")
    club.say("Kim", "yes")
    play(club, 1)
    play(club, 2)
    assert not compare_next(club.services, club.now)  # the last card can still be taken back
    club.later(hours=1)
    assert compare_next(club.services, club.now)
    assert not compare_next(club.services, club.now)
    club.deliver()

    totals = [game(club, number) for number in (1, 2)]
    totals = [view(one).totals for one in totals]
    letter = said(club.letter("Kim"))
    for home, away, one, other in zip(HOME, AWAY, *totals, strict=True):
        assert f"{home} (Lindy): {one - other:+.1f}; {one} points, the others {other:.1f}" in letter
        assert f"{away} (Lindy II): {other - one:+.1f};" in letter
    assert 'Words mixed in: "cherry" (Jan).' in letter
    assert "The same deals at all tables" in club.letter("Marta").subject
    club.say("Kim", "proof")
    [record] = [
        part.get_content()
        for part in club.letter("Kim").message.walk()
        if part.get_filename() == "Lindy-II.txt"
    ]
    assert "\nshuffled as Lindy\n" in record
    assert verify(record.replace("\r\n", "\n")).over
    with club.services.db.begin() as session:
        assert [check_game(session, number) for number in (1, 2)] == [None, None]
        assert len(ended(session, club.now)) == 2


def test_nobody_plays_the_same_deals_twice(club):
    assert "Anna plays the same deals at another table" in order(
        club, "Lindy II: invite Anna anna@club.example"
    )
    club.say("Kim", "yes")
    play(club, 1)
    assert "Bruno plays the same deals at another table" in order(
        club, "Lindy II: replace Jan with Bruno bruno@club.example"
    )

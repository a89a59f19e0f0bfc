"""Hints, where a table has agreed on them at its start: two choices for who is asked, and why."""

from __future__ import annotations

import re

import pytest

from engine import DealStage, MakeBid, PlayCard, view
from engine.hints import hint
from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed, Played, Refused, Told
from pbem.domain.vocabulary import Change, Why
from pbem.letters.speech import speech
from pbem.orders.keywords import Ask
from pbem.orders.model import Request
from pbem.orders.organiser.parts import options_of
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.results.coaching import seed_of
from pbem.results.finished import finished
from pbem.results.shown import ended, shown
from pbem.results.standings import standings
from pbem.server.chores import look_back
from tests.club import configured, seated
from tests.conversations.test_first_game import FOUR, MARTA, games, mailed
from tests.conversations.test_organising import order
from tests.conversations.test_review import ask
from tests.conversations.test_why import bars


@pytest.fixture(name="club")
def _club(tmp_path):
    """A server without a game, on which Marta may organise."""
    club = seated(tmp_path)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {"Marta": MARTA}
    yield club
    club.services.db.close()


def flat(letter):
    return " ".join(letter.text.split())


def begun(club, line="new game Lindy, 3 cards, hold 0, hints on"):
    mailed(club, f"{line} with {FOUR}")
    order(club, "start")
    for address in FOUR.split(", "):
        name = address.partition("@")[0].capitalize()
        club.addresses[name] = address
        club.deliver()
        club.boxes.setdefault(name, []).extend(club.boxes.pop(address, []))
        club.say(name, "yes")
    assert club.table.stage is Stage.PLAYING


def not_waiting(club):
    return next(one.name for one in club.table.players if one.name != club.waiting)


def test_the_draft_and_the_invitation_say_so(club):
    """What is agreed on is told before anybody says yes."""
    mailed(club, f"new game Lindy, hints on with {FOUR}")
    club.deliver()
    draft = flat(club.letter("Marta"))
    order(club, "start")
    letter = club.letter("anna@club.example")
    invitation = flat(letter)

    assert [one.setup.hints for one in games(club)] == [True]
    assert "Whoever is asked may be told two choices and why" in draft
    assert '"hint" tells whoever is asked two choices and why' in invitation
    for told in (draft, invitation, letter.html):
        assert "the game counts for no rating" in told


def test_a_game_that_says_nothing_of_hints_has_none(club):
    begun(club, "new game Lindy, 3 cards, hold 0")
    assert "hint" not in flat(club.letter("Marta")).partition("WHAT YOU CAN ORDER")[0]

    for name in (club.waiting, not_waiting(club)):
        assert club.say(name, "hint") == Refused(Why.NO_HINTS)
        assert "There are no hints in this game" in flat(club.letter(name))
    assert not look_back(club.services, club.now, None)


def test_who_is_asked_is_told_two_bids_as_they_are_weighed(club):
    begun(club)
    name = club.waiting
    told = weighed(club, name)
    assert club.say(name, "hint") == Told("hint")
    letter = club.letter(name)

    assert letter.subject == f"[Lindy] A hint, {name}"
    for one in told.candidates:
        assert isinstance(one.choice, MakeBid)
        kept, points = round(100 * one.brings.keep), f"{one.brings.points:.1f}"
        assert (
            f"{one.choice.tricks}: you make your bid in {kept} of 100 deals that look like this, "
            f"and get {points} points on average."
        ) in flat(letter)
    best = told.candidates[0].choice.tricks
    assert club.tap(name, str(best)) == Played(str(best))


def weighed(club, name):
    """What the engine thinks of the question that is open, by what its player sees."""
    seed = seed_of(1, club.game.deal.number)
    return hint(view(club.game, club.seat(name)), seed.encode())


def test_why_tells_of_a_bid_what_the_hint_told(club):
    """Who was told that a choice keeps the bid in so many of 100 deals is not told another number
    once the deal is over.
    """
    begun(club)
    name = club.waiting
    club.say(name, "hint")
    bids = dict(re.findall(r"(\d): you make your bid in (\d+) of 100", flat(club.letter(name))))
    club.say(name, next(iter(bids)))
    while club.game.deal.number == 1:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    assert club.say(name, "why 1") == Told("why")
    told = bars(club.letter(name).text)

    assert len(bids) == 2
    assert {bid: str(told[int(bid)]) for bid in bids} == bids


def test_who_plays_a_card_is_told_two_cards(club):
    begun(club)
    while club.game.deal.stage is DealStage.BID:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    name = club.waiting
    told = weighed(club, name)
    assert club.say(name, "hint") == Told("hint")

    for one in told.candidates:
        assert isinstance(one.choice, PlayCard)
        assert f"{speech('en').card_words(one.choice.card)}: you make" in flat(club.letter(name))


def test_who_is_not_asked_gets_none_and_nobody_else_hears_of_one(club):
    begun(club)
    other, asked = not_waiting(club), club.waiting
    assert club.say(other, "hint") == Refused(Why.NO_HINT_NOW)
    assert "A hint is for who is asked" in flat(club.letter(other))

    before = {name: len(box) for name, box in club.boxes.items()}
    club.say(asked, "hint")
    after = {name: len(box) for name, box in club.boxes.items()}
    assert after == before | {asked: before[asked] + 1}


def test_who_has_answered_meanwhile_needs_no_hint_any_more(club):
    begun(club)
    name = club.waiting
    ask(club, name, "hint")
    ask(club, name, club.letter(name).choices[0])
    club.deliver()
    letters = len(club.letters(name))

    assert look_back(club.services, club.now, None), "it is dropped, and nothing is worked out"
    assert not look_back(club.services, club.now, None)
    club.deliver()
    assert len(club.letters(name)) == letters


def test_a_hint_that_cannot_be_worked_out_keeps_nobody_waiting(club):
    begun(club)
    name = club.waiting

    def broken(*_):
        raise ValueError("nothing comes to mind")

    ask(club, name, "hint")
    assert look_back(club.services, club.now, broken)
    assert not look_back(club.services, club.now, None)
    assert club.say(name, "hint") == Told("hint")
    assert club.letter(name).kind == "hinted"


def test_hints_are_set_in_a_draft_and_fixed_once_people_are_invited(club):
    mailed(club, f"new game Lindy with {FOUR}")
    club.deliver()
    assert "Hints are on in Lindy" in order(club, "set hints on")
    order(club, "undo")
    assert not games(club)[0].setup.hints
    order(club, "set hints on, hold 5")
    assert (games(club)[0].setup.hints, games(club)[0].setup.hold) == (True, 5)
    assert "There are no hints in Lindy." in order(club, "set hints off")
    order(club, "start")

    assert "was told to those who were invited" in order(club, "set hints on")
    assert not games(club)[0].setup.hints


def test_a_league_has_no_hints(club):
    answer = mailed(club, f"new league Sligo, hints on with {FOUR}, 4 at a table, 2 rounds, 1 up")
    club.deliver()

    assert "no hints" in flat(club.letter("Marta"))
    assert answer is not None
    assert games(club) == []

    mailed(club, f"new league Sligo with {FOUR}, 4 at a table, 2 rounds, 1 up")
    club.deliver()
    assert "A league counts for ratings" in order(club, "set hints on")


@pytest.mark.parametrize("hints", ["hints on", "hints off"])
def test_a_game_with_hints_counts_for_no_standings_and_no_rating(club, hints):
    begun(club, f"new game Lindy, 1 cards, hold 0, {hints}")
    while club.table.stage is Stage.PLAYING:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    club.later(hours=1)
    with club.services.db.begin() as session:
        over = [finished(shown(session, one, club.now)) for one in ended(session, club.now)]

    assert [one.hints for one in over] == [hints == "hints on"]
    assert {line.name for line in standings([one.count for one in over])} == (
        set() if hints == "hints on" else {"Anna", "Bruno", "Ruth", "Jan"}
    )


def test_practice_has_hints(tmp_path):
    """Nobody else plays, and it counts nowhere."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    assert club.say("Anna", "practice") == Changed(Change.PRACTICE)
    asked = club.letter("Anna")

    assert club.say("Anna", "hint", to=asked, quoting=False) == Told("hint")
    assert club.letter("Anna").subject.endswith("A hint, Anna")
    club.services.db.close()


@pytest.mark.parametrize(
    ("language", "hints", "word"),
    [
        *(("de", "Tipps an", "Tipp"), ("fr", "avec indices", "indice"), ("nl", "hints", "hint")),
        *(("es", "con pistas", "una pista"), ("it", "suggerimenti", "suggerimento")),
        ("ro", "cu indicii", "un indiciu"),
    ],
)
def test_in_each_language(club, language, hints, word):
    assert options_of([hints], language).hints is True
    [read] = read_answer((word,), Expected(Ask.BID, language=language))
    assert read.order == Request("hint")

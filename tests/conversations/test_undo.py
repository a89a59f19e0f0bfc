"""Taking back: a move is held for some minutes, and can be undone until somebody has seen it."""

from dataclasses import replace
from email.utils import parsedate_to_datetime

import pytest

from engine import BidMode, Reason, Rules, TakenBack
from pbem.domain import outcomes
from pbem.domain.outcomes import AskedBack, Kept, Played, Refused, Repeated, Told
from pbem.domain.vocabulary import Back, Why
from pbem.games.check import check_game
from pbem.store.answers import answers_by_seat
from pbem.store.events import append, load_log
from tests.club import is_like
from tests.conversations.dealing import bids, club_dealt


@pytest.fixture(name="table")
def _table(club):
    """Three players, moves held ten minutes, everybody has the first letter."""
    club.open("Anna", "Bruno", "Ruth", hold=10)
    return club


def test_a_move_reaches_the_others_after_the_hold(table):
    first = table.waiting
    table.say(first, "2")
    second = table.waiting
    assert len(table.letters(second)) == 1

    table.later(minutes=9)
    assert len(table.letters(second)) == 1
    table.later(minutes=1)

    assert "YOUR BID" in table.letter(second).text
    # Not that of its writing, which would tell when the bid was made.
    assert parsedate_to_datetime(table.letter(second).message["Date"]) == table.now


def test_undo_within_the_hold_takes_the_move_back_and_nobody_hears_of_it(table):
    first = table.waiting
    before = table.game
    table.say(first, "2")
    second = table.waiting

    assert table.say(first, "undo") == outcomes.TakenBack()

    assert table.game == before
    assert table.waiting == first
    assert "A move was taken back" in table.letter(first).text
    assert "0 1 2 3" in table.letter(first).text
    table.later(minutes=30)
    assert len(table.letters(second)) == 1


def test_after_an_undo_the_game_goes_on(table):
    first = table.waiting
    table.say(first, "2")
    table.say(first, "undo")

    assert table.say(first, "3") == Played("3")
    table.later(minutes=10)
    assert "3" in table.letter(table.waiting).text.partition("BIDS SO FAR")[2]


def test_what_nobody_has_seen_is_told_to_nobody(table):
    """A slip that is corrected while it is held is nobody else's business, nor news to her."""
    first = table.waiting
    table.say(first, "2")
    assert table.say(first, "sorry, I meant 3") == Played("3")
    for _ in range(2):
        table.later(minutes=10)
        table.say(table.waiting, "1")
    table.later(minutes=10)

    letters = [letter for name in ("Anna", "Bruno", "Ruth") for letter in table.letters(name)]
    assert not any("A move was taken back" in letter.text for letter in letters)


def test_a_bid_is_taken_back_until_the_next_has_bid_though_it_was_seen(table):
    first = table.waiting
    table.say(first, "2")
    table.later(minutes=10)
    second = table.waiting
    asked = table.letter(second)

    assert table.say(first, "undo") == outcomes.TakenBack()
    assert table.say(second, "1", to=asked) in (Kept("1"), Refused(Why.OLD_QUESTION))
    assert table.say(first, "3") == Played("3")
    table.later(minutes=10)
    assert f"  {first}                     3   leads" in table.letter(second).text
    table.say(second, "1")
    assert table.say(first, "undo") == Refused(Why.SEEN)


def test_another_answer_takes_the_place_of_one_that_nobody_has_seen(table):
    """The same mail answered twice, with different cards: the later one counts."""
    for _ in range(3):
        table.say(table.waiting, "1")
        table.later(minutes=10)
    leader = table.waiting
    letter = table.letter(leader)
    one, other = letter.choices[0], letter.choices[-1]
    table.say(leader, one, to=letter)
    count = len(_log(table))

    assert isinstance(table.say(leader, other, to=letter), Played)
    taken, card, *_ = _log(table)[count:]
    assert isinstance(taken.entry, TakenBack)
    assert table.say(leader, other, to=letter, quoting=False) == Repeated()
    assert isinstance(table.say(leader, "2 of nothing", to=letter), Refused)
    assert table.game.deal.trick.cards[0] == card.entry.card

    table.later(minutes=10)
    assert table.say(leader, one, to=letter, quoting=False) == AskedBack(Back.KEEP)
    assert "Your answer was:" in " ".join(table.letter(leader).text.split())
    assert table.game.deal.trick.cards[0] == card.entry.card


def test_a_card_that_cannot_be_leaves_the_answer_before_it(table):
    for _ in range(3):
        table.say(table.waiting, "1")
        table.later(minutes=10)
    leader = table.waiting
    letter = table.letter(leader)
    foreign = table.hand(next(name for name in table.addresses if name != leader))[0]
    table.say(leader, letter.choices[0], to=letter)
    before = table.game

    assert table.say(leader, foreign, to=letter) == Refused(Reason.CARD_NOT_HELD)
    assert table.game == before


def test_an_answer_to_what_was_taken_back_is_old(table):
    first = table.waiting
    letter = table.letter(first)
    table.say(first, "2")
    table.say(first, "undo")

    assert table.say(first, "2", to=letter, quoting=False) == Refused(Why.OLD_QUESTION)
    assert table.letter(first).choices == letter.choices


def test_a_sealed_bid_is_taken_back_until_all_are_shown(club):
    """Others have bid meanwhile: their bids stand."""
    club.open("Anna", "Bruno", "Ruth", preset="ohhell_pagat, no hook, sealed bids", hold=10)
    club.say("Anna", "2")
    club.say("Bruno", "3")

    assert club.say("Anna", "undo") == outcomes.TakenBack()
    assert club.game.deal.bids == (None, 3, None)
    assert "YOUR BID" in club.letter("Anna").text
    club.say("Anna", "1")
    assert club.say("Bruno", "undo") == outcomes.TakenBack()
    club.say("Bruno", "4")
    club.say("Ruth", "0")
    club.later(minutes=10)
    assert club.game.deal.bids == (1, 4, 0)
    assert club.say("Anna", "undo") == Refused(Why.SEEN)
    with club.services.db.begin() as session:
        assert check_game(session, 1) is None


def test_sealed_bids_are_asked_for_again_after_another_last_choice(tmp_path):
    """The letters of the next deal that had not left never do; those in their place do."""
    rules = Rules(players=(3, 3), hand_max=((3, 2),), hook=False, bid_mode=BidMode.SIMULTANEOUS)
    club = club_dealt(tmp_path, "QH 2H | KH 3H | AH 4H", turn_up="7S", hold=10, rules=rules)
    bids(club, 1, 1, 1)
    leader, *others = club.waiting, *(one for one in club.addresses if one != club.waiting)
    for name in others:
        assert is_like(club.say(name, "keep low; low"), Kept)
    assert club.say(leader, "QH") == Played("QH")
    assert club.game.deal.number == 2

    assert club.say(leader, "2H") == Played("2H")
    club.later(hours=1)

    for name in club.addresses:
        assert club.letter(name).kind == "your_bid"
        assert club.say(name, "0") == Played("0")


def test_undo_of_a_card_that_was_seen_is_refused(table):
    for _ in range(3):
        table.say(table.waiting, "1")
        table.later(minutes=10)
    leader = table.waiting
    table.say(leader, table.letter(leader).choices[0])
    table.later(minutes=10)

    assert table.say(leader, "undo") == Refused(Why.SEEN)
    assert "cannot be taken back" in table.letter(leader).text


def test_only_the_last_move_can_be_undone_and_only_by_its_player(table):
    first = table.waiting
    other = next(one for one in table.addresses if one != first)
    assert table.say(first, "undo") == Refused(Why.NOTHING_TO_UNDO)

    table.say(first, "2")
    assert table.say(other, "undo") == Refused(Why.NOTHING_TO_UNDO)


def test_the_log_keeps_what_was_taken_back(table):
    table.say(table.waiting, "2")
    length = len(_log(table))
    table.say(table.table.players[_log(table)[-1].seat].name, "undo")

    assert len(_log(table)) == length + 1
    assert _log(table)[-1].entry == TakenBack(length - 1)


def test_a_bid_changed_under_the_letter_of_before_is_still_one_answer(table):
    first = table.waiting
    table.say(first, "2")
    table.later(minutes=10)
    table.say(first, "3")
    table.later(minutes=10)
    second = table.waiting
    before = table.letter(second)
    table.say(first, "undo")
    table.later(minutes=10)
    assert table.letter(second) != before
    assert table.say(second, "1") == Played("1")
    table.later(minutes=10)

    assert table.say(second, "0", to=before) == Played("0")

    assert table.say(second, "0") == Repeated()
    seat = table.seat(second)
    with table.services.db.begin() as session:
        assert answers_by_seat(session, 1, 3)[seat] == 1


@pytest.mark.parametrize("minutes", [0, 10])
def test_what_is_taken_back_is_not_taken_back_again(table, minutes):
    """There is no answer that a second undo could be about."""
    first = table.waiting
    table.say(first, "2")
    table.later(minutes=10)
    assert table.say(first, "undo") == outcomes.TakenBack()
    table.later(minutes=minutes)
    entries = len(_log(table))

    assert table.say(first, "undo") == Refused(Why.NOTHING_TO_UNDO)

    assert len(_log(table)) == entries
    assert table.say(first, "3") == Played("3")
    with table.services.db.begin() as session:
        assert check_game(session, 1) is None


def test_a_log_in_which_an_undo_was_taken_back_is_sound(table):
    """As servers of before wrote it: the bid stays taken back."""
    first = table.waiting
    table.say(first, "2")
    table.say(first, "undo")
    last = _log(table)[-1]
    again = replace(last, seq=last.seq + 1, turn=last.turn + 1, entry=TakenBack(last.turn))
    with table.services.db.begin() as session:
        append(session, 1, [again], table.now)

    assert table.say(first, "3") == Played("3")
    with table.services.db.begin() as session:
        assert check_game(session, 1) is None


def test_a_changed_mind_twice(table):
    first = table.waiting
    for number in (1, 2, 3):
        assert table.say(first, str(number)) == Played(str(number))
        assert table.say(first, "undo") == outcomes.TakenBack()

    assert table.say(first, "4") == Played("4")
    assert table.game.deal.bids[table.seat(first)] == 4


def test_the_next_question_to_oneself_does_not_wait_when_it_tells_nothing_new(table):
    """Who takes a trick with the last card is asked for the lead at once."""
    for _ in range(3):
        table.say(table.waiting, "1")
        table.later(minutes=10)
    for _ in range(40):
        name = table.waiting
        count = len(table.letters(name))
        table.say(name, table.letter(name).choices[0])
        turn = [entry for entry in _log(table) if entry.turn == _log(table)[-1].turn]
        all_his_own = {entry.seat for entry in turn} == {table.seat(name)}
        if table.waiting == name and all_his_own:
            assert len(table.letters(name)) == count + 1
            return
        table.later(minutes=10)
    pytest.fail("the seed never lets the last player take a trick")


def test_while_a_move_is_held_nobody_is_told_of_it_even_when_asking(table):
    """Status, help and refusals show the others the table as it was before the move."""
    first = table.waiting
    table.say(first, "3")
    second = table.waiting

    assert table.say(second, "status") == Told("status")
    told = table.letter(second).text
    assert f"We wait for {first}." in told
    assert "3   leads" not in told
    assert table.say(second, "2") == Kept("2")
    assert table.say(first, "undo") == outcomes.TakenBack()

    table.say(first, "4")
    table.later(minutes=10)
    table.say(second, "status")
    assert "4   leads" in table.letter(second).text


def test_the_mover_sees_his_own_held_move(table):
    first = table.waiting
    table.say(first, "3")

    table.say(first, "status")

    assert f"We wait for {table.waiting}" in table.letter(first).text


def _log(table):
    with table.services.db.begin() as session:
        return load_log(session, 1)

"""Being away, being silent, being gone, and coming back with one word."""

import json
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.domain import outcomes
from pbem.domain.code_powers import Grave
from pbem.domain.model import Reply
from pbem.domain.outcomes import AskedBack, Changed, Played, Refused, TakenBack, Told, Unchanged
from pbem.domain.vocabulary import Already, Change, Why
from pbem.games.check import check_game
from pbem.games.guests import CannotOrganise
from pbem.store.erasure import drop_forgotten
from pbem.store.games import load_table
from pbem.store.tables.mails import InboundRow, OutboxRow
from pbem.store.tables.server import ActRow
from tests.conversations.test_organising import order, welcome
from tests.databases import everything


def silence(table, *, days):
    """Nobody writes; the deadlines of so many days pass one after another."""
    for _ in range(days):
        table.later(days=1)


def until_asked(table, name):
    """The others answer until it is that player's turn."""
    while table.waiting != name:
        other = table.waiting
        table.say(other, table.letter(other).choices[0])


def due(table):
    return f"{table.due():%d %b %H:%M}"


@pytest.mark.parametrize(
    ("line", "first", "last", "new"),
    [
        ("away 6-9 Oct", "Tuesday 6 October 2026", "Friday 9 October 2026", "11 Oct 08:00"),
        ("away from tomorrow to 9.10.", *(2 * [""]), "11 Oct 08:00"),
        ("away 1-9 November", "Sunday 1 November 2026", "Monday 9 November 2026", "07 Oct 08:00"),
    ],
)
def test_days_away_do_not_count_and_are_confirmed_in_words(table, line, first, last, new):
    name = table.waiting
    table.say(name, line)
    letter = table.letter(name)

    assert f"{first} to {last}" in " ".join(letter.text.split()) or not first
    assert "Lindy waits for you." in letter.text
    assert due(table) == new


def test_nobody_else_is_written_to_about_it(table):
    name = table.waiting
    others = {one: len(table.letters(one)) for one in table.boxes if one != name}
    table.say(name, "away 6-9 Oct")

    assert {one: len(table.letters(one)) for one in others} == others


def test_days_away_come_out_of_a_budget(table):
    """Three weeks at a table: of thirty days it waits for twenty-one."""
    name = table.waiting
    table.say(name, "away 6 Oct - 4 Nov")

    assert "Lindy waits for you on 21 days of these" in " ".join(table.letter(name).text.split())
    # From Tuesday 27 October on hours count again; 48 less the 14 of Monday the 5th remain.
    assert due(table) == "28 Oct 09:00"
    table.say(name, "away 1-3 Dec")
    assert "Lindy does not wait" in table.letter(name).text


def test_coming_back_early_leaves_a_whole_new_time_at_most(table):
    name = table.waiting
    table.say(name, "away 6-16 Oct")
    assert due(table) == "18 Oct 08:00"
    silence(table, days=3)
    assert table.say(name, "back") == Changed(Change.BACK)

    assert due(table) == "10 Oct 08:00"
    assert "you are asked as before" in table.letter(name).text


def test_back_from_nowhere_changes_nothing(table):
    name = table.waiting
    before = due(table)
    assert table.say(name, "back") == Unchanged(Already.NOT_AWAY)

    assert due(table) == before
    assert "You were not away" in table.letter(name).text


def test_one_missed_deadline_costs_nothing_but_the_card(table):
    name = table.waiting
    silence(table, days=2)

    assert not any("still with us" in one.subject for one in table.letters(name))


def missed(table, times):
    """One player misses so many deadlines in a row, while the others answer."""
    name = table.waiting
    for _ in range(times):
        until_asked(table, name)
        silence(table, days=2)
    return name


def test_after_two_a_player_is_asked_and_told_what_comes_next(table):
    name = missed(table, 2)
    asked = [one for one in table.letters(name) if one.subject == "[Lindy] Are you still with us?"]

    assert len(asked) == 1
    said = " ".join(asked[0].text.split())
    assert "2 deadlines in a row have passed without a word from you" in said
    assert "With the next deadline that passes in silence, a computer takes your seat." in said
    assert asked[0].html.count("mailto:") >= 4


def test_an_answer_begins_the_count_anew(table):
    name = missed(table, 1)
    until_asked(table, name)
    table.say(name, table.letter(name).choices[0])
    missed(table, 1)

    assert not any("still with us" in one.subject for one in table.letters(name))


def test_after_three_a_computer_plays_at_the_tables_rhythm_and_nobody_else_is_late(table):
    name = missed(table, 3)
    letters = len(table.letters(name))
    assert table.letter(name).subject == "[Lindy] A computer plays for you now"
    others = [one for one in table.boxes if one != name]
    cards = len(table.game.deal.tricks) if table.game.deal else 0
    for _ in range(40):
        if table.waiting == name:
            asked = table.now
            # The others answer at once, so it takes the least there is: an hour, not at night.
            table.later(hours=14)
            assert table.now - asked <= timedelta(hours=14)
        else:
            other = table.waiting
            table.say(other, table.letter(other).choices[0])

    assert len(table.letters(name)) == letters
    assert cards == 0 or table.game.deals
    text = " ".join(table.letter(others[0]).text.split())
    assert f"{name} is not there: a computer plays for that seat." in text
    with table.services.db.begin() as session:
        assert check_game(session, 1) is None


def test_one_word_brings_the_player_back(table):
    name = missed(table, 3)
    until_asked(table, name)
    letters = len(table.letters(name))
    assert table.say(name, "back") == Changed(Change.BACK)

    assert len(table.letters(name)) == letters + 1
    assert isinstance(table.say(name, table.letter(name).choices[0]), Played)
    other = table.waiting
    assert "a computer plays" not in table.letter(other).text


def test_leaving_takes_two_words_and_can_be_undone(table):
    name = table.waiting
    assert table.say(name, "leave") == AskedBack(Grave.LEAVE)
    assert table.letter(name).subject == f"[Lindy] Leave the game, {name}?"
    assert table.say(name, "stay") == Unchanged(Already.STAYS)
    assert table.say(name, "leave") == AskedBack(Grave.LEAVE)
    assert table.say(name, "yes") == Changed(Change.LEFT)
    assert table.letter(name).subject == "[Lindy] You have left the game"
    table.later(hours=14)
    assert table.waiting != name
    assert table.say(name, "back") == Changed(Change.BACK)


def test_the_mail_programs_unsubscribe_button_acts_at_once(table):
    name = table.waiting

    assert table.say(name, "unsubscribe") == Changed(Change.LEFT)


def test_who_comes_back_is_not_told_a_move_that_may_still_be_taken_back(club):
    club.open("Anna", "Bruno", "Ruth", hold=10)
    first, second, third = (club.table.players[seat].name for seat in club.game.deal.bidders)
    club.say(third, "leave")
    club.say(third, "leave")
    club.say(first, "1")
    club.later(minutes=10)
    club.say(second, "2")
    assert club.waiting == third
    letters = len(club.letters(third))
    assert club.say(third, "back") == Changed(Change.BACK)
    assert len(club.letters(third)) == letters
    assert club.say(second, "undo") == TakenBack()
    club.later(minutes=10)
    assert len(club.letters(third)) == letters
    club.say(second, "0")
    club.later(minutes=10)

    assert "YOUR BID" in club.letter(third).text
    assert len(club.letters(third)) == letters + 1


def test_who_has_left_is_not_written_to_again_not_even_at_the_end(club):
    club.open("Anna", "Bruno", "Ruth", preset="ohhell_pagat, 2 deals up")
    name = club.waiting
    club.say(name, "leave")
    club.say(name, "leave")
    letters = len(club.letters(name))
    while not club.game.over:
        if club.waiting == name:
            club.later(hours=14)
        else:
            club.say(club.waiting, club.letter(club.waiting).choices[0])

    assert len(club.letters(name)) == letters
    assert all("final score" in club.letter(one).subject for one in club.boxes if one != name)


def test_who_has_left_and_answers_all_the_same_is_told_so_and_plays_nothing(table):
    name = table.waiting
    asked = table.letter(name)
    table.say(name, "leave")
    table.say(name, "leave")

    assert table.say(name, asked.choices[0], to=asked) == Unchanged(Already.LEFT)
    assert table.waiting == name
    letter = table.letter(name)
    assert letter.subject == "[Lindy] You have left the game"
    assert 'Reply "back"' in letter.text

    assert table.say(name, "back") == Changed(Change.BACK)
    assert isinstance(table.say(name, asked.choices[0]), Played)


def test_stop_leaves_every_game_and_refuses_the_next_invitation(club):
    club.open("Anna", "Bruno", "Ruth")
    club.open("Anna", "Bruno", "Ruth", game="Club", invite=True)
    name = club.table.players[0].name
    letter = next(one for one in club.letters(name) if one.subject.startswith("[Lindy 1/"))

    assert club.say(name, "stop", to=letter) == AskedBack(Grave.STOP)
    assert club.tap(name, "yes") == Changed(Change.STOPPED)
    assert club.letter(name).subject == "[Lindy] You will get no more mail from us"
    with club.services.db.begin() as session:
        lindy, evening = load_table(session, 1), load_table(session, 2)
    assert lindy.left == {0}
    assert evening.said[0] is Reply.NO
    with pytest.raises(CannotOrganise, match=f"{name} has asked for no more mail"):
        club.open("Anna", "Bruno", "Ruth", game="Third")
    assert club.say(name, "back", to=letter) == Changed(Change.BACK)
    club.open("Anna", "Bruno", "Ruth", game="Third")


def test_who_says_yes_to_an_invitation_after_stop_wants_mail_again(club):
    """A yes to a game is one to its mails, too: nobody plays who must not be written to."""
    club.open("Anna", "Bruno", "Ruth", invite=True)
    invitation = club.letter("Ruth")
    club.say("Anna", "yes")
    club.say("Bruno", "yes")
    assert club.say("Ruth", "stop") == AskedBack(Grave.STOP)
    assert club.tap("Ruth", "yes") == Changed(Change.STOPPED)

    club.say("Ruth", "yes", to=invitation)

    assert "Game starts" in club.letter("Ruth").subject
    club.open("Anna", "Bruno", "Ruth", game="Third")
    assert "Third" in club.letter("Ruth").subject


@pytest.mark.parametrize("word", ["leave", "unsubscribe", "no"])
def test_an_invited_player_who_leaves_says_no(club, word):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert club.say("Anna", word) == outcomes.Said(False)


def test_a_forgotten_player_leaves_cards_and_scores_and_nothing_else(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    address = club.addresses[name]
    club.say(name, "1")
    club.say(name, "salt xylophone")
    assert club.say(name, "forget me") == AskedBack(Grave.FORGET_ME)
    assert club.letter(name).subject == f"[Lindy] Forget you, {name}?"
    assert club.say(name, "forget me") == Changed(Change.FORGOTTEN)
    farewell = club.letter(name)
    assert farewell.subject == "[Lindy] You are forgotten here"
    for part in (farewell.text, farewell.html):
        assert "More:" not in part
        assert "You play in" not in part
        assert "subject=" not in part
    with club.services.db.begin() as session:
        drop_forgotten(session)
        assert check_game(session, 1) is None
        dump = str(everything(session.connection()))

    assert address not in dump
    assert "Former player 1" in [player.name for player in club.table.players]
    assert all(one.name != name for one in club.table.players)
    other = club.waiting
    club.say(other, "status")
    assert "Former player 1" in club.letter(other).text


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Yes, please delete me.", Changed(Change.FORGOTTEN)),
        ("Sì, cancellatemi per favore.", Changed(Change.FORGOTTEN)),
        ("Yes, but not yet", AskedBack(Grave.FORGET_ME)),
        ("Do you delete my games, too?", AskedBack(Grave.FORGET_ME)),
    ],
)
def test_a_yes_in_other_words_is_one_to_what_is_asked_back(club, said, done):
    club.open("Anna", "Bruno", "Ruth", languages={"Anna": "it"})
    club.say("Anna", "forget me")
    assert club.say("Anna", said) == done


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "deal me in"),
        ("en", "No wait, I want to play"),
        ("en", "I'm in"),
        ("de", "bin dabei"),
        ("fr", "je joue"),
        ("es", "juego"),
        ("it", "ci sono"),
        ("nl", "ik doe mee"),
        ("ro", "joc"),
    ],
)
def test_who_says_that_she_plays_does_not_ask_to_be_forgotten(club, language, said):
    club.open("Anna", "Bruno", "Ruth", languages={"Anna": language})
    club.say("Anna", "forget me")
    assert club.say("Anna", said) == AskedBack(Grave.FORGET_ME)


def test_who_is_forgotten_is_called_so_in_each_readers_language(club):
    club.open("Anna", "Bruno", "Ruth", languages={"Bruno": "de", "Ruth": "fr"})
    club.say("Anna", "forget me")
    club.say("Anna", "yes")
    for name, told in (("Bruno", "Ausgeschiedener Spieler 1"), ("Ruth", "Ancien joueur 1")):
        club.say(name, "status")
        assert told in club.letter(name).text
        assert "Former player" not in club.letter(name).text


def test_nothing_of_a_forgotten_player_stays_in_mails_and_orders_but_others_own(club):
    """Anna wrote with a code nobody knows, and is named in an answer to Marta's orders."""
    club.open("Anna", "Bruno", "Ruth")
    club.addresses["Marta"] = "marta@club.example"
    welcome(club)
    raw = b"From: Anna <Anna@Club.Example>\nTo: table@ohhell.example\nSubject: x\n\nhello\n"
    club.receive(raw, "table@ohhell.example", "anna@club.example")
    order(club, "away Anna 1-3 December")
    club.say("Anna", "forget me")
    club.tap("Anna", "yes")
    with club.services.db.begin() as session:
        acts = select(ActRow.line, ActRow.name, ActRow.undo)
        inbound = session.execute(select(InboundRow.mail_from, InboundRow.raw)).all()
        outbox = session.execute(select(OutboxRow.rcpt, OutboxRow.raw)).all()

        assert "Anna" not in str(session.execute(acts).all())
    others = [str(mail).casefold() for mail in inbound if b"From: Marta" not in mail[1]]
    assert "anna@club.example" not in "".join(others)
    assert all("Marta" in str(raw) for rcpt, raw in outbox if b"anna@club.example" in raw)
    assert "anna@club.example" not in [rcpt for rcpt, _ in outbox]


def test_a_player_gets_all_that_is_kept_about_her_and_nothing_about_others(club):
    club.open("Anna", "Bruno", "Ruth")
    name = club.waiting
    club.say(name, "1")
    club.say(name, "away 1-3 December")
    club.say(name, "when made duck")
    club.say(name, "salt banana")
    club.say(name, "say good luck")
    club.say(club.waiting, "say thanks")
    club.say(name, "my data")
    assert club.say(name, "yes") == Told("my_data")
    [file] = club.letter(name).message.iter_attachments()
    data = json.loads(file.get_content())
    others = {one: address for one, address in club.addresses.items() if one != name}

    assert file.get_filename() == "my-data.json"
    assert data["you"]["address"] == club.addresses[name]
    assert data["days away"] == [{"first": "2026-12-01", "last": "2026-12-03"}]
    [game] = data["games"]
    assert (game["name"], game["seat"]) == ("Lindy", club.seat(name))
    assert [one["answer"] for one in game["what you were asked"] if "answer" in one] == ["1"]
    assert game["what holds whenever it is so"] == [{"state": "made", "policy": "duck"}]
    assert game["what you mixed into shuffles"] == [{"deal": 2, "word": "banana"}]
    assert [one["words"] for one in game["what you said to the table"]] == ["good luck"]
    assert [mail["outcomes"] for mail in data["mails you sent"][:2]] == [
        [{"game": 1, "kind": "played", "answer": "1"}],
        [{"game": 1, "kind": "changed", "what": "away", "value": "2026-12-01 to 2026-12-03"}],
    ]
    assert data["mails to you"][0]["kind"] == "game_start"
    quoted = "\n".join(mail.pop("text") for mail in data["mails you sent"])
    assert "On Monday, Lindy wrote" in quoted
    for other, address in others.items():
        assert other not in json.dumps(data)
        assert address not in json.dumps(data) + quoted


@pytest.mark.parametrize("words", ["Great! When do we begin?", "1"])
def test_who_has_said_yes_is_told_whom_the_game_waits_for(club, words):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Anna", "yes")

    assert club.say("Anna", words) == Told("status")
    assert "not yet begun" in club.letter("Anna").text


def test_an_answer_of_before_from_whom_a_computer_plays_for_is_told_the_way_back(table):
    """And not what the computer is asked, nor until when."""
    name = table.waiting
    first = table.letter(name)
    assert table.say(name, "hand over") == AskedBack(Grave.HAND_OVER)
    assert table.say(name, "yes") == Changed(Change.HANDED_OVER)

    assert table.say(name, "1", to=first) == Refused(Why.COMPUTER_PLAYS)
    letter = table.letter(name)
    assert "A computer plays your cards at the moment." in " ".join(letter.text.split())
    assert "Please answer by" not in letter.text
    assert table.say(name, "back", to=letter) == Changed(Change.BACK)

"""Organisers run their games by mail: every row of the table, and what must not happen."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from pbem.config.settings import Limits
from pbem.context import Context
from pbem.domain.model import Reply, Stage
from pbem.domain.outcomes import (
    Automatic,
    Changed,
    NotActed,
    Ordered,
    Parked,
    Played,
    Refused,
    Said,
)
from pbem.domain.vocabulary import Change, Why, WhyNot
from pbem.notifications.organisers import send_your_game
from pbem.store.audit_log import acts
from pbem.store.erasure import forget
from pbem.store.games import load_table
from tests.club import configured, is_like, once, seated

MARTA = "marta@club.example"


def welcome(club):
    """The organiser gets the letter that has her answer address."""
    club.addresses["Marta"] = MARTA
    with club.services.db.begin() as session:
        send_your_game(Context(club.services, session, club.now), load_table(session, 1))
    club.deliver()


@once
def organised(folder, *names, invite=False, preset="ohhell_pagat"):
    club = seated(folder)
    club.open(*names, invite=invite, preset=preset)
    welcome(club)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    """A game of Anna, Bruno and Ruth under way; Monday 5 October 2026, ten in Paris."""
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


@pytest.fixture(name="inviting")
def _inviting(tmp_path):
    """The same with nobody having answered yet."""
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    yield club
    club.services.db.close()


def order(club, line, **more):
    """The organiser writes; the answer in one line, without the quoted order."""
    letters = len(club.letters("Marta"))
    became = club.say("Marta", line, **more)
    assert isinstance(became, Ordered), became
    assert len(club.letters("Marta")) == letters + 1
    return said(club.letter("Marta"))


def said(letter):
    return " ".join(letter.text.split())


def due(club):
    return f"{club.due():%d %b %H:%M}"


def test_the_letter_of_a_game_tells_how_it_is_run(table):
    letter = table.letter("Marta")

    assert letter.subject == "[Lindy] Your game is set up"
    assert "Nobody else has this answer address." in said(letter)
    assert "Anna anna@club.example" in said(letter)
    name = table.waiting
    assert list(letter.taps) == [
        *(f"extend {name} 3 days", f"remind {name}", "pause"),
        *("deadline", "hold 10", "help orders"),
    ]


def test_fewer_than_can_play_may_be_invited_where_others_can_ask(table):
    table.services = configured(table.services, open_games=True)
    table.say("Marta", "new game Friday")
    order(table, "Friday: invite Eva eva@club.example, Jan jan@club.example")

    assert "5 seats of Friday are free for whoever asks." in order(table, "Friday: open")


def test_a_draft_tells_all_that_was_understood_with_a_tap_to_change_it(table):
    table.services = configured(table.services, open_games=True)
    line = "new game Friday, 5 deals up, 36 hours, hold 5, reliable 80 % with "
    table.say("Marta", f"{line}anna@club.example, Eva eva@club.example (fr), ruth@club.example")
    draft = table.letter("Marta")
    told = said(draft)

    for understood in (
        "Rules: Oh Hell!, 5 deals up",
        "Deals: 5 deals: 1 card up to 5.",
        "Time to answer: Each answer has 36 hours",
        "Hold: Others see a move 5 minutes after it came.",
        "Entry: Only those can join whom you invite. Of a hundred answers 80 at least",
        "Eva eva@club.example Français Paris time",
    ):
        assert understood in told
    order(table, "Friday: set 7 deals up")
    for tap, after in (
        ("hold 0", "Others see each move at once."),
        ("uninvite Eva", "Friday does without Eva."),
        ("open", "of Friday are free for whoever asks"),
        ("set", "Something is missing or not clear in that line"),
        ("invite", 'For example: "invite Eva eva@cards.example (en) / invite a strong computer".'),
        ("help orders", "WHAT YOU CAN ORDER, ONE LINE EACH"),
    ):
        table.tap("Marta", tap, to=draft)
        assert after in said(table.letter("Marta"))


@pytest.mark.parametrize(
    ("before", "orders"),
    [
        ("", ["extend {name} 3 days", "remind {name}", "pause"]),
        ("pause", ["resume", "status", "standings"]),
        ("replace Ruth with computer", ["replace Ruth with", "address Ruth", "pause"]),
        ("cancel now", ["same again", "standings", "close"]),
    ],
)
def test_help_offers_the_three_orders_that_make_sense_now(table, before, orders):
    name = table.waiting
    if before:
        order(table, before)
    order(table, "help")

    taps = list(table.letter("Marta").taps)
    assert taps == [*(one.format(name=name) for one in orders), "help orders"]


def test_help_of_a_game_that_has_not_begun_names_who_is_silent(inviting):
    inviting.say("Anna", "yes")
    order(inviting, "help")

    assert list(inviting.letter("Marta").taps)[:3] == ["remind Bruno", "invite", "start now"]


def test_what_became_of_an_order_comes_before_the_order(table):
    order(table, "deadline 3 days")
    letter = table.letter("Marta")

    assert letter.text.index("72 hours for each answer") < letter.text.index("> deadline 3 days")
    assert "72 hours for each answer" in letter.html.partition("<h1")[0]


# --- time ------------------------------------------------------------------------------------


def test_an_order_may_name_the_letter_that_it_answers_as_mail_programs_do(table):
    letter = table.letter("Marta")
    said = table.say(
        "Marta", "remind Anna", headers=f"In-Reply-To: {letter.message['Message-ID']}\n"
    )

    assert said == Ordered(1, 1)


def test_more_time_for_one_player_is_told_on_both_clocks(table):
    name = table.waiting
    before = due(table)
    answer = order(table, f"extend {name} 3 days")

    # Asked on Monday at ten for 48 hours: until Wednesday ten, and three days more.
    assert (before, due(table)) == ("07 Oct 08:00", "10 Oct 08:00")
    assert f"{name}: time until Saturday 10 October, 10:00 (Paris time)." in answer
    assert "answer by Saturday 10 October, 10:00" in said(table.letter(name))
    assert table.letter(name).subject == "[Lindy] You have more time"


def test_more_time_falls_between_nine_and_nine(table):
    order(table, "extend 13 hours")

    # Ten and 13 hours is 23:00, which is the next morning at nine.
    assert due(table) == "08 Oct 07:00"


def test_nobody_gets_more_time_who_is_not_asked(table):
    other = next(one for one in ("Anna", "Bruno", "Ruth") if one != table.waiting)
    before = due(table)

    assert f"Nothing is asked of {other} now." in order(table, f"extend {other} 3 days")
    assert "Nobody in Lindy is called Zoe. There are: Anna, Bruno, Ruth." in order(
        table, "extend Zoe 3 days"
    )
    assert due(table) == before


def test_more_time_is_given_to_nobody_whose_question_has_not_come_yet(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", hold=10)
    welcome(club)
    club.say(club.waiting, "1")
    following = club.waiting

    answer = order(club, f"extend {following} 3 days")
    before = due(club)
    club.later(minutes=10)

    # The question is written and waits for the hold: what it says is what holds.
    assert f"Nothing is asked of {following} now." in answer
    assert due(club) == before == "07 Oct 09:00"
    assert "answer by Wednesday 7 October, 11:00" in said(club.letter(following))
    club.services.db.close()


def test_another_pace_counts_from_the_next_question_on(table):
    name = table.waiting
    before = due(table)
    answer = order(table, "deadline 3 days")

    assert "72 hours for each answer, from the next question on." in answer
    assert 'To undo it: "deadline 48 hours".' in answer
    assert due(table) == before
    table.say(name, "1")
    assert due(table) == "08 Oct 08:00"


def test_nobody_is_late_while_a_game_is_paused_and_the_time_is_given_back(table):
    name = table.waiting
    answer = order(table, "pause")
    assert 'To undo it: "resume".' in answer
    assert table.letter(name).subject == "[Lindy] The game is paused"
    log = table.game
    for _ in range(20):
        table.later(days=1)
    assert table.game == log
    assert "Lindy is paused already." in order(table, "pause")
    order(table, "resume")

    # Paused for exactly twenty days.
    assert due(table) == "27 Oct 08:00"
    assert "Please answer by Tuesday 27 October, 09:00 (Paris time)." in said(table.letter(name))
    table.later(days=2, hours=1)
    assert table.game != log


def test_a_player_may_answer_in_a_pause_and_reads_of_it(table):
    name = table.waiting
    order(table, "pause")
    assert isinstance(table.say(name, "1"), Played)

    assert "Marta has paused the game: no deadline counts until it goes on." in said(
        table.letter(table.waiting)
    )


def test_days_off_are_read_day_first_with_their_year(table):
    answer = order(table, "pause 24.12.-2.1.")

    assert "Thursday 24 December 2026 to Saturday 2 January 2027 do not count in Lindy." in answer
    assert due(table) == "07 Oct 08:00"
    order(table, "pause 6.10.-8.10.")
    # Monday's 14 hours count, then Friday and ten hours of Saturday.
    assert due(table) == "10 Oct 08:00"
    table.tap("Marta", "resume 2026-10-06 to 2026-10-08")
    assert due(table) == "07 Oct 08:00"
    assert [str(span.first) for span in table.table.setup.days_off] == ["2026-12-24"]
    assert "Lindy is not paused" in order(table, "resume")


def test_days_off_end_when_the_game_goes_on(table):
    order(table, "pause 6.10.-20.10.")
    table.later(days=3)
    order(table, "resume")

    # Of 48 hours Monday's 14 are gone; Thursday the 8th at ten a whole new time begins.
    assert due(table) == "10 Oct 08:00"
    assert [str(span.last) for span in table.table.setup.days_off] == ["2026-10-07"]


def test_a_date_with_two_readings_is_asked_back(table):
    answer = order(table, "pause 3/4")

    assert "Which day is meant? Nothing was done yet." in answer
    assert table.table.setup.days_off == ()
    codes = [code for code in table.letter("Marta").taps if code.startswith("pause")]
    assert codes == ["pause 2027-04-03", "pause 2027-03-04"]
    table.tap("Marta", codes[1])
    assert [str(span.first) for span in table.table.setup.days_off] == ["2027-03-04"]


def test_a_reminder_goes_out_at_once_and_once_a_day(table):
    name = table.waiting
    answer = order(table, f"remind {name}")

    assert f"Sent. {name} has until Wednesday 7 October, 10:00 (Paris time)." in answer
    assert table.letter(name).subject == "[Lindy 1/19] reminder: your bid, by Wed 10:00"
    assert f"{name} was reminded within the last day." in order(table, f"remind {name}")


def test_a_player_can_be_away_by_the_organisers_word(table):
    name = table.waiting
    answer = order(table, f"away {name} 6-9 Oct")

    assert f"{name} is away from Tuesday 6 October 2026 to Friday 9 October 2026." in answer
    assert due(table) == "11 Oct 08:00"


# --- people ----------------------------------------------------------------------------------


def test_who_is_replaced_by_a_computer_is_told_and_how_to_come_back(table):
    order(table, "replace Ruth with computer")
    assert table.letter("Ruth").subject == "[Lindy] A computer plays for you now"
    assert 'reply "back", at any time, and the next card is yours again.' in said(
        table.letter("Ruth")
    )

    # A game whose cards a computer plays does not wait for her days away.
    assert is_like(table.say("Ruth", "away 20-25 October"), Changed)
    assert "waits for you" not in said(table.letter("Ruth"))

    order(table, "replace Ruth with Ruth")
    assert table.letter("Ruth").subject == "[Lindy] You are back"


def test_a_computer_takes_a_seat_and_gives_it_back(table):
    name = table.waiting
    answer = order(table, f"replace {name} with policy")

    assert f"A computer plays for {name}. You can replace it at any time." in answer
    assert table.seat(name) in table.table.kept
    table.later(hours=14)
    assert table.waiting != name
    order(table, f"replace {name} with {name}")
    assert table.table.kept == frozenset()


def test_a_player_is_replaced_in_the_middle_of_a_trick(table):
    for bid in ("0", "0", "1"):
        table.say(table.waiting, bid)
    name = table.waiting
    table.addresses["Eva"] = "eva@example.nl"
    order(table, f"drop {name}")
    order(table, f"replace {name} with Eva eva@example.nl")

    assert table.say("Eva", "yes") == Changed(Change.SEAT)
    assert table.letter("Eva").subject == "[Lindy 1/19] lead a card, by Wed 10:00 (trick 1)"
    assert isinstance(table.say("Eva", table.letter("Eva").choices[0]), Played)


def test_what_a_player_left_with_the_server_goes_with_the_player(table):
    name = table.waiting
    table.say(name, "1")
    table.say(name, "when made duck")
    table.addresses["Eva"] = "eva@example.nl"
    order(table, f"drop {name}")
    order(table, f"replace {name} with Eva eva@example.nl")
    table.say("Eva", "yes")

    assert "duck" not in "".join(said(one) for one in table.letters("Eva"))
    with table.services.db.begin() as session:
        assert session.connection().execute(text("select count(*) from policy")).scalar() == 0


def test_nobody_sits_twice_at_a_table(table):
    first, second = ("Anna", "Bruno")

    assert "is at the table already" in order(
        table, f"replace {first} with {second} {second.lower()}@club.example"
    )
    assert "There is a Bruno at the table already" in order(
        table, f"replace {first} with Bruno b@elsewhere.example"
    )


def test_a_misspelt_order_asks_at_another_address(table):
    table.addresses["Ruth at home"] = "ruth@example.org"
    answer = order(table, "adress Ruth ruth@example.org")

    assert "with a yes from ruth@example.org the seat of Ruth in Lindy is played" in answer
    assert table.letter("Ruth at home").subject == "[Lindy] Do you play on from here, Ruth?"


# --- before the start --------------------------------------------------------------------------


def test_start_asks_whether_to_wait_while_not_all_have_said_yes(inviting):
    for name in ("Anna", "Bruno", "Ruth"):
        inviting.say(name, "yes")
    answer = order(inviting, "Lindy: start")

    assert "3 of 4 have said yes. Start with these, or wait?" in answer
    assert inviting.table.stage is Stage.INVITING
    inviting.tap("Marta", "start now")
    assert [player.name for player in inviting.table.players] == ["Anna", "Bruno", "Ruth"]
    assert inviting.table.stage is Stage.PLAYING
    assert len(inviting.letters("Jan")) == 1, "who never said yes gets an invitation, and no more"


def test_too_few_cannot_start(inviting):
    inviting.say("Anna", "yes")

    assert "1 player has said yes, and these rules are for 3–7." in order(inviting, "start now")
    assert inviting.table.stage is Stage.INVITING


def test_when_all_have_answered_the_organiser_is_told(inviting):
    for name in ("Anna", "Bruno", "Ruth"):
        inviting.say(name, "yes")
    inviting.say("Jan", "no")
    told = inviting.letter("Marta")

    assert told.subject == "[Lindy] 3 of 4 said yes"
    assert "Jan said no" in said(told)
    inviting.tap("Marta", "start now", to=told)
    assert inviting.table.stage is Stage.PLAYING


def test_who_has_declined_is_named_in_no_later_invitation(inviting):
    inviting.addresses["Papa"] = "papa@example.fr"
    inviting.say("Ruth", "no")
    order(inviting, "invite papa@example.fr")
    [letter] = inviting.letters("Papa")

    assert "Anna, Bruno and Jan" in said(letter)
    assert "Ruth" not in said(letter)


@pytest.mark.parametrize("words", ["yes", "no", "status", "hand", "log", "salt banana", "proof"])
def test_who_is_invited_may_write_while_too_few_are_left_to_play(inviting, words):
    """The organiser has uninvited two of four, and has yet to find others."""
    order(inviting, "uninvite Bruno")
    order(inviting, "uninvite Jan")
    letters = len(inviting.letters("Anna"))

    became = inviting.say("Anna", words, to=inviting.letters("Anna")[0])

    assert not isinstance(became, Parked), became
    assert len(inviting.letters("Anna")) == letters + 1


def test_a_game_waits_for_more_when_all_have_said_yes_and_are_too_few(inviting):
    """Three cards take three players; the organiser has uninvited two of four."""
    order(inviting, "uninvite Bruno")
    order(inviting, "uninvite Jan")

    came = [inviting.say(name, "yes", to=inviting.letters(name)[0]) for name in ("Anna", "Ruth")]
    assert came == [Said(True), Said(True)]
    assert inviting.table.stage is Stage.INVITING

    inviting.addresses["Papa"] = "papa@example.fr"
    order(inviting, "invite papa@example.fr")
    inviting.say("Papa", "yes")
    assert inviting.table.stage is Stage.PLAYING


def test_more_are_invited_and_others_not_any_more(inviting):
    inviting.addresses["Papa"] = "papa@example.fr"
    assert "Papa: invited to Lindy." in order(inviting, "invite papa@example.fr (fr)")
    inviting.say("Bruno", "yes")
    order(inviting, "uninvite Bruno")
    assert inviting.letter("Bruno").subject == "[Lindy] The game does without you"
    late = inviting.say("Bruno", "yes, please", to=inviting.letters("Bruno")[0])
    assert isinstance(late, NotActed)
    for name in ("Anna", "Ruth", "Jan", "Papa"):
        inviting.say(name, "yes", to=inviting.letters(name)[0])

    assert inviting.table.stage is Stage.PLAYING
    assert [one.name for one in inviting.table.players] == ["Anna", "Ruth", "Jan", "Papa"]


def test_other_rules_before_the_start_ask_everybody_again(inviting):
    inviting.say("Anna", "yes")
    answer = order(inviting, "set hook off")

    assert "Whoever was invited is asked again." in answer
    assert set(inviting.table.said) == {"nothing"}
    for name in ("Anna", "Bruno", "Ruth", "Jan"):
        inviting.say(name, "yes")
    assert inviting.game.rules.hook is False


def test_of_two_rules_about_the_hook_the_last_one_stands(inviting):
    order(inviting, "set no hook, 3 deals down")

    assert "by these rules: Oh Hell!, 3 deals down." in order(inviting, "set hook")
    assert inviting.table.setup.preset == "ohhell_pagat, 3 deals down"


def test_rules_are_fixed_once_cards_are_out_and_the_pace_is_not(table):
    assert "Rules are fixed once cards are out." in order(table, "set hook off")
    order(table, "set answer in 3 days, hold 5")

    assert (table.table.setup.answer_in, table.table.setup.hold) == (72, 5)
    assert table.game.rules.hook is True


def test_a_new_game_is_drafted_started_and_played(table):
    table.addresses |= {"Chloe": "chloe@example.fr", "Dieter": "dieter@example.de"}
    became = table.say(
        "Marta",
        "new game Tuesday club with Anna anna@club.example (en), Bruno bruno@club.example (it), "
        "chloe@example.fr (fr), dieter@example.de, no hook, 36 hours",
    )
    assert became == Ordered(1, 1)
    drafted = table.letter("Marta")
    assert drafted.subject == "[Tuesday club] Draft: check and start"
    assert {"start", "cancel"} <= set(drafted.taps)
    assert "Each answer has 36 hours" in said(drafted)
    assert not table.letters("Chloe")
    table.tap("Marta", "start", to=drafted)
    assert "invited to Tuesday club" in said(table.letter("Marta"))
    for name in ("Anna", "Bruno", "Chloe", "Dieter"):
        table.say(name, "yes")
    with table.services.db.begin() as session:
        made = load_table(session, 2)
    assert (made.stage, made.setup.answer_in) == (Stage.PLAYING, 36)
    assert [player.language for player in made.players] == ["en", "en", "fr", "en"]


def test_a_draft_cannot_start_with_somebody_who_wants_no_mail_any_more(table):
    table.addresses["Chloe"] = "chloe@example.fr"
    people = ", ".join(table.addresses[name] for name in ("Anna", "Bruno", "Chloe"))
    table.say("Marta", f"new game Tuesday club with {people}")
    draft = table.letter("Marta")
    table.say("Bruno", "stop")
    table.tap("Bruno", "yes")
    letters = len(table.letters("Bruno"))

    answer = order(table, "start", to=draft)
    assert "Bruno has asked for no more mail." in answer
    assert not table.letters("Chloe")
    order(table, "drop Bruno", to=draft)
    assert "Anna, Chloe, Jan: invited to Tuesday club" in order(
        table, "invite jan@club.example\n\nstart", to=draft
    )
    assert table.letters("Chloe")
    assert len(table.letters("Bruno")) == letters


def test_other_rules_bring_no_letter_to_who_wants_no_mail_any_more(inviting):
    inviting.say("Bruno", "stop")
    inviting.tap("Bruno", "yes")
    letters = {name: len(inviting.letters(name)) for name in ("Bruno", "Ruth")}

    order(inviting, "set no hook, 3 deals down")

    assert len(inviting.letters("Bruno")) == letters["Bruno"]
    assert len(inviting.letters("Ruth")) == letters["Ruth"] + 1
    assert inviting.table.said[1] is Reply.NO


def test_a_draft_without_players_waits_for_them(table):
    table.say("Marta", "new game Tuesday club, 13 deals up, sealed bids, no hook, 36 hours")
    assert table.letter("Marta").subject == "[Tuesday club] Draft: check and start"
    assert "These rules are for 3–4 players, not for 0." in order(table, "start")
    assert "in the draft of Tuesday club" in order(table, "invite papa@example.fr (fr)")
    assert "Tuesday club is cancelled." in order(table, "cancel")
    # Its name is free again.
    table.say("Marta", "new game Tuesday club")
    assert table.letter("Marta").subject == "[Tuesday club] Draft: check and start"


def test_what_cannot_be_a_game_is_told(table):
    assert "There is a game called Lindy already." in order(table, "new game Lindy")
    assert "That cannot be: no preset is called 'purple'" in order(table, "new game X, purple")


# --- the game as a whole -----------------------------------------------------------------------


def test_cancel_asks_once(table):
    name = table.waiting
    answer = order(table, "cancel")

    assert "Really cancel Lindy?" in answer
    assert table.table.stage is Stage.PLAYING
    table.tap("Marta", "cancel now")
    assert table.table.stage is Stage.CANCELLED
    assert table.letter(name).subject == "[Lindy] The game is cancelled"
    log = table.game
    assert table.say(name, "1", to=table.letters(name)[0]) == Refused(Why.CANCELLED)
    table.later(days=9)
    assert table.game == log


def test_words_to_all_go_out_with_the_next_mails_or_alone(table):
    line = "announce Happy new year! Next deal on the 3rd."
    assert "Sent to all." in order(table, line)
    assert "Happy new year! Next deal on the 3rd." in said(table.letter("Anna"))
    name = table.waiting
    table.later(hours=30)
    letters = {one: len(table.letters(one)) for one in ("Anna", "Bruno", "Ruth")}
    assert "Goes out with the next mails." in order(table, "announce Half time at nine.")
    assert letters == {one: len(table.letters(one)) for one in letters}
    table.say(name, "1")
    assert "Marta to all: Half time at nine." in said(table.letter(table.waiting))


def test_status_tells_of_all_games_and_log_of_one(table):
    name = table.waiting
    table.say("Marta", "new game Tuesday club")
    answer = order(table, "status")

    assert f"Lindy deal 1 of 19, bids {name} " in answer
    assert "Tuesday club a draft - - -" in answer
    taps = list(table.letter("Marta").taps)
    assert taps[:2] == ["Tuesday club: start", "Tuesday club: cancel"]
    assert not [one for one in taps if one.startswith("Lindy: ")], "it was just asked"
    table.later(hours=13)
    order(table, "status")
    taps = [one for one in table.letter("Marta").taps if one.startswith("Lindy: ")]
    assert taps == [f"Lindy: extend {name} 3 days", f"Lindy: remind {name}"]
    order(table, "Lindy: pause\nstatus")
    taps = [one for one in table.letter("Marta").taps if one.startswith("Lindy: ")]
    assert taps == ["Lindy: resume"]
    record = order(table, "Lindy: log")
    assert "# Lindy: 0 Anna, 1 Bruno, 2 Ruth" in record
    cards = [card for player in ("Anna", "Bruno", "Ruth") for card in table.hand(player)]
    told = record.partition("deal by")[2].split()
    assert len(told) > 5
    assert not set(cards) & set(told)


def test_a_line_not_understood_has_the_nearest_commands_as_taps(table):
    answer = order(table, "rmnd Anna")

    assert "Not understood, nothing done." in answer
    assert "remind Anna" in table.letter("Marta").taps

    order(table, "frobnicate Lindy")
    assert list(table.letter("Marta").taps) == ["status", "help"]


def test_a_misspelt_order_comes_back_whole_as_taps(table):
    name = table.waiting
    order(table, f"Lindy: xtnd {name} 3 days")
    assert f"extend {name} 3 days" in table.letter("Marta").taps
    table.tap("Marta", f"extend {name} 3 days")

    assert due(table) == "10 Oct 08:00"


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("extend Ruth", 'For example: "extend Anna 3 days".'),
        ("replace Ruth with", 'For example: "replace Anna with computer / replace Anna with Jan'),
        ("pause some day", 'For example: "pause / pause 3-7 November".'),
    ],
)
def test_an_order_that_lacks_something_is_answered_with_an_example(table, line, example):
    answer = order(table, line)

    assert "Something is missing or not clear in that line, and nothing was done." in answer
    assert example in answer


def test_rules_nobody_knows_come_back_mended_as_taps(inviting):
    before = inviting.table.setup
    answer = order(inviting, "set no cook, 5 deal up")
    assert "no option is called 'no cook' (did you mean no hook, no lock, hook?)" in answer
    assert "Send the same line with one of these instead." in answer
    assert inviting.table.setup == before

    order(inviting, "set 5 deal up")
    taps = inviting.letter("Marta").taps
    assert list(taps) == ["set 5 deals up", "set 5 deals down", "set deals 5-13"]
    inviting.tap("Marta", "set 5 deals up")
    assert inviting.table.setup.rules.sizes(4) == (1, 2, 3, 4, 5)


def test_five_lines_are_answered_in_one_mail_and_a_wrong_one_stops_nothing(table):
    name = table.waiting
    letters = len(table.letters("Marta"))
    lines = ["Hello,", "deadline 3 days", f"extend {name} 2 days", "frobnicate Lindy"]
    became = table.say("Marta", "\n".join([*lines, f"remind {name}", "set hold 5"]))

    assert became == Ordered(4, 5)
    assert len(table.letters("Marta")) == letters + 1
    answer = said(table.letter("Marta"))
    assert answer.count("> ") == 5
    setup = table.table.setup
    assert (setup.answer_in, setup.hold, due(table)) == (72, 5, "09 Oct 08:00")


# --- who may -------------------------------------------------------------------------------------


def test_only_the_organisers_address_orders_anything(table):
    letter, sent = table.letter("Marta"), table.sent
    for sender in ("anna@club.example", "stranger@evil.example", "table@ohhell.example"):
        became = table.say("Marta", "cancel now", to=letter, sender=sender)
        assert became == NotActed(WhyNot.NOT_ORGANISER)

    assert (table.table.stage, table.sent) == (Stage.PLAYING, sent)


def test_what_is_only_quoted_orders_nothing(table):
    order(table, "frobnicate the whole lot")
    before = table.table
    became = table.say("Marta", "")

    assert became == Ordered(0, 1)
    assert table.table == before


def test_a_players_code_is_no_organisers(table):
    """Marta's address with a player's answer address: neither a move nor an order."""
    letter = table.letter(table.waiting)

    assert isinstance(table.say("Marta", "cancel now", to=letter), NotActed | Automatic)
    assert table.table.stage is Stage.PLAYING


def test_every_order_is_logged_by_name(table):
    order(table, "pause\nfrobnicate\nextend Zoe 2 days")
    with table.services.db.begin() as session:
        told = [(act.who, act.line, act.what, act.done) for act in acts(session, 1)]

    assert told == [
        ("Marta", "pause", "paused", True),
        ("Marta", "extend Zoe 2 days", "nobody", False),
    ]


# --- unasked -------------------------------------------------------------------------------------


def test_the_organiser_hears_of_a_silent_player_before_and_when_a_computer_plays(table):
    name = table.waiting
    for _ in range(3):
        while table.waiting != name:
            other = table.waiting
            table.say(other, table.letter(other).choices[0])
        table.later(days=1)
        table.later(days=1)
    told = [one for one in table.letters("Marta") if one.subject == f"[Lindy] {name} is silent"]

    assert len(told) == 2
    assert "has missed 2 deadlines in a row" in said(told[0])
    assert "From now on a computer plays there" in said(told[1])
    assert f"replace {name} with computer" in told[0].taps
    assert table.seat(name) in table.table.kept


@pytest.mark.parametrize(
    ("word", "vouched", "became", "paused"),
    [
        ("pass", True, Ordered(1, 1), True),
        ("fail", True, NotActed, False),
        ("none", True, NotActed, False),
        ("pass", False, NotActed, False),
    ],
)
def test_without_a_code_an_order_counts_if_our_mail_server_vouches_for_it(
    table, word, vouched, became, paused
):
    if vouched:
        table.services = configured(table.services, authserv_id="mx.ohhell.example")
    raw = (
        f"Authentication-Results: mx.ohhell.example; dmarc={word} header.from=club.example\n"
        f"From: Marta <{MARTA}>\nTo: table@ohhell.example\nSubject: Lindy\n"
        "Content-Type: text/plain; charset=utf-8\n\nLindy: pause\n"
    )

    assert is_like(table.receive(raw.encode(), "table@ohhell.example"), became)
    assert (table.table.paused_at is not None) == paused


def test_orders_that_name_a_forgotten_player_are_emptied(table):
    name = table.waiting
    order(table, f"remind {name}\ndeadline 3 days")
    with table.services.db.begin() as session:
        forget(session, table.table.players[table.seat(name)].id, table.now)
        lines = [act.line for act in acts(session, 1)]

    assert lines == ["", "deadline 3 days"]


def test_who_asks_for_help_before_all_seats_are_taken_gets_it(tmp_path):
    """A game for exactly nine, of whom one is uninvited."""
    names = ("Anna", "Bruno", "Ruth", "Jan", "Eva", "Otto", "Ida", "Max", "Lea")
    club = organised(tmp_path, *names, preset="ohhell_pagat, 1 cards, 9 players", invite=True)
    desk = club.letter("Marta")
    club.say("Marta", "uninvite Jan\nuninvite Lea", to=desk)

    club.say("Anna", "help")

    assert club.letter("Anna").subject == "[Lindy] How to play by mail"


def test_the_last_answer_for_a_time_says_so_and_orders_are_still_done(table):
    table.services = configured(table.services, limits=Limits(answers_an_hour=2))
    answers = [order(table, "status"), order(table, "status")]
    last = "This is the last answer for now: until Monday 5 October, 11:00"

    assert [last in one for one in answers] == [False, True]
    count = len(table.letters("Marta"))
    before = due(table)
    assert table.say("Marta", "extend 2 days") == Ordered(1, 1)
    assert len(table.letters("Marta")) == count
    assert due(table) > before

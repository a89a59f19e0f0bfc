"""A first game by mail alone, games after games, and organisers after organisers."""

import pytest

from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed, NotActed, Ordered
from pbem.domain.vocabulary import Change, WhyNot
from pbem.inbound.organiser_orders import may_organise
from pbem.store.games import all_games, load_table
from pbem.store.people import find_player, set_stopped
from tests.club import configured, seated
from tests.conversations.test_clubs import play_to_the_end
from tests.conversations.test_organising import order, organised, said

MARTA = "marta@club.example"
FOUR = "anna@club.example, bruno@club.example, ruth@club.example, jan@club.example"


@pytest.fixture(name="club")
def _club(tmp_path):
    """A server without a game, on which Marta may organise."""
    club = seated(tmp_path)
    club.services = configured(club.services, organisers=(MARTA,))
    yield club
    club.services.db.close()


@pytest.fixture(name="table")
def _table(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


def mailed(club, text, sender=MARTA, headers=""):
    raw = (
        f"From: Marta <{sender}>\nTo: table@ohhell.example\nSubject: cards\n{headers}"
        f"Content-Type: text/plain; charset=utf-8\n\n{text}\n"
    )
    return club.receive(raw.encode(), "table@ohhell.example", sender)


def games(club):
    with club.services.db.begin() as session:
        return [load_table(session, number) for number in all_games(session)]


def test_a_game_that_names_no_pace_has_that_of_the_settings(club):
    club.addresses |= {"Marta": MARTA}
    club.services = configured(club.services, answer_in=24, hold=5)

    mailed(club, f"new game Lindy with {FOUR}")
    mailed(club, f"new game Cork with {FOUR}, 12 hours, hold 2")
    mailed(club, f"new league Sligo with {FOUR}, 4 at a table, 2 rounds, 1 up")

    pace = [(one.setup.answer_in, one.setup.hold, one.setup.follows) for one in games(club)]
    assert pace == [(24, 5, True), (12, 2, False), (24, 5, True)]


def test_a_first_game_by_rules_nobody_knows_can_be_mended_by_a_tap(club):
    club.addresses |= {"Marta": MARTA}
    line = f"new game Lindy, Skull King with {FOUR}"
    mailed(club, line)
    club.deliver()
    letter = club.letter("Marta")

    assert "did you mean wizard, gameduell, option_up_only?" in " ".join(letter.text.split())
    mended = next(iter(letter.taps))
    assert mended == line.replace("Skull King", "wizard")
    mailed(club, mended)
    assert [one.setup.preset for one in games(club)] == ["wizard"]


def test_how_reliable_who_joins_must_be_can_be_ordered_with_the_game(club):
    club.addresses |= {"Marta": MARTA}

    mailed(club, f"new game Lindy with {FOUR}, reliable 80 %")

    assert [one.setup.reliable for one in games(club)] == [80]


def test_a_game_of_four_begins_with_two_mails_of_its_organiser(club):
    club.addresses |= {"Marta": MARTA}
    assert mailed(club, f"new game Lindy with {FOUR}") == Changed(Change.DRAFTED)
    letter = club.letter("Marta")
    assert letter.subject == "[Lindy] Draft: check and start"
    assert club.sent == 1

    order(club, "start")
    for address in FOUR.split(", "):
        club.addresses[address] = address
        club.say(address, "yes")
    [game] = games(club)
    assert (game.stage, [player.name for player in game.players]) == (
        Stage.PLAYING,
        ["Anna", "Bruno", "Ruth", "Jan"],
    )


def test_it_may_be_ordered_in_another_language(club):
    club.addresses |= {"Marta": MARTA}
    mailed(club, f"neues Spiel Lindy mit {FOUR}")

    assert [game.organiser.language for game in games(club)] == ["de"]
    assert "[Lindy] Entwurf" in club.letter("Marta").subject


def test_a_word_above_the_order_is_no_part_of_it(club):
    club.addresses |= {"Marta": MARTA}
    mailed(club, f"ok, 3 deals up then\n\nnew game Lindy, 3 deals up with {FOUR}\n\nCheers\nMarta")

    assert [game.name for game in games(club)] == ["Lindy"]


@pytest.mark.parametrize(
    ("text", "sender", "headers"),
    [
        (f"new game Lindy with {FOUR}", "eva@evil.example", ""),
        (f"new game Lindy with {FOUR}", "marta@club.example.evil.example", ""),
        (f"new game Lindy with {FOUR}", "table@ohhell.example", ""),
        (f"new game Lindy with {FOUR}", MARTA, "Auto-Submitted: auto-replied\n"),
        ("hello", MARTA, ""),
        ("start", MARTA, ""),
        ("cancel", MARTA, ""),
    ],
)
def test_nobody_else_and_nothing_else_begins_one(club, text, sender, headers):
    mailed(club, text, sender, headers)

    assert (games(club), club.sent) == ([], 0)


def test_a_forged_sender_is_told_by_our_mail_server(club):
    club.services = configured(club.services, authserv_id="mx.ohhell.example")
    failed = "Authentication-Results: mx.ohhell.example; dmarc=fail header.from=club.example\n"
    mailed(club, f"new game Lindy with {FOUR}", headers=failed)

    assert (games(club), club.sent) == ([], 0)


def test_a_forged_draft_asks_nobody_and_its_code_goes_to_the_owner_of_the_address(club):
    mailed(club, f"new game Lindy with {FOUR}")

    assert set(club.boxes) == {MARTA}
    assert [game.stage for game in games(club)] == [Stage.DRAFT]


def test_what_cannot_be_a_game_is_answered_with_the_reason(club):
    club.addresses |= {"Marta": MARTA}
    assert mailed(club, "new game Lindy with anna@club.example") == Ordered(0, 1)

    assert "These rules are for 3–7 players, not for 1." in said(club.letter("Marta"))
    assert games(club) == []


def test_who_drafts_again_and_again_is_not_answered_for_ever(club):
    for number in range(30):
        mailed(club, f"new game Table {number} with {FOUR}")

    assert len(games(club)) == club.sent <= 20


@pytest.mark.parametrize(
    ("allowed", "address", "may"),
    [
        ((), MARTA, False),
        ((MARTA,), MARTA, True),
        (("@club.example",), MARTA, True),
        (("@club.example",), "marta@sub.club.example", False),
        (("*",), "anybody@x.example", True),
    ],
)
def test_the_operator_says_who_may_organise(allowed, address, may):
    assert may_organise(allowed, address) is may


# --- one game after another ------------------------------------------------------------------


def test_the_same_again_is_drafted_with_the_same_people_and_rules(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", preset="ohhell_pagat, 2 deals up")
    play_to_the_end(club)
    club.say("Marta", "same again", to=club.letters("Marta")[0])
    letter = club.letter("Marta")
    assert letter.subject == "[Lindy II] Draft: check and start"
    first, again = games(club)

    assert (again.name, again.stage, again.setup) == ("Lindy II", Stage.DRAFT, first.setup)
    assert [player.id for player in again.players] == [player.id for player in first.players]
    club.say("Marta", "Lindy: rematch Friday")
    assert [game.name for game in games(club)] == ["Lindy", "Lindy II", "Friday"]
    club.services.db.close()


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Lindy", "Lindy II"),
        ("Lindy III", "Lindy IV"),
        ("Friday 1", "Friday 2"),
        ("Summer 2026", "Summer 2027"),
        ("V", "V II"),
        ("A name of exactly thirty signs", "A name of exactly thirty si II"),
    ],
)
def test_the_next_game_has_the_next_number(tmp_path, name, following):
    """Not an Arabic one, unless the name has one: [Lindy 2/19] is the second deal of Lindy."""
    club = seated(tmp_path)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {"Marta": MARTA}
    mailed(club, f"new game {name} with {FOUR}")
    club.say("Marta", "same again")
    assert following in [game.name for game in games(club)]
    club.services.db.close()


# --- one organiser after another -------------------------------------------------------------


def test_another_organiser_gets_a_code_and_gives_orders_under_the_own_name(table):
    table.addresses["Jan"] = "jan@club.example"
    answer = order(table, "organiser Jan jan@club.example")
    assert "Jan can give orders for Lindy from now on" in answer
    letter = table.letter("Jan")
    assert letter.subject == "[Lindy] Your game is set up"

    became = table.say("Jan", "deadline 3 days", to=letter)
    assert became == Ordered(1, 1)
    assert table.table.setup.answer_in == 72
    assert "72 hours for each answer" in said(table.letter("Jan"))
    assert "48 hours for each answer" in order(table, "deadline 2 days")
    assert "Jan organises Lindy already." in order(table, "organiser Jan jan@club.example")


def test_a_player_may_organise_too(table):
    order(table, "organiser Ruth")
    letter = next(one for one in table.letters("Ruth") if one.subject.endswith("is set up"))

    assert table.say("Ruth", "pause", to=letter) == Ordered(1, 1)
    assert table.table.paused_at is not None


def test_who_organised_once_can_be_made_an_organiser_again(table):
    order(table, "organiser Ruth")
    order(table, "undo")

    assert "Ruth can give orders" in order(table, "organiser Ruth")
    assert len([one for one in table.letters("Ruth") if one.subject.endswith("is set up")]) == 2


def test_a_game_that_is_handed_over_has_another_organiser(table):
    table.addresses["Jan"] = "jan@club.example"
    old = table.letter("Marta")
    assert "Jan organises Lindy from now on" in order(table, "hand over to Jan jan@club.example")
    became = table.say("Marta", "cancel now", to=old)

    assert became == NotActed(WhyNot.NOT_ORGANISER)
    assert table.table.organiser.name == "Jan"
    table.say("Jan", "pause")
    assert table.table.paused_at is not None


# --- who is ready to take a seat -----------------------------------------------------------------


def test_who_has_been_ready_longest_takes_the_seat(table):
    table.addresses |= {"Jan": "jan@club.example", "Eva": "eva@club.example"}
    order(table, "standby Jan jan@club.example")
    table.later(minutes=1)
    sent = table.sent
    order(table, "standby Eva eva@club.example")
    assert table.sent == sent + 1

    assert "Jan is asked to take the seat of Ruth" in order(table, "replace Ruth with standby")
    assert [one.subject for one in table.letters("Jan")] == ["[Lindy] Will you play for Ruth?"]
    assert table.letters("Eva") == []
    assert "Eva is asked to take the seat of Ruth" in order(table, "replace Ruth with standby\n")
    assert "Nobody is kept ready" in order(table, "replace Ruth with standby\n\n")


def test_who_wants_no_mail_is_passed_over(table):
    table.addresses |= {"Jan": "jan@club.example"}
    order(table, "standby Jan jan@club.example")
    with table.services.db.begin() as session:
        set_stopped(session, find_player(session, "jan@club.example").id, table.now)

    assert "Nobody is kept ready" in order(table, "replace Ruth with standby")

"""People who watch: asked once, told each deal once it is over, and known to those who play."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.commands.organiser.matches import compare_next
from pbem.config.settings import Limits
from pbem.domain.model import Stage
from pbem.domain.outcomes import (
    AskedBack,
    Changed,
    NotActed,
    Refused,
    Said,
    TakenBack,
    Talked,
    Told,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Back, Change, To, Unmet, Why, WhyNot
from pbem.games.watching import MOST_WATCHERS
from pbem.letters.speech import speech
from tests.club import configured, once, seated
from tests.conversations.strips import strip, tricks_told
from tests.conversations.test_duplicate import match, play
from tests.conversations.test_organising import order, said, welcome
from tests.conversations.test_registering import player, write

ADA = "Ada Byron <ada@far.example>"
NAMES = ("Anna", "Bruno", "Ruth")
HELD = 10
SIGN = speech("en").card_sign


@once
def under_way(folder, hold=HELD, allowed="allowed"):
    """Lindy has begun, and may be watched; anybody may ask. Cem plays at another table."""
    club = seated(folder)
    club.open(*NAMES, preset="ohhell_pagat, 3 deals down", hold=hold)
    club.open("Cem", "Dora", "Eva", game="Friday")
    welcome(club)
    order(club, f"set watchers {allowed}")
    club.addresses |= {"Ada": "ada@far.example"}
    return club


def anybody(club):
    club.services = configured(club.services, watchers="anybody")
    return club


@pytest.fixture(name="club")
def _club(tmp_path):
    club = anybody(under_way(tmp_path))
    yield club
    club.services.db.close()


def ada_watches(club):
    assert write(club, "watch Lindy", ADA) == AskedBack(Back.WATCH)
    became = club.tap("Ada", "yes")
    assert became == (Changed(Change.REGISTERED, "Ada Byron"), Changed(Change.WATCHES, "Lindy"))


def deal_over(club, deals=1):
    play(club, 1, until=lambda game: len(game.deals) == deals)


def test_a_stranger_is_asked_once_and_nothing_of_the_game_is_sent_before_the_yes(club):
    assert write(club, "watch Lindy", ADA) == AskedBack(Back.WATCH)
    [letter] = club.letters("Ada")
    assert letter.subject == "[Lindy] Do you want to watch Lindy?"
    assert "Somebody has asked us to send to this address what happens in Lindy" in said(letter)
    assert not [name for name in NAMES if name in letter.text]
    assert write(club, "watch Lindy", ADA, subject="2") == NotActed(WhyNot.ASKED_LATELY)
    deal_over(club)
    club.later(hours=2)
    assert len(club.letters("Ada")) == 1

    assert club.say("Ada", "yes") == (
        Changed(Change.REGISTERED, "Ada Byron"),
        Changed(Change.WATCHES, "Lindy"),
    )
    first = club.letter("Ada")
    assert first.subject == "[Lindy] You watch Lindy"
    for fact in ("Anna, Bruno and Ruth", "Deal 2 is under way.", "3 deals: 3 cards down to 1."):
        assert fact in said(first)


@pytest.mark.parametrize(
    ("answer", "became"),
    [("no", Said(False, To.WATCH)), ("what is this?", NotActed(WhyNot.UNCLEAR))],
)
def test_without_a_yes_nobody_watches(club, answer, became):
    write(club, "watch Lindy", ADA)
    assert club.say("Ada", answer) == became
    deal_over(club)
    club.later(hours=2)

    assert len(club.letters("Ada")) == 1
    assert player(club) is None


def test_a_yes_counts_from_that_address_alone_and_for_seven_days(club):
    write(club, "watch Lindy", ADA)
    assert club.say("Ada", "yes", sender="eve@evil.example") == NotActed(WhyNot.NOT_ASKED)
    club.now += timedelta(days=7, hours=1)
    assert club.say("Ada", "yes") == NotActed(WhyNot.TOO_LATE)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Watch Lindy, please", "en"),
        ("Zuschauen bei Lindy", "de"),
        ("regarder Lindy", "fr"),
        ("mirar Lindy", "es"),
        ("guardare Lindy", "it"),
        ("meekijken bij Lindy", "nl"),
        ("urmăresc Lindy", "ro"),
    ],
)
def test_it_is_asked_for_in_any_language_and_the_letters_are_in_it(club, text, language):
    utf8 = "Content-Type: text/plain; charset=utf-8\n"
    assert write(club, text, ADA, headers=utf8) == AskedBack(Back.WATCH)
    club.tap("Ada", "yes")

    assert player(club).language == language
    assert club.letter("Ada").message["Content-Language"] == language


def test_each_deal_comes_once_it_is_over_with_all_its_cards_and_how_all_stand(club):
    ada_watches(club)
    deal_over(club)
    tricks = club.game.deals[0].tricks
    assert len(club.letters("Ada")) == 2
    club.later(hours=2)

    letter = club.letter("Ada")
    assert letter.kind == "deal_over"
    assert letter.subject.startswith("[Lindy 1/3] the result")
    assert tricks_told(letter.text, 1) == [
        strip(number, trick, NAMES) for number, trick in enumerate(tricks, 1)
    ]
    assert "AFTER DEAL 1" in letter.text
    assert "You watch Lindy, organised by Marta." in said(letter)
    deal_over(club, 2)
    club.later(hours=2)
    assert len(club.letters("Ada")) == 4
    assert "DEAL 2" in club.letter("Ada").text
    assert "DEAL 1 " not in club.letter("Ada").text


def test_the_final_score_has_the_tricks_of_the_last_deal_and_is_the_last_letter(club):
    ada_watches(club)
    play(club, 1)
    tricks = club.game.deals[2].tricks
    club.later(hours=2)

    letter = club.letter("Ada")
    assert letter.kind == "digest"
    assert tricks_told(letter.text, 3) == [strip(1, tricks[0], NAMES)]
    assert [one.kind for one in club.letters("Ada")] == [
        *("watchable", "watching", "deal_over", "deal_over", "digest"),
    ]
    assert club.say("Ada", "log 1") == Told("log")
    assert "LOG OF DEAL 1" in club.letter("Ada").text


def test_no_letter_shows_a_card_that_does_not_lie_on_the_table(club):
    ada_watches(club)
    play(club, 1, until=lambda game: len(game.deal.tricks) == 1)
    [letter] = [club.letters("Ada")[-1]]
    for words in ("status", "log", "hand"):
        assert isinstance(club.say("Ada", words, to=letter, headers=f"X: {words}\n"), Told)
        for hand in club.game.deal.hands:
            assert not [card for card in hand if SIGN(card) in club.letter("Ada").text]


def test_a_card_that_is_held_back_is_not_told(club):
    ada_watches(club)
    play(club, 1, until=lambda game: bool(game.deal.trick.cards))
    [card] = club.game.deal.trick.cards
    first = club.letter("Ada")
    club.say("Ada", "status")
    assert SIGN(card) not in club.letter("Ada").text
    club.later(minutes=25)
    club.say("Ada", "status", to=first, headers="X: 2\n")
    assert SIGN(card) in club.letter("Ada").text


def test_a_deal_whose_last_card_is_taken_back_is_told_when_it_is_over_again(club):
    ada_watches(club)
    deal_over(club)
    assert TakenBack() in [club.say(name, "undo") for name in NAMES]
    club.later(hours=2)
    assert [one.kind for one in club.letters("Ada")] == ["watchable", "watching"]
    deal_over(club)
    club.later(hours=2)
    assert club.letter("Ada").kind == "deal_over"


def test_the_table_reads_who_watches_in_the_letter_of_the_deal_and_in_its_status(club):
    club.later(hours=1)
    club.say("Anna", "status")
    assert "watches" not in club.letter("Anna").text
    ada_watches(club)
    line = "Ada Byron watches, and is sent each deal once it is over."
    club.say("Anna", "status", headers="X: 2\n")
    assert line in said(club.letter("Anna"))
    deal_over(club)
    club.later(hours=30)
    for name in NAMES:
        told, *_ = [one for one in club.letters(name) if "AFTER DEAL 1" in one.text]
        assert line in said(told)
        assert "ada@far.example" not in told.text


@pytest.mark.parametrize(
    "words", ["unwatch", "unsubscribe", "leave", "no", "stop watching", "unwatch Lindy"]
)
def test_a_word_ends_it_and_one_begins_it_again(club, words):
    ada_watches(club)
    assert club.say("Ada", words) == Changed(Change.WATCHES_NO_MORE, "Lindy")
    letter = club.letter("Ada")
    assert letter.subject == "[Lindy] You watch Lindy no more"
    deal_over(club)
    club.later(hours=2)
    assert club.letter("Ada") == letter
    assert "watches" not in club.letter("Anna").text

    assert club.tap("Ada", "watch Lindy") == Changed(Change.WATCHES, "Lindy")
    assert club.say("Ada", "watch Lindy") == Unchanged(Already.WATCHES)


@pytest.mark.parametrize("kind", ["watching", "deal_over"])
def test_the_mail_programs_button_ends_it_without_asking(club, kind):
    ada_watches(club)
    if kind == "deal_over":
        deal_over(club)
        club.later(hours=2)
    letter = club.letter("Ada")
    assert letter.kind == kind
    link = str(letter.message["List-Unsubscribe"]).strip("<>")
    assert club.follow("Ada", f"{link}&body=%0A") == Changed(Change.WATCHES_NO_MORE, "Lindy")


@pytest.mark.parametrize("words", ["stop", "forget me"])
def test_stop_and_forget_me_are_asked_back_and_end_it(club, words):
    ada_watches(club)
    assert isinstance(club.say("Ada", words), AskedBack)
    club.say("Ada", "yes")
    last = club.letter("Ada")
    deal_over(club)
    club.later(hours=2)

    assert club.letter("Ada") == last
    assert "watches" not in club.letter("Anna").text
    club.say("Anna", "status")
    assert "watches" not in club.letter("Anna").text


def test_who_plays_elsewhere_watches_from_any_letter(tmp_path):
    club = under_way(tmp_path)
    assert club.say("Cem", "watch Lindy") == Changed(Change.WATCHES, "Lindy")
    assert club.letter("Cem").subject == "[Lindy] You watch Lindy"
    deal_over(club)
    club.later(hours=2)
    assert club.letter("Cem").kind == "deal_over"
    friday = next(one for one in club.letters("Cem") if "[Friday" in one.subject)
    assert club.say("Cem", "unwatch", to=friday) == Changed(Change.WATCHES_NO_MORE, "Lindy")
    club.services.db.close()


@pytest.mark.parametrize(
    ("who", "words", "why", "sentence", "ways"),
    [
        ("Cem", "watch Linda Ronstadt", Unmet.NOT_WATCHED, "There is no game called linda", 1),
        ("Cem", "watch Friday", Unmet.NOT_WATCHED, "There is no game called friday", 1),
        ("Anna", "watch Friday", Unmet.NOT_WATCHED, "No game can be watched at the moment.", 0),
        ("Anna", "watch Lindy", Unmet.PLAYS_THERE, "You play in Lindy, so you cannot watch it.", 0),
    ],
)
def test_what_cannot_be_watched_has_a_sentence_and_a_way_on(
    tmp_path, who, words, why, sentence, ways
):
    club = under_way(tmp_path)
    assert club.say(who, words) == Refused(why)
    assert sentence in said(club.letter(who))
    assert list(club.letter(who).taps).count("watch Lindy") == ways
    club.services.db.close()


def test_without_a_code_a_player_is_asked_unless_our_server_vouches(club):
    club.services = configured(club.services, authserv_id="mx.ours")
    club.addresses["Cem"] = "cem@club.example"
    passed = "Authentication-Results: mx.ours; dmarc=pass header.from=club.example\n"
    failed = passed.replace("pass", "fail")
    who = "Cem <cem@club.example>"
    assert write(club, "watch Lindy", who, headers=failed) == NotActed(WhyNot.FORGED)
    assert write(club, "watch Lindy", who) == AskedBack(Back.WATCH)
    assert write(club, "watch Lindy", who, subject="2") == NotActed(WhyNot.ASKED_LATELY)
    assert club.letter("Cem").kind == "watchable"
    assert write(club, "watch Lindy", who, headers=passed) == Changed(Change.WATCHES, "Lindy")
    assert write(club, "unwatch", who) == Changed(Change.WATCHES_NO_MORE, "Lindy")


@pytest.mark.parametrize(
    ("allowed", "who", "became"),
    [
        ("nobody", "Cem <cem@club.example>", NotActed(WhyNot.NO_CODE)),
        ("players", "Cem <cem@club.example>", AskedBack(Back.WATCH)),
        ("players", ADA, NotActed(WhyNot.NO_CODE)),
        ("anybody", ADA, AskedBack(Back.WATCH)),
    ],
)
def test_the_operator_says_who_may(club, allowed, who, became):
    club.services = configured(club.services, watchers=allowed)
    told = write(club, "watch Lindy", who)
    assert (told if isinstance(told, AskedBack) else NotActed(WhyNot.NO_CODE)) == became


def test_where_the_operator_lets_nobody_no_deal_is_sent_and_no_organiser_allows_it(club):
    ada_watches(club)
    club.services = configured(club.services, watchers="nobody")
    deal_over(club)
    club.later(hours=2)
    assert club.letter("Ada").kind == "watching"
    assert "has not allowed that games are watched" in order(club, "set watchers allowed")
    drafted = "new game Solo, watchers allowed with Eva eva@club.example, 2 computers"
    assert "has not allowed that games are watched" in order(club, drafted)


def test_a_game_is_watched_only_where_its_organiser_allows_it_and_the_table_is_told(tmp_path):
    club = anybody(seated(tmp_path))
    club.open(*NAMES, preset="ohhell_pagat, 3 deals down")
    welcome(club)
    club.addresses |= {"Ada": "ada@far.example"}
    assert write(club, "watch Lindy", ADA) == AskedBack(Back.WATCH)
    assert "There is no game called lindy that can be watched." in said(club.letter("Ada"))
    assert "No game can be watched at the moment." in said(club.letter("Ada"))

    answer = order(club, "set watchers hear talk")
    assert "is sent each deal once it is over, with what the players have said" in answer
    assert 'To undo it: "set watchers no".' in answer
    assert club.say("Ada", "watch Lindy") == (
        Changed(Change.REGISTERED, "Ada Byron"),
        Changed(Change.WATCHES, "Lindy"),
    )
    club.say("Bruno", "status")
    told = "Marta lets others watch, who are sent each deal once it is over, with what you"
    assert told in said(club.letter("Bruno"))
    assert "Nobody can watch Lindy." in order(club, "set watchers no")
    assert "Marta does not let others watch Lindy any more" in said(club.letter("Ada"))
    assert club.say("Ada", "status") == Unchanged(Already.NOT_WATCHING)
    deal_over(club)
    assert club.letter("Ada").kind == "watching_ends"
    club.services.db.close()


@pytest.mark.parametrize(("allowed", "hears"), [("allowed", 0), ("hear talk", 1)])
def test_talk_comes_with_the_deal_where_the_table_lets_watchers_hear_it(tmp_path, allowed, hears):
    club = anybody(under_way(tmp_path, allowed=allowed))
    assert club.say("Bruno", "say nobody hears this yet") == Talked()
    club.later(minutes=1)
    ada_watches(club)
    club.later(minutes=1)
    assert club.say("Anna", "say a lovely hand") == Talked()
    club.say("Ada", "status")
    assert "lovely" not in club.letter("Ada").text
    deal_over(club)
    club.later(hours=2)
    letter = club.letter("Ada")
    assert letter.text.count("Anna says: a lovely hand") == hears
    assert "nobody hears" not in letter.text
    deal_over(club, 2)
    club.later(hours=2)
    assert "lovely" not in club.letter("Ada").text
    club.services.db.close()


def test_those_invited_and_those_who_begin_read_that_others_may_watch(tmp_path):
    club = seated(tmp_path)
    club.open(*NAMES, invite=True)
    welcome(club)
    order(club, "set watchers allowed")
    club.addresses["Kim"] = "kim@club.example"
    order(club, "invite Kim kim@club.example")
    line = "Others may watch, and are sent each deal once it is over."
    assert line in said(club.letter("Kim"))
    for name in (*NAMES, "Kim"):
        club.say(name, "yes")
    assert line in said(club.letter("Anna"))
    club.services.db.close()


def test_a_draft_says_whether_it_may_be_watched(tmp_path):
    club = seated(tmp_path)
    club.open(*NAMES)
    welcome(club)
    club.say("Marta", "new game Solo, watchers allowed with Eva eva@club.example, 2 computers")
    assert "Watchers: Others may watch, and are sent" in said(club.letter("Marta"))
    club.say("Marta", "new game Mono with Eva eva@club.example, 2 computers", headers="X: 2\n")
    assert "Watchers: Nobody can watch." in said(club.letter("Marta"))
    club.services.db.close()


def test_a_match_stays_sealed_for_who_watches_until_all_its_tables_have_ended(tmp_path):
    club = anybody(match(tmp_path))
    order(club, "Lindy: set watchers allowed")
    club.say("Kim", "yes")
    club.addresses |= {"Ada": "ada@far.example"}
    ada_watches(club)
    assert "nothing is told before all of them have ended" in said(club.letter("Ada"))
    play(club, 1)
    club.later(hours=2)
    assert club.say("Ada", "status") == Refused(Why.UNREADABLE)
    assert {one.kind for one in club.letters("Ada")} == {"watchable", "watching"}

    play(club, 2)
    club.later(hours=2)
    compare_next(club.services, club.now)
    club.deliver()
    assert club.letter("Ada").kind == "digest"
    assert club.say("Ada", "log 1") == Told("log")
    club.services.db.close()


def test_so_many_watch_and_no_more(club):
    for number in range(MOST_WATCHERS):
        name = f"W{number}"
        club.addresses[name] = f"w{number}@far.example"
        write(club, "watch Lindy", f"{name} <w{number}@far.example>")
        club.tap(name, "yes")
        club.now += timedelta(hours=1)
    assert club.say("Cem", "watch Lindy") == Refused(Unmet.CROWDED)
    told = club.letter("Cem")
    assert "Lindy is watched by as many as it can be." in said(told)
    assert "watch Lindy" not in told.taps
    assert "at the moment" not in told.text
    assert club.say("W3", "unwatch") == Changed(Change.WATCHES_NO_MORE, "Lindy")
    again = club.say("Cem", "watch Lindy", to=told, headers="X: 2\n")
    assert again == Changed(Change.WATCHES, "Lindy")


def test_who_is_not_read_is_told_how_and_a_robot_soon_nothing(club):
    ada_watches(club)
    before, most = len(club.letters("Ada")), Limits().refusals_an_hour
    for number in range(most + 3):
        club.say("Ada", "qwertz", headers=f"X: {number}\n")
    letters = club.letters("Ada")[before:]
    assert "I could not read that." in letters[0].text
    assert len(letters) <= most


def test_language_and_mails_are_set_from_a_letter(club):
    ada_watches(club)
    assert club.say("Ada", "language de") == Changed(Change.SETTING, "language")
    assert club.letter("Ada").message["Content-Language"] == "de"
    assert club.say("Ada", "mails all") == Changed(Change.SETTING, "mails")


def test_a_game_that_is_cancelled_is_told_to_who_watches(club):
    ada_watches(club)
    order(club, "cancel now")
    assert club.letter("Ada").subject == "[Lindy] The game is cancelled"


def test_who_takes_a_seat_reads_as_a_player_and_not_twice(club):
    club.addresses["Dora"] = "dora@club.example"
    assert club.say("Dora", "watch Lindy") == Changed(Change.WATCHES, "Lindy")
    order(club, "drop Ruth because of a journey")
    order(club, "replace Ruth with Dora dora@club.example")
    club.say("Dora", "yes")
    club.later(hours=25)
    assert "Dora" in [one.name for one in club.table.players]
    before = len(club.letters("Dora"))
    deal_over(club)
    club.later(hours=30)

    told = club.letters("Dora")[before:]
    assert any("AFTER DEAL 1" in one.text for one in told)
    assert not [one for one in told if "You watch Lindy" in one.text]


def test_who_has_muted_somebody_hears_nothing_of_him_at_a_watched_table_either(tmp_path):
    club = seated(tmp_path)
    club.open(*NAMES, preset="ohhell_pagat, 3 deals down", hold=HELD)
    club.open("Cem", "Dora", "Anna", game="Friday")
    welcome(club)
    order(club, "set watchers hear talk")
    club.say("Cem", "mute Anna")
    assert club.say("Cem", "watch Lindy") == Changed(Change.WATCHES, "Lindy")
    club.later(minutes=1)
    lindy = next(one for one in club.letters("Anna") if one.subject.startswith("[Lindy"))
    assert club.say("Anna", "say a lovely hand", to=lindy) == Talked()
    assert club.say("Bruno", "say was it?") == Talked()
    deal_over(club)
    club.later(hours=2)

    assert club.letter("Cem").kind == "deal_over"
    assert "Bruno says: was it?" in club.letter("Cem").text
    assert "lovely" not in club.letter("Cem").text
    club.services.db.close()


def test_deals_that_ended_while_nobody_watched_are_not_told_later(tmp_path):
    club = seated(tmp_path)
    club.open(*NAMES, preset="ohhell_pagat, 4 deals down", hold=0)
    club.open("Cem", "Dora", "Eva", game="Friday")
    welcome(club)
    order(club, "set watchers allowed")
    club.say("Cem", "watch Lindy")
    deal_over(club)
    club.later(minutes=30)
    assert "DEAL 1 " in club.letter("Cem").text
    club.say("Cem", "unwatch Lindy")
    deal_over(club, 2)
    club.later(minutes=30)
    club.say("Cem", "watch Lindy", headers="X: 2\n")
    deal_over(club, 3)
    club.later(minutes=30)

    assert club.letter("Cem").kind == "deal_over"
    assert "DEAL 3 " in club.letter("Cem").text
    assert "DEAL 2 " not in club.letter("Cem").text
    club.services.db.close()


# --- games that are over ------------------------------------------------------------------------


@pytest.fixture(name="over")
def _over(tmp_path):
    """Lindy is over; Cem, who played at another table, may read it."""
    club = anybody(under_way(tmp_path))
    play(club, 1)
    club.later(hours=2)
    yield club
    club.services.db.close()


def test_a_player_of_another_table_reads_how_a_game_went_and_each_of_its_deals(over):
    deals = over.game.deals
    assert over.say("Cem", "watch Lindy") == Changed(Change.WATCHES, "Lindy")

    letter = over.letter("Cem")
    assert letter.kind == "digest"
    assert tricks_told(letter.text, 3) == [strip(1, deals[2].tricks[0], NAMES)]
    assert over.say("Cem", "log 2", to=letter) == Told("log")
    assert "LOG OF DEAL 2" in over.letter("Cem").text
    about = [one for one in over.letters("Cem") if "Lindy" in one.subject]
    over.later(days=2)
    assert [one for one in over.letters("Cem") if "Lindy" in one.subject] == about


def test_a_stranger_is_asked_first_and_told_that_it_is_over(over):
    assert write(over, "watch Lindy", ADA) == AskedBack(Back.WATCH)
    asked = said(over.letter("Ada"))
    assert "to send to this address how Lindy went" in asked
    assert "once it is over" not in asked

    over.tap("Ada", "yes")
    assert over.letter("Ada").kind == "digest"


def test_games_of_others_that_are_over_are_listed_each_with_a_tap(over):
    assert over.say("Cem", "watch") == Refused(Unmet.NOT_WATCHED)
    letter = over.letter("Cem")
    assert "To read a game that is over, reply with its line: watch Lindy" in said(letter)
    assert over.tap("Cem", "watch Lindy") == Changed(Change.WATCHES, "Lindy")

    over.say("Anna", "watch", to=over.letters("Anna")[-1])
    assert "To read a game that is over" not in said(over.letter("Anna"))
    assert over.say("Anna", "watch Lindy") == Refused(Unmet.PLAYS_THERE)


@pytest.mark.parametrize("closed", ["nobody", "no"])
def test_what_may_not_be_watched_is_not_read_afterwards(tmp_path, closed):
    """The operator lets nobody watch, or the table does not."""
    club = under_way(tmp_path, allowed="no" if closed == "no" else "allowed")
    club.services = configured(club.services, watchers="nobody" if closed != "no" else "anybody")
    play(club, 1)
    club.later(hours=2)

    assert club.say("Cem", "watch Lindy") == Refused(Unmet.NOT_WATCHED)
    assert "Lindy" not in said(club.letter("Cem")).replace("game called lindy", "")
    club.services.db.close()


def test_an_end_that_may_be_taken_back_is_not_read(tmp_path):
    club = anybody(under_way(tmp_path))
    play(club, 1)
    assert club.table.stage is Stage.OVER

    assert club.say("Cem", "watch Lindy") == Refused(Unmet.NOT_WATCHED)
    club.services.db.close()

"""Table talk: what somebody says is read by all with their next mails, and plays nothing.

Anna leads to the first trick, Bruno is next, Ruth is the dealer.
"""

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine import Reason
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import AskedBack, Changed, Played, Refused, Talked
from pbem.domain.vocabulary import Change, Why
from tests.club import once
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH 3H KC | AH 2H 5C | KH 4H AC"


@once
def all_bid(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 0)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


def talk(letter):
    """What a letter tells that was said, in both of its parts."""
    text = [line for line in letter.text.splitlines() if " says: " in line]
    drawn = LexborHTMLParser(letter.html).text()
    assert [drawn.count(line) for line in text] == [1] * len(text)
    return text


def test_words_alone_play_nothing_and_are_not_answered(table):
    before, letters = table.game, table.sent

    assert table.say("Anna", "say good luck to both of you!") == Talked()
    assert (table.game, table.sent) == (before, letters)


def test_words_under_the_code_of_a_closed_question_are_told_their_player(table):
    before, letters = table.game, table.sent

    assert table.say("Ruth", "say good luck to both of you!") == Talked()
    assert (table.game, table.sent) == (before, letters + 1)
    assert "good luck to both of you!" in table.letter("Ruth").text


def test_words_below_a_card_go_out_with_it(table):
    assert table.say("Anna", "3H\n\nsay sorry, Bruno: QH would hurt you") == Played("3H")

    assert talk(table.letter("Bruno")) == ["Anna says: sorry, Bruno: QH would hurt you"]


def test_words_above_a_card_do_not_hide_it(table):
    assert table.say("Anna", "say here we go\n3H") == Played("3H")
    assert talk(table.letter("Bruno")) == ["Anna says: here we go"]


def test_a_word_for_the_next_shuffle_above_a_card_does_not_hide_it(table):
    assert table.say("Anna", "salt banana\n3H") == Played("3H")


def test_everybody_reads_it_once(table):
    table.say("Ruth", "say good luck")
    table.say("Anna", "3H")
    table.say("Bruno", "2H\nsay a low one")
    while len(table.game.deals) < 2:
        table.say(table.waiting, table.letter(table.waiting).choices[0])

    for name in NAMES:
        told = [line for one in table.letters(name) for line in talk(one)]
        assert told == ["Ruth says: good luck", "Bruno says: a low one"]


NAMES = ("Anna", "Bruno", "Ruth")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("say " + "x" * 300, "Anna says: " + "x" * 280),
        ("say a\u202eb\u0007c", "Anna says: abc"),
        ("say <b>&amp;", "Anna says: <b>&amp;"),
        ("say say", "Anna says: say"),
    ],
)
def test_only_what_can_be_seen_is_told_and_never_too_much(table, said, told):
    table.say("Anna", said)
    table.say("Anna", "3H")
    letter = table.letter("Bruno")

    assert told in letter.text.replace("\n", "").replace("x x", "xx")
    assert LexborHTMLParser(letter.html).text().count(told) == 1


def test_who_wants_none_reads_none(table):
    assert table.say("Bruno", "talk off") == Changed(Change.SETTING, "talk")
    table.say("Ruth", "say good luck")
    table.say("Anna", "3H")

    assert talk(table.letter("Bruno")) == []
    assert table.say("Bruno", "talk on") == Changed(Change.SETTING, "talk")
    asked = table.letters("Bruno")[-2]
    assert table.say("Bruno", "2H", to=asked) == Played("2H")
    assert table.say("Bruno", "0") == Played("0")
    assert talk(table.letter("Ruth")) == ["Ruth says: good luck"]


def test_other_languages_have_their_own_word_for_it(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Anna="fr", Bruno="de")
    assert club.say("Anna", "2\ndire bonne chance") == Played("2")
    assert "Anna sagt: bonne chance" in club.letter("Bruno").text
    club.services.db.close()


def test_before_the_start_and_not_after_the_end(club):
    club.open("Anna", "Bruno", "Ruth", invite=True, preset="2-1")
    assert club.say("Bruno", "say looking forward to it") == Talked()
    for name in NAMES:
        club.say(name, "yes")
    assert talk(club.letter("Anna")) == ["Bruno says: looking forward to it"]

    while not club.game.over:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    assert club.say("Ruth", "say thanks") == Refused(Reason.GAME_OVER)


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("pause 3 days", Changed(Change.PAUSE_PROPOSED)),
        ("address anna@home.example", AskedBack(Grave.ADDRESS)),
    ],
)
@pytest.mark.parametrize("above", [True, False])
def test_words_beside_an_order_of_any_kind_are_kept_and_it_is_done(table, order, done, above):
    lines = ("say hello", order) if above else (order, "say hello")

    asked = table.letter("Anna")

    assert table.say("Anna", "\n".join(lines)) == done
    assert table.say("Anna", "3H", to=asked) == Played("3H")
    assert talk(table.letter("Bruno")) == ["Anna says: hello"]


def test_it_stands_above_what_is_asked(table):
    table.say("Ruth", "say good luck")
    table.say("Anna", "3H")
    text = table.letter("Bruno").text

    assert text.index("Please answer by") < text.index("Ruth says: good luck")
    assert text.index("Ruth says: good luck") < text.index("ON THE TABLE")


@pytest.mark.parametrize("words", ["well played!", "ouch!", "my fault!"])
def test_a_short_answer_is_a_tap_and_costs_no_mail(table, words):
    table.say("Ruth", "say good luck")
    table.say("Anna", "3H")
    asked = table.letter("Bruno")
    before = table.sent

    assert table.tap("Bruno", f"say {words}", to=asked) == Talked()
    assert table.sent == before
    assert table.say("Bruno", "2H", to=asked) == Played("2H")
    assert table.say("Bruno", "0") == Played("0")
    assert f"Bruno says: {words}" in talk(table.letter("Ruth"))


def test_who_says_nothing_new_is_heard_once(table):
    first = table.letter("Ruth")
    for _ in range(3):
        assert table.say("Ruth", "say ouch!", to=first) == Talked()
    table.say("Anna", "3H")

    assert talk(table.letter("Bruno")) == ["Ruth says: ouch!"]


def test_long_talk_leaves_what_is_asked_in_sight(table):
    """The newest words stand above it, the others at the foot."""
    first = table.letter("Ruth")
    for n in range(5):
        assert table.say("Ruth", f"say {n} " + "bla " * 30, to=first) == Talked()
    table.say("Anna", "3H")
    top, asked, below = table.letter("Bruno").text.partition("ON THE TABLE")

    assert asked
    assert [n for n in range(5) if f"Ruth says: {n} bla" in top] == [3, 4]
    assert [n for n in range(5) if f"Ruth says: {n} bla" in below] == [0, 1, 2]


def test_words_that_are_no_answer_can_be_said_by_a_tap(table):
    assert table.say("Anna", "what a lovely evening we have") == Refused(Why.UNREADABLE)
    back = table.letter("Anna")
    assert "what a lovely evening we have" not in table.letter("Bruno").text

    said = "say what a lovely evening we have"
    assert f'Was it meant for the table? Then reply "{said}".' in back.text.replace("\n    ", " ")
    assert table.tap("Anna", said, to=back) == Talked()
    table.say("Anna", "3H", to=back)
    assert talk(table.letter("Bruno")) == ["Anna says: what a lovely evening we have"]


def test_the_last_letter_tells_the_last_words_and_asks_for_none(table):
    while table.game.deal or not table.game.over:
        table.say("Ruth", "say thanks to you both")
        table.say(table.waiting, table.letter(table.waiting).choices[0])
    last = table.letter("Anna")

    assert talk(last) == ["Ruth says: thanks to you both"]
    assert not [code for code in last.taps if code.startswith("say")]

"""A game under way: bids, cards, refusals, old mails, double taps, and what silence does."""

import re
from datetime import timedelta

import pytest

from engine import Reason
from pbem.domain.outcomes import Kept, Played, Refused, Repeated, Told
from pbem.domain.vocabulary import Why
from pbem.store.events import load_log
from pbem.store.inbound import Arrived, accept
from tests.conversations.strips import strip, tricks_told


def bid_all(club, *bids):
    """Everybody bids in turn; those who spoke, in order."""
    spoke = []
    for number in bids:
        spoke.append(club.waiting)
        assert club.say(club.waiting, str(number)) == Played(str(number))
    return spoke


def test_the_first_bidder_is_asked_of_the_letter_that_starts_the_game(table):
    first = table.waiting

    assert "You bid first." in table.letter(first).text
    assert table.letter(first).choices == [str(n) for n in range(11)]
    assert all(len(table.letters(name)) == 1 for name in table.addresses)


def test_each_bid_asks_the_next_and_nobody_else(table):
    order = bid_all(table, 1, 2)

    assert [len(table.letters(name)) for name in order] == [1, 2]
    assert len(table.letters(table.waiting)) == 2
    assert f"  {order[0]}                     1   leads" in table.letter(table.waiting).text


def test_the_hooked_number_is_not_offered_and_is_refused_with_the_reason(table):
    bid_all(table, 4, 2)
    dealer = table.waiting
    assert "4" not in table.letter(dealer).choices
    assert "Not allowed: 4." in table.letter(dealer).text

    assert table.say(dealer, "4") == Refused(Reason.BID_HOOK)

    letter = table.letter(dealer)
    assert "You wrote: 4" in letter.text
    assert "The bids would add up to 10" in letter.text
    assert "Nothing has changed" in letter.text
    assert table.say(dealer, "5", to=letter) == Played("5")


@pytest.mark.parametrize("said", ["3", "bid 3", "Three", "I bid three tricks please", "3."])
def test_a_bid_may_be_written_as_people_write(table, said):
    assert table.say(table.waiting, said) == Played("3")


def test_a_card_may_be_written_as_code_sign_or_words(table):
    bid_all(table, 1, 1, 1)
    ways = ["{code}", "{sign}", "{words}"]
    for way in ways:
        name = table.waiting
        letter = table.letter(name)
        block = letter.text.partition("YOU CAN PLAY\n")[2].partition("\n\n")[0]
        sign, words = re.findall(r"^  (\S+) +(\w+ of \w+)$", block, re.MULTILINE)[0]
        code = re.search(r"first line:   (\w+)", letter.text)[1]

        became = table.say(name, way.format(code=code, sign=sign, words=words))

        assert became == Played(code.replace("10", "T"))


def test_a_card_that_breaks_a_rule_is_explained_and_nothing_changes(table):
    bid_all(table, 1, 1, 1)
    leader = table.waiting
    table.say(leader, table.letter(leader).choices[0])
    follower = table.waiting
    letter = table.letter(follower)
    stays = re.search(r"Stays in hand: (\S+)", letter.text)
    assert stays, "the seed gives the follower a card that may not be played"
    before = table.game

    assert table.say(follower, stays[1]) == Refused(Reason.MUST_FOLLOW)

    assert table.game == before
    assert "were led and you have" in table.letter(follower).text
    assert table.letter(follower).choices == letter.choices
    assert table.due() is not None


def test_a_card_somebody_else_holds_is_refused_like_any_card_not_held(table):
    bid_all(table, 1, 1, 1)
    leader = table.waiting
    others = [name for name in table.addresses if name != leader]
    foreign = table.hand(others[0])[0]

    assert table.say(leader, foreign) == Refused(Reason.CARD_NOT_HELD)
    assert (
        others[0]
        not in table.letter(leader).text.partition("ON THE TABLE")[0].partition("YOU CAN PLAY")[0]
    )


def test_what_cannot_be_read_is_asked_back_with_the_choices(table):
    name = table.waiting
    choices = table.letter(name).choices

    assert table.say(name, "the weather is lovely") == Refused(Why.UNREADABLE)

    assert "I could not read a number of tricks in that." in table.letter(name).text
    assert table.letter(name).choices == choices


def test_an_answer_below_nothing_but_quotes_is_no_answer(table):
    """Our own offer comes back quoted; it must never be played."""
    assert table.say(table.waiting, "") == Refused(Why.EMPTY)


def test_a_tap_whose_body_was_lost_is_read_from_its_subject(table):
    name = table.waiting
    letter = table.letter(name)
    raw = f"From: {table.addresses[name]}\nTo: {letter.reply_to}\nSubject: [Lindy-1.B] 3\n\n\n"

    assert table.receive(raw.encode(), letter.reply_to) == Played("3")


def test_an_old_bid_mail_never_plays_a_card(table):
    """A late "3" to a bid must not become the three of anything."""
    first = bid_all(table, 1, 1, 1)[0]
    old = table.letters(first)[0]
    before = table.game
    assert table.waiting == first

    assert table.say(first, "3", to=old) == Refused(Why.OLD_QUESTION)

    assert table.game == before
    told = " ".join(table.letter(first).text.split())
    assert "It answered an older question, the bid of deal 1, which is closed." in told
    assert "Your answer was: 1." in told
    assert table.letter(first).choices


def test_the_same_answer_twice_is_silence(table):
    first = table.waiting
    letter = table.letter(first)
    table.say(first, "2")
    count = table.sent

    assert table.say(first, "2", to=letter, quoting=False) == Repeated()
    assert table.sent == count


def test_a_bid_is_changed_by_another_number_until_the_next_has_bid(table):
    first = table.waiting
    letter = table.letter(first)
    table.say(first, "2")
    second = table.waiting

    assert table.say(first, "3", to=letter) == Played("3")
    assert table.waiting == second
    assert f"  {first}                     3   leads" in table.letter(second).text

    table.say(second, "1")
    assert table.say(first, "4", to=letter) == Refused(Why.OLD_QUESTION)


def logged(table):
    with table.services.db.begin() as session:
        return load_log(session, 1)


def test_the_same_number_under_an_older_letter_changes_no_bid(table):
    """The next player would be asked anew, and told of a bid that is what it was."""
    first = table.waiting
    table.say(first, "2")
    second = table.waiting
    before = table.letter(second)
    table.say(first, "3")
    assert table.letter(second) != before
    assert table.say(second, "1") == Played("1")
    third = table.waiting
    asked = table.letter(third)
    log = logged(table)

    assert table.say(second, "1", to=before) == Repeated()
    assert table.say(second, "1 else 2", to=before) == Repeated()

    assert logged(table) == log
    assert table.letter(third) == asked


def test_an_answer_to_a_bid_that_was_changed_meanwhile_is_old(table):
    first = table.waiting
    letter = table.letter(first)
    table.say(first, "2")
    second = table.waiting
    asked_before = table.letter(second)
    table.say(first, "3", to=letter)

    assert table.say(second, "1", to=asked_before) == Refused(Why.OLD_QUESTION)
    assert table.say(second, "1") == Played("1")


def test_status_shows_the_hand_and_whom_we_wait_for(table):
    waiting = table.waiting
    name = next(one for one in table.addresses if one != waiting)

    assert table.say(name, "status") == Told("status")

    text = table.letter(name).text
    assert f"We wait for {waiting}, asked on Monday 5 October, 10:00" in text
    assert "YOUR HAND" in text


def test_an_answer_to_a_status_mail_answers_the_open_question(table):
    name = table.waiting
    table.say(name, "status")

    assert table.say(name, "2") == Played("2")


def test_help_says_how_to_answer(table):
    assert table.say(table.waiting, "help") == Told("help")

    letter = table.letter(table.waiting)
    assert "Answer the mail that asks you something" in letter.text
    assert table.tap(table.waiting, "help rules", to=letter) == Told("help", "rules")
    held = table.hand(table.waiting)
    told = table.letter(table.waiting).text
    [line] = re.findall(r"You hold (.+?)\.", " ".join(told.split()))
    assert len(line.split(", ")) == len(held)
    assert "1 point for each trick, 10 more if it is exactly your bid." in told


def test_nobody_moves_out_of_turn(table):
    name = next(one for one in table.addresses if one != table.waiting)

    assert table.say(name, "2") == Kept("2")
    assert table.game.deal.bids == (None, None, None)
    assert table.say(name, "lay 2D 3C 4S") == Refused(Reason.NOT_YOUR_TURN)
    assert "It is not your turn yet" in table.letter(name).text


def test_silence_plays_what_the_mail_announced(table):
    name = table.waiting
    text = table.letter(name).text
    announced = re.search(r"The server bids (\d+),", text)[1]
    assert "Please answer by Wednesday 7 October, 10:00 (Paris time)." in text

    table.later(hours=47)
    assert table.waiting == name
    table.later(hours=1)

    assert table.game.deal.bids[table.seat(name)] == int(announced)
    told = table.letter(table.waiting).text
    assert f"No answer from {name} in time: the server bid {announced}." in told


def in_one_line(letter):
    """The text of a letter without the breaks of its lines."""
    return " ".join(letter.text.split())


def test_silence_plays_the_lowest_allowed_card(table):
    bid_all(table, 1, 1, 1)
    name = table.waiting
    sentence = r"The server plays your lowest allowed card, the ([\w ]+), and"
    words = re.search(sentence, in_one_line(table.letter(name)))[1]

    table.later(hours=72)

    told = [in_one_line(table.letter(one)) for one in table.addresses if one != name]
    news = f"No answer from {name} in time: the server played the {words}."
    assert any(news in text for text in told)


def test_a_mail_that_came_in_time_counts_before_the_deadline_does(table):
    """The mail waits unprocessed while the deadline passes: it was in time, so it counts."""
    name = table.waiting
    letter = table.letter(name)
    raw = f"From: {table.addresses[name]}\nTo: {letter.reply_to}\n\n4\n"
    with table.services.db.begin() as session:
        mail = Arrived("smtp", letter.reply_to, table.addresses[name], raw.encode(), table.now)
        accept(session, mail)
    table.now += timedelta(days=5)
    table.process()
    table.later(seconds=1)

    assert table.game.deal.bids[table.seat(name)] == 4


def test_a_whole_deal_goes_round_and_its_result_rides_in_the_next_question(table):
    bid_all(table, 1, 1, 1)
    while len(table.game.deals) == 0:
        table.say(table.waiting, table.letter(table.waiting).choices[0])

    text = table.letter(table.waiting).text
    assert "Lindy, deal 2 of 19" in text
    assert re.search(r"^DEAL 1 +bid +tricks +points$", text, re.MULTILINE)
    below = text.partition("AFTER DEAL 1\n")[2].partition("\n\n")[0]
    race = re.findall(r"^ +\d\. (\w+).* (\d+)$", below, re.MULTILINE)
    assert {name: int(total) for name, total in race} == {
        name: table.game.totals[table.seat(name)] for name in table.addresses
    }
    tricks = table.game.deals[0].tricks
    assert tricks_told(text, 1)[-1] == strip(10, tricks[9], ("Anna", "Bruno", "Ruth"))


def test_the_subjects_of_a_deal_say_what_is_asked_and_until_when(table):
    """Nobody is asked for a card of the last four tricks, which nobody can change."""
    bid_all(table, 1, 1, 1)
    while len(table.game.deals) == 0:
        table.say(table.waiting, table.letter(table.waiting).choices[0])

    sign = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    led = [sign[trick.cards[0].suit.value] for trick in table.game.deals[0].tricks[:6]]
    cards = {
        f"[Lindy 1/19] {asked}, by Wed 10:00 (trick {number})"
        for number, suit in enumerate(led, 1)
        for asked in ("lead a card", f"play a card to {suit}")
    }
    subjects = {letter.subject for name in table.addresses for letter in table.letters(name)}
    assert subjects == cards | {
        "[Lindy] Game starts: 3 players, 19 deals",
        "[Lindy 1/19] Game starts: your bid, by Wed 10:00",
        "[Lindy 1/19] your bid, by Wed 10:00",
        "[Lindy 2/19] your bid, by Wed 10:00",
    }


def test_after_the_end_an_answer_is_told_that_the_game_is_over(club):
    club.open("Anna", "Bruno", "Ruth", preset="3 deals down")
    while not club.game.over:
        name = club.waiting
        club.say(name, club.letter(name).choices[0])
    assert "IS OVER" in club.letter("Anna").text

    for said in ("3", "QH", "I have no idea what comes now"):
        assert club.say("Anna", said) == Refused(Reason.GAME_OVER)
        assert "The game is over." in club.letter("Anna").text


def test_the_mails_tell_the_duties_of_their_own_rules(club):
    """Pocha: whoever can must beat the trick or trump; the mail that shuts a card says which."""
    club.open("Anna", "Bruno", "Ruth", "Jan", preset="pocha")
    said = set()
    while not club.game.over and not {"You can ", "You cann"} <= said:
        name = club.waiting
        letter = club.letter(name)
        if "Stays in hand" in letter.text:
            said.add(re.search(r"^\((.*)\)$", letter.text, re.MULTILINE)[1].partition(",")[0][:8])
        club.say(name, letter.choices[-1])

    assert "You can " in said
    assert "You cann" in said

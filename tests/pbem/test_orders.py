"""What English speakers type, and what every answer has in common."""

from __future__ import annotations

import pytest

from engine import Card, Suit, cards
from engine.bidding import Premium
from engine.cards import RANKS, SUITS
from pbem.letters.speech import speech
from pbem.mail.text import paragraphs_that_count
from pbem.orders.answers import Bid, Clause, Join, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.keywords import Ask, Key, Policy, When
from pbem.orders.model import HousePolicy, Order, Request, Setting, Talk, Unread, Unsure, WhichOrder
from pbem.orders.reading import Expected, Reading
from pbem.orders.subjects import after_tag
from tests.effort import of_each
from tests.judging import Verdict, read_answer

card_sign = speech("en").card_sign
card_words = speech("en").card_words

HAND = cards("QH 3H KC TD 9S")


def readings(
    text: str, ask: Ask, language: str = "en", legal: str = "", *, bound: bool = True
) -> tuple[Reading, ...]:
    """An answer by a player who holds HAND, or bids on seven cards."""
    context = Expected(
        ask=ask,
        language=language,
        bound=bound,
        hand=HAND,
        legal=cards(legal) or HAND,
        size=7,
        bids=tuple(range(8)),
    )
    return read_answer(paragraphs_that_count(text), context)


def read(text: str, ask: Ask, language: str = "en", legal: str = "") -> Order:
    return readings(text, ask, language, legal)[0].order


def card(code: str) -> Card:
    return Card.parse(code)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *(("♥Q", "QH"), ("10♦", "TD"), ("q.h", "QH"), ("Q-H", "QH"), ("Q / H", "QH")),
        *(("**QH**", "QH"), ("“QH”", "QH"), ("QH 👍", "QH"), ("QH!!", "QH"), ("(QH)", "QH")),
        *(("Hi, queen of hearts please", "QH"), ("hearts: queen", "QH"), ("QH (queen)", "QH")),
        *(("Q♥ q of hearts QH", "QH"), ("I'll play my king of clubs", "KC"), ("ＱＨ", "QH")),
        *(("T♦", "TD"), ("knave of hearts", "JH"), ("deuce of clubs", "2C")),
    ],
)
def test_a_card(typed, code):
    assert read(typed, Ask.PLAY) == Play(card(code))


@pytest.mark.parametrize(
    ("typed", "tricks"),
    [
        *(("3", 3), ("bid 3", 3), ("zero", 0), ("9", 9), ("say 3", 3), ("no tricks", 0)),
        *(("0", 0), ("Ten", 10), ("3.", 3), ("none", 0), ("I'll take two", 2), ("a three", 3)),
        *(("Hello, I bid three, thanks", 3), ("20", 20), ("100", 100)),
    ],
)
def test_a_bid(typed, tricks):
    assert read(typed, Ask.BID) == Bid(tricks)


@pytest.mark.parametrize(
    ("typed", "bid"),
    [
        ("2 else 3", Bid(2, (3,))),
        ("2, otherwise 3 or else zero", Bid(2, (3, 0))),
        ("I bid two; else three", Bid(2, (3,))),
    ],
)
def test_a_bid_with_something_to_fall_back_on(typed, bid):
    assert read(typed, Ask.BID) == bid


@pytest.mark.parametrize(
    ("typed", "code"), [("low hearts", "3H"), ("my lowest heart", "3H"), ("highest heart!", "QH")]
)
def test_the_end_of_a_suit_names_its_card(typed, code):
    assert read(typed, Ask.PLAY) == Play(card(code))


@pytest.mark.parametrize("typed", ["not QH", "anything but QH", "no QH", "x", "H or Q"])
def test_what_names_no_card_is_not_read(typed):
    assert read(typed, Ask.PLAY) == Unread(typed)


@pytest.mark.parametrize(("typed", "among"), [("3 or 4", "3H"), ("QH?", "QH")])
def test_what_is_not_one_card_is_not_guessed(typed, among):
    assert read(typed, Ask.PLAY) == WhichOrder(typed, tuple(map(Play, cards(among))))


@pytest.mark.parametrize(
    "typed",
    ["many", "2.5", "1e3", "not 3", "3/4", "else 2", "o"],
)
def test_what_names_no_number_is_not_read(typed):
    assert read(typed, Ask.BID) == Unread(typed)


@pytest.mark.parametrize(
    ("typed", "among"),
    [("three or four", (3, 4)), ("-1", (1,)), ("3?", (3,)), ("two three", (2, 3))],
)
def test_what_is_not_one_number_is_not_guessed(typed, among):
    assert read(typed, Ask.BID) == WhichOrder(typed, tuple(map(Bid, among)))


@pytest.mark.parametrize(
    ("typed", "among"), [("QH KC", "QH KC"), ("hearts", "3H QH"), ("QH = king of clubs", "QH KC")]
)
def test_two_cards_are_asked_about(typed, among):
    assert read(typed, Ask.PLAY) == Unsure(typed, cards(among))


def test_to_pass_is_no_bid():
    assert read("I pass.", Ask.BID) == Pass()


def test_a_card_in_answer_to_a_bid_is_a_card():
    """It is refused later, with the reason."""
    assert read("QH", Ask.BID) == Play(card("QH"))
    assert read("queen", Ask.BID) == Unread("queen")


class TestARankOrSuitAlone:
    def test_counts_if_exactly_one_legal_card_fits(self):
        assert read("3", Ask.PLAY, legal="QH 3H") == Play(card("3H"))
        assert read("spades", Ask.PLAY) == Play(card("9S"))

    def test_is_refused_by_the_rule_if_the_only_one_held_is_not_legal(self):
        [reading] = readings("K", Ask.PLAY, legal="QH 3H")

        assert reading.order == Play(card("KC"))
        assert reading.verdict is Verdict.ILLEGAL

    def test_is_asked_about_if_several_legal_cards_fit(self):
        assert read("heart", Ask.PLAY) == Unsure("heart", cards("3H QH"))

    @pytest.mark.parametrize("typed", ["3", "Q", "spades", "three", "9"])
    def test_is_never_a_card_if_the_answer_is_not_bound_to_its_question(self, typed):
        [reading] = readings(typed, Ask.PLAY, bound=False)

        assert reading.order == Unread(typed)

    @pytest.mark.parametrize("typed", ["qeen", "nine!", "nice", "dame", "spaeds", "Due", "tre"])
    def test_is_not_played_in_a_misspelt_or_foreign_word(self, typed):
        assert isinstance(read(typed, Ask.PLAY), Play) is (typed == "nine!")


class TestAMisspeltWord:
    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            *(("qeen of harts", "QH"), ("quene of hearts", "QH"), ("kning of clubs", "KC")),
            *(("ten of daimonds", "TD"), ("ten of dimnds", "TD"), ("Q of heearts", "QH")),
            ("pleese play queen of hearts", "QH"),
        ],
    )
    def test_is_mended_and_acknowledged(self, typed, code):
        [reading] = readings(typed, Ask.PLAY)

        assert reading.order == Play(card(code))
        assert reading.verdict is Verdict.ACK

    @pytest.mark.parametrize(
        ("typed", "among"),
        [("nive of hearts", "QH 3H"), ("tren of hearts", "QH 3H"), ("sux of clubs", "KC")],
    )
    def test_is_not_mended_if_two_meanings_are_left_or_none(self, typed, among):
        assert read(typed, Ask.PLAY) == WhichOrder(typed, tuple(map(Play, cards(among))))

    @pytest.mark.parametrize(
        ("typed", "order"),
        [
            *(("bid thre", Bid(3)), ("I bid threee tricks", Bid(3)), ("thre", Bid(3))),
            *(("Hi there", Unread("")), ("there", Unread("there"))),
        ],
    )
    def test_is_a_number_beside_a_word_of_bids_or_where_no_letter_is_another(self, typed, order):
        assert read(typed, Ask.BID) == order

    @pytest.mark.parametrize(
        ("typed", "order"),
        [
            *(("stauts", Request("status")), ("hlep", Request("help"))),
            *(("stpo", Unread("stpo")), ("leav", Unread("leav")), ("bakc", Unread("bakc"))),
        ],
    )
    def test_is_a_request_only_if_that_does_no_harm(self, typed, order):
        assert read(typed, Ask.PLAY) == order


class TestAPlan:
    QH, KC, LOW = Clause(HAND[0]), Clause(HAND[2]), Clause(Policy.LOW)
    IF = Clause(HAND[2], Suit.CLUBS)

    @pytest.mark.parametrize(
        ("typed", "steps"),
        [
            ("low", ((LOW,),)),
            ("play the lowest card please", ((LOW,),)),
            ("duck", ((Clause(Policy.DUCK),),)),
            ("QH then KC", ((QH,), (KC,))),
            ("QH, then KC", ((QH,), (KC,))),
            ("QH; KC", ((QH,), (KC,))),
            ("QH and then king of clubs, then low", ((QH,), (KC,), (LOW,))),
            ("if clubs led KC", ((IF,),)),
            ("if clubs are led: KC", ((IF,),)),
            ("if a club is led then KC", ((IF,),)),
            ("if clubs led, then KC", ((IF,),)),
            ("if ♣ KC, else low", ((IF, LOW),)),
            ("if clubs led KC; if hearts led QH; else win",
             ((IF, Clause(HAND[0], Suit.HEARTS), Clause(Policy.WIN)),)),
            ("QH; if clubs led KC; else low", ((QH,), (IF, LOW))),
            ("QH else low", ((QH, LOW),)),
        ],
    )  # fmt: skip
    def test_is_a_row_of_steps(self, typed, steps):
        assert read(typed, Ask.PLAY) == (Plan(steps) if steps else Unread(typed))

    @pytest.mark.parametrize(
        "typed",
        ["if clubs led", "if led KC", "low else KC", "if clubs led KC; low",
         "else low", "if clubs led KC else"],
    )  # fmt: skip
    def test_that_is_unclear_is_no_plan(self, typed):
        assert read(typed, Ask.PLAY) == Unread(typed)

    def test_asks_about_what_it_leaves_open(self):
        assert read("QH then hearts", Ask.PLAY) == Unsure("QH then hearts", cards("3H QH"))

    @pytest.mark.parametrize(
        ("typed", "legal", "verdict"),
        [
            *(("QH then AC", "", Verdict.NOT_HELD), ("KC then QH", "QH 3H", Verdict.ILLEGAL)),
            *(("if clubs led KC", "QH 3H", Verdict.PLAN), ("KC else low", "QH 3H", Verdict.PLAN)),
        ],
    )
    def test_must_be_possible(self, typed, legal, verdict):
        assert readings(typed, Ask.PLAY, legal=legal)[0].verdict is verdict

    def test_can_be_sealed(self):
        assert read("keep QH", Ask.PLAY) == Keep(Play(card("QH")))
        plan = Plan(((self.QH,), (self.KC,)))
        assert read("keep for my turn: QH then KC", Ask.PLAY) == Keep(plan)
        assert read("keep 2 else 3", Ask.BID) == Keep(Bid(2, (3,)))
        assert read("keep calm", Ask.PLAY) == Unread("keep calm")

    @pytest.mark.parametrize(
        ("typed", "order"),
        [
            ("when made duck", HousePolicy(When.MADE, Policy.DUCK)),
            ("when missed low", HousePolicy(When.MISSED, Policy.LOW)),
            ("need all win", HousePolicy(When.NEED_ALL, Policy.WIN)),
            ("when made: ask", HousePolicy(When.MADE, None)),
            ("when made", Unread("when made")),
        ],
    )
    def test_can_be_a_policy_of_the_house(self, typed, order):
        assert read(typed, Ask.BID) == order


class TestWhatSomeGamesAsk:
    @pytest.mark.parametrize(
        ("typed", "suit"),
        [
            *(("hearts", Suit.HEARTS), ("♠", Suit.SPADES), ("no trump", None), ("NT", None)),
            *(("trump: clubs please", Suit.CLUBS), ("D", Suit.DIAMONDS)),
        ],
    )
    def test_the_trump_suit(self, typed, suit):
        assert read(typed, Ask.TRUMP) == Trump(suit)

    def test_a_letter_for_trump_that_may_be_two_suits_is_asked_about(self):
        assert read("C", Ask.TRUMP, "fr") == Unsure("C", (Suit.CLUBS, Suit.HEARTS))
        assert read("cœur", Ask.TRUMP, "fr") == Trump(Suit.HEARTS)

    def test_trump_is_not_named_by_accident(self):
        assert read("not hearts", Ask.TRUMP) == Unread("not hearts")
        suits = (Trump(Suit.HEARTS), Trump(Suit.SPADES))
        assert read("hearts or spades", Ask.TRUMP) == WhichOrder("hearts or spades", suits)

    @pytest.mark.parametrize(
        ("typed", "order"),
        [
            ("lay 9S QH KC", Lay(cards("9S QH KC"))),
            ("9S, QH, KC", Lay(cards("9S QH KC"))),
            ("nine of spades; queen of hearts and KC", Lay(cards("9S QH KC"))),
            ("9S QH KC declare", Lay(cards("9S QH KC"), Premium.DECLARE)),
            ("lay 9S QH KC, reveal", Lay(cards("9S QH KC"), Premium.REVEAL)),
            ("9S QH KC declare reveal", Unread("9S QH KC declare reveal")),
            ("9S QH QH", Unsure("9S QH QH", cards("9S QH"))),
            ("9S QH", Unsure("9S QH", cards("9S QH"))),
        ],
    )
    def test_cards_laid_aside(self, typed, order):
        assert read(typed, Ask.LAY) == order

    def test_a_wild_card_called_as_another(self):
        assert read("3H as AC", Ask.PLAY) == Play(card("3H"), card("AC"))
        among = tuple(map(Play, cards("3H QH KC")))
        assert read("3H as QH or KC", Ask.PLAY) == WhichOrder("3H as QH or KC", among)

    def test_a_call_is_read_for_jokers_only(self):
        assert read("QH high", Ask.PLAY) == Unread("QH high")


@of_each("ask", Ask)
@of_each(
    ("typed", "order"),
    [
        ("status", Request("status")),
        ("status?", Request("status")),
        ("HELP!", Request("help")),
        ("?", Request("help")),
        ("help cards", Request("help", "cards")),
        ("undo", Request("undo")),
        ("Take back", Request("undo")),
        ("undo, sorry", Request("undo")),
        ("my hand please", Request("hand")),
        ("log", Request("log")),
        ("proof", Request("proof")),
        ("rematch", Request("rematch")),
        ("standings", Request("standings")),
        ("settings", Request("settings")),
        ("calendar", Request("settings")),
        ("back", Request("back")),
        ("I am here", Request("here")),
        ("leave", Request("leave")),
        ("unsubscribe", Request("unsubscribe")),
        ("stop", Request("stop")),
        ("Forget plan.", Request("forget_plan")),
        ("say well played, Bruno! QH was cruel", Talk("well played, Bruno! QH was cruel")),
        ("mails daily 8:00", Setting(Key.MAILS, "daily 08:00")),
    ],
)
def test_a_request_is_understood_at_any_time(typed, order, ask):
    [reading] = readings(typed, ask)

    assert reading.order == order
    assert reading.verdict is Verdict.COMMAND


@pytest.mark.parametrize("typed", ["leave it", "back to you", "nohelp"])
def test_what_only_begins_like_a_request_is_none(typed):
    assert read(typed, Ask.PLAY) == Unread(typed)


@pytest.mark.parametrize(
    ("typed", "yes"),
    [("yes", True), ("Yes please!", True), ("I'm in", True), ("no", False), ("No, thanks.", False)],
)
def test_an_answer_to_an_invitation(typed, yes):
    assert read(typed, Ask.INVITATION) == Join(yes)


@pytest.mark.parametrize("typed", ["maybe", "QH", "3", "yes but not this week", "no idea"])
def test_what_is_neither_yes_nor_no(typed):
    assert read(typed, Ask.INVITATION) == Unread(typed)


class TestSeveralLines:
    def test_the_first_is_the_answer_and_the_rest_is_dropped_once_it_cannot_be_read(self):
        text = "QH\n\nlovely weather here, 3 degrees\nstatus"

        assert [r.order for r in readings(text, Ask.PLAY)] == [Play(card("QH"))]
        assert read("lovely weather\nQH", Ask.PLAY) == Play(card("QH"))

    def test_further_lines_are_read_while_they_can_be(self):
        text = "QH\nstatus\nmails all\nsay hello\nthat is all\nhelp"

        assert [r.order for r in readings(text, Ask.PLAY)] == [
            Play(card("QH")),
            Request("status"),
            Setting(Key.MAILS, "all"),
            Talk("hello"),
        ]

    def test_a_greeting_may_stand_above(self):
        assert read("Hello Marta,\nQH", Ask.PLAY) == Play(card("QH"))
        assert read("Guten Abend!\nQH", Ask.PLAY) == Play(card("QH"))
        assert read("Hello", Ask.PLAY) == Unread("")

    def test_hearts_for_somebody_above_are_no_card(self):
        assert read("Hello, here are 3 hearts for you\nQH", Ask.PLAY) == Play(card("QH"))

    @pytest.mark.parametrize(
        ("text", "order"),
        [
            ("QH\nQ♥", Play(HAND[0])),
            ("QH\nKC", WhichOrder("QH; KC", (Play(card("KC")), Play(card("QH"))))),
            ("QH\n3", WhichOrder("QH; 3", (Play(card("3H")), Play(card("QH"))))),
            ("QH\nlow", WhichOrder("QH; low", (Plan(((Clause(Policy.LOW),),)), Play(card("QH"))))),
        ],
    )
    def test_two_answers_that_contradict_each_other_are_asked_about(self, text, order):
        [reading] = readings(text, Ask.PLAY)

        assert reading.order == order
        assert (reading.verdict is Verdict.ASK) == isinstance(order, WhichOrder)

    def test_two_bids_that_contradict_each_other_are_asked_about(self):
        [reading] = readings("3\n4", Ask.BID)

        assert reading.order == WhichOrder("3; 4", (Bid(4), Bid(3)))

    def test_a_condition_may_follow_on_a_line_of_its_own(self):
        first, second = readings("QH\nif clubs led KC", Ask.PLAY)

        assert first.order == Play(card("QH"))
        assert second.order == Plan(((TestAPlan.IF,),))

    def test_each_may_be_for_a_table_of_its_own(self):
        here = Expected(Ask.PLAY, hand=HAND, legal=HAND)
        tables = {"Lindy": here, "Tuesday club": Expected(Ask.BID, size=4, bids=(0, 1, 3, 4))}

        lindy, club = read_answer(["lindy: QH", "Tuesday Club: 2"], here, tables)
        unknown = read_answer(["Nobody's: QH"], here, tables)

        assert (lindy.table, lindy.order, lindy.verdict) == ("Lindy", Play(HAND[0]), Verdict.OK)
        assert (club.table, club.order, club.verdict) == ("Tuesday club", Bid(2), Verdict.HOOK)
        assert unknown[0].order == WhichOrder("Nobody's: QH", (Play(HAND[0]),))

    def test_nothing_written_is_an_empty_line(self):
        assert read("", Ask.PLAY) == Unread("")


def test_an_answer_to_a_closed_question_is_stale_whatever_it_says():
    context = Expected(Ask.PLAY, closed=True, hand=HAND, legal=HAND)

    for typed in ("QH", "7H", "Q", "low", "QH then KC", "hearts", "what?"):
        assert read_answer([typed], context)[0].verdict is Verdict.STALE, typed
    for typed in ("status", "say hello", "mails all"):
        assert read_answer([typed], context)[0].verdict is Verdict.COMMAND, typed


@of_each("code", [Card(rank, suit) for suit in SUITS for rank in RANKS])
def test_every_card_reads_back_in_every_form_we_print(code):
    for form in (str(code), card_sign(code), card_words(code), f"{card_sign(code)}\ufe0e"):
        assert read(form, Ask.PLAY) == Play(code)


MARKS = ("Re: ", "RE: [EXT] ", "AW: ", "TR: ", "R: ", "Antw: ", "[EXT] ", "[EXTERN] Re: ", "Fwd: ")
"""What mail programs and servers put before a subject."""


@of_each(
    ("subject", "text"),
    [
        ("[Lindy-6.3] QH", "QH"),
        ("[Tuesday club-1.B] 3", "3"),
        ("[EXT] [Lindy-6.12 #k3v7qk3v7qk3v7qk3v7q] QH", "QH"),
        ("[EXTERNAL][Mail] [Lindy #k3v7qk3v7qk3v7qk3v7q] status", "status"),
        *((f"{mark}[Lindy 6/19] your bid, by Tue 9:00", "") for mark in ("", *MARKS)),
        *((f"{mark}[Lindy 6/?] play a card to ♥, by Tue 9:00 (trick 3)", "") for mark in MARKS),
        ("Re: [Lindy 6/19] your bid, by Tue 9:00 [#k3v7qk3v7qk3v7qk3v7q]", ""),
        ("[Lindy] Where we are", ""),
        ("QH", ""),
        ("", ""),
        ("[Lindy]", ""),
    ],
)
def test_the_subject_of_a_tap(subject, text):
    assert after_tag(subject) == text

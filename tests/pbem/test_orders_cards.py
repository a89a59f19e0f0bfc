"""A card is never misread: what mails print, what slips, and whole games in every notation."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace

import pytest

from engine import Card, Hand, cards
from pbem.orders.answers import Play
from pbem.orders.cards import notation_of
from pbem.orders.keywords import Ask
from pbem.orders.model import Order, Unsure
from pbem.orders.reading import Doubt, Expected, Lettering, Notation
from tests.judging import Judged, Verdict, read_answer
from tests.pbem.card_names import (
    LANGUAGES,
    PACK,
    POLITE,
    code_of,
    other_ranks,
    other_suits,
    rank_names,
    sign_of,
    suit_names,
    words_of,
)

ORDERS = (True, False)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
either_way = pytest.mark.parametrize("rank_first", ORDERS, ids=["rank first", "suit first"])


def leading(language: str, hand: Hand = PACK, notation: Notation | None = None) -> Expected:
    """Somebody who leads and may play every card held."""
    return Expected(Ask.PLAY, language, hand=hand, legal=hand, notation=notation)


def read(typed: str, context: Expected) -> Judged:
    [reading] = read_answer([typed], context)
    return reading


def may_mean(order: Order) -> tuple[Card, ...]:
    """The cards an order plays or asks about."""
    match order:
        case Play(card=card):
            return (card,)
        case Unsure(among=among):
            return tuple(card for card in among if isinstance(card, Card))
        case _:
            return ()


class TestEveryPrintedForm:
    """All 52 cards in each of seven languages."""

    @in_every_language
    @pytest.mark.parametrize("notation", [None, *map(Notation, Lettering)], ids=str)
    def test_words_and_signs_are_played_without_a_question(self, language, notation):
        context = leading(language, notation=notation)
        for card in PACK:
            words, sign = words_of(card, language), sign_of(card, language)
            forms = [words, words.upper(), words.replace(" ", "-"), sign, sign + "\ufe0f"]
            forms += [sign_of(card, language, rank_first=False), POLITE[language].format(words)]
            for form in forms:
                reading = read(form, context)
                assert reading.order == Play(card), form
                assert reading.verdict is Verdict.OK, form

    @in_every_language
    def test_english_words_and_signs_serve_everybody(self, language):
        for card in PACK:
            for form in (words_of(card, "en"), sign_of(card, "en"), sign_of(card, language)):
                assert read(form, leading(language)).order == Play(card), form

    @in_every_language
    @either_way
    def test_own_letters_are_played_once_they_are_known(self, language, rank_first):
        context = leading(language, notation=Notation(Lettering.OWN, rank_first))
        for card in PACK:
            code = code_of(card, language, rank_first=rank_first)
            for form in (code, code.lower(), POLITE[language].format(code)):
                reading = read(form, context)
                assert reading.order == Play(card), form
                assert reading.verdict is Verdict.OK, form

    @in_every_language
    @either_way
    def test_english_code_is_played_once_it_is_known(self, language, rank_first):
        context = leading(language, notation=Notation(Lettering.ENGLISH, rank_first))
        for card in PACK:
            code = code_of(card, "en", rank_first=rank_first)
            for form in (str(card), code, code.lower(), POLITE[language].format(code)):
                reading = read(form, context)
                assert reading.order == Play(card), form
                assert reading.verdict is Verdict.OK, form

    @in_every_language
    @either_way
    @pytest.mark.parametrize("letters", ["own", "english"])
    def test_letters_not_yet_known_are_played_or_asked_about(self, language, letters, rank_first):
        for card in PACK:
            code = code_of(card, language if letters == "own" else "en", rank_first=rank_first)

            meant = may_mean(read(code, leading(language)).order)

            assert card in meant, code
            assert len(meant) > 1 or meant == (card,)

    def test_german_words_are_written_together_or_with_an_e(self):
        for card in PACK:
            words = words_of(card, "de")
            for form in (words.replace(" ", ""), words.replace("ö", "oe").replace("ü", "ue")):
                assert read(form, leading("de")).order == Play(card), form
            together = words_of(card, "nl").replace(" ", "")
            assert read(together, leading("nl")).order == Play(card), together


@pytest.mark.parametrize(
    ("typed", "card", "language", "notation"),
    [
        ("DC", "QH", "fr", Notation(Lettering.OWN, rank_first=True)),
        ("CD", "QH", "fr", Notation(Lettering.OWN, rank_first=False)),
        ("QH", "QH", "fr", Notation(Lettering.ENGLISH, rank_first=True)),
        ("7C", "7H", "fr", Notation(Lettering.OWN, rank_first=True)),
        ("7C", "7C", "fr", Notation(Lettering.ENGLISH, rank_first=True)),
        ("as", "AH", "fr", Notation(Lettering.OWN)),
        ("as", "AS", "fr", None),
        ("HK", "KH", "nl", Notation(None, rank_first=False)),
        ("FQ", "JD", "it", Notation(Lettering.OWN, rank_first=True)),
        ("FQ", "QC", "it", Notation(Lettering.OWN, rank_first=False)),
        ("HH", "KH", "nl", Notation(Lettering.OWN)),
        ("D♥", "QH", "fr", Notation(Lettering.OWN, rank_first=True)),
        ("7♥", "7H", "fr", Notation(None, rank_first=True)),
        ("7C", "8C", "fr", None),
    ],
)
def test_a_notation_is_told_by_what_a_text_was_meant_to_say(typed, card, language, notation):
    """Asked how she writes the queen of hearts, or which card she meant."""
    assert notation_of(typed, Card.parse(card), language, Expected().pack) == notation


class TestTheOneQuestion:
    HAND = cards("7H 7C KH KC QC JC")

    def test_is_answered_with_a_word_alone(self):
        doubt = Doubt("7C", cards("7C 7H"))
        context = replace(leading("fr", self.HAND), doubt=doubt)

        reading = read("cœur", context)

        assert reading.order == Play(Card.parse("7H"))
        assert reading.notation == Notation(Lettering.OWN, rank_first=True)

    @pytest.mark.parametrize(
        ("typed", "card", "code"),
        [
            ("trèfle", "7C", Lettering.ENGLISH),
            ("7 de cœur", "7H", Lettering.OWN),
            ("7♣", "7C", Lettering.ENGLISH),
        ],
    )
    def test_teaches_the_player_s_notation(self, typed, card, code):
        context = replace(leading("fr", self.HAND), doubt=Doubt("7C", cards("7C 7H")))

        reading = read(typed, context)

        assert reading.order == Play(Card.parse(card))
        assert reading.notation == Notation(code, rank_first=True)

    def test_can_be_answered_with_another_card(self):
        context = replace(leading("fr", self.HAND), doubt=Doubt("7C", cards("7C 7H")))

        reading = read("roi de cœur", context)

        assert reading.order == Play(Card.parse("KH"))
        assert reading.notation is None

    def test_is_not_answered_by_the_same_letter(self):
        context = replace(leading("fr", self.HAND), doubt=Doubt("7C", cards("7C 7H")))

        assert isinstance(read("C", context).order, Unsure)


def typists() -> list[tuple[str, str, bool]]:
    """Everybody who writes letters: own ones or English, either way round."""
    return [
        (language, letters, rank_first)
        for language in LANGUAGES
        for letters in dict.fromkeys((language, "en"))
        for rank_first in ORDERS
    ]


@pytest.mark.parametrize(("language", "letters", "rank_first"), typists())
def test_in_a_whole_game_a_player_is_asked_at_most_once(language, letters, rank_first):
    """19 deals, ten cards down to one and back, every card typed as a code."""
    dice = random.Random(f"{language} {letters} {rank_first}")
    context = leading(language)
    asked = played = 0
    for size in (*range(10, 0, -1), *range(2, 11)):
        hand = dice.sample(PACK, size)
        for at, card in enumerate(hand):
            held = tuple(hand[at:])
            context = replace(context, hand=held, legal=held)
            code = code_of(card, letters, rank_first=rank_first)
            reading = read(code, context)
            if isinstance(reading.order, Unsure):
                asked += code != "AS"  # which may be an ace alone: the ace of spades leaves it open
                doubt = Doubt(code, may_mean(reading.order))
                reading = read(words_of(card, language), replace(context, doubt=doubt))
                context = replace(context, notation=reading.notation or context.notation)
            assert reading.order == Play(card), code
            assert reading.verdict in (Verdict.OK, Verdict.ACK)
            played += 1
    assert played == 109
    assert asked <= (0 if language == "en" or (language, letters) == ("de", "de") else 1)


def folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(c for c in apart if not unicodedata.combining(c)).replace("-", " ")


def slip(text: str, dice: random.Random) -> str:
    """A text with one letter missing, added, wrong, or swapped with the next."""
    at = dice.randrange(len(text))
    letter = dice.choice("abcdefghijklmnopqrstuvwxyz")
    return dice.choice([
        text[:at] + text[at + 1 :],
        text[:at] + letter + text[at:],
        text[:at] + letter + text[at + 1 :],
        text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
    ])  # fmt: skip


def exact_names() -> dict[str, set[Card]]:
    """Every card by all its names in any language, without link words, in any order."""
    found: dict[str, set[Card]] = {}
    for language in LANGUAGES:
        ranks = [(r, name) for r, names in rank_names(language).items() for name in names]
        suits = [(s, name) for s, names in suit_names(language).items() for name in names]
        for rank, one in [*ranks, *other_ranks(language)]:
            for suit, other in [*suits, *other_suits(language)]:
                for text in (one + other, other + one):
                    found.setdefault(plain(text), set()).add(Card(rank, suit))
    return found


def plain(text: str) -> str:
    return "".join(word for word in folded(text).split() if word not in ("of", "de", "di"))


class TestTenThousandSlips:
    """A slip is a card that is not held, or a letter that is wrong: it never plays another card."""

    SLIPS = 5000

    def test_a_card_that_is_not_held_is_never_another_one(self):
        dice = random.Random(99)
        for _ in range(self.SLIPS):
            language, letters = dice.choice(LANGUAGES), dice.choice(["own", "english"])
            hand = tuple(dice.sample(PACK, dice.randint(1, 10)))
            card = dice.choice([card for card in PACK if card not in hand])
            of_suit = tuple(each for each in hand if each.suit is hand[0].suit)
            legal = dice.choice([hand, of_suit])
            rank_first = dice.random() < 0.7
            known = dice.choice([None, Notation(Lettering(letters), rank_first)])
            typed = dice.choice([
                code_of(card, language if letters == "own" else "en", rank_first=rank_first),
                sign_of(card, language if letters == "own" else "en", rank_first=rank_first),
                words_of(card, language),
            ])  # fmt: skip
            context = replace(leading(language, hand, known), legal=legal)

            reading = read(typed, context)

            assert reading.verdict in (Verdict.NOT_HELD, Verdict.ASK), (typed, context)
            assert card in may_mean(reading.order), (typed, context)

    def test_a_wrong_letter_plays_what_was_meant_or_nothing(self):
        """Unless what was typed is, letter by letter, the name of another card: six for dix."""
        dice, names = random.Random(7), exact_names()
        mended = others = 0
        for _ in range(self.SLIPS):
            language = dice.choice(LANGUAGES)
            hand = tuple(dice.sample(PACK, 10))
            card = dice.choice(hand)
            typed = slip(words_of(card, language), dice)

            order = read(typed, leading(language, hand)).order

            if isinstance(order, Play) and order.card != card:
                assert order.card in names.get(plain(typed), set()), (typed, language)
                others += 1
            mended += order == Play(card)
        assert mended > self.SLIPS // 2
        assert others < self.SLIPS // 100

"""Other packs: shortened ones, Spanish cards, jokers, wizards and jesters."""

from __future__ import annotations

import pytest

from engine import Card, Rank, cards
from engine.cards import Pack, PackKind
from engine.specials import Height
from pbem.letters.looks import usual_look
from pbem.letters.speech import speech
from pbem.orders.answers import Answer, Play
from pbem.orders.keywords import Ask
from pbem.orders.model import Unread, Unsure
from pbem.orders.reading import Expected, Lettering, Notation
from tests.judging import Judged, Verdict, read_answer
from tests.pbem.card_names import LANGUAGES, words_of

card_sign = speech("en").card_sign
card_words = speech("en").card_words

SPANISH = Pack(kind=PackKind.SPANISH)
SHORT = Pack(lowest=Rank.SEVEN)
WIZARD = Pack(kind=PackKind.WIZARD)
JOKERS = Pack(jokers=2)

SUITS = {"D": "oros", "H": "copas", "S": "espadas", "C": "bastos"}
RANKS = {"K": "rey", "Q": "caballo", "J": "sota", "A": "as", "7": "siete", "2": "dos"}
LETTERS = {"D": "O", "H": "C", "S": "E", "C": "B", "K": "R", "Q": "C", "J": "S", "A": "A"}
NUMBERS = {"K": "12", "Q": "11", "J": "10", "A": "1", "7": "7", "2": "2"}
"""How Spanish players call and write the suits and ranks of Spanish cards."""


def read(
    typed: str, pack: Pack, language: str = "en", held: str = "", notation: Notation | None = None
) -> Judged:
    """Somebody who leads from some cards, or from the whole pack."""
    hand = cards(held) or tuple(dict.fromkeys(pack.cards()))
    context = Expected(Ask.PLAY, language, hand=hand, legal=hand, pack=pack, notation=notation)
    [reading] = read_answer([typed], context)
    return reading


@pytest.mark.parametrize("pack", [SHORT, Pack(lowest=Rank.SIX), Pack(added=8), SPANISH, WIZARD])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plain_card_of_a_pack_reads_back(pack, language):
    for card in filter(lambda card: card.plain, pack.cards()):
        for form in (words_of(card, language), card_words(card), card_sign(card)):
            assert read(form, pack, language).order == Play(card), form


def test_a_card_that_is_not_in_the_pack_is_not_held():
    reading = read("two of hearts", SHORT)

    assert (reading.order, reading.verdict) == (Play(Card.parse("2H")), Verdict.NOT_HELD)


class TestSpanishCards:
    def test_have_names(self):
        for suit, suit_word in SUITS.items():
            for rank, rank_word in RANKS.items():
                card = Card.parse(rank + suit)
                for typed in (
                    f"{rank_word} de {suit_word}",
                    f"{NUMBERS[rank]} de {suit_word}",
                    f"Juego el {rank_word} de {suit_word}, gracias",
                ):
                    reading = read(typed, SPANISH, "es")
                    assert (reading.order, reading.verdict) == (Play(card), Verdict.OK), typed

    @pytest.mark.parametrize("rank_first", [True, False])
    def test_have_letters(self, rank_first):
        own = Notation(Lettering.OWN, rank_first)
        for suit in "DHSC":
            for rank in "KQJA":
                letters = LETTERS[rank], LETTERS[suit]
                typed = "".join(letters if rank_first else reversed(letters))
                card = Card.parse(rank + suit)
                assert read(typed, SPANISH, "es", notation=own).order == Play(card), typed

    def test_have_names_in_other_languages(self):
        for language, typed in (
            *(("en", "knight of cups"), ("fr", "cavalier de coupes"), ("de", "Reiter der Kelche")),
            *(("it", "cavallo di coppe"), ("nl", "ridder bekers"), ("ro", "cavaler de cupe")),
        ):
            assert read(typed, SPANISH, language).order == Play(Card.parse("QH")), typed

    @pytest.mark.parametrize("typed", ["caballo de copas", "11 de copas", "king of coins"])
    def test_have_ranks_that_are_only_read_when_such_a_pack_is_played(self, typed):
        assert not isinstance(read(typed, Pack(), "es").order, Answer)

    @pytest.mark.parametrize(("language", "king"), [("es", "rey de {}"), ("it", "re di {}")])
    def test_lend_their_suits_to_the_others_where_people_grow_up_with_them(self, language, king):
        names = {"es": "espadas copas oros bastos", "it": "spade coppe denari bastoni"}[language]
        for suit, name in zip("SHDC", names.split(), strict=True):
            order = read(king.format(name), Pack(), language).order
            assert order == Play(Card.parse("K" + suit)), name

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_read_back_as_they_are_written(self, language):
        said = speech(language, usual_look(SPANISH))
        for card in SPANISH.cards():
            assert read(said.card_words(card), SPANISH, language).order == Play(card)

    def test_a_c_of_english_players_may_be_three_suits(self):
        """Cups and coins for who names the suits, clubs for who knows the code of the taps."""
        [*among] = cards("KC KD KH")

        assert read("KC", SPANISH).order == Unsure("KC", tuple(among))
        assert read("KC", SPANISH, notation=Notation(Lettering.ENGLISH)).order == Play(among[0])

    def test_a_courtesy_is_no_king(self):
        """`ok` would be the rey de oros, in English index and Spanish suits."""
        assert read("ok", SPANISH, "es").order == Unread("ok")
        assert read("ok", SPANISH, "en").order == Unread("ok")


class TestCardsWithoutASuit:
    @pytest.mark.parametrize("card", [card for card in WIZARD.cards() if not card.plain], ids=str)
    def test_have_codes(self, card):
        for typed in (str(card), str(card).lower(), f"I play {card}, please"):
            assert read(typed, WIZARD).order == Play(card)

    @pytest.mark.parametrize("card", cards("*1 *2"), ids=str)
    def test_jokers_have_codes_too(self, card):
        for typed in (str(card), f"joker {card.rank.sign}"):
            assert read(typed, JOKERS).order == Play(card)

    @pytest.mark.parametrize(
        ("language", "wizard", "jester", "joker"),
        [
            ("en", "the wizard", "jester", "joker"),
            ("fr", "le magicien", "bouffon", "joker"),
            ("de", "Zauberer", "den Narren", "Joker"),
            ("it", "mago", "buffone", "jolly"),
            ("es", "mago", "bufón", "comodín"),
            ("nl", "tovenaar", "nar", "joker"),
            ("ro", "vrăjitor", "bufon", "joker"),
        ],
    )
    def test_have_names_which_mean_the_first_of_those_held(self, language, wizard, jester, joker):
        assert read(wizard, WIZARD, language, "QH W3 W2 X4").order == Play(Card.parse("W3"))
        assert read(jester, WIZARD, language, "QH W3 W2 X4").order == Play(Card.parse("X4"))
        assert read(joker, JOKERS, language, "QH *2").order == Play(Card.parse("*2"))

    def test_that_are_not_held_are_not_played(self):
        assert read("wizard", WIZARD, held="QH X1").verdict is Verdict.NOT_HELD
        assert read("W2", WIZARD, held="QH W1").verdict is Verdict.NOT_HELD
        assert read("wizard 2", WIZARD, held="QH W1").verdict is Verdict.NOT_HELD

    @pytest.mark.parametrize("typed", ["wizard", "W1", "joker", "*1", "mago"])
    def test_are_no_cards_where_the_pack_has_none(self, typed):
        assert read(typed, Pack()).order == Unread(typed)

    @pytest.mark.parametrize(
        ("language", "typed", "call"),
        [
            *(("en", "joker high", Height.HIGH), ("en", "low joker", Height.LOW)),
            *(("en", "*1, high please", Height.HIGH), ("fr", "joker haut", Height.HIGH)),
            *(("de", "Joker niedrig", Height.LOW), ("it", "jolly alto", Height.HIGH)),
            *(("es", "comodín bajo", Height.LOW), ("nl", "joker laag", Height.LOW)),
            ("ro", "joker mare", Height.HIGH),
        ],
    )
    def test_a_joker_may_be_called_high_or_low(self, language, typed, call):
        assert read(typed, JOKERS, language, "QH *1").order == Play(Card.parse("*1"), call)

    def test_a_wild_two_names_a_card(self):
        for language, typed in (
            *(("en", "2H as AC"), ("en", "two of hearts as the ace of clubs"), ("en", "2♥ as A♣")),
            *(("fr", "2♥ comme as de trèfle"), ("de", "Herz 2 als Kreuz Ass")),
            *(("it", "2 di cuori come asso di fiori"), ("es", "2♥ como as de tréboles")),
            *(("nl", "harten 2 als klaveren aas"), ("ro", "2♥ ca as de treflă")),
        ):
            order = read(typed, Pack(), language).order
            assert order == Play(Card.parse("2H"), Card.parse("AC")), typed

    def test_emphasis_is_no_joker(self):
        assert read("*2H*", JOKERS).order == Play(Card.parse("2H"))
        assert read("*2*", JOKERS, held="QH *2").order != Play(Card.parse("*2"))

    def test_two_of_them_are_asked_about(self):
        assert read("W1 X1", WIZARD).order == Unsure("W1 X1", cards("W1 X1"))


@pytest.mark.parametrize("typed", ["★2 low", "*2 low", "joker 2 low", "joker 2, low"])
def test_a_joker_reads_back_as_mails_print_it(typed):
    context = Expected(Ask.PLAY, pack=Pack(jokers=2), hand=cards("*2 5H"), legal=cards("*2 5H"))

    assert read_answer([typed], context)[0].order == Play(Card.parse("*2"), Height.LOW)

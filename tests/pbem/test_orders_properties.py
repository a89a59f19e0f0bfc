"""Whatever somebody writes: it is read without a fault, in no time, and noise orders nothing."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engine import cards
from engine.cards import Pack, PackKind
from pbem.languages import spoken
from pbem.orders.answers import Answer, Bid, Play
from pbem.orders.keywords import Ask
from pbem.orders.model import Unread
from pbem.orders.reading import Doubt, Expected, Lettering, Notation
from pbem.orders.spelling import slips
from pbem.orders.text import fold, tokens
from pbem.orders.words import sections, words
from tests.effort import of_each
from tests.judging import Verdict, read_answer
from tests.steps import steps

HAND = cards("QH 3H KC TD 9S")
PACKS = [Pack(), Pack(kind=PackKind.SPANISH), Pack(kind=PackKind.WIZARD), Pack(jokers=2)]
VOCABULARY = sorted({
    " ".join(phrase)
    for language in spoken()
    for section, _ in sections()
    for phrase in getattr(words(language), section)
})  # fmt: skip

languages = st.sampled_from(spoken())
contexts = st.builds(
    Expected,
    ask=st.sampled_from([None, *Ask]),
    language=languages,
    bound=st.booleans(),
    closed=st.booleans(),
    hand=st.just(HAND),
    legal=st.sampled_from([(), HAND[:2], HAND]),
    size=st.just(5),
    bids=st.sampled_from([(), (0, 1, 3, 4, 5)]),
    pack=st.sampled_from(PACKS),
    notation=st.none()
    | st.builds(
        Notation, st.sampled_from([None, *Lettering]), st.sampled_from([None, True, False])
    ),
    doubt=st.none() | st.just(Doubt("7C", cards("7C 7H"))),
    today=st.none() | st.just(date(2026, 7, 20)),
)
pieces = st.one_of(
    st.sampled_from(VOCABULARY),
    st.sampled_from([*"♠♥♦♣❤.,;:!?-/()*'\"", "10", "1O", "3", "QH", "7C", "*1", "W2", "3.-17.8."]),
    st.text(max_size=4),
)
answers = st.lists(pieces, max_size=12).map(" ".join) | st.text(max_size=80)


class TestWhateverIsWritten:
    @given(st.lists(answers, max_size=4), contexts)
    @settings(max_examples=400)
    def test_is_read_without_a_fault(self, lines, context):
        readings = read_answer(lines, context, {"Lindy": context})

        assert readings
        for reading in readings:
            assert isinstance(str(reading.order), str)
            if context.closed:
                assert reading.verdict in (Verdict.STALE, Verdict.COMMAND)

    @given(answers, contexts)
    @settings(max_examples=400)
    def test_is_only_played_if_it_is_held_and_legal(self, line, context):
        for reading in read_answer([line], context):
            if reading.verdict in (Verdict.OK, Verdict.ACK) and isinstance(reading.order, Play):
                assert reading.order.card in context.hand
                assert reading.order.card in context.legal
            if reading.verdict in (Verdict.OK, Verdict.ACK) and isinstance(reading.order, Bid):
                assert {reading.order.tricks, *reading.order.otherwise} & {*context.bids}

    @given(st.text(max_size=60))
    @example("𝕊")
    @example("İŒﬁ½")
    def test_reads_the_same_in_any_case_and_spacing(self, line):
        assert fold(line) == fold(f"  {line}\t ")
        assert tokens(fold(line)) == tokens(line)

    @pytest.mark.parametrize(
        "line",
        [
            *("Q" * 100_000, "Q " * 50_000, "say " + "x" * 100_000, "; " * 200, "if " * 100),
            *("q h " * 90, "queen of hearts " * 25, "then " * 80, "as " * 120, "3 - " * 90),
            *("QH as " * 60, "dix-sept " * 40, "aaaaa bbbbb ccccc ddddd eeeee fffff " * 10),
            *("* " * 190, "é" * 399, "1/2-" * 99, "Lindy: " * 50, "away " + "3-" * 190),
        ],
        ids=lambda line: f"{line[:9]} x{len(line)}",
    )
    @pytest.mark.parametrize("ask", Ask)
    def test_is_read_in_few_steps_however_long_it_is(self, line, ask):
        context = Expected(ask, "ro", hand=HAND, legal=HAND, today=date(2026, 7, 20))

        assert steps(lambda: read_answer([line] * 3, context, {"Lindy": context})) < 250_000


known = sorted({word for phrase in VOCABULARY for word in phrase.split()})
noise_words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=9)


class TestNoise:
    """Words that are none of ours, nor one slip or two away from one."""

    @given(st.lists(noise_words, min_size=1, max_size=6), languages, st.sampled_from(Ask))
    @settings(max_examples=25)
    def test_orders_nothing(self, noise, language, ask):
        as_long = ((a, b) for a in noise for b in known if abs(len(a) - len(b)) <= 2)
        assume(all(slips(word, other, 2) > 2 for word, other in as_long))
        line = " ".join(noise)
        context = Expected(ask, language, hand=HAND, legal=HAND, size=5, bids=(0, 1, 2))

        [reading] = read_answer([line], context)

        assert reading.order == Unread(line)

    @of_each("ask", Ask)
    @of_each(
        ("language", "line"),
        [
            ("en", "What a lovely day it is here"),
            ("en", "Sorry I am late, we had guests"),
            ("en", "I have no idea what to do"),
            ("en", "The 3 of you are too good for me"),
            ("en", "call me at 10 tomorrow"),
            ("en", "Nice game everybody"),
            ("en", "Are hearts trump?"),
            ("en", "I would rather not play hearts"),
            ("en", "my mother is the queen of cakes"),
            ("en", "Happy new year to all of you"),
            ("fr", "Il fait beau ici, trois degrés"),
            ("fr", "Je ne sais pas quoi jouer"),
            ("fr", "La dame de cœur est déjà tombée ?"),
            ("fr", "merci à tous pour cette belle partie"),
            ("de", "Heute ist das Wetter schön"),
            ("de", "Ich bin mir nicht sicher, Herz Dame oder Pik Ass"),
            ("de", "Was ist denn Trumpf?"),
            ("it", "Oggi fa molto caldo da noi"),
            ("it", "non so cosa giocare"),
            ("es", "Hoy hace mucho calor aquí en casa"),
            ("es", "no sé qué carta jugar"),
            ("nl", "Wat een mooi weer vandaag"),
            ("nl", "ik weet het echt niet"),
            ("ro", "Ce vreme frumoasă avem azi"),
            ("ro", "nu știu ce să joc"),
        ],
    )
    def test_of_real_life_orders_nothing(self, language, line, ask):
        context = Expected(ask, language, hand=HAND, legal=HAND, size=5, bids=(0, 1, 2, 3, 4, 5))

        [reading] = read_answer([line], context)

        assert not isinstance(reading.order, Answer)
        assert reading.verdict in (Verdict.NO_PARSE, Verdict.ASK, Verdict.COMMAND)

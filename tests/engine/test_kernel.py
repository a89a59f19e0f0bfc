"""A deal in integers says what the rules say: which cards may be played, and who takes a trick."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import cards, choices, codes, view
from engine.cards import Pack, Suit
from engine.kernel import LEAD, kernel, position
from engine.legal import calls_in, legal_in
from engine.order import EqualCards, Ranking
from engine.play import VoidRule
from tests.engine.any_rules import small_deals
from tests.table import do

SPADES = Ranking(Suit.SPADES)


def shown(made, mask):
    """The cards of a mask, as a row of codes."""
    return codes(card for bit, card in enumerate(made.cards) if mask >> bit & 1)


@pytest.mark.parametrize(
    ("trick", "hand", "void_rule", "may_play"),
    [
        ("", "2C 3H AS", VoidRule.FREE, "2C 3H AS"),
        ("5H", "2C 3H AS", VoidRule.FREE, "3H"),
        ("5D", "2C 3H AS", VoidRule.FREE, "2C 3H AS"),
        ("5D", "2C 3H AS", VoidRule.MUST_TRUMP, "AS"),
        ("5D", "2C 3H", VoidRule.MUST_TRUMP, "2C 3H"),
        ("5H", "3H 9H KH", VoidRule.MUST_OVERTAKE, "9H KH"),
        ("5H TH", "3H 9H", VoidRule.MUST_OVERTAKE, "3H 9H"),
        ("5H 9S", "2C 4S TS", VoidRule.MUST_OVERTAKE, "TS"),
        ("5H 9S", "3H KH", VoidRule.MUST_OVERTAKE, "3H KH"),
        ("5H", "3H KH", VoidRule.MUST_OVERTRUMP, "3H KH"),
        ("5H", "2C 4S TS", VoidRule.MUST_OVERTRUMP, "4S TS"),
        ("5H 9S", "2C 4S TS", VoidRule.MUST_OVERTRUMP, "TS"),
        ("5H 9S", "2C 4S", VoidRule.MUST_OVERTRUMP, "2C 4S"),
    ],
)
def test_what_may_be_played(trick, hand, void_rule, may_play):
    made = kernel(Pack(), SPADES, void_rule)
    table = (0, LEAD, 0, 0)
    for seat, card in enumerate(cards(trick)):
        table = made.after(table, made.mask([card]).bit_length() - 1, seat)

    assert shown(made, made.legal(made.mask(cards(hand)), table)) == may_play


@pytest.mark.parametrize(
    ("equal_cards", "taker"), [(EqualCards.FIRST_WINS, 0), (EqualCards.LAST_WINS, 2)]
)
def test_two_copies_of_a_card_are_two_bits_of_one_power(equal_cards, taker):
    """Bust has low cards twice; which of two equals takes a trick is a rule of its own."""
    made = kernel(Pack(added=4), SPADES._replace(equal_cards=equal_cards))
    first = made.mask(cards("2H"))
    second = made.mask(cards("2H"), taken=first)
    table = (0, LEAD, 0, 0)
    for seat, bit in enumerate((first, made.mask(cards("3D")), second)):
        table = made.after(table, bit.bit_length() - 1, seat)

    assert first & second == 0
    assert made.mask(cards("2H 2H")) == first | second
    assert table[2] == taker


@given(small_deals(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_it_allows_what_the_rules_allow_and_gives_tricks_to_whom_they_do(game, dice):
    """Small deals of any rules, by chance: each card that is asked for, each trick under way."""
    while (deal := game.deal) is not None:
        seat, here = deal.awaiting[0], position(deal)
        made, legal = here.kernel, legal_in(deal, seat)
        may = made.legal(here.hands[seat], here.table, first=here.first)
        guises = made.guises(may, here.table)
        calls = {call for card in legal for call in calls_in(deal, card)}

        assert here.turn == seat
        assert here.to_play == len(here.hands) - len(deal.trick.cards)
        assert sorted(cards(shown(made, may))) == sorted(legal)
        assert {call for call in made.calls if guises >> made.guise(call) & 1} == calls
        if deal.trick.cards:
            assert here.table[2] == deal.trick.best(deal.ranking, game.players, here.way)
        game = do(game, dice.choice(choices(view(game, seat))))

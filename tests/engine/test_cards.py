"""Cards, packs and their notation."""

import pytest

from engine import Card, Rank, Suit, cards, codes
from engine.cards import Pack, PackKind
from tests.effort import of_each


@of_each("code", [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"])
def test_every_card_reads_back_as_its_code(code):
    assert str(Card.parse(code)) == code


@pytest.mark.parametrize("code", ["*1", "*2", "W1", "W4", "X1", "X4"])
def test_a_card_without_a_suit_is_a_sign_and_a_number(code):
    assert str(Card.parse(code)) == code
    assert not Card.parse(code).plain


@pytest.mark.parametrize(
    "code", ["*3", "W5", "X0", "1*", "", "Q", "HQ", "10H", "qh", "1H", "QHH", "Q♥", "Q H"]
)
def test_what_is_not_a_code_is_refused(code):
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(code)


def test_a_card_is_its_rank_and_suit():
    assert Card.parse("TD") == Card(Rank.TEN, Suit.DIAMONDS)


def test_a_row_of_codes_is_a_hand():
    assert codes(cards("QH 2C  AS")) == "QH 2C AS"


@pytest.mark.parametrize(
    ("lowest", "count"), [(Rank.TWO, 52), (Rank.SIX, 36), (Rank.SEVEN, 32), (Rank.NINE, 24)]
)
def test_a_pack_has_four_suits_from_its_lowest_rank_up(lowest, count):
    pack = Pack(lowest=lowest).cards()

    assert len(pack) == len(set(pack)) == count
    assert min(card.rank for card in pack) == lowest


def test_an_ace_is_above_a_king():
    assert Rank.ACE > Rank.KING > Rank.TEN > Rank.TWO


@pytest.mark.parametrize(
    ("pack", "count", "doubled", "missing"),
    [
        (Pack(kind=PackKind.SPANISH), 40, "", "8C 9H TS"),
        (Pack(kind=PackKind.SPANISH, lowest=Rank.THREE), 36, "", "2C 8C TD"),
        (Pack(added=13), 65, "2C 4S 5C", ""),
        (Pack(added=26), 78, "2C 7S 8C 8D", ""),
        (Pack(removed=13), 39, "", "2C 4S 5C"),
        (Pack(jokers=2), 54, "", ""),
        (Pack(removed=4, jokers=2), 50, "", "2C 2D 2H 2S"),
        (Pack(kind=PackKind.WIZARD), 60, "", "*1"),
    ],
)
def test_other_packs(pack, count, doubled, missing):
    """Bust adds or takes out the lowest cards, clubs before diamonds; Atkinson takes the twos."""
    held = pack.cards()

    assert len(held) == count
    assert {card for card in held if held.count(card) == 2} >= set(cards(doubled))
    assert not set(held) & set(cards(missing))

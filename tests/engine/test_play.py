"""Play: follow suit if able; the highest trump, else the highest card of the suit led."""

import pytest

from engine import IllegalAction, PlayCard, Reason, Suit, cards, decide, view
from engine.order import Ranking, best_card
from engine.play import legal_cards
from tests.table import bid, deal_of, play


@pytest.mark.parametrize(
    ("hand", "trick", "legal", "why"),
    [
        ("TH 2H AS 3C", "5H", "TH 2H", "must follow, trump not allowed"),
        ("AS 3C KD", "5H", "AS 3C KD", "void: anything"),
        ("AS 3C 2S", "", "AS 3C 2S", "leading: anything, trumps too"),
        ("2H AS", "5S KH", "AS", "the suit led counts, not the last card"),
        ("2C", "AH", "2C", "the only card"),
    ],
)
def test_follow_suit_if_able(hand, trick, legal, why):
    assert legal_cards(cards(hand), cards(trick)) == cards(legal), why


@pytest.mark.parametrize(
    ("trick", "trump", "taker", "why"),
    [
        ("AH 2S KH 9S", Suit.SPADES, 3, "highest trump"),
        ("5H AS KH QS", None, 2, "no trump: highest of the suit led"),
        ("2D AC AS AH", Suit.CLUBS, 1, "the only trump"),
        ("2D AC AS AH", None, 0, "nobody follows: the lead holds"),
        ("9S TS 2S JS", Suit.SPADES, 3, "trump led: highest trump"),
        ("3C 2C 4D 5D", Suit.HEARTS, 0, "no trump played"),
    ],
)
def test_who_takes_the_trick(trick, trump, taker, why):
    assert best_card(cards(trick), Ranking(trump)) == taker, why


def test_eldest_hand_leads_and_the_taker_leads_next():
    game = bid(deal_of("AC 2D | 3C 5D | 4C 6D", turn_up="2H"), 0, 0, 0)
    assert game.awaiting == (1,)

    game = play(game, "3C 4C AC")

    assert game.deal.tricks[0].taker == 0
    assert game.awaiting == (0,)


def test_a_player_who_can_follow_may_not_do_otherwise():
    game = play(bid(deal_of("AC 2D | 3C 5D | 4C 6D"), 0, 0, 0), "3C")

    with pytest.raises(IllegalAction) as refused:
        decide(game, PlayCard(2, cards("6D")[0]))

    assert refused.value.reason is Reason.MUST_FOLLOW
    assert refused.value.legal_cards == cards("4C")


@pytest.mark.parametrize("code", ["4C", "KS"])
def test_a_card_not_in_hand_is_refused_the_same_way_wherever_it_is(code):
    """The reason must not tell whether another player holds the card."""
    game = bid(deal_of("AC 2D | 3C 5D | 4C 6D"), 0, 0, 0)

    with pytest.raises(IllegalAction) as refused:
        decide(game, PlayCard(1, cards(code)[0]))

    assert refused.value.reason is Reason.CARD_NOT_HELD
    assert refused.value.legal_cards == cards("3C 5D")


def test_nobody_plays_before_the_bids_are_made_or_out_of_turn():
    game = deal_of("AC 2D | 3C 5D | 4C 6D")
    with pytest.raises(IllegalAction) as refused:
        decide(game, PlayCard(1, cards("3C")[0]))
    assert refused.value.reason is Reason.NOT_PLAYING

    game = bid(game, 0, 0, 0)
    with pytest.raises(IllegalAction) as refused:
        decide(game, PlayCard(2, cards("4C")[0]))
    assert refused.value.reason is Reason.NOT_YOUR_TURN


def test_a_refused_command_changes_nothing():
    game = bid(deal_of("AC 2D | 3C 5D | 4C 6D"), 0, 0, 0)
    before = view(game, 1)

    with pytest.raises(IllegalAction):
        decide(game, PlayCard(1, cards("AC")[0]))

    assert view(game, 1) == before


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_such_seat(seat):
    with pytest.raises(IllegalAction) as refused:
        decide(deal_of("AC | 3C | 4C"), PlayCard(seat, cards("AC")[0]))

    assert refused.value.reason is Reason.NO_SUCH_SEAT

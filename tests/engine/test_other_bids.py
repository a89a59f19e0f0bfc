"""Bids not made in turn, and trumps not turned: sealed, by cards, blind, named."""

import pytest

from engine import (
    Card,
    IllegalAction,
    LayBid,
    MakeBid,
    NameTrump,
    Reason,
    Rules,
    Suit,
    cards,
    decide,
    preset,
    view,
)
from engine.bidding import BidAmend, BidMode, Premium, premium_holder
from engine.deals import SpecialDeal
from engine.trump import Dealt, NoStock, TrumpBy, fix_trump
from tests.table import bid, deal_of, do, play

THREE = {"players": (3, 3), "hand_max": ((3, 2),)}
SEALED = Rules(**THREE, bid_mode=BidMode.SIMULTANEOUS, bid_amend=BidAmend.NEVER, hook=False)
HANDS = "AC 5H | 3C 4H | 4C 9S"


def refused(game, command):
    with pytest.raises(IllegalAction) as refusal:
        decide(game, command)
    return refusal.value.reason


def test_sealed_bids_are_asked_of_all_at_once_and_may_come_in_any_order():
    game = deal_of(HANDS, rules=SEALED)

    assert game.awaiting == (1, 2, 0)
    game = do(game, MakeBid(0, 1), MakeBid(2, 0))
    assert game.awaiting == (1,)
    assert refused(game, MakeBid(2, 1)) is Reason.BID_FINAL
    assert do(game, MakeBid(1, 1)).deal.bids == (1, 1, 0)


def test_a_sealed_bid_is_seen_by_its_own_player_only_until_the_last_is_in():
    game = do(deal_of(HANDS, rules=SEALED), MakeBid(0, 1), MakeBid(2, 0))

    assert view(game, 0).deal.bids == (1, None, None)
    assert view(game, 1).deal.bids == view(game).deal.bids == (None, None, None)
    assert view(do(game, MakeBid(1, 1)), 1).deal.bids == (1, 1, 0)


def test_nobody_is_hooked_under_sealed_bids():
    """Fists: two tricks, bids 1 0 and then 1 add up."""
    assert do(deal_of(HANDS, rules=SEALED), *(MakeBid(s, b) for s, b in ((0, 1), (1, 0), (2, 1))))


NINETY_NINE = "AC KC QD JS 6D 7D 8S 9S TH QH AS KS | "
NINETY_NINE += "6C 7C 8C 9C 8D 9D TD 6S 7S TS 6H 7H | TC JC QC JD KD AD QS 8H 9H JH KH AH"


@pytest.fixture
def ninety_nine():
    return deal_of(NINETY_NINE, dealer=2, rules=preset("ninety_nine"))


def lay(seat, row, premium=None):
    return LayBid(seat, cards(row), premium)


def test_three_cards_laid_aside_are_the_bid(ninety_nine):
    """Diamonds 0, spades 1, hearts 2, clubs 3: two clubs and a heart bid eight of nine tricks."""
    game = do(ninety_nine, lay(0, "AC KC TH"))

    assert game.deal.size == 9
    assert game.deal.bids[0] == 8
    assert len(game.deal.hands[0]) == 9
    assert game.awaiting == (1, 2)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("AC KC", Reason.LAY_COUNT),
        ("AC KC QD JS", Reason.LAY_COUNT),
        ("AC KC 6C", Reason.CARD_NOT_HELD),
        ("AC AC KC", Reason.CARD_NOT_HELD),
    ],
)
def test_a_bid_by_cards_is_three_cards_of_the_hand(ninety_nine, row, why):
    assert refused(ninety_nine, lay(0, row)) is why
    assert refused(ninety_nine, MakeBid(0, 3)) is Reason.LAY_COUNT


def test_other_cards_may_be_laid_until_the_lead(ninety_nine):
    game = do(ninety_nine, lay(1, "6C 7C 8C"), lay(0, "AC KC QD"), lay(0, "QD 6D 7D"))

    assert game.deal.bids == (0, 9, None)
    assert Card.parse("AC") in game.deal.hands[0]
    game = do(game, lay(2, "JD KD AD"))
    game = do(game, lay(0, "AS KS JS"))
    assert game.deal.bids[0] == 3
    assert refused(play(game, "AC"), lay(0, "AC KC QD")) is Reason.NOT_LAYING


def test_bid_cards_stay_hidden_until_the_deal_is_over(ninety_nine):
    game = do(ninety_nine, lay(0, "AC KC QD"), lay(1, "6C 7C 8C"), lay(2, "JD KD AD"))

    assert view(game, 0).deal.bids == (6, None, None)
    assert view(game, 0).own_laid == cards("AC KC QD")
    assert view(game, 1).deal.laid == ((), cards("6C 7C 8C"), ())


def test_a_declaration_opens_the_bid_and_a_revelation_the_hand_too(ninety_nine):
    offers = lay(0, "AC KC QD", Premium.DECLARE), lay(1, "6C 7C 8C"), lay(2, "JD KD AD")
    declared = do(ninety_nine, *offers)
    assert view(declared, 1).deal.bids == (6, 9, None)
    assert view(declared, 1).deal.shown == ()

    revealed = do(ninety_nine, *offers[:2], lay(2, "JD KD AD", Premium.REVEAL))
    assert view(revealed, 1).deal.bids == (None, 9, 0), "only one premium counts"
    assert view(revealed, 1).deal.shown == ((2, revealed.deal.hands[2]),)


@pytest.mark.parametrize(
    ("offers", "holder"),
    [
        ((None, None, None), None),
        ((None, Premium.DECLARE, Premium.DECLARE), 2),
        ((Premium.DECLARE, Premium.REVEAL, None), 2),
    ],
)
def test_a_revelation_goes_before_a_declaration_and_then_the_dealers_left(offers, holder):
    assert premium_holder(zip((1, 2, 0), offers, strict=True)) == holder


def special(deal, **axes):
    return Rules(**THREE, special_deals=((1, deal),), **axes)


def test_blind_bids_come_before_anybody_has_seen_a_card():
    game = deal_of(HANDS, turn_up="9D", rules=special(SpecialDeal.BLIND))

    assert view(game, 1).hand == ()
    assert game.deal.turn_up is None
    game = bid(game, 1, 0, 0)
    assert view(game, 1).hand == cards("3C 4H")
    assert (game.deal.turn_up, game.deal.trump) == (Card.parse("9D"), Suit.DIAMONDS)


def test_a_trump_turned_after_the_bids_is_nobodys_knowledge_and_closes_them():
    game = deal_of(HANDS, turn_up="9D", rules=special(SpecialDeal.TRUMP_AFTER_BIDS))

    assert all("9D" not in str(view(game, seat)) for seat in (0, 1, 2, None))
    game = bid(game, 1, 0)
    last = game.awaiting[0]
    game = bid(game, 0)
    assert game.deal.trump is Suit.DIAMONDS
    assert view(game, last).legal_bids == ()


def test_in_a_misere_deal_all_are_bound_to_no_trick_and_nobody_bids():
    game = deal_of(HANDS, turn_up="9D", rules=special(SpecialDeal.MISERE))

    assert game.awaiting == (1,)
    assert refused(game, MakeBid(1, 0)) is Reason.NOT_BIDDING
    assert play(game, "3C 4C AC 5H 4H 9S").deals[0].points == (2, 10, 10)


@pytest.mark.parametrize(
    ("hands", "played", "points"),
    [
        (HANDS, "3C 4C AC 5H 4H 9S", (10, 0, 0)),
        ("AC 2H | 3C 4H | 4C 9S", "4H 9S 2H 3C 4C AC", (0, 0, 0)),
    ],
)
def test_most_tricks_alone_scores_ten_and_a_tie_nothing(hands, played, points):
    game = deal_of(hands, turn_up="9D", rules=special(SpecialDeal.MOST_TRICKS))

    assert play(game, played).deals[0].points == points


def test_in_the_deal_of_the_top_card_the_cards_play_themselves():
    """Clag, roll 'em: 3C 4C AC, then the ace's winner leads the five of hearts."""
    game = bid(deal_of(HANDS, turn_up="9D", rules=special(SpecialDeal.TOP_CARD)), 0, 0, 1)

    assert game.deals[0].taken == (2, 0, 0)


FOREHEAD = Rules(players=(3, 3), hand_max=((3, 1),), special_deals=((1, SpecialDeal.FOREHEAD),))


def test_on_a_forehead_deal_each_sees_every_card_but_the_own():
    game = deal_of("AC | 3C | 4D", turn_up="9D", rules=FOREHEAD)

    assert view(game, 1).hand == ()
    assert view(game, 1).deal.shown == ((0, cards("AC")), (2, cards("4D")))
    assert view(game).deal.shown == ()
    assert view(game, 1).legal_bids == (0, 1)


def test_cards_on_the_forehead_play_themselves_after_the_last_bid():
    game = bid(deal_of("AC | 3C | 4D", turn_up="9D", rules=FOREHEAD), 0, 0, 0)

    assert game.over
    assert game.deals[0].taken == (0, 0, 1)


def test_the_first_of_the_highest_bidders_names_the_trump_after_the_bids():
    rules = Rules(**THREE, trump=TrumpBy.HIGHEST_BIDDER_NAMES)
    game = bid(deal_of(HANDS, rules=rules), 0, 1, 0)
    assert game.awaiting == (2,)
    assert refused(game, NameTrump(0, Suit.HEARTS)) is Reason.NOT_YOUR_TURN
    assert refused(game, MakeBid(0, 1)) is Reason.BID_FINAL
    assert do(game, NameTrump(2, None)).deal.trump is None

    game = bid(deal_of(HANDS, rules=rules), 1, 1, 2)
    assert game.awaiting == (0,)
    assert refused(game, NameTrump(0, Suit.JOKERS)) is Reason.NO_TRUMP_SUIT
    game = do(game, NameTrump(0, Suit.HEARTS))
    assert (game.deal.trump, game.awaiting) == (Suit.HEARTS, (1,))


def test_the_dealer_names_the_trump_before_the_bids_with_the_hand_in_sight():
    game = deal_of(HANDS, turn_up="9D", rules=special(SpecialDeal.DEALER_NAMES_TRUMP))

    assert view(game, 0).hand == cards("AC 5H")
    assert refused(game, MakeBid(1, 0)) is Reason.NOT_YOUR_TURN
    assert refused(game, NameTrump(0, None)) is Reason.NO_TRUMP_SUIT
    assert do(game, NameTrump(0, Suit.CLUBS)).awaiting == (1,)


@pytest.mark.parametrize(("made", "suit"), [(None, None), (0, "D"), (1, "S"), (2, "H"), (3, "C")])
def test_trump_by_how_many_made_their_last_bid(made, suit):
    """Ninety-Nine: the first deal has no trump."""
    dealt = Dealt(2, (), Card.parse("AS"), made=made)

    assert fix_trump(TrumpBy.LAST_SUCCESSES, dealt, NoStock.NO_TRUMP).suit == suit


def test_any_bid_may_be_changed_until_the_lead_where_the_rules_say_so():
    rules = Rules(**THREE, bid_amend=BidAmend.UNTIL_LEAD)
    game = bid(deal_of(HANDS, rules=rules), 1, 0, 0)

    assert view(game, 1).legal_bids == (0, 1), "two would make the bids add up"
    assert do(game, MakeBid(1, 0)).deal.bids == (0, 0, 0)

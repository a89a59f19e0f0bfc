"""Bidding: in turn from eldest hand, with the hook, changeable until the next bid."""

import pytest

from engine import IllegalAction, MakeBid, Reason, Rules, decide, view
from engine.bidding import BidAmend, legal_bids
from tests.table import bid, deal_of, do, play

FIVE_EACH = "2C 3C 4C 5C 6C | 2D 3D 4D 5D 6D | 2H 3H 4H 5H 6H | 2S 3S 4S 5S 6S"
ONE_EACH = "2C | 3C | 4C"


@pytest.mark.parametrize(
    ("size", "earlier", "forbidden"),
    [
        (10, (4, 2, 3), 1),
        (10, (5, 3, 2), 0),
        (10, (4, 4, 4), None),
        (1, (0, 0), 1),
        (1, (1, 0), 0),
        (5, (2, 1, 1), 1),
        (13, (13, 0, 0), 0),
    ],
)
def test_the_last_bidder_may_not_make_the_bids_add_up_to_the_tricks(size, earlier, forbidden):
    """pagat: "the bids may not add up to the number of tricks available" (the hook)."""
    legal = legal_bids(size, earlier, last=True, hook=True)

    assert set(range(size + 1)) - set(legal) == ({forbidden} - {None})


@pytest.mark.parametrize("earlier", [(), (4,), (4, 2)])
def test_only_the_last_bidder_is_hooked(earlier):
    assert legal_bids(10, earlier, last=False, hook=True) == tuple(range(11))


def test_without_the_hook_the_last_bidder_is_free():
    assert legal_bids(5, (2, 1, 1), last=True, hook=False) == (0, 1, 2, 3, 4, 5)


def test_eldest_hand_bids_first_and_the_dealer_last():
    game = deal_of(FIVE_EACH, dealer=2)
    turns = []
    for tricks in (1, 1, 1, 1):
        turns.append(game.awaiting)
        game = bid(game, tricks)

    assert turns == [(3,), (0,), (1,), (2,)]


def test_a_hooked_bid_is_refused_with_the_numbers_that_are_allowed():
    game = bid(deal_of(FIVE_EACH), 2, 1, 0)

    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(0, 2))

    assert refused.value.reason is Reason.BID_HOOK
    assert refused.value.legal_bids == (0, 1, 3, 4, 5)


@pytest.mark.parametrize("tricks", [-1, 6, 99])
def test_a_bid_lies_between_zero_and_the_tricks_of_the_deal(tricks):
    with pytest.raises(IllegalAction) as refused:
        decide(deal_of(FIVE_EACH), MakeBid(1, tricks))

    assert refused.value.reason is Reason.BID_RANGE


def test_zero_is_a_bid():
    game = bid(deal_of(FIVE_EACH), 0)

    assert game.deal.bids == (None, 0, None, None)
    assert game.awaiting == (2,)


def test_nobody_bids_out_of_turn():
    with pytest.raises(IllegalAction) as refused:
        decide(deal_of(FIVE_EACH), MakeBid(3, 1))

    assert refused.value.reason is Reason.NOT_YOUR_TURN


def test_a_bid_may_be_changed_until_the_next_player_has_bid():
    """pagat: "you may change your bid until the next player has bid"."""
    game = do(bid(deal_of(FIVE_EACH), 2), MakeBid(1, 3))
    assert game.deal.bids[1] == 3

    game = bid(game, 1)
    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(1, 2))

    assert refused.value.reason is Reason.BID_FINAL


def test_the_dealer_may_change_the_last_bid_until_the_lead_but_stays_hooked():
    game = do(bid(deal_of(FIVE_EACH), 2, 1, 0, 0), MakeBid(0, 1))
    assert game.deal.bids[0] == 1
    assert view(game, 0).legal_bids == (0, 1, 3, 4, 5)

    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(0, 2))
    assert refused.value.reason is Reason.BID_HOOK

    game = play(game, "2D")
    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(0, 3))
    assert refused.value.reason is Reason.NOT_BIDDING


def test_a_bid_is_final_where_the_rules_say_never():
    rules = Rules(players=(4, 4), hand_max=((4, 5),), bid_amend=BidAmend.NEVER)
    game = bid(deal_of(FIVE_EACH, rules=rules), 2)

    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(1, 3))

    assert refused.value.reason is Reason.BID_FINAL


def test_with_one_card_and_one_trick_bid_the_dealer_must_say_one():
    game = bid(deal_of(ONE_EACH), 1, 0)

    assert view(game, 0).legal == (1,)


def test_after_five_zeros_somebody_has_to_bid_a_trick():
    """Kachuful: with more than five players at most five zero bids in a row."""
    rules = Rules(players=(7, 7), hand_max=((7, 2),), zero_limit=5, hook=False)
    game = bid(deal_of(" | ".join(f"{r}C {r}D" for r in "2345678"), rules=rules), 0, 0, 0, 0, 0)

    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(game.awaiting[0], 0))

    assert refused.value.reason is Reason.BID_ZEROS
    assert refused.value.legal_bids == (1, 2)


def test_the_hook_wins_over_the_limit_of_zeros():
    """One card, one bid before five zeros: the hook bars 0, the limit leaves 1."""
    assert legal_bids(1, (1, 0, 0, 0, 0, 0), last=True, hook=True, zero_limit=5) == (1,)
    assert legal_bids(1, (0, 0, 0, 0, 0), last=True, hook=True, zero_limit=5) == (0,)

"""Deals as a list, deals that count several times, floors under bids, and who leads after them."""

import pytest

from engine import IllegalAction, MakeBid, Reason, Rules, RulesError, combine, decide, view
from engine.bidding import legal_bids
from engine.deals import SpecialDeal
from engine.play import Lead, Visibility
from engine.schedule import SCHEDULES, DealList, Schedule, times_of
from tests.effort import of_each
from tests.table import bid, deal_of, do, play

LISTS = {
    Schedule.DOWN_UP: "8..1 2..8",
    Schedule.UP_DOWN: "1..8 7..1",
    Schedule.DOWN: "8..1",
    Schedule.UP: "1..8",
    Schedule.DOWN_UP_TWO_ONES: "8..1 1..8",
    Schedule.UP_DOWN_TWO_MAX: "1..8 8..1",
    Schedule.CONSTANT: "8",
    Schedule.SEVEN_TRUF: "1..7 8*n 7..1 8*n",
    Schedule.ROMANIAN: "1*n 2..7 8*n 7..2 1*n",
    Schedule.POCHA: "1*n 2..7 8*n 7..2 1*n",
    Schedule.PODRIDA: "8..2 1*n 2..8",
    Schedule.FIDEPO: "8..5 4*n 5..8",
    Schedule.PODRIDA40: "1..7 8*n 7..1",
    Schedule.OKUNEFF: "4..8 8*3",
    Schedule.CLAG: "1..8 8*8 8..1",
    Schedule.CLAG_SIX: "1..8 8*6 8..1",
}


@of_each("schedule", Schedule)
def test_a_list_can_say_every_schedule_there_is(schedule):
    said = DealList.parse(LISTS[schedule])

    assert str(said) == LISTS[schedule]
    for players in range(2, 8):
        assert said.sizes(8, players) == SCHEDULES[schedule](8, players)


def test_a_size_the_pack_cannot_give_is_cut_to_what_it_can():
    assert combine("deals 8..10").rules.sizes(7) == (7, 7, 7)


@pytest.mark.parametrize("text", ["2..", "0*n", "5**2", "ten", "1-5", "5*0"])
def test_what_is_no_list_of_deals_is_refused(text):
    with pytest.raises(RulesError, match="is no part of a list of deals"):
        DealList.parse(text)


def test_the_points_of_a_deal_count_as_often_as_is_said():
    """One card each, one bid and made: 11; the last deal of the game counts three times."""
    own = Rules(players=(3, 3), hand_max=((3, 1),), schedule=Schedule.UP)
    for multiples, points in (
        ((), (0, 11, 10)),
        (((-1, 3),), (0, 33, 30)),
        (((1, 2),), (0, 22, 20)),
    ):
        rules = Rules(
            players=own.players, hand_max=own.hand_max, schedule=own.schedule, multiples=multiples
        )
        game = play(bid(deal_of("2C | AC | 3C", turn_up="2H", rules=rules), 1, 0, 1), "AC 3C")
        game = play(game, "2C")

        assert game.totals == points


@pytest.mark.parametrize(
    ("said", "multiples"),
    [
        ("double in deals 1 and 19", ((1, 2), (19, 2))),
        ("last deal triple", ((-1, 3),)),
        ("deals 3 and 5 count double", ((3, 2), (5, 2))),
        ("first deal double", ((1, 2),)),
        ("4 times in deal 2", ((2, 4),)),
    ],
)
def test_how_deals_that_count_more_are_said(said, multiples):
    assert combine(said).rules.multiples == multiples


def test_a_deal_that_some_tables_do_not_have_counts_where_there_is_one():
    rules = combine("double in deals 1 and 19").rules

    assert rules.for_deal(19, 4).times == 2
    assert rules.for_deal(13, 7).times == 1
    with pytest.raises(RulesError, match="there is no deal 40"):
        combine("double in deal 40")


def test_the_last_deal_is_counted_from_the_end_of_the_schedule():
    assert [times_of(((-1, 3),), number, 5) for number in range(1, 8)] == [1, 1, 1, 1, 3, 1, 1]


@pytest.mark.parametrize(
    ("size", "least", "bids"),
    [(5, 1, (1, 2, 3, 4, 5)), (5, 3, (3, 4, 5)), (2, 3, (2,)), (5, 0, (0, 1, 2, 3, 4, 5))],
)
def test_nobody_bids_less_than_the_floor(size, least, bids):
    assert legal_bids(size, (), last=False, hook=False, least=least) == bids


def test_a_bid_below_the_floor_is_refused_with_what_may_be_bid():
    game = deal_of(
        "2C 3C | AC 4C | 5C 6C", rules=combine("bid at least 1, 3 players, 2 cards").rules
    )

    with pytest.raises(IllegalAction) as refused:
        decide(game, MakeBid(1, 0))
    assert refused.value.reason is Reason.BID_LEAST
    assert refused.value.legal_bids == (1, 2)


@pytest.mark.parametrize(
    ("bids", "leader"), [((0, 2, 2), 2), ((2, 2, 2), 1), ((0, 0, 1), 0), ((0, 0, 0), 1)]
)
def test_the_highest_bidder_leads_the_first_of_equals(bids, leader):
    """Seat 1 bids first, then 2, then the dealer."""
    own = combine("highest bidder leads, no hook, 3 players, 2 cards").rules
    dealt = deal_of("2C 3C | AC 4C | 5C 6C", turn_up="2H", rules=own)

    assert view(dealt).deal.known_leader is None
    game = bid(dealt, *bids)

    assert game.awaiting == (leader,)
    assert view(game).deal.known_leader == leader


def test_a_bid_that_is_changed_moves_the_lead():
    own = combine("highest bidder leads, bid amend until lead, no hook, 3 players, 2 cards").rules
    game = bid(deal_of("2C 3C | AC 4C | 5C 6C", turn_up="2H", rules=own), 2, 0, 1)

    assert game.awaiting == (1,)
    assert do(game, MakeBid(1, 0)).awaiting == (0,)


def test_nobody_leads_by_bids_that_are_not_known():
    with pytest.raises(RulesError, match="nobody is known to have bid most"):
        combine("highest bidder leads, bid mode zero, no hook")
    assert Lead.HIGHEST_BIDDER.by_bids


def test_all_deals_of_one_card_can_be_worn_on_the_forehead():
    rules = combine("option_two_ones, forehead in one-card deals").rules
    seen = [rules.for_deal(number, 4).visibility for number in range(1, 21)]

    assert [number for number, one in enumerate(seen, 1) if one is Visibility.OTHERS_ONLY] == [
        10,
        11,
    ]
    assert rules.one_card is SpecialDeal.FOREHEAD


def test_two_packs_give_ten_cards_to_ten_players_and_eight_to_twelve():
    rules = combine("two packs, 8-12 players").rules

    assert dict(rules.hand_max) == {8: 10, 9: 10, 10: 10, 11: 9, 12: 8}
    assert len(rules.pack_for(12).cards()) == 104

"""How games end: schedules, targets, bounces, rubbers, ties, locks, streaks, and what is paid."""

from fractions import Fraction

import pytest

from engine import DealCards, MakeBid, Rules, preset, view
from engine.bidding import BidMode, Premium
from engine.dealer import FirstDealer, dealer_drawn, draw_for_dealer
from engine.ending import End, Tie, games_won, is_over, totals, winners
from engine.scoring import Score, premium_bonus, score_deal, streak_bonus
from engine.stakes import Settle, settlement
from tests.table import bid, cards, deal_of, do, play


def test_a_total_beyond_an_exact_target_bounces_back():
    """Boerenbridge: 99 and five more is 104, which counts as 96."""
    assert totals(End.EXACT_TARGET, 100, [(99, 60), (5, 40)], 2) == (96, 100)


@pytest.mark.parametrize(
    ("end", "points", "over"),
    [
        (End.TARGET, [(60, 40), (39, 20)], False),
        (End.TARGET, [(60, 40), (40, 20)], True),
        (End.EXACT_TARGET, [(60, 40), (45, 20)], False),
        (End.EXACT_TARGET, [(60, 40), (40, 20)], True),
        (End.RUBBER, [(100, 0), (0, 100)], False),
        (End.RUBBER, [(100, 0), (0, 100), (50, 0), (50, 99)], True),
    ],
)
def test_a_target_ends_a_game(end, points, over):
    assert is_over(end, 100, points, 2, dealt_out=False) is over


def test_each_game_of_a_rubber_is_worth_as_much_again_to_its_winner():
    """Ninety-Nine: 110 and 120 win 100 each; the points of a game do not count in the next."""
    points = [(60, 20, 10), (50, 30, 10), (20, 120, 15)]

    assert games_won(100, points, 3) == ((0,), (1,))
    assert totals(End.RUBBER, 100, points, 3) == (230, 270, 35)


@pytest.mark.parametrize(
    ("tie", "made", "won"),
    [
        (Tie.JOINT, [(1,), (2, 3), (1, 1, 1)], (0, 1)),
        (Tie.MOST_BIDS_MADE, [(1,), (2, 3), (1, 1, 1)], (1,)),
        (Tie.HIGHEST_MADE_BIDS, [(6,), (2, 3), (9,)], (0,)),
        (Tie.MOST_BIDS_MADE, [(1, 1), (2, 3), (9,)], (0, 1)),
    ],
)
def test_a_tie_is_broken_as_the_rules_say_among_those_who_lead(tie, made, won):
    assert winners(End.SCHEDULE, None, tie, (50, 50, 49), made) == won


def test_who_has_the_exact_target_wins_though_it_is_not_the_only_one():
    assert winners(End.EXACT_TARGET, 100, Tie.JOINT, (100, 98, 100), [(), (), ()]) == (0, 2)


def test_a_tie_at_the_end_of_the_schedule_brings_another_deal_of_the_largest_size():
    """British Oh Hell without the hook: a made one and a made nought score ten each."""
    rules = Rules(
        players=(2, 2),
        hand_max=((2, 1),),
        hook=False,
        score="bonus_only",
        tie=Tie.EXTRA_MAX_DEALS,
    )
    game = play(bid(deal_of("AC | 3C", rules=rules), 0, 1), "3C AC")
    assert game.totals == (10, 10)
    assert not game.over
    assert game.awaiting == ()
    assert game.deal_count == 1


LOCK = Rules(
    players=(3, 3),
    hand_max=((3, 1),),
    schedule="constant",
    bid_mode=BidMode.SIMULTANEOUS,
    hook=False,
    end=End.TARGET,
    target=100,
    lock=11,
)


def test_who_has_the_lock_score_has_no_bid_and_scores_a_point_a_trick():
    """Boerenbridge locks at 80; here a made bid of one is enough."""
    game = deal_of("AC | 3C | 4C", rules=LOCK)
    game = play(do(game, MakeBid(0, 1), MakeBid(1, 0), MakeBid(2, 1)), "3C 4C AC")
    assert game.totals == (11, 10, 0)

    again = do(game, DealCards(LOCK.pack.cards()))
    assert again.awaiting == (2, 1)
    assert again.deal.bids == (None, None, None)


def test_the_points_of_a_player_without_a_bid_are_the_tricks():
    assert score_deal(Score.BOEREN100, (None, 3, 0), (5, 3, 0), 13) == (5, 13, 20)


@pytest.mark.parametrize(
    ("made", "bonus"),
    [
        ("YYYYY", 10),
        ("YYYY", 0),
        ("NNNNN", -10),
        ("NYYYYY", 10),
        ("YYYYYY", 0),
        ("YYYYYYYYYY", 10),
        ("YYNYY", 0),
        ("YYYYYNNNNN", -10),
    ],
)
def test_a_streak_of_five_has_its_bonus_and_then_begins_anew(made, bonus):
    """Romanian Whist: ten for five made in a row, ten off for five missed."""
    assert streak_bonus([sign == "Y" for sign in made]) == bonus


@pytest.mark.parametrize(
    ("premium", "taken", "bonus"),
    [
        (Premium.DECLARE, (3, 3, 3), (30, 0, 0)),
        (Premium.REVEAL, (3, 3, 3), (60, 0, 0)),
        (Premium.DECLARE, (2, 4, 3), (0, 30, 30)),
        (Premium.REVEAL, (2, 4, 3), (0, 60, 60)),
    ],
)
def test_a_premium_goes_to_its_holder_or_to_each_of_the_others(premium, taken, bonus):
    """Penguin p. 34: made or not, the opponents of a failed premium get it."""
    assert premium_bonus(0, premium, (3, 3, 3), taken) == bonus


def test_ninety_nine_is_nine_tricks_revealed_and_made_alone():
    base = score_deal(Score.NINETY_NINE, (9, 3, 3), (9, 0, 0), 9)
    more = premium_bonus(0, Premium.REVEAL, (9, 3, 3), (9, 0, 0))

    assert base[0] + more[0] == 99


@pytest.mark.parametrize(
    ("settle", "paid"),
    [
        (Settle.MEAN, (15, 5, -5, -15)),
        (Settle.PAIRWISE, (60, 20, -20, -60)),
        (Settle.POOL, (3, -1, -1, -1)),
    ],
)
def test_what_is_paid(settle, paid):
    """RULES: scores of 40 30 20 10 pay +15 +5 -5 -15 by the average."""
    assert settlement(settle, (40, 30, 20, 10), [0]) == paid


def test_what_is_paid_sums_to_nothing_though_the_average_is_no_whole_number():
    paid = settlement(Settle.MEAN, (100, 80, 50), [0])

    assert paid == (Fraction(70, 3), Fraction(10, 3), Fraction(-80, 3))
    assert sum(paid) == 0


def test_a_pool_is_shared_by_joint_winners():
    assert settlement(Settle.POOL, (40, 40, 20), [0, 1]) == (
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(-1),
    )


def test_nothing_is_paid_before_the_end():
    assert view(deal_of("AC | 3C | 4C", rules=preset("option_money_mean"), dealer=0)).payments == ()


def test_the_first_jack_dealt_round_makes_the_dealer():
    """Arnold: cards are dealt face up until the first jack; here it falls to the second player."""
    draw = draw_for_dealer(cards("2C 3C 4C AS JD KH"), 3, FirstDealer.FIRST_JACK)

    assert [str(card) for _, card in draw[0]] == ["2C", "3C", "4C", "AS", "JD"]
    assert dealer_drawn(draw, FirstDealer.FIRST_JACK) == 1


def test_cards_without_a_suit_are_passed_over_in_the_draw():
    [draw] = draw_for_dealer(cards("W1 2C *1 9C X2 4C"), 3)

    assert [str(card) for _, card in draw] == ["2C", "9C", "4C"]

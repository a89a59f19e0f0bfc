"""A whole game: dealing, scoring, the deal passing on, the end, ties, and what is taken back."""

import random

import pytest

from engine import (
    BidMade,
    CardPlayed,
    DealCards,
    DealScored,
    GameEnded,
    IllegalAction,
    MakeBid,
    PlayCard,
    Reason,
    Rules,
    RulesError,
    Suit,
    TakenBack,
    TrickTaken,
    cards,
    decide,
    evolve,
    open_game,
    preset,
    replay,
    start,
)
from engine.dealer import dealer_drawn, draw_for_dealer
from engine.ending import leaders
from engine.play import Direction, Lead, Place
from engine.scoring import Score, points_by_bid
from engine.trump import NoStock, TrumpBy
from pbem.demo.playouts import play_out
from tests.table import bid, deal_of, do, play

ONE_CARD_GAME = Rules(players=(3, 3), hand_max=((3, 1),))


def last_bidder_to_come(game):
    return game.deal is not None and game.deal.bids_made == 3


@pytest.mark.parametrize(
    ("bid_", "taken", "simply", "commonly"),
    [(0, 0, 10, 10), (3, 3, 13, 13), (3, 2, 0, 2), (2, 1, 0, 1), (1, 0, 0, 0), (0, 2, 0, 2)],
)
def test_points_for_a_deal(bid_, taken, simply, commonly):
    """pagat: 10 and a point a trick for an exact bid; the common score keeps missed tricks."""
    assert points_by_bid(Score.SIMPLE, 7, 4)[bid_][taken] == simply
    assert points_by_bid(Score.COMMON, 7, 4)[bid_][taken] == commonly


def test_cards_are_dealt_singly_from_eldest_hand_and_the_next_is_turned_up():
    rules = preset("ohhell_pagat")
    pack = rules.pack.cards()
    game = do(start(rules, 4, first_dealer=1), DealCards(pack))

    assert game.deal.hands[2][:3] == (pack[0], pack[4], pack[8])
    assert game.deal.hands[1][:3] == (pack[3], pack[7], pack[11])
    assert game.deal.turn_up == pack[40]
    assert game.deal.trump is pack[40].suit


def test_there_is_no_trump_when_every_card_is_dealt():
    rules = Rules(players=(4, 4), hand_max=((4, 13),))
    game = do(start(rules, 4), DealCards(rules.pack.cards()))

    assert game.deal.turn_up is None
    assert game.deal.trump is None


def test_one_card_left_over_is_turned_up():
    """Three players with 17 cards each leave the 52nd card."""
    rules = Rules(players=(3, 3), hand_max=((3, 17),))
    game = do(start(rules, 3), DealCards(rules.pack.cards()))

    assert game.deal.turn_up == rules.pack.cards()[51]


@pytest.mark.parametrize("pack", [(), cards("AS AS"), Rules().pack.cards()[1:]])
def test_only_the_games_own_pack_is_dealt(pack):
    with pytest.raises(IllegalAction) as refused:
        decide(start(preset("ohhell_pagat"), 4), DealCards(pack))

    assert refused.value.reason is Reason.WRONG_PACK


def test_cards_are_not_dealt_into_a_deal():
    game = deal_of("AC | 3C | 4C")

    with pytest.raises(IllegalAction) as refused:
        decide(game, DealCards(game.rules.pack.cards()))

    assert refused.value.reason is Reason.DEAL_UNDER_WAY


def test_nobody_bids_between_deals():
    with pytest.raises(IllegalAction) as refused:
        decide(start(preset("ohhell_pagat"), 4), MakeBid(1, 0))

    assert refused.value.reason is Reason.NOT_YOUR_TURN


def test_the_last_card_of_a_deal_says_everything_it_brings():
    game = play(bid(deal_of("2C | AC | 3C", turn_up="2H", rules=ONE_CARD_GAME), 1, 0, 1), "AC 3C")

    last = PlayCard(game.awaiting[0], cards("2C")[0])

    assert decide(game, last) == (
        CardPlayed(0, cards("2C")[0]),
        TrickTaken(1),
        DealScored((0, 11, 10)),
        GameEnded((1,)),
    )
    assert do(game, last).totals == (0, 11, 10)


def test_a_tie_has_several_winners():
    assert leaders((150, 150, 149)) == (0, 1)


def test_a_finished_game_takes_no_more_commands():
    over = play(bid(deal_of("2C | AC | 3C", rules=ONE_CARD_GAME), 1, 0, 1), "AC 3C 2C")

    for asked in (
        MakeBid(1, 0),
        DealCards(ONE_CARD_GAME.pack.cards()),
        PlayCard(0, cards("2C")[0]),
    ):
        with pytest.raises(IllegalAction) as refused:
            decide(over, asked)
        assert refused.value.reason is Reason.GAME_OVER


def test_the_deal_passes_to_the_left():
    game, _ = play_out(preset("ohhell_pagat"), 4, random.Random(2))

    dealers = [deal.dealer for deal in game.deals]
    assert dealers == [(game.first_dealer + at) % 4 for at in range(19)]
    assert [deal.size for deal in game.deals] == [*range(10, 0, -1), *range(2, 11)]


def test_the_highest_card_drawn_deals_first():
    rounds = draw_for_dealer(cards("2C KD 9H KS AS 3C"), 3)

    assert rounds == (((0, cards("2C")[0]), (1, cards("KD")[0]), (2, cards("9H")[0])),)
    assert dealer_drawn(rounds) == 1


def test_those_who_tie_in_the_draw_draw_again():
    rounds = draw_for_dealer(cards("KC KD 9H KS 2C 5C 5D 7H 6H"), 4)

    assert [[seat for seat, _ in turn] for turn in rounds] == [[0, 1, 2, 3], [0, 1, 3], [1, 3]]
    assert dealer_drawn(rounds) == 1


def test_a_draw_is_part_of_the_first_event():
    started = open_game(preset("ohhell_pagat"), 3, cards("2C KD 9H"))

    assert started.first_dealer == 1
    assert started.draw == (tuple(zip((0, 1, 2), cards("2C KD 9H"), strict=True)),)


@pytest.mark.parametrize("players", [2, 8])
def test_a_game_is_not_opened_for_a_wrong_number_of_players(players):
    with pytest.raises(RulesError):
        open_game(preset("ohhell_pagat"), players, Rules().pack.cards())
    with pytest.raises(RulesError):
        start(preset("ohhell_pagat"), players)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("name", ["ohhell_pagat", "blackout"])
def test_a_game_by_chance_ends_and_every_trick_is_somebodys(name, players):
    rules = preset(name)
    for seed in range(2):
        game, log = play_out(rules, players, random.Random(seed))

        assert game.over
        assert game == replay(log)
        for deal in game.deals:
            assert sum(deal.taken) == deal.size
            played = [card for trick in deal.tricks for card in trick.cards]
            assert len(set(played)) == players * deal.size
            assert deal.turn_up not in played
            assert sum(deal.bids) != deal.size
        assert max(game.totals) == game.totals[game.winners[0]]


def test_taking_back_leaves_the_log_and_undoes_the_game():
    game, log = play_out(preset("ohhell_pagat"), 4, random.Random(3), until=last_bidder_to_come)
    assert isinstance(log[-1], BidMade)

    undone = replay([*log, TakenBack(len(log) - 1)])

    assert undone == replay(log[:-1])
    assert replay([*log, TakenBack(len(log) - 1), log[-1]]) == game


def test_a_log_may_be_taken_back_twice():
    _, log = play_out(preset("ohhell_pagat"), 4, random.Random(3), until=last_bidder_to_come)
    twice = [*log, TakenBack(4), TakenBack(3)]

    assert replay(twice) == replay(log[:3])
    again = [*twice, log[3]]
    assert replay(again) == replay(log[:4])


def test_a_log_begins_with_the_start():
    with pytest.raises(ValueError, match="begins with GameStarted"):
        replay([BidMade(1, 0)])
    with pytest.raises(ValueError, match="deal under way"):
        evolve(start(preset("ohhell_pagat"), 4), BidMade(1, 0))


def test_in_an_anticlockwise_game_all_goes_round_the_other_way():
    """La Pocha: the dealer's right bids and leads first, and the deal passes to the right."""
    rules = Rules(
        players=(4, 4),
        hand_max=((4, 2),),
        direction=Direction.ANTICLOCKWISE,
        bid_first=Place.RIGHT_OF_DEALER,
        lead=Lead.RIGHT_OF_DEALER,
        hook=False,
    )
    pack = rules.pack.cards()
    game = do(start(rules, 4, first_dealer=1), DealCards(pack))

    assert game.deal.bidders == (0, 3, 2, 1)
    assert game.deal.hands[0] == (pack[0], pack[4])
    assert game.deal.hands[1] == (pack[3], pack[7])
    game = bid(game, 1, 0, 0, 0)
    turns = []
    for card in ("2C", "3C", "4C", "5C"):
        turns.append(game.awaiting[0])
        game = play(game, card)
    assert turns == [0, 3, 2, 1]
    assert game.deal.tricks[0].taker == 1
    game = play(game, str(game.deal.hands[1][0]))
    assert game.awaiting == (0,)
    for _ in range(3):
        game = play(game, str(game.deal.hands[game.awaiting[0]][0]))
    assert game.next_dealer == 0


@pytest.mark.parametrize(
    ("bids_first", "leads_first", "bidders", "leader"),
    [
        (Place.LEFT_OF_DEALER, Lead.DEALER, (2, 0, 1), 1),
        (Place.DEALER, Lead.DEALER, (1, 2, 0), 1),
        (Place.LEFT_OF_DEALER, Lead.LEFT_OF_DEALER, (2, 0, 1), 2),
    ],
)
def test_who_bids_and_who_leads_first_are_two_things(bids_first, leads_first, bidders, leader):
    """Minibridge: the left of the dealer bids first, but the dealer leads."""
    rules = Rules(players=(3, 3), hand_max=((3, 1),), bid_first=bids_first, lead=leads_first)
    game = do(start(rules, 3, first_dealer=1), DealCards(rules.pack.cards()))

    assert game.deal.bidders == bidders
    assert bid(game, 1, 1, 1).awaiting == (leader,)


def trump_of(rules, number=1):
    """The card shown and the trump of a deal of so-and-so many, from an unshuffled pack."""
    game = start(rules, 4)
    dealt_before = do(game, DealCards(rules.pack.cards())).deal
    game = game._replace(deals=(dealt_before,) * (number - 1))
    [dealt] = decide(game, DealCards(rules.pack.cards()))
    return str(dealt.turn_up), dealt.trump


def test_trump_is_fixed_in_every_plain_way():
    """The pack unshuffled: four hands of ten end with the 2S, the next card is the 3S."""
    base = {"players": (4, 4), "hand_max": ((4, 10),)}
    spades, cycle = (Suit.SPADES,), (Suit.SPADES, Suit.HEARTS, None)

    assert trump_of(Rules(**base)) == ("3S", Suit.SPADES)
    assert trump_of(Rules(**base, trump=TrumpBy.COULON)) == ("3S", None)
    assert trump_of(Rules(**base, trump=TrumpBy.NONE)) == ("None", None)
    assert trump_of(Rules(**base, trump=TrumpBy.TURN_UP_BUT_BIG_DEALS)) == ("None", None)
    assert trump_of(Rules(**base, trump=TrumpBy.DEALERS_LAST_CARD)) == ("2S", Suit.SPADES)
    assert trump_of(Rules(**base, trump=TrumpBy.FIXED, trump_cycle=spades))[1] is Suit.SPADES
    assert [
        trump_of(Rules(**base, trump=TrumpBy.CYCLE, trump_cycle=cycle), number)[1]
        for number in (1, 2, 3, 4)
    ] == [Suit.SPADES, Suit.HEARTS, None, Suit.SPADES]


def test_with_every_card_dealt_the_dealers_last_card_may_make_trump():
    rules = Rules(players=(4, 4), hand_max=((4, 13),), trump_if_no_stock=NoStock.DEALERS_LAST_CARD)

    assert trump_of(rules) == ("AS", Suit.SPADES)

"""The strong player: legal, fair, and as good as its word; its deals in integers are the rules'."""

import random
from functools import partial

import pytest

from engine import PRESETS, DealStage, Level, PlayCard, choices, combine, preset, view
from engine.kernel import position
from engine.players import fair_bid, player
from engine.players.dice import Dice
from engine.players.endgame import Endgame
from engine.players.playout import chances, frame, play_out
from engine.players.worlds import table_of, worlds
from pbem.demo import playouts
from tests.effort import others_long
from tests.steps import steps
from tests.table import bid, deal_of, do, play

NAMES = [one.name for one in PRESETS]
ODD = {
    *("ohhell_pagat", "clag", "clag_foss", "okuneff", "wizard", "pocha", "ninety_nine_37"),
    *("atkinson_blackout", "super_screw", "australian_bust", "marrows_two_player"),
}
"""The rule sets with cards, trumps or bids of their own; the others are left to the long run."""


def strong(seen, seed=b"any"):
    return player(Level.STRONG)(seen, seed)


def seats_of(rules):
    least, most = rules.players
    return min(max(least, 4), most)


def playing(name, dice, deals):
    """The games of a rule set at their opening leads, by chance."""
    rules = preset(name)
    found = []

    def seen(game):
        deal = game.deal
        if deal and deal.stage is DealStage.PLAY and not deal.tricks and not deal.trick.cards:
            found.append(game)
        return len(game.deals) >= deals

    playouts.play_out(rules, seats_of(rules), dice, until=seen)
    return found


@pytest.mark.parametrize("name", others_long(NAMES, ODD.__contains__))
def test_a_deal_in_integers_is_played_as_the_rules_have_it(name):
    """Move for move: each card of it may be played, and all take the same tricks."""
    for game in playing(name, random.Random(3), 16):
        deal, here = game.deal, position(game.deal)
        needs = [(1 if bid is None else bid) for bid in deal.bids]
        laid = []
        odds = chances(game.players, 3, 0)
        taken = play_out(here, frame(here.kernel), odds, needs, frame(here.kernel).all, laid)
        count = len(here.kernel.cards)
        over = len(game.deals)
        for guise in laid:
            seat = game.awaiting[0]
            assert game.deal is not None
            call = here.kernel.calls[guise - count] if guise >= count else None
            hand = position(game.deal).hands[seat]
            card = here.kernel.cards[here.kernel.card(guise, hand).bit_length() - 1]
            game = do(game, PlayCard(seat, card, call))

        assert game.deals[over].taken == tuple(taken)


@pytest.mark.parametrize("name", others_long(NAMES, ODD.__contains__))
def test_what_it_chooses_is_legal_at_any_stage_of_any_rule_set(name):
    """Some views of a game by chance."""
    dice = random.Random(5)

    def now_and_then(game, seat):
        seen = view(game, seat)
        if dice.random() < 0.06:
            assert strong(seen) in choices(seen)
        return dice.choice(choices(seen))

    rules = preset(name)
    playouts.play_out(rules, seats_of(rules), dice, now_and_then, lambda game: len(game.deals) > 15)


def leading_three(players, seed):
    """Who leads to a deal of three cards has the turn."""
    game, _ = playouts.play_out(
        preset("up_and_down_the_river"),
        players,
        random.Random(seed),
        until=lambda game: (
            game.deal is not None
            and game.deal.size == 3
            and game.deal.stage is DealStage.PLAY
            and not game.deal.trick.cards
        ),
    )
    return view(game, game.awaiting[0])


def test_a_full_table_asks_for_hardly_more_than_one_of_four():
    """Every way to play three tricks of twelve cards each is too many to try."""
    four, twelve = (
        max(steps(partial(strong, leading_three(players, seed))) for seed in range(8))
        for players in (4, 12)
    )

    assert twelve < 2 * four


@pytest.mark.parametrize("seed", range(6))
def test_its_choice_is_the_same_if_hidden_cards_are_dealt_anew(seed):
    dice = random.Random(seed)
    game, _ = playouts.play_out(
        preset("ohhell_pagat"),
        4,
        dice,
        until=lambda game: (
            len(game.deals) == 6
            and game.deal is not None
            and not game.deal.trick.cards
            and len(game.deal.tricks) == seed % 3
            and (seed % 2 == 0 or game.deal.stage is DealStage.PLAY)
        ),
    )
    seat = game.awaiting[0]
    others = [one for one in range(4) if one != seat]
    hidden = [card for one in others for card in game.deal.hands[one]]
    dice.shuffle(hidden)
    hands = list(game.deal.hands)
    for one in others:
        held = len(hands[one])
        hands[one], hidden = tuple(hidden[:held]), hidden[held:]
    other = game._replace(deal=game.deal._replace(hands=tuple(hands)))

    assert view(game, seat) == view(other, seat)
    assert strong(view(game, seat)) == strong(view(other, seat)) == strong(view(game, seat))


def test_hidden_cards_lie_as_what_was_seen_allows():
    """Seat 2 had no heart; what is played and turned up is nowhere; all hold their number."""
    game = bid(deal_of("2H 9H 3D | 4H 8D 7D | 5C 6C 8C", dealer=2, turn_up="KS"), 0, 1, 1)
    game = play(game, "2H 4H 5C")
    seat = game.awaiting[0]
    table = table_of(view(game, seat), view(game, seat).deal, seat)
    hearts = next(
        mask
        for mask, _ in table.frame.suits
        if table.kernel.mask([card for card in table.kernel.cards if str(card) == "AH"]) & mask
    )
    for world in worlds(table, Dice(b"any"), 30):
        assert [hand.bit_count() for hand in world.hands] == [2, 2, 2]
        assert not world.hands[2] & hearts
        assert sum(world.hands) == world.hands[0] | world.hands[1] | world.hands[2]
        assert not sum(world.hands) & sum(table.played)


def test_with_open_cards_it_finds_the_only_way_to_take_one():
    """The ace first would take both: the king of spades is then the best card left."""
    game = bid(deal_of("AS KS | 2H 3H | 2S QS", dealer=2, turn_up="9D"), 1, 0, 2)
    here = position(game.deal)
    points = [[0, 10, 0], [10, 0, 0], [0, 0, 10]]
    ends = Endgame(here, points, (0, 0, 0))

    assert game.awaiting == (0,)
    assert ends.after(here.kernel.mask([here.kernel.cards[-1]]).bit_length() - 1)[0] == 2


EDGE = "9D KH 4C | 2C 6S 2H | 7D 8H KD | TC 8D 7C"


def test_who_bids_first_bids_a_hand_on_the_edge_lower():
    """The six of trumps is worth about half a trick. Those who bid later reckon with the bid."""
    first, last = deal_of(EDGE, dealer=0, turn_up="8S"), deal_of(EDGE, dealer=1, turn_up="8S")
    while last.awaiting != (1,):
        last = bid(last, fair_bid(view(last, last.awaiting[0])))

    assert [fair_bid(view(game, 1)) for game in (first, last)] == [1, 1]
    assert [strong(view(game, 1)).tricks for game in (first, last)] == [0, 1]


def test_sealed_bids_are_the_steady_ones():
    rules = combine("option_simultaneous, 3 deals up").rules
    game = deal_of(EDGE, dealer=0, turn_up="8S", rules=rules)

    assert [strong(view(game, seat)).tricks for seat in range(4)] == [
        fair_bid(view(game, seat)) for seat in range(4)
    ]

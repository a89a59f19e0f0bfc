"""Deals that are decided before their last card."""

import random
from itertools import chain

import pytest

from engine import PRESETS, DealStage, choices, view
from engine.settled import foregone
from pbem.demo.playouts import play_out
from tests.table import bid, deal_of, do, play


@pytest.mark.parametrize(
    ("row", "played", "decided", "why"),
    [
        ("AS KS QS | 2C 3C 4C | 2D 3D 4D", "", True, "the top trumps take everything"),
        ("AS KS 2H | 2C 3C 4C | 2D 3D 4D", "", True, "nobody can beat the small heart either"),
        ("AS 2H | KH 3C | 4D 5D", "", False, "Bruno may throw his king away, or keep it"),
        ("AS 2H | KH 3C | 4D 5D", "AS KH", True, "he has thrown it away"),
        ("AS 2H | KH 3C | 4D 5D", "AS 3C", True, "he has kept it, and takes the last trick"),
        ("AH 2H | KH 3H | QH 4H", "", False, "Anna may keep her ace for the second trick"),
        ("AH KH | QH 3H | JH 4H", "", True, "the two best hearts, whichever comes first"),
        ("2H | 3H | 4S", "", True, "one card each"),
    ],
)
def test_a_deal_is_decided_when_no_choice_changes_a_trick(row, played, decided, why):
    game = deal_of(row, dealer=2, turn_up="7S")
    while game.deal.stage is DealStage.BID:
        game = bid(game, choices(view(game, game.awaiting[0]))[0].tricks)

    assert foregone(play(game, played)) is decided, why


def test_nothing_is_decided_while_bids_are_made():
    assert not foregone(deal_of("2H | 3H | 4S", dealer=2, turn_up="7S"))


def ends(game):
    """Every way a deal can end, one after the other."""
    if game.deal is None:
        return {game.deals[-1].taken}
    moves = choices(view(game, game.awaiting[0]))
    return set(chain.from_iterable(ends(do(game, move)) for move in moves))


def near_the_end(dice):
    """Stops a game somewhere in the last two tricks of a deal."""

    def stops(game):
        deal = game.deal
        playing = deal is not None and deal.stage is DealStage.PLAY
        return playing and deal.size - len(deal.tricks) <= 2 and dice.random() < 0.2

    return stops


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_it_agrees_with_playing_every_way(row):
    """The last two tricks of games by chance, in every rule set."""
    dice = random.Random(row.name)
    for _ in range(3):
        game, _ = play_out(row.rules, row.rules.players[0], dice, until=near_the_end(dice))

        assert game.over or foregone(game) is (len(ends(game)) == 1)

"""Every preset, for every number of players: games by chance end and keep their cards."""

import random

import pytest

from engine import PRESETS, replay
from engine.record import read_record, write_record
from tests.table import play_out

GRID = [
    (row, players)
    for row in PRESETS
    for players in range(row.rules.players[0], row.rules.players[1] + 1)
]


@pytest.mark.parametrize(
    ("row", "players"), GRID, ids=[f"{row.name}-{players}" for row, players in GRID]
)
def test_a_game_by_chance_ends_and_keeps_its_cards(row, players):
    game, log = play_out(row.rules, players, random.Random(f"{row.name}{players}"))

    assert game.over
    assert game == replay(read_record(write_record(log)))
    assert len(game.deals) == len(row.rules.sizes(players))
    whole = sorted(row.rules.pack_for(players).cards())
    for deal in game.deals:
        played = sorted(card for trick in deal.tricks for card in trick.cards)
        assert len(played) == players * deal.size
        for card in set(played):
            assert played.count(card) <= whole.count(card)
        assert sum(deal.taken) == deal.size
    assert max(game.totals) == game.totals[game.winners[0]]


@pytest.mark.parametrize(
    ("name", "players", "deals"),
    [
        ("ohhell_pagat", 4, 19),
        ("truf7", 4, 22),
        ("romanian_whist", 4, 24),
        ("romanian_whist", 3, 21),
        ("podrida_acanomas", 4, 28),
        ("podrida_acanomas", 3, 35),
        ("podrida_fidepo", 3, 29),
        ("podrida_40", 4, 22),
        ("podrida_40", 5, 19),
        ("oh_pshaw", 3, 15),
        ("oh_pshaw", 4, 13),
        ("oh_pshaw", 6, 8),
        ("kachuful", 3, 17),
        ("option_two_ones", 4, 20),
        ("option_two_max", 4, 20),
        ("option_max7", 4, 13),
        ("up_and_down_the_river", 8, 11),
    ],
)
def test_how_many_deals_a_game_has(name, players, deals):
    [row] = [row for row in PRESETS if row.name == name]

    assert len(row.rules.sizes(players)) == deals

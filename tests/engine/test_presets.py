"""Every preset, for every number of players: games by chance end and keep their cards."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from engine import PRESETS, find_preset, replay, view
from engine.record import read_record, write_record
from pbem.demo.playouts import play_out
from tests.effort import LONG, of_each

GRID = [
    (row, players)
    for row in PRESETS
    for players in range(row.rules.players[0], row.rules.players[1] + 1)
]


@pytest.mark.parametrize(
    ("row", "players"),
    [
        pytest.param(row, players, marks=[] if players == row.rules.players[1] else [LONG])
        for row, players in GRID
    ],
    ids=[f"{row.name}-{players}" for row, players in GRID],
)
def test_a_game_by_chance_ends_and_keeps_its_cards(row, players):
    game, log = play_out(row.rules, players, random.Random(f"{row.name}{players}"))

    assert game.over
    assert game == replay(read_record(write_record(log)))
    if game.deal_count is not None:
        assert len(game.deals) >= game.deal_count
    whole = row.rules.pack_for(players).cards()
    for deal in game.deals:
        played = [card for trick in deal.tricks for card in trick.cards]
        aside = [card for laid in deal.laid for card in laid]
        assert len(played) == players * deal.size
        assert not Counter([*played, *aside]) - Counter(whole)
        assert sum(deal.taken) == deal.size
    assert sum(map(Fraction, view(game).payments)) == 0


@of_each(
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
        ("up_and_down_the_river", 7, 13),
        ("up_and_down_the_river", 8, 19),
        ("up_and_down_the_river", 12, 15),
        ("plump", 4, 22),
        ("rikiki", 4, 19),
        ("rikiki", 12, 15),
        ("stiche_raten", 6, 19),
        ("ten_down", 4, 10),
        ("judgement", 5, 10),
        ("judgement_seven", 4, 7),
        ("kachuful_eight", 4, 15),
        ("call_break", 4, 5),
        ("call_bridge", 4, 5),
        ("clag", 4, 22),
        ("clag_foss", 4, 20),
        ("atkinson_blackout", 5, 20),
        ("atkinson_blackout", 6, 24),
        ("australian_bust", 6, 26),
        ("nomination_whist", 4, 13),
        ("okuneff", 4, 13),
        ("wizard", 3, 20),
        ("wizard", 6, 10),
        ("gameduell", 2, 12),
        ("richards_blackout", 4, 13),
        ("ninety_nine", 3, None),
        ("boerenbridge_100", 4, None),
        ("dkm", 4, None),
        ("oh_well", 5, None),
    ],
)
def test_how_many_deals_a_game_has(name, players, deals):
    assert find_preset(name).rules.deal_count(players) == deals

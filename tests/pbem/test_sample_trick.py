"""The trick that an invitation shows is one of its game: led, beaten, trumped."""

from engine import PRESETS, cards, find_preset
from engine.order import best_card
from pbem.letters.sample_trick import sample_trick
from tests.effort import of_each


def shown(name, players):
    sample = sample_trick(find_preset(name).rules, players)
    return sample.trump.name, sample.cards


def test_by_the_standard_rules_the_lowest_trump_beats_a_king():
    assert shown("ohhell_pagat", 4) == ("HEARTS", cards("8S KS 2H"))


def test_a_pack_of_another_kind_shows_cards_of_its_own():
    """La Pocha ranks the three next to the ace, and its pack of forty has no 8, 9 and 10."""
    assert shown("podrida_40", 4) == ("HEARTS", cards("JS 3S 2H"))


def test_where_nothing_trumps_there_is_no_such_trick():
    assert sample_trick(find_preset("boerenbridge_100").rules, 4) is None


@of_each("name", [row.name for row in PRESETS])
def test_in_every_game_each_card_beats_the_one_before(name):
    rules = find_preset(name).rules
    for players in range(rules.players[0], rules.players[1] + 1):
        if (sample := sample_trick(rules, players)) is None:
            continue
        ranking = rules.ranking(sample.trump, None)
        pack = rules.pack_for(players).cards()
        assert all(card in pack for card in sample.cards)
        assert best_card(sample.cards[:2], ranking) == 1
        assert best_card(sample.cards, ranking) == 2

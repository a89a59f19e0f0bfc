"""Folded games are kept: what they tell is what a game tells that is folded anew."""

import random
from itertools import accumulate

from engine import evolve, replay
from engine.chain import so_far
from pbem.demo.playouts import play_out
from pbem.store.game_cache import GameCache
from tests.table import SHORT


def moments(seed):
    """A game after each entry of its log, each going on from the one before."""
    _, log = play_out(SHORT.rules, 3, random.Random(seed))
    return list(accumulate(log[1:], evolve, initial=replay(log[:1])))


def test_the_mark_of_a_game_goes_on_from_whatever_was_told_before():
    """An earlier moment, a later one, or another game of that number."""
    game, other, cache = moments(1), moments(2), GameCache()

    for one in (*game, *reversed(game), game[-1], *other, *game[::7]):
        assert cache.so_far(1, "Lindy", one) == so_far("Lindy", one)
    assert cache.so_far(1, "Tango", game[-1]) == so_far("Tango", game[-1])
    assert cache.so_far(2, "Lindy", other[-1]) == so_far("Lindy", other[-1])

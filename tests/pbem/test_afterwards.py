"""What is told of a game when it is over: luck, and the trick that turned it."""

from __future__ import annotations

import random
import re

import pytest

from engine import PRESETS, choices, preset, view
from engine.players import choose, worths
from pbem.demo.playouts import play_out
from pbem.demo.specimens.games import NOW, Scene, played_until
from pbem.letters.afterwards import luck, turned
from pbem.letters.badges import badges
from pbem.letters.pages.results import Digest
from pbem.letters.render import Templates
from tests.conversations.dealing import bids, club_dealt

NAMES = ("Anna", "Bruno", "Chloe", "Dieter", "Eva", "Fritz", "Gina")


def over(seed, name="ohhell_pagat", players=4):
    """The view of a spectator on a game that is over."""
    dice = random.Random(seed)
    game = play_out(preset(name), players, dice, lambda g, s: dice.choice(choices(view(g, s))))[0]
    return view(game)


def test_high_trumps_are_worth_tricks_and_low_cards_are_not(tmp_path):
    club = club_dealt(tmp_path, "AS KS | 2H 3H | 4C 5C", turn_up="7S")
    bids(club, 1, 1, 1)
    assert len(club.game.deals) == 1  # nobody can change it
    anna, bruno, ruth = worths(view(club.game))

    assert anna > 1.2
    assert max(bruno, ruth) < 0.6
    told = luck(view(club.game), ("Anna", "Bruno", "Ruth"))
    assert [(one.worth, one.taken) for one in told] == [(2, 2), (0, 0), (0, 0)]
    club.services.db.close()


@pytest.mark.parametrize("seed", range(6))
def test_all_hands_together_are_worth_all_tricks(seed):
    told = luck(over(seed), NAMES[:4])

    assert sum(one.taken for one in told) == 109
    assert sum(one.worth for one in told) == 109


@pytest.mark.parametrize("seed", range(24))
def test_the_trick_that_turned_it_ended_the_hope_for_the_dearest_bid_of_the_second(seed):
    seen = over(seed)
    one = turned(seen, badges(NAMES[:4]))
    ranked = sorted(range(4), key=lambda seat: -seen.totals[seat])
    second = ranked[1]
    ahead = seen.totals[ranked[0]] - seen.totals[second]
    missed = [other for other in seen.past if other.taken[second] != other.bids[second]]

    def gained(other):
        return other.points[ranked[0]] - other.points[second]

    if not ahead or max(map(gained, missed)) < ahead:
        assert one is None
        return
    assert (one.winner, one.name) == tuple(NAMES[seat] for seat in ranked[:2])
    assert one.only == (len(missed) == 1)
    deal = seen.past[one.trick.deal - 1]
    assert deal.taken[second] != deal.bids[second] == one.bid

    def hope(tricks):
        """Whether the bid can still be made after so many tricks."""
        taken = sum(trick.taker == second for trick in deal.tricks[:tricks])
        return taken <= one.bid <= taken + deal.size - tricks

    assert hope(one.trick.number - 1)
    assert not hope(one.trick.number)
    assert gained(deal) == max(map(gained, missed)) > 0


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_it_can_be_told_of_every_game(row):
    players = min(max(4, row.rules.players[0]), row.rules.players[1])
    dice = random.Random(row.name)
    game = play_out(
        row.rules, players, dice, lambda g, s: choose(view(g, s)), until=lambda g: len(g.deals) == 3
    )[0]
    seen = view(game)

    told = luck(seen, NAMES[:players])
    assert sum(one.taken for one in told) <= sum(deal.size for deal in seen.past)
    assert all(one.worth >= 0 for one in told)
    assert turned(seen, badges(NAMES[:players])) is None


def test_bids_made_are_counted_of_the_bids_there_were():
    """Who has 80 points in Boerenbridge to 100 bids no more, until all have."""
    game, log = played_until("whole", 4, 1, lambda _game: False, preset("boerenbridge_100"))
    page = Digest.of(Scene(game, log, "en").reader(0), [50] * 4, NOW)
    told = Templates().render(page)
    without = [[deal.bids[seat] for deal in game.deals].count(None) for seat in range(4)]

    assert (len(game.deals), [one.name for one in page.badges]) == (
        11,
        ["Anna", "Bruno", "Chloé", "Dieter"],
    )
    assert without == [0, 3, 0, 1]
    for name, counted in (
        *(("Anna", "3 of 11"), ("Bruno", "6 of 8")),
        *(("Chloé", "5 of 11"), ("Dieter", "4 of 10")),
    ):
        assert re.search(rf"\. {name}.* bids made +{counted}\n", told.text)
        assert f"bids made {counted}<" in told.html

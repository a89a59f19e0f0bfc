"""Chances: exact for the deal of one card, by sampling for any seat in any deal."""

import csv
import random
from pathlib import Path

import pytest

from engine import PRESETS, Card, Rank, view
from engine.odds import led_card_takes, other_card_takes, trump_takes
from engine.players import card_odds, tricks_odds
from pbem.demo.playouts import any_legal, play_out
from tests.effort import of_each
from tests.table import bid, deal_of

FILE = Path(__file__).parent.parent / "data" / "one_card.csv"
ROWS = list(csv.DictReader(FILE.read_text("utf-8").splitlines()))


@of_each("row", ROWS)
def test_the_odds_of_the_deal_of_one_card(row):
    players, rank = int(row["players"]), Card.parse(f"{row['rank']}S").rank
    if row["kind"] == "trump":
        chance = trump_takes(players, rank, turned_higher=row["turned"] == "turned_higher")
    elif row["position"] == "leader":
        chance = led_card_takes(players, rank)
    else:
        chance = other_card_takes(players, rank)

    assert round(float(chance), 6) == float(row["p"])


def test_a_sampled_chance_comes_near_the_exact_one():
    """Four players with one card; seat 0 deals and holds the jack of trumps under a turned ace.

    Exactly it takes the trick in 882 of 1000 deals.
    """
    game = deal_of("JS | 2C | 3C | 4C", turn_up="AS")
    odds = tricks_odds(view(game, 0), b"any", samples=400)
    exact = float(trump_takes(4, Rank.JACK, turned_higher=True))

    assert sum(odds) == pytest.approx(1)
    assert odds[1] == pytest.approx(exact, abs=0.05)


def test_the_chance_of_a_card_that_cannot_be_beaten_is_one():
    game = bid(deal_of("AS 2C | 2H 3C | 4C 5C", dealer=2, turn_up="KS"), 1, 0, 0)

    assert card_odds(view(game, 0), Card.parse("AS"), b"any", samples=20) == 1
    assert card_odds(view(game, 0), Card.parse("2C"), b"any", samples=200) < 0.9


def test_a_sample_agrees_with_what_the_seat_sees_and_knows_no_more():
    """The same view gives the same odds, whatever the others really hold."""
    mine, rest = "AS 2C 5H", "2H 3C 9D | 4C 5C KD"
    one = deal_of(f"{mine} | {rest}", turn_up="KS")
    other = deal_of(f"{mine} | 4C 9D 5C | KD 2H 3C", turn_up="KS")

    assert tricks_odds(view(one, 0), b"x", 30) == tricks_odds(view(other, 0), b"x", 30)


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_odds_of_any_game_at_any_time(row):
    dice = random.Random(row.name)
    least, _ = row.rules.players
    for stop in (1, 7, 40, 120):
        steps = iter(range(10_000))
        game, _ = play_out(
            row.rules,
            least,
            dice,
            any_legal(dice),
            lambda _, n=stop, s=steps: next(s) >= n,
        )
        if game.deal is None:
            continue
        seat = game.awaiting[0]
        odds = tricks_odds(view(game, seat), b"any", samples=2)
        assert sum(odds) == pytest.approx(1)
        assert not any(odds[: game.deal.taken[seat]]), "tricks taken are taken"


def test_a_spectator_and_a_table_between_deals_have_no_odds():
    with pytest.raises(ValueError, match="need a seat in a deal"):
        tricks_odds(view(deal_of("AC | 3C | 4C")), b"any")

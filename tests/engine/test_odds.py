"""The exact chances of the deal of one card."""

import csv
from pathlib import Path

from engine import Card
from engine.odds import led_card_takes, other_card_takes, trump_takes
from tests.effort import of_each

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

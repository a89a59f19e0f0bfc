"""Hand-worked cases from the sources, each a row of `tests/data/vectors.json` and named by its id."""

import json
from pathlib import Path

import pytest

from engine.bidding import legal_bids
from engine.schedule import SCHEDULES, Schedule
from engine.scoring import SCORES, Score

ROWS = json.loads((Path(__file__).parent.parent / "data" / "vectors.json").read_text("utf-8"))


def rows(kind, works=lambda row: True):
    """The rows of a kind, as test cases named by their ids."""
    found = [row for row in ROWS if row["kind"] == kind and works(row)]
    return pytest.mark.parametrize("row", found, ids=lambda row: row["id"])


@rows("score", lambda row: row["args"]["f"] != "ninety_nine")
def test_score(row):
    args = row["args"]
    formula = SCORES[Score(args["f"])]

    assert formula(args["bid"], args["tricks"], args.get("h", 7)) == row["want"], row["why"]


@rows("schedule")
def test_schedule(row):
    args = row["args"]

    sizes = SCHEDULES[Schedule(args["kind"])](args["maxhand"], args["n"])

    assert list(sizes) == row["want"], row["why"]


@rows("legal_bids", lambda row: not {"hook_above", "max_zero_run"} & set(row["rules"]))
def test_legal_bids(row):
    args = row["args"]
    last = len(args["earlier"]) == args["players"] - 1

    legal = legal_bids(args["hand_size"], args["earlier"], last=last, hook=row["rules"]["hook"])

    assert list(legal) == row["want"], row["why"]

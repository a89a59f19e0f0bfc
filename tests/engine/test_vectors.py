"""Hand-worked cases from the sources: each row of `tests/data/vectors.json`, named by its id."""

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


@rows("legal_bids")
def test_legal_bids(row):
    """A run of zeros that is only counted (`zero_run`) is written out before the bids given."""
    args, rules = row["args"], row["rules"]
    earlier = args["earlier"] if "zero_run" not in args else [0] * args["zero_run"]
    last = len(args["earlier"]) == args["players"] - 1

    legal = legal_bids(
        args["hand_size"],
        earlier,
        last=last,
        hook=rules["hook"],
        hook_above=rules.get("hook_above"),
        zero_limit=rules.get("max_zero_run"),
    )

    assert list(legal) == row["want"], row["why"]

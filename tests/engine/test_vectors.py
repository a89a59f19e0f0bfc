"""Hand-worked cases from the sources: each row of `tests/data/vectors.json`, named by its id."""

import json
from pathlib import Path

import pytest

from engine import Card, Suit
from engine.bidding import legal_bids
from engine.order import EqualCards, RankOrder, best_card
from engine.play import VoidRule, legal_cards
from engine.schedule import SCHEDULES, Schedule
from engine.scoring import SCORES, Score
from engine.trump import TRUMPS, Dealt, TrumpBy

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


ORDERS = {"ranks": RankOrder.SPANISH, "bowers": RankOrder.BOWERS}
SPANISH_SUITS = str.maketrans("OE", "DS")
NOT_YET = {"jokers", "twos_wild", "duplicates"}


def works(row):
    """Whether the cards of a row are plain ones: jokers, wizards and wild twos come later."""
    return row["preset"] != "wizard" and not NOT_YET & set(row["rules"])


def held(codes):
    """Cards by their codes; the Spanish suits O and E stand for diamonds and spades."""
    return tuple(Card.parse(code.translate(SPANISH_SUITS)) for code in codes)


def trump_of(args):
    return Suit(args["trump"].translate(SPANISH_SUITS)) if args["trump"] else None


def order_of(row):
    return next((ORDERS[name] for name in row["rules"] if name in ORDERS), RankOrder.STANDARD)


@rows("legal_plays", works)
def test_legal_plays(row):
    args, rules = row["args"], row["rules"]
    void_rule = VoidRule.FREE
    if rules.get("must_trump"):
        void_rule = VoidRule.MUST_TRUMP
    if rules.get("must_overtake"):
        void_rule = VoidRule.MUST_OVERTAKE

    legal = legal_cards(
        held(args["hand"]), held(args["trick"]), trump_of(args), order_of(row), void_rule
    )

    assert set(legal) == set(held(row["want"])), row["why"]


@rows("winner", lambda row: works(row) or "duplicates" in row["rules"])
def test_winner(row):
    args = row["args"]
    trick = held(code.removesuffix("#2") for code in args["trick"])
    equal = EqualCards.LAST_WINS if "duplicates" in row["rules"] else EqualCards.FIRST_WINS

    assert best_card(trick, trump_of(args), order_of(row), equal) == row["want"], row["why"]


@rows("trump", lambda row: row["args"]["mode"] == "coulon")
def test_trump(row):
    dealt = Dealt(1, Card.parse(row["args"]["c"]), Card.parse("AS"), biggest=False, cycle=())

    _, trump = TRUMPS[TrumpBy.COULON](dealt)

    assert trump == row["want"], row["why"]

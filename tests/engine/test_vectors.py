"""Hand-worked cases from the sources: each row of `tests/data/vectors.json`, named by its id."""

import json
from pathlib import Path

from engine import Card, Suit
from engine.bidding import legal_bids
from engine.ending import bounce
from engine.order import EqualCards, Ranking, RankOrder, best_card
from engine.play import VoidRule, legal_cards
from engine.schedule import SCHEDULES, Schedule
from engine.scoring import Score, score_deal
from engine.specials import Height, Specials
from engine.stakes import Settle, hard_totals, pairwise, settlement
from engine.trump import TRUMPS, Dealt, TrumpBy
from tests.effort import of_each

ROWS = json.loads((Path(__file__).parent.parent / "data" / "vectors.json").read_text("utf-8"))


def rows(*kinds):
    """A test asks of the rows of some kinds."""
    return of_each("row", [row for row in ROWS if row["kind"] in kinds])


def test_no_row_is_of_a_kind_that_is_not_tested():
    assert {row["kind"] for row in ROWS} == {
        *("score", "schedule", "legal_bids", "legal_plays", "winner", "trump"),
        *("bounce", "settle_pairs", "hard_score"),
    }


@rows("score")
def test_score(row):
    """Where the points depend on how many made their bid, as many others do as the row says."""
    args = row["args"]
    bids, taken = [args["bid"]], [args["tricks"]]
    others = args.get("made", 1) - (args["bid"] == args["tricks"])
    bids += [1] * 2
    taken += [1] * others + [0] * (2 - others)

    points = score_deal(Score(args["f"]), bids, taken, args.get("h", 7))

    assert points[0] == row["want"], row["why"]


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
VOID_RULES = {"must_overtake": VoidRule.MUST_OVERTAKE, "must_trump": VoidRule.MUST_TRUMP}


def held(codes):
    """Cards by their codes; the Spanish suits O and E stand for diamonds and spades."""
    return tuple(Card.parse(code.removesuffix("#2").translate(SPANISH_SUITS)) for code in codes)


def called(trick):
    """The cards of a trick and what was said of them: `{"card": "*1", "as": "low"}`."""
    said = [one if isinstance(one, dict) else {"card": one} for one in trick]
    calls = [one.get("as") for one in said]
    call = {None: None, "high": Height.HIGH, "low": Height.LOW}
    heard = tuple(call[c] if c in call else Card.parse(c) for c in calls)
    return held(one["card"] for one in said), heard if any(heard) else ()


def ranking_of(row):
    args, rules = row["args"], row["rules"]
    special = rules.get("jokers") or ("twos_wild" if rules.get("twos_wild") else None)
    if row["preset"] == "wizard":
        special = "wizard"
    trump = args["trump"] and Suit(args["trump"].translate(SPANISH_SUITS))
    return Ranking(
        trump=trump,
        order=next((ORDERS[name] for name in rules if name in ORDERS), RankOrder.STANDARD),
        equal_cards=EqualCards.LAST_WINS if "duplicates" in rules else EqualCards.FIRST_WINS,
        specials=Specials(special or "none"),
    )


@rows("legal_plays")
def test_legal_plays(row):
    """A row that does not say which trick it is is past the first."""
    args, rules = row["args"], row["rules"]
    trick, calls = called(args["trick"])
    void_rules = [VOID_RULES[name] for name in VOID_RULES if rules.get(name)]

    legal = legal_cards(
        held(args["hand"]),
        trick,
        ranking_of(row),
        void_rules[0] if void_rules else VoidRule.FREE,
        calls=calls,
        first_trick=args.get("trick_no") == 0,
    )

    assert set(legal) == set(held(row["want"])), row["why"]


@rows("winner")
def test_winner(row):
    trick, calls = called(row["args"]["trick"])

    assert best_card(trick, ranking_of(row), calls) == row["want"], row["why"]


TRUMP_BY = {
    "coulon": TrumpBy.COULON,
    "brader": TrumpBy.TURN_UP,
    "ninety_nine_turnup": TrumpBy.TURN_UP_NOT_NINE,
}


@rows("trump")
def test_trump(row):
    args = row["args"]
    dealt = Dealt(1, (Card.parse(args["c"]),), Card.parse("AS"))

    assert TRUMPS[TRUMP_BY[args["mode"]]](dealt).suit == row["want"], row["why"]


@rows("bounce")
def test_bounce(row):
    assert bounce(row["args"]["total"], row["args"]["delta"], 100) == row["want"], row["why"]


@rows("settle_pairs")
def test_pairs_settle_their_differences(row):
    assert list(pairwise(row["args"]["scores"])) == row["want"], row["why"]


@rows("hard_score")
def test_hard_score(row):
    scores = row["args"]["scores"]
    totals, paid = row["want"]

    assert list(hard_totals(scores, [0])) == totals, row["why"]
    assert list(settlement(Settle.HARD, scores, [0])) == paid, row["why"]

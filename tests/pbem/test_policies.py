"""The four policies, row by row of their table; `led` is on the table before the seat.

Spades are trump in every row. Three play unless the row says four, so that with two cards on the
table the third is the last.
"""

from __future__ import annotations

from itertools import islice

import pytest

from engine import Card, PlayCard, Rules, Seat, View, view
from engine.play import VoidRule
from pbem.orders.keywords import Policy, When
from pbem.turns.plans import by_policy, state_of
from pbem.turns.policies import card_by
from tests.table import bid, deal_of, play

FOLLOWING = "9H 5H 2H KC 3C"
"""Hearts are led."""
VOID = "9S 4S KC 8D 8C"
"""Hearts are led; spades and other suits are held."""
ONLY_TRUMP = "9S 4S QS JS 2S"

ROWS = [
    # what is led, the hand, then low, duck, win, high
    ("to follow, not last", "7H", FOLLOWING, "2H", "5H", "9H", "9H"),
    ("to follow, last", "7H 8H", FOLLOWING, "2H", "5H", "9H", "9H"),
    ("to follow, last, two beat", "4H 3H", FOLLOWING, "2H", "2H", "5H", "9H"),
    ("to follow, cannot beat", "TH", FOLLOWING, "2H", "9H", "2H", "9H"),
    ("to follow, all beat, not last", "AC", "KC 3C 2D 4D 5D", "3C", "KC", "3C", "KC"),
    ("to follow, all beat the best, not last", "2C", "KC 3C 2D 4D 5D", "3C", "3C", "KC", "KC"),
    ("to follow, all beat the best, last", "2C 9D", "KC 3C 4D 5D 6D", "3C", "KC", "3C", "KC"),
    ("void", "7H", VOID, "8C", "KC", "4S", None),
    ("void, trumped", "7H 5S", VOID, "8C", "KC", "9S", None),
    ("void, trumped too high", "7H TS", VOID, "8C", "KC", "8C", None),
    ("only trumps, under a trump", "7H TS", ONLY_TRUMP, "2S", "9S", "JS", None),
    ("only trumps, all beat, last", "7H 6H", ONLY_TRUMP, "2S", "QS", "2S", None),
    ("only trumps, all beat, not last", "7H", ONLY_TRUMP, "2S", "2S", "2S", None),
    ("to lead", "", VOID, "8C", "8C", "KC", None),
    ("to lead, a trump as high", "", "KS 4S KC 8D 8C", "8C", "8C", "KC", None),
    ("to lead, a trump above all", "", "AS 4S KC 8D 8C", "8C", "8C", "AS", None),
    ("to lead, only trumps", "", ONLY_TRUMP, "2S", "2S", "QS", None),
    ("to lead, equal in three suits", "", "5H 5D 5C 9S TS", "5C", "5C", "TS", None),
]


def seen_by(led: str, hand: str) -> View:
    """What a seat with that hand sees when it is to play after the cards led; spades are trump.

    The others hold no hearts but those they play, so that a hand is never short of one.
    """
    turn_up = "AS" if "AS" not in hand else "QS"
    taken = {*led.split(), *hand.split()}
    spare = (rank + suit for suit in "DC" for rank in "23456789TJQKA")
    rest = (code for code in spare if code not in taken)
    played = [*led.split(), "", ""][:2]
    rows = [" ".join([code, *islice(rest, 4 if code else 5)]) for code in played]
    at = len(led.split())
    rows.insert(at, hand)
    game = bid(deal_of(" | ".join(rows), dealer=2, turn_up=turn_up), 0, 0, 1)
    return view(play(game, led), at)


@pytest.mark.parametrize(
    ("led", "hand", "low", "duck", "win", "high"),
    [row[1:] for row in ROWS],
    ids=[row[0] for row in ROWS],
)
def test_the_card_of_each_policy(
    led: str, hand: str, low: str, duck: str, win: str, high: str | None
) -> None:
    seen = seen_by(led, hand)
    expected = {Policy.LOW: low, Policy.DUCK: duck, Policy.WIN: win, Policy.HIGH: high}

    found = {policy: card_by(policy, seen) for policy in Policy}

    assert {policy: card and str(card) for policy, card in found.items()} == expected


def test_a_policy_plays_what_must_be_played() -> None:
    """Where a trump is owed, the lowest card of all is not allowed."""
    rules = Rules(players=(3, 3), hand_max=((3, 3),), void_rule=VoidRule.MUST_TRUMP)
    game = deal_of("7H 2D 3D | 9S 4S KC | 4D 5D 6D", dealer=2, turn_up="AS", rules=rules)
    seen = view(play(bid(game, 0, 0, 1), "7H"), 1)

    assert {str(card_by(policy, seen)) for policy in (Policy.LOW, Policy.WIN)} == {"4S"}


@pytest.mark.parametrize(
    ("bids", "played", "state"),
    [
        ((1, 0, 0), "", When.MADE),  # Bruno, who has taken none
        ((1, 1, 0), "", None),
        ((0, 3, 1), "", When.NEED_ALL),
        ((0, 3, 1), "AC 2C 3C", When.MISSED),
        ((0, 2, 0), "AC 2C 3C", When.NEED_ALL),
        ((0, 1, 0), "AC 2C 3C", None),
        ((0, 0, 1), "2H AH 3H", When.MISSED),
        ((0, 1, 0), "2H AH 3H", When.MADE),
    ],
)
def test_when_a_house_policy_holds(bids: tuple[int, ...], played: str, state: When | None) -> None:
    game = deal_of("AC 2H 9C | 2C AH 4D | 3C 3H 5D", dealer=2, turn_up="AS")
    game = play(bid(game, *bids), played)

    assert state_of(view(game, 1)) is state


def test_a_house_policy_asks_where_it_has_no_card() -> None:
    game = bid(deal_of("AC 2H 9C | 2C AH 4D | 3C 3H 5D", dealer=2, turn_up="AS"), 0, 0, 1)
    leader = view(game, 0)

    assert by_policy(leader, {When.MADE: Policy.LOW}) == PlayCard(Seat(0), Card.parse("2H"))
    assert by_policy(leader, {When.MADE: Policy.HIGH}) is None
    assert by_policy(leader, {When.MISSED: Policy.LOW}) is None

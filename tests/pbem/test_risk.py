"""What may be done for a player whose mail carries no code: it tells something, and no more."""

from __future__ import annotations

from datetime import date

import pytest

from engine import Card
from pbem.orders.model import (
    Away,
    Bid,
    HousePolicy,
    Join,
    Keep,
    Key,
    Play,
    Policy,
    Request,
    Setting,
    Talk,
    Unread,
    When,
    Wish,
)
from pbem.table.risk import harmless

TELLS = "chart fates games hand help log proof settings standings status test"
DOES = (
    "back forget_me forget_plan hand_over here join leave my_data register rematch stay stop undo"
    " unsubscribe"
)
QUEEN = Play(Card.parse("QH"))


def test_every_wish_is_one_or_the_other():
    assert sorted(wish for wish in Wish if harmless(Request(wish))) == TELLS.split()
    assert sorted(wish for wish in Wish if not harmless(Request(wish))) == DOES.split()


@pytest.mark.parametrize(
    ("order", "may"),
    [
        (Talk("good luck"), True),
        (Setting(Key.LANGUAGE, "fr"), True),
        (Setting(Key.ADDRESS, "eve@evil.example"), False),
        (Bid(3), False),
        (QUEEN, False),
        (Keep(QUEEN), False),
        (Join(True), False),
        (Away(date(2026, 10, 5), date(2026, 10, 9)), False),
        (HousePolicy(When.MADE, Policy.DUCK), False),
        (Unread("nonsense"), False),
    ],
)
def test_what_does_no_harm(order, may):
    assert harmless(order) is may

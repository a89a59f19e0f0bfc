"""What each order takes: a row for every order there is, and what is asked back."""

from __future__ import annotations

from datetime import date
from typing import get_args

import pytest

from engine import Card, Suit
from pbem.orders.model import (
    AgreePause,
    Answer,
    Away,
    Bid,
    Command,
    HousePolicy,
    Join,
    Keep,
    Key,
    Lay,
    MoreTime,
    Pass,
    Pause,
    Plan,
    Play,
    Policy,
    Request,
    Salt,
    Setting,
    Talk,
    Trump,
    Undecided,
    Unread,
    Unsure,
    When,
    Wish,
)
from pbem.table.powers import Grave, Power, grave, power

WISHES = {
    Power.TELLS: "chart fates games hand help log proof register settings standings status test",
    Power.CHANGES: "back here join rematch stay",
    Power.ASKED_BACK: "forget_me hand_over leave my_data stop unsubscribe",
    Power.ANSWERS: "forget_plan undo",
}
QUEEN = Play(Card.parse("QH"))
ORDERS = {
    Power.TELLS: (Request(Wish.HELP),),
    Power.CHANGES: (
        *(Talk("good luck"), Salt("banana"), Away(date(2026, 10, 5), date(2026, 10, 9))),
        *(Setting(Key.LANGUAGE, "fr"), MoreTime(12), Pause(3), AgreePause(True)),
    ),
    Power.ASKED_BACK: (Setting(Key.ADDRESS, "Anna@home.example"),),
    Power.ANSWERS: (
        *(Bid(3), Pass(), QUEEN, Plan(()), Keep(QUEEN), Trump(Suit.HEARTS), Lay(()), Join(True)),
        *(
            HousePolicy(When.MADE, Policy.DUCK),
            Unsure("Q", ()),
            Undecided("2 or 3", ()),
            Unread("nonsense"),
        ),
    ),
}


@pytest.mark.parametrize("what", Power)
def test_every_wish_has_its_row(what):
    assert sorted(wish for wish in Wish if power(Request(wish)) is what) == WISHES[what].split()


@pytest.mark.parametrize("what", Power)
def test_what_an_order_takes(what):
    assert {power(order) for order in ORDERS[what]} == {what}


def test_no_kind_of_order_is_left_out():
    kinds = {type(order) for some in ORDERS.values() for order in some}

    assert kinds == {*get_args(Answer), *get_args(Command), Unsure, Undecided, Unread}


@pytest.mark.parametrize("key", Key)
def test_of_all_settings_only_the_address_is_asked_back(key):
    asked = power(Setting(key, "x")) is Power.ASKED_BACK

    assert asked == (key is Key.ADDRESS)


def test_what_is_asked_back_is_what_there_is_a_letter_for():
    orders = [*map(Request, Wish), *(Setting(key, "Anna@home.example") for key in Key)]
    asked = {meant for order in orders if (meant := grave(order))}

    assert asked == {(what, "anna@home.example" if what is Grave.ADDRESS else "") for what in Grave}
    assert all((grave(one) is None) == (power(one) is not Power.ASKED_BACK) for one in orders)

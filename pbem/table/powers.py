"""What a code must be good for before an order under it is carried out: one row an order."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import assert_never

from pbem.folding import folded
from pbem.orders.model import (
    AgreePause,
    Away,
    Bid,
    HousePolicy,
    Join,
    Keep,
    Key,
    Lay,
    MoreTime,
    Order,
    Pass,
    Pause,
    Plan,
    Play,
    Request,
    Salt,
    Setting,
    Talk,
    Trump,
    Undecided,
    Unread,
    Unsure,
    Wish,
)


class Power(StrEnum):
    """What an order takes."""

    TELLS = "tells"
    """It is only told something, at the registered address."""

    CHANGES = "changes"
    """It is done under any code of the player's, and told there with a way back."""

    ASKED_BACK = "asked back"
    """It is done only under the code of a letter to there that asks whether it is meant."""

    ANSWERS = "answers"
    """It needs the code of a seat, of an open question, or of the one whose answer is held."""


class Grave(StrEnum):
    """What is asked back, since it cannot be undone, or tells or moves all that is a player's."""

    LEAVE = "leave"
    HAND_OVER = "hand over"
    STOP = "stop"
    FORGET_ME = "forget me"
    MY_DATA = "my data"
    ADDRESS = "address"


_WISHES: Mapping[Wish, Power] = {
    Wish.STATUS: Power.TELLS,
    Wish.HELP: Power.TELLS,
    Wish.HAND: Power.TELLS,
    Wish.LOG: Power.TELLS,
    Wish.CHART: Power.TELLS,
    Wish.PROOF: Power.TELLS,
    Wish.STANDINGS: Power.TELLS,
    Wish.GAMES: Power.TELLS,
    Wish.FATES: Power.TELLS,
    Wish.SETTINGS: Power.TELLS,
    Wish.TEST: Power.TELLS,
    Wish.REGISTER: Power.TELLS,
    Wish.JOIN: Power.CHANGES,
    Wish.REMATCH: Power.CHANGES,
    Wish.BACK: Power.CHANGES,
    Wish.HERE: Power.CHANGES,
    Wish.STAY: Power.CHANGES,
    Wish.UNDO: Power.ANSWERS,
    Wish.FORGET_PLAN: Power.ANSWERS,
    Wish.LEAVE: Power.ASKED_BACK,
    Wish.UNSUBSCRIBE: Power.ASKED_BACK,
    Wish.HAND_OVER: Power.ASKED_BACK,
    Wish.STOP: Power.ASKED_BACK,
    Wish.FORGET_ME: Power.ASKED_BACK,
    Wish.MY_DATA: Power.ASKED_BACK,
}

_GRAVE: Mapping[Wish, Grave] = {
    Wish.LEAVE: Grave.LEAVE,
    Wish.UNSUBSCRIBE: Grave.LEAVE,
    Wish.HAND_OVER: Grave.HAND_OVER,
    Wish.STOP: Grave.STOP,
    Wish.FORGET_ME: Grave.FORGET_ME,
    Wish.MY_DATA: Grave.MY_DATA,
}


def power(order: Order) -> Power:
    """What an order takes."""
    match order:
        case Request(wish=wish):
            return _WISHES[wish]
        case Setting(key=Key.ADDRESS):
            return Power.ASKED_BACK
        case Setting() | Talk() | Salt() | Away() | MoreTime() | Pause() | AgreePause():
            return Power.CHANGES
        case Bid() | Pass() | Play() | Plan() | Keep() | Trump() | Lay() | Join() | HousePolicy():
            return Power.ANSWERS
        case Unsure() | Undecided() | Unread():
            return Power.ANSWERS
        case _:
            assert_never(order)


def grave(order: Order) -> tuple[Grave, str] | None:
    """What has to be asked back before an order is done, with the new address it names, if any."""
    match order:
        case Request(wish=wish):
            what = _GRAVE.get(wish)
            return None if what is None else (what, "")
        case Setting(Key.ADDRESS, new):
            return Grave.ADDRESS, folded(new)
        case _:
            return None

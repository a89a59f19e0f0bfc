"""What a code must be good for before an order under it is carried out, and what is asked back."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pbem.folding import folded
from pbem.orders.keywords import Key
from pbem.orders.model import Order, Request, Setting


class Power(StrEnum):
    """What an order takes."""

    ANY = "any"
    """It is done under any code of the player's: it tells something at the registered address, or
    changes what is told there with a way back.
    """

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


_GRAVE: Mapping[str, Grave] = {
    "leave": Grave.LEAVE,
    "unsubscribe": Grave.LEAVE,
    "hand_over": Grave.HAND_OVER,
    "stop": Grave.STOP,
    "forget_me": Grave.FORGET_ME,
    "my_data": Grave.MY_DATA,
}


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


def ordered(what: Grave, detail: str) -> Order:
    """The order that was asked back.

    >>> ordered(*grave(Request("stop")))
    Request(wish='stop', topic='')
    """
    if what is Grave.ADDRESS:
        return Setting(Key.ADDRESS, detail)
    return Request(next(wish for wish, one in _GRAVE.items() if one is what))

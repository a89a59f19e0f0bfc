"""What a code must be good for before an order under it is carried out, and what is asked back."""

from __future__ import annotations

from enum import StrEnum


class Power(StrEnum):
    """What an order takes."""

    ANY = "any"
    """It is done under any code of the player's: it tells something at the registered address, or
    changes what is told there with a way back.
    """

    ANSWERS = "answers"
    """It needs the code of a seat, of an open question, or of the one whose answer is held."""


class Grave(StrEnum):
    """What is done only under the code of a letter to there that asks whether it is meant, since it
    cannot be undone, or tells or moves all that is a player's.
    """

    LEAVE = "leave"
    HAND_OVER = "hand over"
    STOP = "stop"
    FORGET_ME = "forget me"
    MY_DATA = "my data"
    ADDRESS = "address"

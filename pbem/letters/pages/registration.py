"""Letters to whoever comes without being invited: the way in."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.letters.page import Notice, Trait
from pbem.letters.pages.open_games import NoSeat, OpenGame
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class ConfirmRegistration(Notice, asks=Ask.INVITATION, traits=Trait.AT_THE_DOOR):
    """To an address nobody invited: does it want to be registered?

    With yes goes a seat in the game `wish`, if it names one; `games` are those that can be joined.
    """

    name: str
    zone: str = "UTC"
    wish: str = ""
    games: tuple[OpenGame, ...] = ()
    no_seat: NoSeat | None = None


@dataclass(frozen=True, slots=True)
class Welcome(Notice):
    """To a new player who has just registered from this address; `games` can be joined."""

    name: str
    address: str
    zone: str = "UTC"
    games: tuple[OpenGame, ...] = ()

"""Orders about who sits at a table."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.organiser.set_up import (
    Guest,
)


@dataclass(frozen=True, slots=True)
class Invite:
    """Ask more people."""

    guests: tuple[Guest, ...]


@dataclass(frozen=True, slots=True)
class Uninvite:
    """Do without somebody who was asked: a name or an address."""

    player: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Another person plays for a player from now on, or a computer where none is named.

    With `standby` it is the one who has been kept ready longest.
    """

    player: str
    guest: Guest | None
    standby: bool = False


@dataclass(frozen=True, slots=True)
class Standby:
    """Keep people ready to take a seat."""

    guests: tuple[Guest, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """Do without a player: not invited any more, or a computer plays on; all read the reason."""

    player: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class NewAddress:
    """A player is to be written to at another address."""

    player: str
    address: str

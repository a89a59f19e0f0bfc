"""Computers that sit at tables from the start: what they are called, and that none reads mail."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.domain.names import look

HOUSE = "@house.invalid"
"""Where computers are at home; nobody can have an address there (RFC 2606)."""

ROBOT = "Robot"
"""What the server is called in trials."""

NAMES = (
    *("Atlas", "Colossus", "Deuce", "Eniac", "Illiac", "Johnniac"),
    *("Mercury", "Oracle", "Pegasus", "Univac", "Whirlwind", "Zebra"),
)
"""Machines of the forties and fifties: no initial twice, and nobody is taken for one of them."""


def is_computer(address: str) -> bool:
    """Whether an address is that of a computer, so that nothing is ever written to it."""
    return address.endswith(HOUSE)


def computers_address(name: str) -> str:
    """The address under which a computer is a player."""
    return f"{name.lower()}{HOUSE}"


def free_names(taken: Iterable[str], count: int) -> list[str]:
    """The first so many names of computers that look like none of these.

    >>> free_names(["Anna", "ATLAS"], 2)
    ['Colossus', 'Deuce']
    """
    there = {look(name) for name in taken}
    return [name for name in NAMES if look(name) not in there][:count]

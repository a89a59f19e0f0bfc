"""Orders by which games and leagues are set up, and those about who sits at a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from engine import Level
from pbem.orders.keywords import Watchers


@dataclass(frozen=True, slots=True)
class Guest:
    """A person as an organiser writes one: `Anna anna@cards.example (en Europe/London)`. All but
    the address may be empty.
    """

    name: str
    address: str
    language: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class ComputerGuest:
    """A computer that is to play, too, at a level."""

    level: Level = Level.STEADY


AnyGuest = Guest | ComputerGuest


@dataclass(frozen=True, slots=True)
class Options:
    """Rules in the words of `engine.options`, and the pace; None where it is not named.

    Of a hundred answers of whoever joins, `reliable` must have come in time. With `hints` who is
    asked may be told what would be good; `watchers` says whether others may look on.
    """

    rules: tuple[str, ...] = ()
    answer_in: int | None = None
    hold: int | None = None
    reliable: int | None = None
    hints: bool | None = None
    watchers: Watchers | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """Draft a game."""

    name: str
    guests: tuple[AnyGuest, ...] = ()
    options: Options = Options()


class Season(NamedTuple):
    """How many are about at a table, how many rounds are played, and how many go up in each."""

    size: int = 4
    rounds: int = 3
    movers: int = 1


@dataclass(frozen=True, slots=True)
class ByLot:
    """The tables of each round are drawn, the first after a day that is named; who cannot be at a
    table of exactly so many rests.
    """

    exact: bool = False
    until: date | None = None


@dataclass(frozen=True, slots=True)
class NewLeague:
    """Draft the first round of a season: tables of about `size`, so many `rounds`, and `movers` up
    and down after each, or for a club night all `drawn`.
    """

    name: str
    guests: tuple[Guest, ...]
    size: int = Season().size
    rounds: int = Season().rounds
    movers: int = Season().movers
    options: Options = Options()
    drawn: ByLot | None = None


@dataclass(frozen=True, slots=True)
class KeepScores:
    """Write down the scores of a table with real cards, by some rules; who is at it, by seat, whose
    addresses may be empty. It counts for a league, if one is named.
    """

    name: str
    guests: tuple[Guest, ...]
    rules: tuple[str, ...] = ()
    league: str = ""


@dataclass(frozen=True, slots=True)
class NextRound:
    """Begin the next round of a league; its name may be left out where there is one only."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class SameAgain:
    """Draft a game with the same people and rules; its name may be left to the server."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """Offer so many seats to whoever asks, up to a day; with 0 none any more.

    Without a number as many as the rules allow.
    """

    seats: int | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Draft another table at which others play the same deals."""

    guests: tuple[AnyGuest, ...]


@dataclass(frozen=True, slots=True)
class Invite:
    """Ask more people, or let computers play, too."""

    guests: tuple[AnyGuest, ...]


@dataclass(frozen=True, slots=True)
class Uninvite:
    """Do without somebody who was asked: a name or an address."""

    player: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Another person plays for a player from now on, or a computer.

    Where none is named it is who has been kept ready longest.
    """

    player: str
    guest: AnyGuest | None


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

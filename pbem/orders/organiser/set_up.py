"""Orders by which games and leagues are set up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Guest:
    """A person as an organiser writes one: `Anna anna@cards.example (en)`. Name, language or both
    may be empty.
    """

    name: str
    address: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """Rules in the words of `engine.options`, and the pace; None where it is not named.

    Of a hundred answers of whoever joins, `reliable` must have come in time.
    """

    rules: tuple[str, ...] = ()
    answer_in: int | None = None
    hold: int | None = None
    reliable: int | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """Draft a game."""

    name: str
    guests: tuple[Guest, ...] = ()
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class NewLeague:
    """Draft the first round of a season: tables of about `size`, so many `rounds`, and `movers` up
    and down after each.
    """

    name: str
    guests: tuple[Guest, ...]
    size: int = 4
    rounds: int = 3
    movers: int = 1
    options: Options = Options()


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

    guests: tuple[Guest, ...]

"""What an organiser may order, as data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pbem.orders.keywords import DIGEST_DAY, DIGEST_HOUR
from pbem.orders.organiser.set_up import (
    Drop,
    Duplicate,
    Guest,
    Invite,
    KeepScores,
    NewAddress,
    NewGame,
    NewLeague,
    NextRound,
    Open,
    Options,
    Replace,
    SameAgain,
    Standby,
    Uninvite,
)


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Play by other rules or at another pace."""

    options: Options


@dataclass(frozen=True, slots=True)
class Start:
    """Invite those of a draft; then begin, with `sure` with those who have said yes."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """End a game before its end; without `sure` that is asked back."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class PauseGame:
    """Nobody is late from now on, or on some days."""

    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Deadlines count again, or on some days that were to be off."""

    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Extend:
    """More time for what is asked now: for one player, or for all if none is named."""

    player: str
    hours: int


@dataclass(frozen=True, slots=True)
class SetPace:
    """So many hours for each answer from the next question on."""

    hours: int


@dataclass(frozen=True, slots=True)
class Remind:
    """Remind a player now."""

    player: str


@dataclass(frozen=True, slots=True)
class Absent:
    """A player is away on some days."""

    player: str
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Silence:
    """Keep what a player says from the table for so many hours; 0 passes it on again."""

    player: str
    hours: int


@dataclass(frozen=True, slots=True)
class TellAll:
    """Words for the whole table."""

    words: str


class Topic(StrEnum):
    """What an organiser can be shown: a game's log, or as `EXPORT` the game as files, ..."""

    STATUS = "status"
    STANDINGS = "standings"
    MEMBERS = "members"
    HELP = "help"
    LOG = "log"
    EXPORT = "export"


@dataclass(frozen=True, slots=True)
class Show:
    """Tell something; the standings may be those of the league or year `name`, and help that about
    all orders where it has one.
    """

    what: Topic
    name: str = ""


class Often(StrEnum):
    """How often an organiser is written to unasked about all games."""

    WEEKLY = "weekly"
    DAILY = "daily"
    NEEDED = "needed"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Digest:
    """Write how the games stand so often, on a day of the week (0 is Monday), at an hour."""

    often: Often
    day: int = DIGEST_DAY
    hour: int = DIGEST_HOUR


@dataclass(frozen=True, slots=True)
class RollBack:
    """Play again from a trick of the deal under way, or from its first bid, for a reason."""

    deal: bool
    number: int
    because: str = ""


@dataclass(frozen=True, slots=True)
class AddOrganiser:
    """Let somebody else give orders, too: a player by name, or a person with an address."""

    guest: Guest


@dataclass(frozen=True, slots=True)
class HandOver:
    """Let somebody else organise the game from now on."""

    guest: Guest


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last order for a game, or the one with a number."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Put a game that has ended away: it is not listed any more."""


Command = (
    NewGame
    | NewLeague
    | KeepScores
    | NextRound
    | Invite
    | Uninvite
    | ChangeRules
    | Start
    | Cancel
    | PauseGame
    | Resume
    | Extend
    | SetPace
    | Remind
    | Absent
    | Replace
    | Standby
    | Drop
    | NewAddress
    | Silence
    | TellAll
    | Show
    | Digest
    | RollBack
    | Open
    | Duplicate
    | Undo
    | Close
    | SameAgain
    | AddOrganiser
    | HandOver
)


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One line of an organiser's mail.

    `commands` are its readings: none if it is not understood, two if a date can be two. `game` is
    the name in front of it, if one is. `nearest` are the lines that may have been meant, and
    `lacks` tells that the `order`, by the name of its words, is clear and the rest is not.
    """

    written: str
    commands: tuple[Command, ...] = ()
    game: str = ""
    nearest: tuple[str, ...] = ()
    order: str = ""
    lacks: bool = False

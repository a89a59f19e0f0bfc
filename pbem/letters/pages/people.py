"""Letters about who plays: invited, there or away, at which address, with which settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from engine import Rules
from pbem.letters.pages.parts import Frame, Offer, TimeLeft
from pbem.table.deadlines import Span


@dataclass(frozen=True, slots=True)
class Invitation:
    """P1: would you like to play?"""

    frame: Frame
    others: tuple[str, ...]
    players: int
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    words: str
    yes_tap: str
    no_tap: str
    test_tap: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A short word back to an invitation: it was answered with `yes` or `no`, or, with `joined`,
    with a yes while others may still join.
    """

    frame: Frame
    what: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting about mails: its name, what holds, and the lines that change it."""

    name: str
    value: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """P22: the reader's settings; `changed` is the one that was changed just now, or empty.

    `spoken` is the reader's language as it calls itself, `languages` those to choose from.
    """

    frame: Frame
    changed: str
    spoken: str
    languages: tuple[Offer, ...]
    choices: tuple[Choice, ...] = ()
    time: TimeLeft | None = None


PresenceKind = Literal[
    "still there",
    "kept",
    "away",
    "back",
    "was not away",
    "leaving",
    "left",
    "stays",
    "stopped",
    "forgetting",
    "forgotten",
]


PauseKind = Literal["asked", "proposed", "agreed", "declined", "refused"]


@dataclass(frozen=True, slots=True)
class PausePoll:
    """Shall the game pause for some days, from `first` on or once all agree? Or a word back.

    `name` has proposed it, or said no to it; `waits` are those who have still to agree.
    """

    frame: Frame
    what: PauseKind
    name: str
    first: date | None
    days: int
    waits: tuple[str, ...]
    yes_tap: str
    no_tap: str

    @property
    def last(self) -> date | None:
        """The last of the days, where the first is known."""
        return self.first and self.first + timedelta(self.days - 1)


RematchKind = Literal["proposed", "noted", "declined"]


@dataclass(frozen=True, slots=True)
class Rematch:
    """Shall we play again? `name` has proposed it; or the word back to a yes or a no.

    `said` tells each player's `yes`, `no` or `nothing`; when `needed` of them have said yes a game
    is drafted, which is then called `following`.
    """

    frame: Frame
    what: RematchKind
    name: str
    said: tuple[tuple[str, str], ...]
    needed: int
    following: str
    yes_tap: str
    no_tap: str

    @property
    def possible(self) -> bool:
        """Whether enough may still say yes."""
        return sum(said != "no" for _, said in self.said) >= self.needed


@dataclass(frozen=True, slots=True)
class GameAway:
    """How one game takes days away: it waits for `waits` of `days`."""

    game: str
    waits: int
    days: int


@dataclass(frozen=True, slots=True)
class Presence:
    """P16, P17, P23, P24: who is there. `missed` counts the deadlines missed in a row."""

    frame: Frame
    what: PresenceKind
    missed: int
    away: Span | None
    games: tuple[GameAway, ...]
    back_tap: str
    leave_tap: str
    stay_tap: str


@dataclass(frozen=True, slots=True)
class LeaveGame(Presence):
    """P23: really leave?"""


@dataclass(frozen=True, slots=True)
class ForgetMe(Presence):
    """Really be forgotten?"""


@dataclass(frozen=True, slots=True)
class YourData:
    """All that is kept about the reader, as JSON in a file."""

    frame: Frame
    data: str


@dataclass(frozen=True, slots=True)
class AwayOffer:
    """An automatic answer told of days away: `tap` tells the game of them."""

    frame: Frame
    away: Span
    tap: str


@dataclass(frozen=True, slots=True)
class WasThatYou:
    """P25: a mail with the reader's code came from `address`; is it the reader's?

    `ordered` is what it says in the code of an answer, empty if that cannot be told. `own` tells
    that the address is the reader's, but the mail server holds it for forged.
    """

    frame: Frame
    address: str
    own: bool
    ordered: str
    yes_tap: str
    no_tap: str


@dataclass(frozen=True, slots=True)
class SenderNoted:
    """The word back to P25: `yes`, `no`, or `late` when the question was closed meanwhile."""

    frame: Frame
    address: str
    own: bool
    what: Literal["yes", "no", "late"]


@dataclass(frozen=True, slots=True)
class ConfirmAddress:
    """P29, to the new address, which has not confirmed yet: is it the player's?"""

    language: str
    name: str
    yes_tap: str
    no_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class AddressChange:
    """P29, to a player who changes address. `address` is the new one, `until` when to object by.

    `stage` is `asked`, `changed` or `kept` to the old address, `here` to the new one.
    """

    language: str
    name: str
    stage: str
    address: str
    until: datetime
    zone: str
    no_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that can be joined: `free` of the `room` seats of its table, by `until` if that is
    set. Of a hundred answers of whoever joins, `reliable` must have come in time.
    """

    name: str
    organiser: str
    preset: str
    rules: Rules
    sizes: tuple[int, ...]
    room: int
    free: int
    answer_in: int
    reliable: int
    until: datetime | None
    tap: str


@dataclass(frozen=True, slots=True)
class NoSeat:
    """Why there is no seat in the game `wanted`, as a word of `_games.txt`; `n` of a hundred
    answers of the reader came in time, and `m` must have.
    """

    why: str
    wanted: str
    n: int = 0
    m: int = 0


@dataclass(frozen=True, slots=True)
class OpenGames:
    """The games that can be joined, and why one cannot that the reader wanted."""

    language: str
    name: str
    zone: str
    games: tuple[OpenGame, ...]
    no_seat: NoSeat | None
    tag: str


@dataclass(frozen=True, slots=True)
class ConfirmRegistration:
    """P2, to an address nobody invited: does it want to be registered?

    With yes goes a seat in the game `wish`, if it names one; `games` are those that can be joined.
    """

    language: str
    name: str
    yes_tap: str
    no_tap: str
    tag: str
    zone: str = "UTC"
    wish: str = ""
    games: tuple[OpenGame, ...] = ()
    no_seat: NoSeat | None = None


@dataclass(frozen=True, slots=True)
class Welcome:
    """P2, to a new player who has just registered from this address; `games` can be joined."""

    language: str
    name: str
    address: str
    test_tap: str
    tag: str
    zone: str = "UTC"
    games: tuple[OpenGame, ...] = ()

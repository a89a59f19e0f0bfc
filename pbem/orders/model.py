"""Orders: one instruction each, as a player meant it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine import Card, Suit
from pbem.orders.answers import Answer
from pbem.orders.keywords import Key, Policy, When


@dataclass(frozen=True, slots=True)
class Request:
    """A wish, by the name of its list of words; it answers no question.

    Help may have a `topic`, the log the number of a deal, and a game to join is one.
    """

    wish: str
    topic: str = ""

    def __str__(self) -> str:
        return f"{self.wish} {self.topic}".strip()


@dataclass(frozen=True, slots=True)
class Away:
    """Absent from one day to another, both included."""

    first: date
    last: date

    def __str__(self) -> str:
        return f"away {self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class MoreTime:
    """Hours in reserve for what is asked now."""

    hours: int

    def __str__(self) -> str:
        return f"more time {self.hours} hours"


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause for all, of some days: from a day on, or from when all agree."""

    days: int
    first: date | None = None

    def __str__(self) -> str:
        return f"pause {self.days} days" + (f" from {self.first}" if self.first else "")


@dataclass(frozen=True, slots=True)
class AgreePause:
    """Yes or no to a pause that another player has proposed."""

    yes: bool

    def __str__(self) -> str:
        return f"pause {'yes' if self.yes else 'no'}"


@dataclass(frozen=True, slots=True)
class HousePolicy:
    """What to play whenever that is so; None asks again."""

    when: When
    policy: Policy | None

    def __str__(self) -> str:
        return f"when {self.when} {self.policy or 'ask'}"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting and its value: `daily 08:00`, `22-08`, `fr`, `Europe/Paris`."""

    key: Key
    value: str

    def __str__(self) -> str:
        return f"{self.key} {self.value}"


@dataclass(frozen=True, slots=True)
class Talk:
    """Words for the table."""

    words: str

    def __str__(self) -> str:
        return f"say {self.words}"


@dataclass(frozen=True, slots=True)
class Thanks:
    """Thanks or wishes for nobody in particular: they need no answer."""

    words: str

    def __str__(self) -> str:
        return "thanks"


@dataclass(frozen=True, slots=True)
class Salt:
    """A word to mix into the next shuffle."""

    word: str

    def __str__(self) -> str:
        return f"salt {self.word}"


@dataclass(frozen=True, slots=True)
class Unsure:
    """A line that may mean several things, or one that is too uncertain: these are asked about."""

    line: str
    among: tuple[Card, ...] | tuple[Suit, ...] | tuple[Away, ...]

    def __str__(self) -> str:
        return self.line


@dataclass(frozen=True, slots=True)
class WhichOrder:
    """Words that may be one of several orders, as a correction below an answer: which is meant?

    With none to choose from they say something about the answer that is held.
    """

    line: str
    among: tuple[Answer | Request | Away | Setting, ...]

    def __str__(self) -> str:
        return self.line


@dataclass(frozen=True, slots=True)
class UnknownValue(WhichOrder):
    """A setting named with a value it cannot have; those `among` come near, if any do."""

    key: Key


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that could not be read; an empty one when there was nothing to read.

    `quoted` tells that an answer stands in the quotation, which is never played.
    """

    line: str
    quoted: bool = False

    def __str__(self) -> str:
        return self.line


@dataclass(frozen=True, slots=True)
class Locked:
    """A mail that cannot be read at all; `how` it is locked: `encrypted` or `winmail`."""

    how: str

    def __str__(self) -> str:
        return ""


Command = (
    Request | Away | MoreTime | Pause | AgreePause | HousePolicy | Setting | Talk | Salt | Thanks
)
"""What answers no question."""

Order = Answer | Command | Unsure | WhichOrder | UnknownValue | Unread | Locked

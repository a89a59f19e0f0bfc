"""Orders: one instruction each, as a player meant it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from engine import Card, Suit
from engine.bidding import Premium
from engine.specials import Call


class Ask(StrEnum):
    """What a question asks for."""

    INVITATION = "invitation"
    BID = "bid"
    LAY = "lay"
    TRUMP = "trump"
    PLAY = "play"


class Wish(StrEnum):
    """Something asked of the server, at any time."""

    STATUS = "status"
    HELP = "help"
    HAND = "hand"
    LOG = "log"
    CHART = "chart"
    UNDO = "undo"
    PROOF = "proof"
    REMATCH = "rematch"
    STANDINGS = "standings"
    GAMES = "games"
    JOIN = "join"
    FATES = "fates"
    SETTINGS = "settings"
    BACK = "back"
    HERE = "here"
    LEAVE = "leave"
    STAY = "stay"
    HAND_OVER = "hand_over"
    UNSUBSCRIBE = "unsubscribe"
    STOP = "stop"
    FORGET_PLAN = "forget_plan"
    MY_DATA = "my_data"
    FORGET_ME = "forget_me"
    TEST = "test"
    REGISTER = "register"


class Policy(StrEnum):
    """The four exact ways to leave a card to the server (UX.md 4.6)."""

    LOW = "low"
    HIGH = "high"
    DUCK = "duck"
    WIN = "win"


class When(StrEnum):
    """The state a house policy is bound to."""

    MADE = "made"
    MISSED = "missed"
    NEED_ALL = "need_all"


class Key(StrEnum):
    """A setting of a player."""

    MAILS = "mails"
    RESULTS = "results"
    ACK = "ack"
    REMINDERS = "reminders"
    QUIET = "quiet"
    LANGUAGE = "language"
    TIME_ZONE = "time_zone"
    NAME = "name"
    ADDRESS = "address"
    CARDS = "cards"
    COLOURS = "colours"
    FORMAT = "format"
    CALENDAR = "calendar"
    TALK = "talk"
    NOTATION = "notation"


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks; `otherwise` what to bid if that is not allowed, in this order."""

    tricks: int
    otherwise: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " else ".join(map(str, (self.tricks, *self.otherwise)))


@dataclass(frozen=True, slots=True)
class Pass:
    """`I pass`, where everybody bids."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Play:
    """A card; a joker may be called high or low, a wild card as another."""

    card: Card
    call: Call | None = None

    def __str__(self) -> str:
        match self.call:
            case None:
                return str(self.card)
            case Card():
                return f"{self.card} as {self.call}"
            case _:
                return f"{self.card} {self.call}"


@dataclass(frozen=True, slots=True)
class Clause:
    """One action of a plan; with `led`, only if that suit was led."""

    action: Card | Policy
    led: Suit | None = None

    def __str__(self) -> str:
        return f"if {self.led} led {self.action}" if self.led else str(self.action)


Step = tuple[Clause, ...]
"""What to do at one turn: the first of these that can be done then."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps for this turn and the next ones of the same deal."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return "; ".join("; else ".join(map(str, step)) for step in self.steps)


@dataclass(frozen=True, slots=True)
class Keep:
    """An answer to seal until it is this player's turn."""

    order: Bid | Play | Plan

    def __str__(self) -> str:
        return f"keep {self.order}"


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit; None is no trump."""

    suit: Suit | None

    def __str__(self) -> str:
        return self.suit.name.lower() if self.suit else "no trump"


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards laid face down as a bid."""

    cards: tuple[Card, ...]
    premium: Premium | None = None

    def __str__(self) -> str:
        return " ".join(map(str, ("lay", *self.cards, *filter(None, (self.premium,)))))


@dataclass(frozen=True, slots=True)
class Join:
    """Yes or no to an invitation."""

    yes: bool

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


@dataclass(frozen=True, slots=True)
class Request:
    """A wish; it answers no question.

    Help may have a `topic`, the log the number of a deal, and a game to join is one.
    """

    wish: Wish
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
class Undecided:
    """Words that may be one of several orders, as a correction below an answer: which is meant?

    With none to choose from they say something about the answer that is held.
    """

    line: str
    among: tuple[Answer | Request, ...]

    def __str__(self) -> str:
        return self.line


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


Answer = Bid | Pass | Play | Plan | Keep | Trump | Lay | Join
"""What answers a question."""

Command = Request | Away | MoreTime | Pause | AgreePause | HousePolicy | Setting | Talk | Salt
"""What answers no question."""

Order = Answer | Command | Unsure | Undecided | Unread | Locked

"""What an order comes to at a table: a turn, a refusal, something kept, or nothing at all."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Choice, Hand, Reason, TakenBack
from pbem.domain.logged import Logged
from pbem.domain.model import Question
from pbem.domain.vocabulary import Why
from pbem.orders.answers import Answer, Bid, Join, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.model import Away, HousePolicy, Request, Setting, Unread, Unsure, WhichOrder
from pbem.turns.plans import KeptOrder
from pbem.turns.turn import Turn

Move = Bid | Play | Plan | Trump | Lay
"""What answers a question about a deal."""

Order = Move | Keep | Pass | Join | HousePolicy | Request | Unsure | WhichOrder | Unread
"""What is ordered of a game under way; of requests, undo and to forget what is kept."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The order was carried out; `answer` is what the question is closed with.

    `keeps` says that something is kept for later turns, `by_policy` that the card was left to the
    server.
    """

    outcome: Turn
    answer: str
    choice: Choice
    keeps: bool = False
    by_policy: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """A turn of the player is taken back; `again` are moves of others after it, which stand."""

    entry: TakenBack
    again: tuple[Logged, ...] = ()


@dataclass(frozen=True, slots=True)
class Replaced:
    """Another answer takes the place of one that nobody has seen yet."""

    entry: TakenBack
    moved: Moved


@dataclass(frozen=True, slots=True)
class Denied:
    """The order cannot be carried out; `old` is the closed question it answered."""

    why: Why | Reason
    old: Question | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """What was written may be several cards: the question is asked back."""

    among: Hand
    question: Question


@dataclass(frozen=True, slots=True)
class Doubted:
    """What was written leaves open which of these orders was meant: the player is asked.

    `standing` is the question whose answer stands meanwhile and may still be changed, `question`
    the one that is open.
    """

    among: tuple[Answer | Request | Away | Setting, ...]
    question: Question | None = None
    standing: Question | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """Something is kept for the player's turn."""

    kept: KeptOrder


@dataclass(frozen=True, slots=True)
class Early:
    """It is not the player's turn, but the order could be kept until then.

    `old` is the closed question it answered.
    """

    order: Play | Plan
    old: Question | None = None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Everything kept for this deal is forgotten."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A house policy holds from now on, or ends; `moved` is the card it plays at once."""

    policy: HousePolicy
    moved: Moved | None = None


@dataclass(frozen=True, slots=True)
class SaidTwice:
    """The same answer once more (a double tap): nothing to do and nothing to say."""


Verdict = (
    Moved
    | Undone
    | Replaced
    | Denied
    | Unclear
    | Doubted
    | Stored
    | Early
    | Forgotten
    | Ruled
    | SaidTwice
)

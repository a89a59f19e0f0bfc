"""What many letters are made of: deadlines, taps, what is kept for later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from engine import Card, Suit
from engine.specials import Call
from pbem.letters.talk import Remark


@dataclass(frozen=True, slots=True)
class ServerMoved:
    """The server's address is another one now; `until` is the last day on which mail to the one of
    before arrives, None if that has passed.
    """

    address: str
    until: date | None


@dataclass(frozen=True, slots=True)
class KeptClause:
    """One way to answer: a card or a policy, and the suit that must have been led for it."""

    led: Suit | None
    card: Card | None
    call: Call | None = None
    policy: str = ""


@dataclass(frozen=True, slots=True)
class KeptStep:
    """What is kept for one turn: the bids, or the clauses for a trick, the first that can be.

    `why` says why it was not done, for what had been kept.
    """

    trick: int
    bids: tuple[int, ...] = ()
    clauses: tuple[KeptClause, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A move made: by the server because a deadline had passed, or by the reader just now.

    `name` is None for the reader's own.

    `ask` is what had been asked; a bid the reader may not know is None.
    """

    name: str | None
    ask: str
    bid: int | None = None
    card: Card | None = None
    trump: Suit | None = None
    call: Call | None = None
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """What a letter tells its reader beside its matter, and nobody else.

    What is kept for the reader's turns, the house policies as pairs of state and policy, what was
    kept and not done.
    """

    plans: tuple[KeptStep, ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    dropped: tuple[KeptStep, ...] = ()
    went_back: datetime | None = None
    """The server went back to how things stood then."""
    moved: datetime | None = None
    """The game came from another server as it stood there then."""

    zone: str = ""
    """A time zone that is proposed, by the reader's mails."""

    read: Answered | None = None
    """How the reader's last answer was read, where no mail of its own has told."""

    announced: tuple[tuple[str, str, str], ...] = ()
    """What the whole table is told: `words` of the organiser, or `seat` with the name of who plays
    there now and of who did.
    """

    talk: tuple[Remark, ...] = ()
    earlier_talk: tuple[Remark, ...] = ()
    """What was said at the table since the reader's last mail: the newest, and what went before."""


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Digits:
    """The 64 digits of a deal's fingerprint or secret; deal 0 is the draw for dealer."""

    deal: int
    digits: str

    @property
    def groups(self) -> str:
        """The digits as people can compare them: `9f86d081 884c7d65`."""
        return " ".join(self.digits[at : at + 8] for at in range(0, len(self.digits), 8))


@dataclass(frozen=True, slots=True)
class Fingerprint(Digits):
    """What is announced of a deal before it is dealt."""


@dataclass(frozen=True, slots=True)
class Opened(Digits):
    """What a deal that is over was shuffled from: the digits of its secret, and who said what."""

    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Due:
    """The deadline of a question, and what the server does when it passes in silence.

    `ask` is what is asked: `bid`, `lay`, `trump` or `play`; `days_off` how many days until then do
    not count.
    """

    at: datetime
    ask: str
    bid: int | None = None
    card: Card | None = None
    call: Call | None = None
    laid: tuple[Card, ...] = ()
    trump: Suit | None = None
    days_off: int = 0
    reminder: bool = False
    trial: bool = False
    """Nothing is chosen then: a trial ends."""

    spare: int = 0
    """So many hours in reserve run when the deadline passes."""

    running: int = 0
    """So many of them are in the deadline already."""

    hold: int = 0
    """All answer at once: others see a quick answer after a minute, another after so many."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer as a button: what it says, and the link that answers with it."""

    words: str
    tap: str


@dataclass(frozen=True, slots=True)
class HandCard:
    """One card of the reader's hand; `tap` is None when it may not be chosen now as it is.

    `says` are the answers to choose from where something may or must be said with it.
    """

    card: Card
    tap: str | None
    says: tuple[Offer, ...] = ()

    @property
    def may(self) -> bool:
        """Whether it may be chosen now, if only with something said."""
        return self.tap is not None or bool(self.says)

"""Letters about a game under way: what is asked, how it stands, what has happened to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from engine import Card, Rules
from pbem.domain.asking import Waited
from pbem.domain.vocabulary import WhyNot
from pbem.letters.deals import DealResult, News, Round, TrickLine
from pbem.letters.page import Page
from pbem.letters.parts import Due, TimeLeft


@dataclass(frozen=True, slots=True)
class GameStart(Page):
    """To each player: the game begins; with the first question for the first bidder."""

    round: Round
    order: tuple[str, ...]
    draw: tuple[tuple[tuple[str, Card], ...], ...]
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    due: Due | None = None
    waiting_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class YourBid(Page):
    """To who must bid: how many tricks will you take, or which suit shall be trump?"""

    round: Round
    due: Due
    news: News


@dataclass(frozen=True, slots=True)
class YourPlay(Page):
    """To who must play: which card?"""

    round: Round
    due: Due
    news: News


@dataclass(frozen=True, slots=True)
class YourTables(Page):
    """All that is open to the reader, each table in a block of its own; perhaps a reminder.

    `why` tells what kept a mail of the reader's from counting, if it answers one.
    """

    tables: tuple[YourBid | YourPlay, ...]
    reminder: bool = False
    why: WhyNot | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(one.frame.game for one in self.tables)


@dataclass(frozen=True, slots=True)
class DealOver(Page):
    """How the last deal ended, where no question carries it; with what else has happened."""

    deal: int
    news: News
    waiting_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status(Page):
    """To who asks for it: where we are."""

    round: Round | None
    waiting_for: tuple[str, ...]
    waited: Waited
    due: Due | None
    last: DealResult | None
    totals: tuple[tuple[str, int], ...]
    joined: tuple[tuple[str, str], ...] = ()
    """Before the start: each player and `yes`, `no` or `nothing`."""

    time: TimeLeft | None = None


@dataclass(frozen=True, slots=True)
class DealLog(Page):
    """All that has been played in a deal; `result` is None while it is under way."""

    deal: int
    round: Round
    tricks: tuple[TrickLine, ...]
    result: DealResult | None


@dataclass(frozen=True, slots=True)
class TakeSeat(Page):
    """To a substitute: the whole state of the game, and how it goes."""

    before: str
    round: Round
    waiting_for: tuple[str, ...]
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int


@dataclass(frozen=True, slots=True)
class GameNews(Page):
    """What an organiser, or the server, has done, to a player whom it concerns.

    `what` is `paused`, `off` for the days `first` to `last`, `resumed`, `cancelled`, `extended` to
    `until`, `time_back` to it, `words`, `uninvited`, `replaced` by `name`, `rules` for other rules,
    `back_to_trick` or `back_to_deal` for the number in `name`, `went_back` to a copy of the
    database, `uncounted` for a mail that answers what no such copy knows.
    """

    what: str
    words: str = ""
    name: str = ""
    until: datetime | None = None
    first: date | None = None
    last: date | None = None

"""Letters that ask: the game begins, a bid, a card; at one table or at several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine import Card
from pbem.domain.logged import Logged
from pbem.domain.model import Question
from pbem.domain.setup import GameSetup
from pbem.domain.vocabulary import WhyNot
from pbem.letters.badges import Badge
from pbem.letters.deal_page import round_of
from pbem.letters.deals import News, Round
from pbem.letters.frame import Frame
from pbem.letters.headlines.told import headed
from pbem.letters.lessons import Lesson, lesson_of
from pbem.letters.news import news
from pbem.letters.page import Page, Trait
from pbem.letters.parts import Due
from pbem.letters.reader import Reader
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class GameStart(Page, traits=Trait.SHOWS):
    """To each player: the game begins; with the first question for the first bidder."""

    round: Round
    order: tuple[Badge, ...]
    draw: tuple[tuple[tuple[str, Card], ...], ...]
    setup: GameSetup
    sizes: tuple[int, ...]
    due: Due | None = None
    waiting_for: tuple[str, ...] = ()
    lesson: Lesson | None = None

    @property
    def bids_made(self) -> bool:
        """Whether somebody has bid before this letter was written, as computers may."""
        return any(line.bid is not None for line in self.round.lines)

    @classmethod
    def of(cls, reader: Reader, log: Sequence[Logged], question: Question | None) -> Self:
        """The game begins; the seat that bids first is asked for its bid, too."""
        deal, badges = reader.deal, reader.badges
        draw = news(log, badges, reader.view).draw
        return cls(
            frame=reader.frame,
            round=round_of(reader, deal, asked=question is not None),
            order=tuple(badges[seat] for seat in deal.seats),
            draw=draw,
            setup=reader.table.setup,
            sizes=reader.view.rules.sizes(reader.view.players),
            due=reader.due(question) if question else None,
            waiting_for=reader.waiting_for,
            lesson=lesson_of(reader, question),
        )


@dataclass(frozen=True, slots=True)
class Asking(Page, traits=Trait.SHOWS | Trait.WAITS):
    """A question about a deal under way, and what has happened since the reader's last mail."""

    round: Round
    due: Due
    news: News
    lesson: Lesson | None = None

    @staticmethod
    def of(reader: Reader, log: Sequence[Logged], question: Question) -> Asking:
        """The letter that asks a question; `log` holds what the reader was not told of yet."""
        kind = YourPlay if question.ask is Ask.PLAY else YourBid
        told = news(log, reader.badges, reader.view, reader.opened).told
        return kind(
            frame=reader.frame,
            round=round_of(reader, reader.deal, asked=True),
            due=reader.due(question),
            news=replace(told, results=headed(told.results, reader)),
            lesson=lesson_of(reader, question, told, log),
        )


@dataclass(frozen=True, slots=True)
class YourBid(Asking, asks=Ask.BID):
    """To who must bid: how many tricks will you take, or which suit shall be trump?"""


@dataclass(frozen=True, slots=True)
class YourPlay(Asking, asks=Ask.PLAY):
    """To who must play: which card?"""


@dataclass(frozen=True, slots=True)
class YourTables(Page, asks=Ask.PLAY, traits=Trait.SHOWS):
    """All that is open to the reader, each table in a block of its own; perhaps a reminder.

    `why` tells what kept a mail of the reader's from counting, if it answers one.
    """

    tables: tuple[Asking, ...]
    reminder: bool = False
    why: WhyNot | None = None

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Those of all tables."""
        return tuple(one.frame for one in self.tables)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(one.frame.game for one in self.tables)

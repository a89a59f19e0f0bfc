"""Letters that tell how a game goes, on request or because something has happened to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from pbem.domain.asking import Waited
from pbem.domain.deadlines import Span
from pbem.domain.logged import Logged
from pbem.domain.model import Reply
from pbem.domain.setup import GameSetup
from pbem.letters.deal_page import round_and_due, round_of
from pbem.letters.deals import DealResult, News, Round, TrickLine
from pbem.letters.headlines.told import headed
from pbem.letters.lessons import Lesson, lesson_of
from pbem.letters.news import deal_result, news, trick_line
from pbem.letters.page import Page, Trait
from pbem.letters.pages.standings import EveningRank
from pbem.letters.parts import Due
from pbem.letters.reader import Reader, TimeLeft, replies
from pbem.letters.words import quoted
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class Status(Page, asks=Ask.PLAY, traits=Trait.SHOWS):
    """To who asks for it: where we are."""

    round: Round | None
    waiting_for: tuple[str, ...]
    waited: Waited
    due: Due | None
    last: DealResult | None
    joined: tuple[tuple[str, str], ...] = ()
    """Before the start: each player and `yes`, `no` or `nothing`."""

    time: TimeLeft | None = None
    wrote: str = ""
    """The question that it answers, if it was one."""

    evenings: tuple[EveningRank, ...] = ()
    """The standings of evenings with real cards, where they were asked for."""

    adoptable: bool = False
    """Whoever organises the game is silent or gone, and the reader may do it instead."""

    @classmethod
    def of(
        cls,
        reader: Reader,
        waited: Waited,
        wrote: str = "",
        evenings: tuple[EveningRank, ...] = (),
    ) -> Self:
        """How the game stands; `waited` tells how long all have waited for whoever is asked.

        `wrote` is the sentence that asked for it, where one did.
        """
        shown, due = round_and_due(reader, reader.asked)
        past = reader.view.past
        return cls(
            frame=reader.frame,
            round=shown,
            waiting_for=reader.waiting_for,
            waited=waited,
            due=due,
            last=headed([deal_result(reader.view, len(past) - 1, reader.badges)], reader)[0]
            if past
            else None,
            time=reader.time_left,
            wrote=quoted(wrote),
            evenings=evenings,
        )

    @classmethod
    def before_start(cls, reader: Reader) -> Self:
        """How it stands before the start: who has said yes."""
        table = reader.table
        said = tuple(
            (player.name, answer)
            for player, answer in zip(table.players, replies(table), strict=True)
        )
        open_seats = (n for n, answer in said if answer == Reply.NOTHING)
        return cls(reader.frame, None, tuple(open_seats), Waited(), None, None, said)


@dataclass(frozen=True, slots=True)
class DealLog(Page, traits=Trait.SHOWS):
    """All that has been played in a deal; `result` is None while it is under way."""

    deal: int
    round: Round
    tricks: tuple[TrickLine, ...]
    result: DealResult | None

    @classmethod
    def of(cls, reader: Reader, number: int | None) -> Self | None:
        """A deal from its first card on; the last that was begun, or the one with a number.

        None if that deal has not begun.
        """
        view, badges = reader.view, reader.badges
        deals = [*view.past, *([view.deal] if view.deal else [])]
        number = number or len(deals)
        if not 0 < number <= len(deals):
            return None
        deal = deals[number - 1]
        return cls(
            frame=reader.frame,
            deal=number,
            round=round_of(reader, deal, asked=False),
            tricks=tuple(trick_line(deal, at, badges) for at in range(1, len(deal.tricks) + 1)),
            result=headed([deal_result(view, number - 1, badges)], reader)[0]
            if number <= len(view.past)
            else None,
        )


@dataclass(frozen=True, slots=True)
class DealOver(Page, traits=Trait.SHOWS):
    """How the last deal ended, where no question carries it; with what else has happened."""

    deal: int
    news: News
    waiting_for: tuple[str, ...]
    lesson: Lesson | None = None

    @classmethod
    def of(cls, reader: Reader, log: Sequence[Logged]) -> Self:
        """How a deal ended, where no question carries it; the log ends that deal."""
        told = news(log, reader.badges, reader.view, reader.opened).told
        return cls(
            frame=reader.frame,
            deal=len(reader.view.past),
            news=replace(told, results=headed(told.results, reader)),
            waiting_for=reader.waiting_for,
            lesson=lesson_of(reader, None, told),
        )


@dataclass(frozen=True, slots=True)
class TakeSeat(Page, traits=Trait.SHOWS):
    """To a substitute: the whole state of the game, and how it goes."""

    before: str
    round: Round
    waiting_for: tuple[str, ...]
    setup: GameSetup
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, reader: Reader, before: str) -> Self:
        """The whole state of the game for a substitute; `before` is who played there."""
        view = reader.view
        return cls(
            frame=reader.frame,
            before=before,
            round=round_of(reader, reader.deal, asked=False),
            waiting_for=reader.waiting_for,
            setup=reader.table.setup,
            sizes=view.rules.sizes(view.players),
        )


@dataclass(frozen=True, slots=True)
class GameNews(Page):
    """What an organiser, or the server, has done, to a player whom it concerns.

    `what` is `paused`, `off` for `days`, `resumed`, `cancelled`, `server_ends`, `extended` to
    `until`, `time_back` to it, `words`, `uninvited`, `replaced` by `name`, `rules` for other rules,
    `back_to_trick` or `back_to_deal` for the number in `name`, `went_back` to a copy of the
    database, `uncounted` for a mail that answers what no such copy knows, `codeless` for one that
    answers no mail of ours.
    """

    what: str
    words: str = ""
    name: str = ""
    until: datetime | None = None
    days: Span | None = None

    @classmethod
    def of(cls, reader: Reader, what: str, **facts: Any) -> Self:
        """What has been done, with the facts that belong to it."""
        return cls(reader.frame, what, **facts)

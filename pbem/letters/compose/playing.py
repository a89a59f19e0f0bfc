"""Letters about a game under way: what is asked, how it stands, what has happened to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.domain.asking import Waited
from pbem.domain.deadlines import Span
from pbem.domain.model import Logged, Question, Said
from pbem.letters.compose.parts import deal_of, frame_of, time_left
from pbem.letters.deal_page import round_of
from pbem.letters.deals import DealResult, News, Round
from pbem.letters.news import deal_result, news, trick_line
from pbem.letters.pages.playing import (
    DealLog,
    DealOver,
    GameNews,
    GameStart,
    Status,
    TakeSeat,
    YourBid,
    YourPlay,
)
from pbem.letters.parts import Due, Frame
from pbem.letters.reader import Reader, due_of


def game_start(reader: Reader, log: Sequence[Logged], question: Question | None) -> GameStart:
    """The game begins; the seat that bids first is asked for its bid, too."""
    deal, names = deal_of(reader), reader.names
    draw = news(log, names, reader.view).draw
    return GameStart(
        frame=frame_of(reader),
        round=round_of(reader, deal, asked=question is not None),
        order=tuple(names[seat] for seat in deal.seats),
        draw=draw,
        rules=reader.view.rules,
        sizes=reader.view.rules.sizes(reader.view.players),
        answer_in=reader.table.setup.answer_in,
        due=due_of(reader, question) if question else None,
        waiting_for=tuple(names[seat] for seat in reader.view.awaiting),
    )


def your_bid(reader: Reader, log: Sequence[Logged], question: Question) -> YourBid:
    """The bids of the others, the hand, and what may be bid."""
    return YourBid(*_asked(reader, log, question))


def your_play(reader: Reader, log: Sequence[Logged], question: Question) -> YourPlay:
    """The trick, the hand, and what may be played."""
    return YourPlay(*_asked(reader, log, question))


def _asked(
    reader: Reader, log: Sequence[Logged], question: Question
) -> tuple[Frame, Round, Due, News]:
    asked = round_of(reader, deal_of(reader), asked=True)
    told = news(log, reader.names, reader.view, reader.opened).told
    return frame_of(reader), asked, due_of(reader, question), told


def deal_over(reader: Reader, log: Sequence[Logged]) -> DealOver:
    """How a deal ended, where no question carries it; the log ends that deal."""
    return DealOver(
        frame=frame_of(reader),
        deal=len(reader.view.past),
        news=news(log, reader.names, reader.view, reader.opened).told,
        waiting_for=tuple(reader.names[seat] for seat in reader.view.awaiting),
    )


def status(reader: Reader, waited: Waited) -> Status:
    """How the game stands; `waited` tells how long all have waited for whoever is asked."""
    view, names, question = reader.view, reader.names, reader.asked
    return Status(
        frame=frame_of(reader),
        round=round_of(reader, view.deal, asked=question is not None) if view.deal else None,
        waiting_for=tuple(names[seat] for seat in view.awaiting),
        waited=waited,
        due=due_of(reader, question) if question else None,
        last=_last_result(reader),
        totals=tuple(zip(names, view.totals, strict=True)),
        time=time_left(reader),
    )


def waiting_status(reader: Reader) -> Status:
    """How it stands before the start: who has said yes."""
    table = reader.table
    said = tuple(
        (player.name, answer.value)
        for player, answer in zip(table.players, table.said, strict=True)
    )
    open_seats = (n for n, answer in said if answer == Said.NOTHING)
    return Status(frame_of(reader), None, tuple(open_seats), Waited(), None, None, (), said)


def deal_log(reader: Reader, number: int | None) -> DealLog | None:
    """A deal from its first card on; the last that was begun, or the one with a number.

    None if that deal has not begun.
    """
    view, names = reader.view, reader.names
    deals = [*view.past, *([view.deal] if view.deal else [])]
    number = number or len(deals)
    if not 0 < number <= len(deals):
        return None
    deal = deals[number - 1]
    return DealLog(
        frame=frame_of(reader),
        deal=number,
        round=round_of(reader, deal, asked=False),
        tricks=tuple(trick_line(deal, at, names) for at in range(1, len(deal.tricks) + 1)),
        result=deal_result(view, number - 1, names) if number <= len(view.past) else None,
    )


def game_news(
    reader: Reader,
    what: str,
    *,
    words: str = "",
    name: str = "",
    until: datetime | None = None,
    days: Span | None = None,
) -> GameNews:
    """What the organiser has done, to a player whom it concerns."""
    first, last = (days.first, days.last) if days else (None, None)
    return GameNews(frame_of(reader), what, words, name, until, first, last)


def take_seat(reader: Reader, before: str) -> TakeSeat:
    """The whole state of the game for a substitute; `before` is who played there."""
    view = reader.view
    return TakeSeat(
        frame=frame_of(reader),
        before=before,
        round=round_of(reader, deal_of(reader), asked=False),
        waiting_for=tuple(reader.names[seat] for seat in view.awaiting),
        rules=view.rules,
        sizes=view.rules.sizes(view.players),
        answer_in=reader.table.setup.answer_in,
    )


def _last_result(reader: Reader) -> DealResult | None:
    past = reader.view.past
    return deal_result(reader.view, len(past) - 1, reader.names) if past else None

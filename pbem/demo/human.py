"""A person at the terminal who takes a seat in the demo: reads each mail, and types answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from enum import Enum, auto

from engine import Seat, View, replay, view
from pbem.context.services import Services
from pbem.store import people, questions
from pbem.store.database import Session
from pbem.store.events import load_log
from pbem.store.games import games_of, load_table
from pbem.store.inbox import inbound_counts
from pbem.store.reports import oldest_due, outbox_counts

_QUIET = 0.3
"""Seconds without a mail after which the server is asked whether it has any more."""


class HasLeft(Exception):
    """The person has left the game, and gets no more mail of it."""


@dataclass(frozen=True, slots=True)
class Human:
    """Who sits at the terminal: how a mail is shown, and how an answer is typed. Both block.

    `look` shows the table before each answer, to a player whose mails are not shown whole.
    """

    show: Callable[[str], None]
    type: Callable[[], str]
    look: Callable[[View, Sequence[str]], None] = lambda _seen, _names: None


class Stands(Enum):
    """How it stands for a person when no mail is on its way."""

    ASKED = auto()
    WAITS = auto()
    GONE = auto()


async def next_mail(
    inbox: asyncio.Queue[EmailMessage],
    services: Services,
    address: str,
    now: Callable[[], datetime],
) -> EmailMessage | None:
    """The next mail to a person; None when none is on its way and a question is open.

    So whoever has only asked for something, or said something that brings no mail, may go on.
    Left when there will be none any more.
    """
    while True:
        try:
            return await asyncio.wait_for(inbox.get(), _QUIET)
        except TimeoutError:
            pass
        stands = await asyncio.to_thread(_stands, services, address, now())
        if not inbox.empty():
            continue
        if stands is Stands.GONE:
            raise HasLeft
        if stands is Stands.ASKED:
            return None


def seen_by(services: Services, address: str) -> tuple[View, tuple[str, ...]] | None:
    """The game that a person plays, as that seat sees it, and the names; None before its start."""
    with services.db.begin() as session:
        me = people.owner(session, address)
        for number in games_of(session, me) if me is not None else ():
            table, log = load_table(session, number), load_log(session, number)
            if log:
                seat = Seat(next(at for at, one in enumerate(table.players) if one.id == me))
                names = tuple(player.name for player in table.players)
                return view(replay(one.entry for one in log), seat), names
    return None


def _stands(services: Services, address: str, now: datetime) -> Stands:
    with services.db.begin() as session:
        under_way = inbound_counts(session).get("new") or outbox_counts(session).get("sending")
        if under_way or oldest_due(session, now) is not None:
            return Stands.WAITS
        me = people.owner(session, address)
        if me is None or _gone(session, me):
            return Stands.GONE
        return Stands.ASKED if questions.open_to(session, me) else Stands.WAITS


def _gone(session: Session, player: int) -> bool:
    """Whether a player has left every game, or wants no more mail at all."""
    tables = [load_table(session, number) for number in games_of(session, player)]
    seats = [
        (table, seat)
        for table in tables
        for seat, one in enumerate(table.players)
        if one.id == player
    ]
    return people.has_stopped(session, player) or all(seat in table.left for table, seat in seats)

"""Pauses that the players agree on: one proposes some days, and all others have to say yes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.hearing.said import Place
from pbem.house import House
from pbem.letters import compose
from pbem.letters.pages import Page, PauseKind
from pbem.letters.rounds import Reader
from pbem.orders.model import AgreePause, Pause
from pbem.organiser.desk import Desk
from pbem.organiser.timing import skip_days
from pbem.store import pauses
from pbem.store.claims import take_games
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.pauses import PauseWish
from pbem.table.deadlines import Span
from pbem.table.model import Stage, Table
from pbem.table.outcomes import Changed, Outcome, Refused, Said
from pbem.table.vocabulary import Change, To, Why
from pbem.telling.reports import tell_organiser
from pbem.telling.teller import teller_for


def paused(
    house: House,
    session: Session,
    inbound: int,
    place: Place,
    order: Pause | AgreePause,
    now: datetime,
) -> Outcome:
    """Do what a player says about a pause of all."""
    take_games(session, [place.table.id])
    answer = partial(_answer, house, session, place, inbound, now)
    wish = pauses.pause_wish(session, place.table.id)
    match order:
        case _ if place.table.stage is not Stage.PLAYING or place.seat in place.table.kept:
            return _refuse(answer, Why.NOT_PLAYING)
        case Pause(days, first):
            today = now.astimezone(ZoneInfo(place.player.zone)).date()
            if first is not None and first < today:
                return _refuse(answer, Why.PAST_DAYS)
            if days > place.table.pause_left:
                return _refuse(answer, Why.PAUSE_TOO_LONG)
            wish = pauses.propose(session, place.table.id, place.seat, first, days, now)
            return _proposed(house, session, inbound, place, wish, now)
        case _ if wish is None or wish.seat == place.seat:
            return _refuse(answer, Why.NO_PAUSE)
        case AgreePause(yes=True):
            return _agreed(house, session, inbound, place, wish, now)
        case AgreePause():
            pauses.end(session, wish.id, "refused")
            answer(partial(_page, wish, "declined", place))
            page = partial(_page, wish, "refused", place)
            teller_for(house, session, place.table, wish.seat, now).tell(
                wish.seat, page, f"pause{wish.id}", asking=True
            )
            return Said(False, To.PAUSE)


def _proposed(
    house: House, session: Session, inbound: int, place: Place, wish: PauseWish, now: datetime
) -> Changed:
    waits = _waits(place.table, wish)
    if not waits:
        return _begin(house, session, place.table, wish, now)
    _answer(house, session, place, inbound, now, partial(_page, wish, "asked", place))
    for seat in waits:
        teller_for(house, session, place.table, seat, now).tell(
            seat, partial(_page, wish, "proposed", place), f"pause{wish.id}", asking=True
        )
    return Changed(Change.PAUSE_PROPOSED)


def _agreed(
    house: House, session: Session, inbound: int, place: Place, wish: PauseWish, now: datetime
) -> Changed:
    wish = pauses.agree(session, wish.id, place.seat)
    if not _waits(place.table, wish):
        return _begin(house, session, place.table, wish, now)
    _answer(house, session, place, inbound, now, partial(_page, wish, "agreed", place))
    return Changed(Change.PAUSE_AGREED)


def _begin(house: House, session: Session, table: Table, wish: PauseWish, now: datetime) -> Changed:
    """Let the days of a proposal that all agree to not count; all are told, the organiser too."""
    first = wish.first or now.astimezone(ZoneInfo(table.organiser.zone)).date() + timedelta(1)
    span = Span(first, first + timedelta(wish.days - 1))
    pauses.end(session, wish.id, "agreed")
    pauses.count_pause(session, table.id, wish.days)
    desk = Desk(house, session, table.id, None, "pause", now, f"pause{wish.id}")
    told = skip_days(desk, span)
    tell_organiser(house, session, load_table(session, table.id), told, f"pause{wish.id}", now)
    return Changed(Change.PAUSED)


def _waits(table: Table, wish: PauseWish) -> list[Seat]:
    """Who has still to agree: all who play themselves."""
    seats = (Seat(seat) for seat in range(len(table.players)))
    return [seat for seat in seats if seat not in {*table.kept, wish.seat, *wish.agreed}]


def _answer(
    house: House,
    session: Session,
    place: Place,
    inbound: int,
    now: datetime,
    page: Callable[[Reader], Page],
) -> None:
    teller = teller_for(house, session, place.table, place.seat, now)
    teller.say(place.seat, lambda reader, _: page(reader), inbound)


def _page(wish: PauseWish, what: PauseKind, place: Place, reader: Reader) -> Page:
    names = reader.names
    return compose.pause_poll(
        reader,
        what,
        name=place.player.name,
        first=wish.first,
        days=wish.days,
        waits=tuple(names[seat] for seat in _waits(reader.table, wish)),
    )


def _refuse(answer: Callable[[Callable[[Reader], Page]], None], why: Why) -> Refused:
    answer(lambda reader: compose.refused(reader, "", why, None))
    return Refused(why)

"""Settings that a player changes by mail, and what follows of them."""

from __future__ import annotations

from datetime import datetime

from pbem.house import House
from pbem.letters.catalogues import translated
from pbem.orders.context import Code, Notation
from pbem.orders.model import Key, Order, Request, Setting, Wish
from pbem.store import clocks, deadlines, people, questions
from pbem.store.database import Session
from pbem.store.games import games_of, load_table, set_notation
from pbem.table.mailing import USUAL
from pbem.table.names import is_name, look
from pbem.telling.waiting import let_leave

_KEPT = tuple(USUAL)


def settle(house: House, session: Session, player: int, order: Order, now: datetime) -> str | None:
    """Set what an order sets: the name of the setting, empty if it only asks; None for others."""
    match order:
        case Setting(Key.LANGUAGE, language) if language in ("en", *translated()):
            people.set_language(session, player, language)
        case Setting(Key.TIME_ZONE, zone):
            people.set_zone(session, player, zone)
            clocks.decide(session, player)
        case Setting(Key.REMINDERS, most):
            people.set_reminders(session, player, int(most))
            _move_reminders(session, player, now)
        case Setting(key, value) if key in _KEPT:
            people.set_mailing(session, player, key, value)
            let_leave(house, session, player, now)
        case Setting(Key.NOTATION, code):
            set_notation(session, player, Notation(Code(code)))
        case Setting(Key.NAME, name) if name_is_free(session, player, name):
            people.set_name(session, player, name)
        case Request(wish=Wish.SETTINGS):
            return ""
        case _:
            return None
    assert isinstance(order, Setting)
    return order.key.value


def name_is_free(session: Session, player: int, name: str) -> bool:
    """Whether a player may have a name: nobody at the same table has one that looks like it."""
    others = (
        other.name
        for number in games_of(session, player)
        for table in [load_table(session, number)]
        for other in (*table.players, table.organiser)
        if other.id != player
    )
    return is_name(name) and look(name) not in map(look, others)


def _move_reminders(session: Session, player: int, now: datetime) -> None:
    """Remind a player of what is open as often as the player wants it now."""
    for asked in questions.open_to(session, player):
        if asked.due_at is None:
            continue
        table = load_table(session, asked.game)
        first = table.reminder(asked.seat, asked.asked_at, asked.due_at)
        times = (first, first and table.last_call(asked.seat, first, asked.due_at))
        at = next((one for one in times if one and one > now), None)
        deadlines.set_due(session, asked.id, asked.due_at, at)

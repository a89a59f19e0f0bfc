"""Settings that a player changes by mail: what was set, and when the next mails leave."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import Seat
from pbem.house import House
from pbem.letters.catalogues import translated
from pbem.orders.context import Code, Notation
from pbem.orders.model import Key, Order, Request, Setting, Wish
from pbem.store import deadlines, frequency, outbox, people, questions
from pbem.store.database import Session
from pbem.store.events import held_until
from pbem.store.games import games_of, load_table, set_notation
from pbem.table.mailing import USUAL
from pbem.table.mailing import leaves as when_it_leaves
from pbem.table.model import Table
from pbem.table.names import is_name, look

_WAIT_FOR_DAILY = ("your_bid", "your_play")
"""The kinds of mails that may wait for the time at which all questions leave."""

_KEPT = tuple(USUAL)


@dataclass(frozen=True, slots=True)
class Leaving:
    """When a mail leaves, and whether it is the last of its game on that day, or with others."""

    at: datetime
    last: bool
    gathered: bool


def leaving(
    house: House,
    session: Session,
    table: Table,
    seat: Seat,
    ready: datetime,
    kind: str,
    *,
    but: int | None = None,
) -> Leaving:
    """When a mail of a kind leaves that a player has not asked for and that could at `ready`.

    `but` is the number of this mail, if it is written already.
    """
    player, most = table.players[seat], house.limits.mails_a_day
    counts: list[int] = []

    def on_day(first: datetime, end: datetime) -> int:
        counts.append(frequency.unasked_between(session, table.id, seat, first, end, but=but))
        return counts[-1]

    at = when_it_leaves(
        ready,
        player.zone,
        player.mailing,
        most=most,
        on_day=on_day,
        daily=kind in _WAIT_FOR_DAILY,
    )
    gathered = kind in _WAIT_FOR_DAILY and player.mailing.daily is not None
    return Leaving(at, bool(counts) and counts[-1] + 1 == most, gathered)


def settle(house: House, session: Session, player: int, order: Order, now: datetime) -> str | None:
    """Set what an order sets: the name of the setting, empty if it only asks; None for others."""
    match order:
        case Setting(Key.LANGUAGE, language) if language in ("en", *translated()):
            people.set_language(session, player, language)
        case Setting(Key.TIME_ZONE, zone):
            people.set_zone(session, player, zone)
        case Setting(Key.REMINDERS, most):
            people.set_reminders(session, player, int(most))
            _move_reminders(session, player, now)
        case Setting(key, value) if key in _KEPT:
            people.set_mailing(session, player, key, value)
            _move_waiting(house, session, player, now)
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


def _move_waiting(house: House, session: Session, player: int, now: datetime) -> None:
    """Let the mails of a player that wait leave as the player wants it now."""
    for mail in outbox.not_tried(session, player):
        ready = max(now, held_until(session, mail.game) or now)
        table = load_table(session, mail.game)
        leaves = leaving(house, session, table, mail.seat, ready, mail.kind, but=mail.id)
        outbox.put_off(session, mail.id, leaves.at, gathered=leaves.gathered)

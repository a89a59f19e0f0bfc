"""Settings that a player changes by mail: what was set, and what is known now."""

from __future__ import annotations

from pbem.letters.catalogues import translated
from pbem.orders.model import Key, Order, Request, Setting, Wish
from pbem.store import people
from pbem.store.database import Session


def settle(session: Session, player: int, order: Order) -> str | None:
    """Set what an order sets: the name of the setting, empty if it only asks; None for others."""
    match order:
        case Setting(Key.LANGUAGE, language) if language in ("en", *translated()):
            people.set_language(session, player, language)
            return Key.LANGUAGE.value
        case Setting(Key.TIME_ZONE, zone):
            people.set_zone(session, player, zone)
            return Key.TIME_ZONE.value
        case Request(wish=Wish.SETTINGS):
            return ""
        case _:
            return None

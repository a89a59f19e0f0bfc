"""Who is to play: names and addresses checked, computers given names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from email.utils import parseaddr

from engine import MOST_PLAYERS, Problem, Seat
from pbem.casefolding import folded
from pbem.context import Context
from pbem.domain.computers import free_names, is_computer
from pbem.domain.model import Player, Table
from pbem.domain.names import is_name, look
from pbem.languages import spoken
from pbem.orders.organiser.set_up import AnyGuest, ComputerGuest, Guest
from pbem.store.people import computer_called

_LANGUAGE = re.compile(r"(.+?)\s*\(([a-zA-Z]{2})\)\s*")
_ADDRESS = re.compile(r"[^\s@<>(),:;\"\[\]\\]+@[^\s@<>(),:;\"\[\]\\]+")


class CannotOrganise(Problem):
    """What an organiser asked for cannot be done; the message says why, and nothing was changed."""


@dataclass(frozen=True, slots=True)
class Person:
    """A name and an address, as an organiser writes them: `Anna <anna@cards.example> (fr)`."""

    name: str
    address: str
    language: str | None = None
    zone: str | None = None


def person(written: str) -> Person:
    """The person in `Anna <anna@cards.example> (fr)`, or an address; CannotOrganise otherwise."""
    written = unicodedata.normalize("NFC", written)
    told = _LANGUAGE.fullmatch(written)
    language = told[2].lower() if told else None
    if language is not None and language not in spoken():
        raise CannotOrganise(
            "(%(code)s) is not a language we know: %(known)s",
            code=language,
            known=", ".join(spoken()),
        )
    name, address = parseaddr(told[1] if told else written)
    if not _ADDRESS.fullmatch(address) or not written.isprintable():
        raise CannotOrganise(
            "'%(written)s' is not a mail address (try '%(example)s')",
            written=written,
            example="Anna <anna@cards.example>",
        )
    if is_computer(folded(address)):
        raise CannotOrganise("%(address)s is this server's own address", address=address)
    if not address.isascii():
        raise CannotOrganise(
            "%(address)s has letters that not every mail server takes", address=address
        )
    name = name or address.partition("@")[0].partition("+")[0].replace(".", " ").title()
    if not is_name(name):
        raise CannotOrganise(
            "'%(name)s' cannot be a name: letters, digits, blanks and . ' -, 30 at most", name=name
        )
    return Person(name, folded(address), language)


def guest_as_person(guest: Guest) -> Person:
    """The person an organiser has named in an order; CannotOrganise as `person`."""
    one = person(f"{guest.name} <{guest.address}>" if guest.name else guest.address)
    return replace(one, language=guest.language or None, zone=guest.zone or None)


def invitable(guest: AnyGuest) -> Person | ComputerGuest:
    """Whom an order has named; CannotOrganise as `person`."""
    return guest if isinstance(guest, ComputerGuest) else guest_as_person(guest)


def as_person(player: Player) -> Person:
    """A player, as an organiser would write one."""
    return Person(player.name, player.address, player.language)


def seated_at(table: Table, seats: Iterable[int] | None = None) -> list[Person | ComputerGuest]:
    """Those at some seats of a table, or at all, as an organiser would name them."""
    computers = table.computers
    return [
        ComputerGuest(computers[Seat(at)]) if Seat(at) in computers else as_person(player)
        for at, player in enumerate(table.players)
        if seats is None or at in seats
    ]


def new_computers(ctx: Context, names: Sequence[str], count: int) -> list[Player]:
    """So many computers for a table, with names that look like none there."""
    free = free_names(names, count)
    if len(free) < count:
        raise CannotOrganise("at most %(most)s can sit at one table", most=str(MOST_PLAYERS))
    return [computer_called(ctx.session, name, ctx.now) for name in free]


def all_different(what: str, words: Sequence[str]) -> None:
    """CannotOrganise if two players share what they must not."""
    twice = [word for word, count in Counter(words).items() if count > 1]
    if twice:
        if what == "name":
            raise CannotOrganise("two players have the same name: %(name)s", name=twice[0])
        raise CannotOrganise("two players have the same address: %(address)s", address=twice[0])


def none_alike(names: Sequence[str]) -> None:
    """CannotOrganise if two names look the same."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(look(name), name)
        if other != name:
            raise CannotOrganise(
                "%(other)s and %(name)s are too easily mistaken for each other",
                other=other,
                name=name,
            )

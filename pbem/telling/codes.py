"""Codes as letters carry them."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.house import House
from pbem.letters.taps import Taps
from pbem.reading.tokens import Purpose, Token, draw
from pbem.store.codes import kept_code
from pbem.store.database import Session
from pbem.table.model import Player, Table


@dataclass(frozen=True, slots=True)
class Minted:
    """A code: the address that its answers go to, and what stands as `#k3v7q...` in subjects and
    texts, for whoever answers some other way.
    """

    address: str
    code: str

    def taps(self, name: str, press_send: str) -> Taps:
        """The links that answer under this code; `name` is what its tag begins with."""
        return Taps(self.address, f"{name} {self.code}", press_send)


def mint(house: House, session: Session, purpose: Purpose, number: int) -> Minted:
    """The code about something: drawn when it is first asked for, and the same ever after.

    So a letter that is written again, and a question asked again, leave the codes sent before good.
    What `purpose` and `number` name must never be anything else later: whoever deletes or reuses a
    row calls `pbem.store.codes.void`. A mail that comes back with the code says, by
    `pbem.store.codes.told_by`, what it is about; nothing in the code does.
    """
    signs = kept_code(session, Token(purpose, number), draw(house.chance))
    return Minted(house.addresses.answers_to(signs), house.addresses.tag(signs))


def message_id(house: House) -> str:
    """A fresh Message-ID, which nobody can guess."""
    return house.addresses.message_id(draw(house.chance))


def thread(house: House, what: str) -> str:
    """The Message-ID that all mails about the same thing refer to; it says nothing of that."""
    return f"<{house.addresses.keys.name(f'thread {what}')}@{house.addresses.domain}>"


def list_id(house: House, game: Table | None) -> str:
    """What mails about a game have in common, or those about none; it says nothing of the game."""
    name = house.addresses.keys.name(f"list {game.id} {game.name}") if game else "server"
    return f"{name}.{house.addresses.domain}"


def calendar_entry(house: House, player: Player, game: str) -> str:
    """The name of the entry of a game in a player's calendar; it says nothing of either."""
    return f"{house.addresses.keys.name(f'calendar {player.id} {game}')}@{house.addresses.domain}"

"""What every stage shares: the database, our addresses, the templates, the source of secrets."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.shuffle import SECRET_BYTES
from pbem.config.settings import Settings
from pbem.letters.render import Templates
from pbem.mail.addresses import Addresses, EarlierAddress, Way
from pbem.mail.codes import Chance, Keys
from pbem.store.database import Database, Session
from pbem.store.game_cache import GameCache
from pbem.store.mail_under_way import MailUnderWay
from pbem.store.moved import before_the_move
from pbem.store.server import server_value, set_server_value

Secrets = Callable[[str, int], bytes]
"""Gives the secret for a game's deal, by the game's name and the deal's number."""

_TOKEN_KEYS = "token key"
"""Where the keys of codes are kept, one behind the other, the newest first."""

_KEY_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Services:
    """The server's rooms have this in common; it is made once, at the start.

    `secrets` fix the shuffles, `note` names the mail that is being thought through, should the
    process be killed; `reviews_wanted` is set by whoever writes down that a deal is to be looked
    back at, `choices_wanted` that a computer is asked which thinks longer than others.
    `before_the_move` is the number of the last letter from another address, 0 if there is none.
    """

    db: Database
    addresses: Addresses
    templates: Templates
    secrets: Secrets
    games: GameCache
    settings: Settings
    note: MailUnderWay = field(default_factory=MailUnderWay)
    reviews_wanted: threading.Event = field(default_factory=threading.Event)
    choices_wanted: threading.Event = field(default_factory=threading.Event)
    before_the_move: int = 0

    def refusal(self, address: str, now: datetime) -> str | None:
        """What the door answers to mail for an address that is not taken in on this day, if so."""
        today = now.astimezone(ZoneInfo(self.settings.zone)).date()
        return self.addresses.refusal(address, today)


def open_services(
    db: Database,
    settings: Settings,
    source: Secrets | None = None,
    *,
    chance: Chance = secrets.token_bytes,
) -> Services:
    """The house on a database. The key of its codes is made on the first start, and kept."""
    db.archive = settings.archive
    with db.begin() as session:
        kept = server_value(session, _TOKEN_KEYS, chance(_KEY_LENGTH))
        before = before_the_move(session, settings.mailbox, moved=bool(settings.earlier_mailboxes))
    masters = [kept[at : at + _KEY_LENGTH] for at in range(0, len(kept), _KEY_LENGTH)]
    keys = Keys(masters[0], tuple(masters[1:]))
    earlier = tuple(
        EarlierAddress(one.mailbox, one.until, one.answer_domain)
        for one in settings.earlier_mailboxes
    )
    addresses = Addresses(
        *(settings.mailbox, keys, Way(settings.answers), settings.answer_domain),
        *(chance, earlier),
    )
    return Services(
        db, addresses, Templates(), source or _fresh, GameCache(), settings, before_the_move=before
    )


def renew_key(session: Session, *, forget: bool) -> None:
    """Make a new key for codes, from the server's next start on.

    With `forget` no code made before is read any more.
    """
    fresh = secrets.token_bytes(_KEY_LENGTH)
    kept = b"" if forget else server_value(session, _TOKEN_KEYS, b"")
    set_server_value(session, _TOKEN_KEYS, fresh + kept)


def _fresh(_game: str, _deal: int) -> bytes:
    return secrets.token_bytes(SECRET_BYTES)

"""What every stage shares: the database, our addresses, the templates, the source of secrets."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from engine import Card, Game, Rules, Seat, TakenBack, evolve, replay, shuffle
from pbem.config import Limits
from pbem.letters.render import Templates
from pbem.reading.addresses import Addresses, Way
from pbem.reading.tokens import Keys
from pbem.store.database import Database, Session
from pbem.store.games import held_until, load_log, log_length, secret
from pbem.store.outbox import turn_seen
from pbem.store.server import server_value, set_server_value
from pbem.table.model import Logged, Table
from pbem.table.turn import Packs

Secrets = Callable[[str, int], bytes]
"""Gives the secret for a game's deal, by the game's name and the deal's number."""

_CACHED_GAMES = 1000
_TOKEN_KEYS = "token key"
"""Where the keys of tokens are kept, one behind the other, the newest first."""

_KEY_LENGTH = 32


@dataclass(frozen=True, slots=True)
class House:
    """The server's rooms have this in common; it is made once, at the start.

    `authserv_id` is the name of the mail server whose word on senders is believed.
    """

    db: Database
    addresses: Addresses
    templates: Templates
    secrets: Secrets
    folded: Folded
    limits: Limits = field(default_factory=Limits)
    authserv_id: str | None = None


def open_house(
    db: Database,
    mailbox: str,
    source: Secrets | None = None,
    *,
    answers: str = Way.PLUS,
    answer_domain: str | None = None,
) -> House:
    """The house on a database. The key of its tokens is made on the first start, and kept."""
    with db.begin() as session:
        kept = server_value(session, _TOKEN_KEYS, secrets.token_bytes(_KEY_LENGTH))
    masters = [kept[at : at + _KEY_LENGTH] for at in range(0, len(kept), _KEY_LENGTH)]
    keys = Keys(masters[0], tuple(masters[1:]))
    addresses = Addresses(mailbox, keys, Way(answers), answer_domain)
    return House(db, addresses, Templates(), source or _fresh, Folded())


def renew_key(session: Session, *, forget: bool) -> None:
    """Make a new key for tokens, from the server's next start on.

    With `forget` no token made before is read any more.
    """
    fresh = secrets.token_bytes(_KEY_LENGTH)
    kept = b"" if forget else server_value(session, _TOKEN_KEYS, b"")
    set_server_value(session, _TOKEN_KEYS, fresh + kept)


def packs(house: House, session: Session, table: Table, rules: Rules) -> Packs:
    """The shuffled packs of one game, each from the secret kept for its deal."""
    unshuffled = rules.pack_for(len(table.players)).cards()

    def pack(deal: int) -> tuple[Card, ...]:
        kept = secret(session, table.id, deal, house.secrets(table.name, deal))
        return shuffle(unshuffled, kept)

    return pack


def _fresh(_game: str, _deal: int) -> bytes:
    return secrets.token_bytes(32)


def shown_log(
    session: Session, game: int, now: datetime, seat: Seat | None = None
) -> list[Logged] | None:
    """A game's log without a last move that is still held back from others; None if none is.

    `seat` is who looks: a player's own move is never held back from him.
    """
    length = log_length(session, game)
    last = load_log(session, game, since=length - 1)
    if not last or turn_seen(session, game, last[0].turn):
        return None
    until = held_until(session, game)
    if until is None or until <= now:
        return None
    log = load_log(session, game)
    return None if log[last[0].turn].seat == seat else log[: last[0].turn]


@dataclass(slots=True)
class Folded:
    """Games folded lately, by number and length of log. Only ever a copy of what the log says."""

    _games: OrderedDict[int, tuple[int, Game]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def game(self, session: Session, number: int) -> tuple[Game, int]:
        """A game as its log tells it now, and the length of that log."""
        length = log_length(session, number)
        with self._lock:
            had, game = self._games.get(number, (0, None))
        if game is None or had > length:
            game = replay(logged.entry for logged in load_log(session, number))
        elif had < length:
            newer = [logged.entry for logged in load_log(session, number, since=had)]
            for entry in newer:
                if isinstance(entry, TakenBack):
                    game = replay(logged.entry for logged in load_log(session, number))
                    break
                game = evolve(game, entry)
        with self._lock:
            self._games[number] = (length, game)
            self._games.move_to_end(number)
            while len(self._games) > _CACHED_GAMES:
                self._games.popitem(last=False)
        return game, length

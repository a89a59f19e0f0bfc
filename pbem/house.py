"""What every stage shares: the database, our addresses, the templates, the source of secrets."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock

from engine import Card, Game, Rules, Seat, TakenBack, evolve, replay, shuffle
from engine.shuffle import SECRET_BYTES, seed
from pbem.config import Limits
from pbem.letters.render import Templates
from pbem.reading.addresses import Addresses, Way
from pbem.reading.tokens import Chance, Keys
from pbem.store import lookups, shuffles
from pbem.store.database import Database, Session
from pbem.store.events import last_turn, load_log
from pbem.store.games import load_table
from pbem.store.matches import match_of, repeat_words
from pbem.store.note import Note
from pbem.store.outbox import turn_seen
from pbem.store.server import server_value, set_server_value
from pbem.table.model import Logged, Stage, Table
from pbem.table.release import known as known_of
from pbem.table.turn import Packs

Secrets = Callable[[str, int], bytes]
"""Gives the secret for a game's deal, by the game's name and the deal's number."""

_CACHED_GAMES = 1000
_TOKEN_KEYS = "token key"
"""Where the keys of codes are kept, one behind the other, the newest first."""

_KEY_LENGTH = 32


@dataclass(frozen=True, slots=True)
class House:
    """The server's rooms have this in common; it is made once, at the start.

    `secrets` fix the shuffles.
    `note` names the mail that is being thought through, should the process be killed,
    `authserv_id` is the name of the mail server whose word on senders is believed,
    `open_registration` whether strangers may become players, `zone` the time zone of new ones,
    `open_games` whether organisers may offer seats to whoever asks,
    `organisers` who may begin a game by mail: addresses, `@` and a domain, or `*`.
    """

    db: Database
    addresses: Addresses
    templates: Templates
    secrets: Secrets
    folded: Folded
    note: Note = field(default_factory=Note)
    limits: Limits = field(default_factory=Limits)
    authserv_id: str | None = None
    open_registration: bool = False
    open_games: bool = False
    zone: str = "UTC"
    organisers: tuple[str, ...] = ()


def open_house(
    db: Database,
    mailbox: str,
    source: Secrets | None = None,
    *,
    chance: Chance = secrets.token_bytes,
    answers: str = Way.PLUS,
    answer_domain: str | None = None,
) -> House:
    """The house on a database. The key of its codes is made on the first start, and kept."""
    with db.begin() as session:
        kept = server_value(session, _TOKEN_KEYS, chance(_KEY_LENGTH))
    masters = [kept[at : at + _KEY_LENGTH] for at in range(0, len(kept), _KEY_LENGTH)]
    keys = Keys(masters[0], tuple(masters[1:]))
    addresses = Addresses(mailbox, keys, Way(answers), answer_domain, chance)
    return House(db, addresses, Templates(), source or _fresh, Folded())


def renew_key(session: Session, *, forget: bool) -> None:
    """Make a new key for codes, from the server's next start on.

    With `forget` no code made before is read any more.
    """
    fresh = secrets.token_bytes(_KEY_LENGTH)
    kept = b"" if forget else server_value(session, _TOKEN_KEYS, b"")
    set_server_value(session, _TOKEN_KEYS, fresh + kept)


def packs(house: House, session: Session, table: Table, rules: Rules) -> Packs:
    """The shuffled packs of one game, each as its secret and the players' words fix it.

    A pack once asked for stays: the next shuffle is fixed then, and later words are mixed into it.
    """
    kept = kept_packs(session, table, rules)

    def pack(deal: int) -> tuple[Card, ...]:
        _fix(house, session, table, deal)
        _fix(house, session, table, deal + 1)
        return kept(deal)

    return pack


def kept_packs(session: Session, table: Table, rules: Rules) -> Packs:
    """The packs of shuffles that are fixed already; LookupError for any other."""
    unshuffled = rules.pack_for(len(table.players)).cards()

    def pack(deal: int) -> tuple[Card, ...]:
        fixed = shuffles.fixed(session, table.id, deal)
        if fixed is None:
            raise LookupError(f"no secret for deal {deal}")
        if fixed.announced is None:
            return shuffle(unshuffled, fixed.secret)
        name = table.shuffled_as or table.name
        return shuffle(unshuffled, seed(name, deal, fixed.secret, fixed.words))

    return pack


def next_shuffle(house: House, session: Session, table: Table) -> int:
    """The number of the shuffle that is fixed, but for the words players may still mail.

    Before the game begins that is deal 1, and with it the draw for dealer, number 0.
    """
    last = shuffles.last_fixed(session, table.id)
    if last is None or shuffles.announced(session, table.id, last) is None:
        for deal in (0, 1) if last is None else (last + 1,):
            _fix(house, session, table, deal)
            last = deal
    assert last is not None
    return last


def mix_in(
    house: House, session: Session, table: Table, seat: Seat, word: str, now: datetime
) -> None:
    """Keep a player's word for the next shuffle, in the place of an earlier one."""
    deal = next_shuffle(house, session, table)
    for number in (0, 1) if deal == 1 else (deal,):
        shuffles.set_word(session, table.id, number, seat, word, now)


def _fix(house: House, session: Session, table: Table, deal: int) -> None:
    first = shuffles.fixed(session, table.id, 1) if table.shuffled_as and deal > 1 else None
    if first is None:
        shuffles.fix(session, table.id, deal, house.secrets(table.name, deal))
    elif shuffles.fix(session, table.id, deal, first.secret):
        # The tables of a match are dealt by one secret and the words of all, said before it began.
        repeat_words(session, table.id, deal)


def _fresh(_game: str, _deal: int) -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Known:
    """A game as somebody may know it: `entries` of its log, and whether that is not all of it.

    `turn` is the last turn of the log, which may hold more than that.
    """

    game: Game
    entries: int
    hiding: bool
    turn: tuple[Logged, ...] = ()


def as_known(
    house: House,
    session: Session,
    table: Table,
    now: datetime,
    seat: Seat | None = None,
    *,
    latest: Game | None = None,
) -> Known:
    """A game as a seat may know it now, or a spectator: moves still held back are left out.

    `latest` is the game of this very moment, where the transaction has changed it.
    """
    key = ("as known", table.id, now, seat)
    kept: Known | None = lookups.found(session, key) if latest is None else None
    if kept is not None:
        return kept
    log = load_log(session, table.id)
    turn = tuple(log[log[-1].turn :])
    shown = _shown(session, table, log, now, seat)
    if shown < len(log):
        game = replay(logged.entry for logged in log[:shown])
        known = Known(game, shown, hiding=True, turn=turn)
    else:
        known = Known(latest or house.folded.of(table.id, log), shown, hiding=False, turn=turn)
    if latest is None:
        lookups.keep(session, key, known)
    return known


def shown_log(
    session: Session, table: Table, now: datetime, seat: Seat | None = None
) -> list[Logged] | None:
    """A game's log without the moves that are still held back; None if none are.

    `seat` is who looks: a player's own move is never held back from him.
    """
    log = load_log(session, table.id)
    shown = _shown(session, table, log, now, seat)
    return None if shown == len(log) else log[:shown]


def table_as_known(session: Session, table: Table, now: datetime, seat: Seat) -> Table:
    """A table as a seat may know it: its game is not over while the last card is held back."""
    if table.stage is not Stage.OVER or shown_log(session, table, now, seat) is None:
        return table
    return replace(table, stage=Stage.PLAYING)


def _shown(
    session: Session, table: Table, log: Sequence[Logged], now: datetime, seat: Seat | None
) -> int:
    """How many entries of a game's log a seat may know."""
    turn = [(one.logged, one.opens) for one in last_turn(session, table.id)]
    shown = known_of(turn, now, seat)
    if shown == len(turn) or turn_seen(session, table.id, log[-1].turn):
        return len(log)
    return log[-1].turn + shown


def sealed(session: Session, table: Table, now: datetime) -> bool:
    """Whether another table still plays the deals of this one, or might take its last move back.

    Until then nothing may be published that tells a card of them.
    """
    if table.match is None:
        return False
    tables = [load_table(session, number) for number in match_of(session, table.match)]
    return any(
        one.stage is not Stage.OVER or shown_log(session, one, now) is not None for one in tables
    )


@dataclass(slots=True)
class Folded:
    """Games folded lately, each with the last entry of the log it was folded from.

    Entries never change and are decoded once, so a log that holds that very entry begins with the
    whole of that log.
    """

    _games: OrderedDict[int, tuple[Logged, Game]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def game(self, session: Session, number: int) -> tuple[Game, int]:
        """A game as its log tells it now, and the length of that log."""
        log = load_log(session, number)
        return self.of(number, log), len(log)

    def of(self, number: int, log: Sequence[Logged]) -> Game:
        """A game by its number, as its log tells it."""
        with self._lock:
            last, game = self._games.get(number, (None, None))
        if game is None or last is None or not _holds(log, last):
            game = replay(one.entry for one in log)
        else:
            for one in log[last.seq + 1 :]:
                if isinstance(one.entry, TakenBack):
                    game = replay(one.entry for one in log)
                    break
                game = evolve(game, one.entry)
        with self._lock:
            self._games[number] = (log[-1], game)
            self._games.move_to_end(number)
            while len(self._games) > _CACHED_GAMES:
                self._games.popitem(last=False)
        return game


def _holds(log: Sequence[Logged], entry: Logged) -> bool:
    """Whether a log holds that very entry, and not merely an equal one."""
    return entry.seq < len(log) and log[entry.seq] is entry

"""What is published of a game's shuffles: secrets and words of deals that are over for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from engine import Event, Game, TakenBack, replay, standing
from engine.proof import Section, Shown, sections
from pbem.context.known import not_begun, sealed, shown_log
from pbem.domain.model import Table
from pbem.letters.pages.proofs import said_by
from pbem.letters.parts import Opened
from pbem.store import shuffles
from pbem.store.database import Session
from pbem.store.events import load_log
from pbem.store.games import load_table
from pbem.store.matches import begun_of
from pbem.turns.turn import shuffles_to_come


def proof(session: Session, table: Table, now: datetime) -> tuple[Section, ...]:
    """The deals of a game that are over, and the fingerprints of the next.

    A move that is held back has not been made yet, not even for the one who made it: who has seen
    all hands must not undo. Of a match nothing is published while one of its tables plays.
    """
    if sealed(session, table, now):
        return sections(table.name, (), _closed(session, table))
    log = shown_log(session, table, now) or load_log(session, table.id)
    events = [e for e in standing(logged.entry for logged in log) if not isinstance(e, TakenBack)]
    game = replay(events) if events else not_begun(table)
    return sections(table.name, events, _shown(session, table, game, events))


def _closed(session: Session, table: Table) -> list[Shown]:
    last = shuffles.last_fixed(session, table.id) or 0
    prints = [(deal, shuffles.announced(session, table.id, deal)) for deal in range(last + 1)]
    return [Shown(deal, digits) for deal, digits in prints if digits]


def _shown(session: Session, table: Table, game: Game, events: list[Event]) -> Iterator[Shown]:
    over = len(game.deals) if events else -1
    under_way = [over + 1] if game.deal else []
    for deal in (*range(over + 1), *under_way, *shuffles_to_come(game)):
        fixed = shuffles.fixed(session, table.id, deal)
        if fixed is not None and fixed.announced is not None:
            secret, words = (fixed.secret.hex(), fixed.words) if deal <= over else ("", ())
            yield Shown(deal, fixed.announced, secret, words)


def opened_by(session: Session, table: Table, deals: Iterable[int]) -> tuple[Opened, ...]:
    """What deals that are over were shuffled from, in the names of the table."""
    names = speakers(session, table)
    kept = filter(None, (shuffles.fixed(session, table.id, deal) for deal in deals))
    return tuple(
        Opened(one.deal, one.secret.hex(), said_by(names, one.words))
        for one in kept
        if one.announced
    )


def speakers(session: Session, table: Table) -> tuple[str, ...]:
    """Who may have said a word for the shuffles of a table, in the order of the seats.

    In a match they are counted on from table to table. Nobody is known if the other tables are on
    another server.
    """
    if table.match is None:
        return () if table.shuffled_as else tuple(player.name for player in table.players)
    tables = begun_of(session, table.match) or [table.id]
    return tuple(one.name for number in tables for one in load_table(session, number).players)

"""The shuffled packs of a game, as its secrets and the words of its players fix them."""

from __future__ import annotations

from datetime import datetime

from engine import Card, Rules, Seat, shuffle
from engine.shuffle import seed
from pbem.context.services import Services
from pbem.domain.model import Table
from pbem.store import shuffles
from pbem.store.database import Session
from pbem.store.matches import repeat_words
from pbem.turns.turn import Packs


def packs(services: Services, session: Session, table: Table, rules: Rules) -> Packs:
    """The shuffled packs of one game, each as its secret and the players' words fix it.

    A pack once asked for stays: the next shuffle is fixed then, and later words are mixed into it.
    """
    kept = kept_packs(session, table, rules)

    def pack(deal: int) -> tuple[Card, ...]:
        _fix(services, session, table, deal)
        _fix(services, session, table, deal + 1)
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


def next_shuffle(services: Services, session: Session, table: Table) -> int:
    """The number of the shuffle that is fixed, but for the words players may still mail.

    Before the game begins that is deal 1, and with it the draw for dealer, number 0.
    """
    last = shuffles.last_fixed(session, table.id)
    if last is None or shuffles.announced(session, table.id, last) is None:
        for deal in (0, 1) if last is None else (last + 1,):
            _fix(services, session, table, deal)
            last = deal
    assert last is not None
    return last


def mix_in(
    services: Services, session: Session, table: Table, seat: Seat, word: str, now: datetime
) -> None:
    """Keep a player's word for the next shuffle, in the place of an earlier one."""
    deal = next_shuffle(services, session, table)
    for number in (0, 1) if deal == 1 else (deal,):
        shuffles.set_word(session, table.id, number, seat, word, now)


def _fix(services: Services, session: Session, table: Table, deal: int) -> None:
    first = shuffles.fixed(session, table.id, 1) if table.shuffled_as and deal > 1 else None
    if first is None:
        shuffles.fix(session, table.id, deal, services.secrets(table.name, deal))
    elif shuffles.fix(session, table.id, deal, first.secret):
        # The tables of a match are dealt by one secret and the words of all, said before it began.
        repeat_words(session, table.id, deal)

"""An answer in a game that has begun: how the table stands for the player who gave it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import replay
from pbem.hearing.answer import Answer
from pbem.hearing.doing import Doing
from pbem.hearing.held import seen
from pbem.house import Known, as_known, packs
from pbem.store.events import load_log
from pbem.table.answer import answer
from pbem.table.asking import stands
from pbem.table.model import Logged
from pbem.table.outcomes import Outcome
from pbem.table.served import served
from pbem.table.situation import Situation
from pbem.table.turn import own_turn
from pbem.table.undo import own_sealed_bid
from pbem.telling.turns import standing_orders


def in_the_game(given: Answer) -> Outcome:
    """Do what an answer asks in a game that has begun."""
    house, session, table, seat = given.house, given.session, given.table, given.seat
    log = load_log(session, table.id)
    turn = log[-1].turn
    own = own_turn(log[turn:], seat) is not None
    # For this player a move that is held back has not been made yet.
    known = as_known(house, session, table, given.now, seat)
    asked = given.question
    if known.hiding and asked is not None and asked.closed is None:
        if stands(asked, known.game, known.entries):
            # Sealed bids: what others have done is no part of this question.
            known = Known(*house.folded.game(session, table.id), hiding=False)
        else:
            asked = None
    entries = known.entries if known.hiding else None
    at = Situation(
        seat,
        asked,
        known.game,
        log[turn:],
        seen=not own or seen(session, table, seat, log[turn:], given.now),
        packs=packs(house, session, table, known.game.rules),
        orders=standing_orders(session, table, known.game, known=entries),
        meant_for=given.meant_for,
        behind=known.hiding,
        sealed=own_sealed_bid(log, known.game, seat),
    )
    if not at.seen:
        at = replace(at, before=_before(at, given, log[:turn]))
    return Doing(given, at, len(log), known.hiding).do(answer(served(given.reading), at))


def _before(at: Situation, given: Answer, log: Sequence[Logged]) -> Situation:
    """How it was before the last turn, by the log up to there."""
    game = replay(one.entry for one in log)
    orders = standing_orders(given.session, given.table, game, known=len(log))
    return replace(at, game=game, orders=orders, log=(), behind=False, sealed=None)

"""Taking back: what nobody has seen, and a sealed bid though others have bid since."""

from __future__ import annotations

from collections.abc import Sequence

from engine import (
    BidChanged,
    BidLaid,
    BidMade,
    CardsDealt,
    DealStage,
    Game,
    Seat,
    TakenBack,
)
from pbem.domain.logged import Logged
from pbem.domain.model import Closed, Question
from pbem.domain.vocabulary import Why
from pbem.orders.keywords import Ask
from pbem.turns.decisions import (
    Denied,
    Undone,
    Verdict,
)
from pbem.turns.situation import Situation
from pbem.turns.turn import own_turn, standing_log


def own_sealed_bid(log: Sequence[Logged], game: Game, seat: Seat) -> Undone | None:
    """How to take back a seat's sealed bid while others have still to bid; None if there is none.

    The bids that came after it stand.
    """
    deal = game.deal
    if deal is None or not deal.rules.bid_mode.sealed or deal.stage is not DealStage.BID:
        return None
    made = [one for one in standing_log(log) if not isinstance(one.entry, TakenBack)]
    dealt = max(at for at, one in enumerate(made) if isinstance(one.entry, CardsDealt))
    own = [one for one in made[dealt:] if one.seat == seat]
    if not own:
        return None
    later = tuple(one for one in made if one.seq > own[0].seq and one.seat != seat)
    return Undone(TakenBack(own[0].turn), later)


def was_answered_last(question: Question, turn: Sequence[Logged], game: Game) -> bool:
    """Whether the last turn, which `game` has, was the answer to a question."""
    if question.closed is not Closed.ANSWERED:
        return False
    first = turn[0]
    own_bid = (
        isinstance(first.entry, BidMade | BidChanged | BidLaid) and first.seat == question.seat
    )
    return first.seq == question.seq or (own_bid and asks_bid_of(question, game))


def asks_bid_of(question: Question, game: Game) -> bool:
    """Whether a question was for a bid of the deal under way."""
    deal = game.deal
    return question.ask in (Ask.BID, Ask.LAY) and deal is not None and deal.number == question.deal


def _was_its_answer(question: Question, at: Situation) -> bool:
    """Whether what can be taken back is the answer to a question."""
    if at.sealed is None:
        return was_answered_last(question, at.log, at.game)
    return asks_bid_of(question, at.game)


def undo(at: Situation) -> Verdict:
    """Take back what nobody has seen, and a bid until the next has bid or the bids are shown.

    Under the code of a closed question that is its own answer, and no other.
    """
    undone, question = _undone(at), at.question
    if question is None or question.closed is None or not isinstance(undone, Undone):
        return undone
    return undone if _was_its_answer(question, at) else Denied(Why.OLD_QUESTION, question)


def _undone(at: Situation) -> Undone | Denied:
    if at.sealed is not None:
        return at.sealed
    entry, seen = own_turn(at.log, at.seat), at.view
    if entry is None:
        return Denied(Why.NOTHING_TO_UNDO if seen.bid is None else Why.SEEN)
    amendable = bool(seen.legal_bids) and not at.their_turn and not at.behind
    return Denied(Why.SEEN) if at.seen and not amendable else Undone(entry)

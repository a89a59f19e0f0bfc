"""What an order does to a table: a turn, a refusal, a request to serve, or nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import (
    Card,
    Choice,
    Command,
    Game,
    Hand,
    IllegalAction,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Reason,
    Seat,
    TakenBack,
    view,
)
from pbem.orders.context import Reading
from pbem.orders.model import Ask, Bid, Join, Lay, Play, Request, Trump, Unread, Unsure, Wish
from pbem.table.model import Actor, Closed, Logged, Question
from pbem.table.turn import Outcome, Packs, act, take_back


@dataclass(frozen=True, slots=True)
class Moved:
    """The order was carried out; `answer` is what the question is closed with."""

    outcome: Outcome
    answer: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last turn is taken back."""

    entry: TakenBack


@dataclass(frozen=True, slots=True)
class Denied:
    """The order cannot be carried out; `why` is one word of the list in `letters.pages.Refused`."""

    why: str
    wrote: str
    old: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The player wants to be told something."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same answer once more (a double tap): nothing to do and nothing to say."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """What was written may be several cards: the question is asked back."""

    wrote: str
    among: Hand
    question: Question


Verdict = Moved | Undone | Denied | Asked | Repeated | Unclear


Served = Bid | Play | Trump | Lay | Join | Request | Unsure | Unread
"""The orders the server carries out today; all others are answered as unreadable."""

_SERVED_WISHES = (Wish.STATUS, Wish.HELP, Wish.UNDO)


def served(reading: Reading) -> Served:
    """The order of a line, or the line as unread where the server cannot do what it says."""
    match reading.order:
        case Bid() | Play() | Trump() | Lay() | Join() | Unread() as order:
            return order
        case Unsure(among=among) as order if among and isinstance(among[0], Card):
            return order
        case Request(wish=wish) as order if wish in _SERVED_WISHES:
            return order
        case _:
            return Unread(reading.line)


def answer(
    order: Served,
    seat: Seat,
    question: Question | None,
    game: Game,
    log: Sequence[Logged],
    *,
    seen: bool,
    packs: Packs,
) -> Verdict:
    """What to do with a seat's order.

    `question` is the one the mail answers, None if it answers none; `log` holds the last turn;
    `seen` says whether a mail that tells the last turn has left for anybody else.
    """
    match order:
        case Request(wish=Wish.UNDO):
            return _undo(seat, game, log, seen=seen)
        case Request(wish=wish):
            return Asked(wish)
        case Unread(line=line) if game.over:
            return Denied("game over", line)
        case Unread(line=""):
            return Denied("empty", "")
        case Unread(line=line):
            return Denied("unreadable", line)
        case Unsure():
            return _unsure(order, question, game, seat)
        case Join():
            return Repeated()
        case Bid() | Play() | Trump() | Lay():
            return _choose(order, seat, question, game, packs)


def _unsure(order: Unsure, question: Question | None, game: Game, seat: Seat) -> Verdict:
    """Asked back while the question is open; to a closed one no card is an answer."""
    among = tuple(card for card in order.among if isinstance(card, Card))
    if game.over:
        return Denied("game over", order.line)
    if question is None:
        return Denied("no question" if seat in game.awaiting else "not your turn", order.line)
    if question.closed is not None:
        return Denied("old question", order.line, old=_about(question))
    if question.ask is Ask.BID:
        return Denied(Reason.NOT_PLAYING.value, order.line)
    if question.ask is not Ask.PLAY:
        return Denied("unreadable", order.line)
    return Unclear(order.line, among, question)


def _choose(
    order: Bid | Play | Trump | Lay, seat: Seat, question: Question | None, game: Game, packs: Packs
) -> Verdict:
    command = _command(order, seat, game)
    if game.over:
        return Denied("game over", str(order))
    if question is not None and question.closed is not None:
        if question.closed is Closed.ANSWERED and question.answer == str(order):
            return Repeated()
        if not (question.ask in (Ask.BID, Ask.LAY) and _amends(game, seat, command)):
            return Denied("old question", str(order), old=_about(question))
    if question is None:
        why = "no question" if seat in game.awaiting else "not your turn"
        return Denied(why, str(order))
    try:
        return Moved(act(game, command, Actor.PLAYER, packs), str(order))
    except IllegalAction as refusal:
        return Denied(refusal.reason.value, str(order))


def _command(order: Bid | Play | Trump | Lay, seat: Seat, game: Game) -> Choice:
    match order:
        case Bid():
            return MakeBid(seat, _allowed(order, seat, game))
        case Play(card, call):
            return PlayCard(seat, card, call)
        case Trump(suit):
            return NameTrump(seat, suit)
        case Lay(cards, premium):
            return LayBid(seat, cards, premium)


def _allowed(bid: Bid, seat: Seat, game: Game) -> int:
    """The number to bid: the first of those named that is allowed, or else the first."""
    open_to = view(game, seat).legal_bids
    return next((n for n in (bid.tricks, *bid.otherwise) if n in open_to), bid.tricks)


def _amends(game: Game, seat: Seat, command: Command) -> bool:
    """Whether this is another bid, where the one made may still be changed."""
    open_to = view(game, seat)
    if isinstance(command, LayBid):
        return open_to.may_lay and open_to.bid is not None
    return isinstance(command, MakeBid) and bool(open_to.legal_bids) and open_to.bid is not None


def _undo(seat: Seat, game: Game, log: Sequence[Logged], *, seen: bool) -> Verdict:
    entry = take_back(log, seat)
    if entry is None:
        return Denied("nothing to undo", "undo")
    if seen:
        amendable = bool(view(game, seat).legal_bids) and seat not in game.awaiting
        return Denied("bid seen" if amendable else "seen", "undo")
    return Undone(entry)


def _about(question: Question) -> str:
    if question.ask in (Ask.BID, Ask.LAY):
        return f"the bid of deal {question.deal}"
    if question.ask is Ask.TRUMP:
        return f"the trump suit of deal {question.deal}"
    return f"trick {question.trick} of deal {question.deal}"

"""What an answer comes to before the table has a say: the verdicts that rows of answers expect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from engine import Card
from pbem.commands.player.handlers import MENDED, NAMING, OPENING
from pbem.orders import parse
from pbem.orders.answers import Bid, Join, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.keywords import Ask
from pbem.orders.model import Command, Order, Unread, Unsure, WhichOrder
from pbem.orders.parse import Tables
from pbem.orders.reading import Expected, Reading


class Verdict(StrEnum):
    """What an answer comes to, before the table has a say."""

    OK = "OK"
    ACK = "OK+ACK"
    ASK = "ASK"
    ILLEGAL = "ILLEGAL"
    NOT_HELD = "NOTHELD"
    HOOK = "HOOK"
    RANGE = "RANGE"
    PASS = "PASS?"
    NO_PARSE = "NOPARSE"
    STALE = "STALE"
    PLAN = "PLAN"
    CHAIN = "CHAIN"
    COMMAND = "CMD"


@dataclass(frozen=True, slots=True)
class Judged(Reading):
    """A reading with its verdict."""

    verdict: Verdict = Verdict.NO_PARSE


def read_answer(
    lines: Sequence[str], context: Expected, tables: Tables | None = None
) -> tuple[Judged, ...]:
    """What `pbem.orders.parse.read_answer` reads, each judged against what it answers."""
    return tuple(
        Judged(
            **{field.name: getattr(one, field.name) for field in fields(one)},
            verdict=judge(
                one.order,
                (tables or {})[one.table] if one.table else context,
                repaired=one.repaired,
            ),
        )
        for one in parse.read_answer(
            lines, replace(context, mended=MENDED, opening=OPENING, naming=NAMING), tables
        )
    )


def judge(order: Order, context: Expected, *, repaired: bool) -> Verdict:
    """The verdict on an order; the table still decides what it does."""
    if isinstance(order, Command):
        return Verdict.COMMAND
    if context.closed:
        return Verdict.STALE
    fine = Verdict.ACK if repaired else Verdict.OK
    match order:
        case Unread():
            return Verdict.NO_PARSE
        case Unsure() | WhichOrder():
            return Verdict.ASK
        case Pass():
            return Verdict.PASS
        case Join():
            return fine
        case Bid():
            return _of_bid(order, context, fine)
        case Trump():
            return fine if context.ask is Ask.TRUMP else Verdict.NO_PARSE
        case Lay(cards=cards):
            fits = context.ask is Ask.LAY
            return _held(cards, context) or (fine if fits else Verdict.NO_PARSE)
        case Keep(order=kept):
            return _of_kept(kept, context)
        case Play() | Plan():
            return _of_moves(order, context, fine)


def _of_kept(kept: Bid | Play | Plan, context: Expected) -> Verdict:
    """What is sealed must be possible, not legal yet."""
    if isinstance(kept, Bid):
        return _of_bid(kept, context, Verdict.PLAN)
    return _held(_cards(kept), context) or Verdict.PLAN


def _of_moves(order: Play | Plan, context: Expected, fine: Verdict) -> Verdict:
    if context.ask not in (Ask.PLAY, None):
        return Verdict.NO_PARSE
    if missing := _held(_cards(order), context):
        return missing
    if isinstance(order, Play):
        return _legal(order.card, context) or fine
    kind = Verdict.CHAIN if len(order.steps) > 1 else Verdict.PLAN
    return _begins(order, context) or kind


def _of_bid(bid: Bid, context: Expected, fine: Verdict) -> Verdict:
    """A bid is fine if it, or one it falls back on, is allowed."""
    wanted = (bid.tricks, *bid.otherwise)
    if any(tricks in context.bids for tricks in wanted):
        return fine
    return Verdict.HOOK if wanted[0] <= context.size else Verdict.RANGE


def _held(cards: Iterable[Card], context: Expected) -> Verdict | None:
    return None if all(card in context.hand for card in cards) else Verdict.NOT_HELD


def _legal(card: Card, context: Expected) -> Verdict | None:
    return None if card in context.legal else Verdict.ILLEGAL


def _begins(plan: Plan, context: Expected) -> Verdict | None:
    """Whether the card a plan begins with is out of the question, and nothing stands in for it."""
    first = plan.steps[0]
    card = first[0].action
    if len(first) > 1 or first[0].led or not isinstance(card, Card):
        return None
    return _legal(card, context)


def _cards(order: Play | Plan) -> list[Card]:
    if isinstance(order, Play):
        return [order.card]
    actions = [clause.action for step in order.steps for clause in step]
    return [action for action in actions if isinstance(action, Card)]

"""What answers a question about a deal: bids, cards, plans, trump, cards laid aside."""

from __future__ import annotations

from dataclasses import replace

from engine import Card
from pbem.orders.answers import Bid, Clause, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.bids import passes, read_bid
from pbem.orders.denials import is_number
from pbem.orders.keywords import Ask, Policy
from pbem.orders.model import Order, Request, Unsure, WhichOrder
from pbem.orders.named_cards import FACES
from pbem.orders.plans import read_plan
from pbem.orders.reading import Expected
from pbem.orders.senses import essential
from pbem.orders.specials import read_called, read_laid, read_trump
from pbem.orders.text import Tokens, without
from pbem.orders.words import Words, match

_SIGNS = ".,!;:()\"'"

Read = tuple[Order, bool]
"""An order, and whether its spelling had to be repaired."""


def read_own_bid(said: Tokens, context: Expected, known: Words) -> Order | None:
    """A bid, which only counts for the question it answers."""
    if context.ask is not Ask.BID:
        return None
    return Pass() if passes(said, known) else read_bid(said, known)


def read_moves(line: str, said: Tokens, context: Expected, known: Words) -> Read | None:
    """Cards, plans, trump and cards laid aside; after `keep`, sealed for later."""
    _, kept = match(known.plan, said, 0, ("keep",))
    if kept:
        sealed = replace(context, bound=False)
        bid = read_bid(said[kept:], known) if context.ask is Ask.BID else None
        read = (bid, False) if bid else _move(line, said[kept:], sealed, known)
        if read and isinstance(read[0], Bid | Play | Plan):
            return Keep(read[0]), read[1]
        return None
    return _move(line, said, context, known)


def read_leaves(line: str, said: Tokens, context: Expected, known: Words) -> Read | None:
    """A word for a policy, alone on a line, that is also how one asks for no more mails."""
    bare = without(said, _SIGNS)
    if known.doubt.get(bare) != "leaving":
        return None
    leaves = Request("unsubscribe")
    if context.ask is not Ask.PLAY:
        return leaves, False
    plays = Plan(((Clause(Policy(known.policies[bare])),),))
    return WhichOrder(line, (plays, leaves)), False


def read_agrees(line: str, said: Tokens, context: Expected, known: Words) -> Read | None:
    """A letter of a card that may as well say fine: `k`, or `K thanks`."""
    letter = essential(without(said, _SIGNS), context)
    thanks = any(match(known.dropped, said, at, ("thanks",))[1] for at in range(len(said)))
    if known.doubt.get(letter) != "agreeing" or not (thanks or line.islower()):
        return None
    read = _move(line, said, context, known)
    return (WhichOrder(line, (read[0],)), False) if read and isinstance(read[0], Play) else read


def read_corrected(line: str, rest: Tokens, context: Expected, known: Words) -> Read | None:
    """Another answer in place of the one that is held: `sorry, I meant 2`."""
    order = read_own_bid(rest, context, known)
    read = (order, False) if order else read_moves(line, rest, context, known)
    return (read[0], True) if read and isinstance(read[0], Bid | Play | Trump | Lay) else None


def _move(line: str, said: Tokens, context: Expected, known: Words) -> Read | None:
    if context.ask is not Ask.PLAY:
        context = replace(context, bound=False)
    for special in (
        read_trump(said, context, known),
        read_laid(said, context, known),
        read_called(said, context, known),
    ):
        match special:
            case Trump() | Lay() | Play():
                return special, False
            case tuple():
                return Unsure(line, special), False
    found = read_plan(said, context, known)
    if found is None or (found.repaired and context.ask is Ask.BID):
        return None
    if found.plan is None:
        return Unsure(line, found.among), False
    match found.plan.steps:
        case ((Clause(action=Card() as card, led=None),),):
            return Play(card), found.repaired
        case _:
            return found.plan, found.repaired


def bids_by_rank(said: Tokens, play: Play, known: Words) -> bool:
    """Whether somebody bids by a number that is also the rank of a card: `I bid 3`."""
    if play.card.rank.sign in FACES or any(match(known.suits, (word,))[1] for word in said):
        return False
    return any(
        match(known.settled, said, at, ("bids",))[1]
        or (at and match(known.person, said, at, ("tricks",))[1] and is_number(said, at - 1, known))
        for at in range(len(said))
    )

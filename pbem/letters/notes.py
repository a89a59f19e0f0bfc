"""What is kept for a reader, as pages show it: sealed bids, plans, policies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine import Card
from pbem.letters.parts import KeptClause, KeptStep, Notes
from pbem.orders.answers import Bid, Clause, Plan, Play
from pbem.turns.plans import Dropped, KeptOrder, Policies


def notes_of(
    kept: Sequence[KeptOrder],
    policies: Policies,
    dropped: Sequence[Dropped],
) -> Notes:
    """The notes in a letter to the owner of some plans."""
    return Notes(
        plans=tuple(step for one in kept for step in steps_of(one)),
        policies=tuple((when.value, policy.value) for when, policy in sorted(policies.items())),
        dropped=tuple(step for one in dropped for step in _undone(one)),
    )


def _undone(one: Dropped) -> Iterator[KeptStep]:
    """What was not done, the first step with the reason; the others fell with it."""
    first, *others = steps_of(one.kept)
    yield replace(first, why=one.why.value)
    yield from others


def steps_of(kept: KeptOrder) -> Iterator[KeptStep]:
    """What is kept, turn by turn."""
    match kept.order:
        case Bid(tricks, otherwise):
            yield KeptStep(0, bids=(tricks, *otherwise))
        case Play(card, call):
            yield KeptStep(kept.trick, clauses=(KeptClause(None, card, call),))
        case Plan(steps):
            for at, step in enumerate(steps):
                yield KeptStep(kept.trick + at, clauses=tuple(map(_clause, step)))


def _clause(clause: Clause) -> KeptClause:
    if isinstance(clause.action, Card):
        return KeptClause(clause.led, clause.action)
    return KeptClause(clause.led, None, policy=clause.action.value)

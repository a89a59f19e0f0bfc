"""Plans: several moves in one answer, conditions, and the four policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import Card, Suit
from pbem.orders.answers import Clause, Plan, Play, Step
from pbem.orders.cards import read_card, read_suits
from pbem.orders.keywords import Policy
from pbem.orders.model import Order
from pbem.orders.reading import Expected, Reading
from pbem.orders.spelling import AROUND_CARDS
from pbem.orders.text import Tokens, without
from pbem.orders.words import Words, match

_SEPARATORS = ".,!;:()\"'"
_MOST_CLAUSES = 8


@dataclass(frozen=True, slots=True)
class PlanRead:
    """A plan, whether its spelling was mended; or what to ask about first."""

    plan: Plan | None
    repaired: bool = False
    among: tuple[Card, ...] | tuple[Suit, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A clause as written: how it is joined to the one before, its condition, its action."""

    joint: str
    condition: tuple[Suit, ...] | None
    action: Tokens


def read_plan(line: Tokens, context: Expected, known: Words) -> PlanRead | None:
    """The plan a line makes; a plain card is none. None if any part of it cannot be read."""
    parts = _parts(line, context, known)
    if not parts:
        return None
    clauses: list[Clause] = []
    repaired = False
    for part in parts:
        policy, found = _policy(part.action, known), read_card(part.action, context)
        if policy is None and found is None:
            return None
        if part.condition and len(part.condition) > 1:
            return PlanRead(None, among=part.condition)
        led = part.condition[0] if part.condition else None
        if policy:
            clauses.append(Clause(policy, led))
        elif found:
            if not found.sure:
                return PlanRead(None, among=found.cards)
            repaired |= found.repaired
            clauses.append(Clause(found.cards[0], led))
    steps = _steps(clauses, [part.joint for part in parts])
    return PlanRead(Plan(steps), repaired) if steps else None


def _steps(clauses: list[Clause], joints: list[str]) -> tuple[Step, ...]:
    """The clauses by turn; none if it is unclear which follows which, or one is never reached."""
    steps: list[Step] = []
    for clause, joint in zip(clauses, joints, strict=True):
        before = steps[-1][-1] if steps else None
        if before is None or joint == "then":
            steps.append((clause,))
        elif joint == "else" or (before.led and clause.led):
            if isinstance(before.action, Policy) and not before.led:
                return ()
            steps[-1] += (clause,)
        elif before.led:
            return ()
        else:
            steps.append((clause,))
    return tuple(steps)


def _parts(line: Tokens, context: Expected, known: Words) -> list[_Part]:
    """A line cut at `then`, `else` and semicolons; empty if it is no plan."""
    parts: list[_Part] = []
    joint, at = "", 0
    while at < len(line):
        condition = None
        _, length = match(known.plan, line, at, ("if",))
        if length:
            condition, at = _condition(line, at + length, context, known)
            if not condition:
                return []
        start = at
        while at < len(line) and not _joint(line, at, known)[1]:
            at += 1
        action = line[start:at]
        if not action or len(parts) == _MOST_CLAUSES:
            return []
        parts.append(_Part(joint, condition, action))
        joint, length = _joint(line, at, known)
        at += length
        if at == len(line) and joint in ("then", "else"):
            return []
    return parts


def _joint(line: Tokens, at: int, known: Words) -> tuple[str, int]:
    """What joins two clauses at a place, and its length: `; else`, `, then`, `;`."""
    signs = 0
    while at + signs < len(line) and line[at + signs] in ",;":
        signs += 1
    name, length = match(known.plan, line, at + signs, ("then", "else"))
    if length:
        return name, signs + length
    opens = match(known.plan, line, at + signs, ("if",))[1]
    return (";", signs) if ";" in line[at : at + signs] or (signs and opens) else ("", 0)


def _condition(
    line: Tokens, at: int, context: Expected, known: Words
) -> tuple[tuple[Suit, ...], int]:
    """The suits `if clubs are led:` may name, and where the action begins."""
    at = _past(line, at, known)
    for length in (2, 1):
        if suits := read_suits(line[at : at + length], context):
            break
    else:
        return (), at
    at = _past(line, at + length, known)
    while at < len(line) and line[at] in ",:":
        at += 1
    at += match(known.plan, line, at, ("then",))[1]
    return suits, at


def _past(line: Tokens, at: int, known: Words) -> int:
    """Past the words for `led` and courtesies."""
    while True:
        length = match(known.plan, line, at, ("led",))[1]
        length = length or match(known.dropped, line, at, AROUND_CARDS)[1]
        if not length:
            return at
        at += length


def _policy(action: Tokens, known: Words) -> Policy | None:
    """The policy some words name, with or without courtesies around them."""
    bare = without(action, _SEPARATORS)
    while bare:
        if name := known.policies.get(bare):
            return Policy(name)
        head = match(known.dropped, bare, 0, AROUND_CARDS)[1]
        if head:
            bare = bare[head:]
        elif known.dropped.get(bare[-1:]) in AROUND_CARDS:
            bare = bare[:-1]
        else:
            return None
    return None


def joined(readings: Sequence[Reading]) -> list[Reading]:
    """The same readings, a card and the condition written below it as one plan."""
    whole: list[Reading] = []
    for reading in readings:
        last = whole[-1] if whole else None
        steps = _begun_by(last.order) if last and last.table == reading.table else ()
        if last and steps and isinstance(reading.order, Plan):
            plan = Plan((*steps, *reading.order.steps))
            line = f"{last.line}; {reading.line}"
            repaired = last.repaired or reading.repaired
            whole[-1] = replace(last, line=line, order=plan, repaired=repaired)
        else:
            whole.append(reading)
    return whole


def _begun_by(order: Order) -> tuple[Step, ...]:
    match order:
        case Plan(steps):
            return steps
        case Play(card, None):
            return ((Clause(card),),)
        case _:
            return ()

"""What players have left with the server, in and out of its tables. Read for their owner only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    CompoundSelect,
    Integer,
    Select,
    bindparam,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlmodel import Session, col

from engine import Card, Game, Seat, Suit
from engine.specials import Call, Height
from pbem.domain.model import Table
from pbem.orders.answers import Bid, Clause, Plan, Play
from pbem.orders.keywords import Policy, When
from pbem.store.rows import add_row, at_seat, change_rows, delete_rows, rows_of
from pbem.store.shuffles import computers_seed
from pbem.store.tables.log import PlanRow, PolicyRow
from pbem.turns.plans import (
    Dropped,
    KeptChange,
    KeptOrder,
    Part,
    StandingOrders,
    WhyDropped,
)

_NEWEST = (
    select(func.max(col(PlanRow.id)))
    .where(col(PlanRow.game_id) == bindparam("game"), col(PlanRow.deal) == bindparam("deal"))
    .group_by(col(PlanRow.seat), col(PlanRow.part))
)
_AS_KNOWN = _NEWEST.where(
    or_(col(PlanRow.turn).is_(None), col(PlanRow.seq) <= bindparam("known", type_=Integer))
)


def _standing(newest: Select[int | None]) -> CompoundSelect[Any]:
    """What stands of the newest plans, and all policies."""
    what, part, id_ = col(PlanRow.what), col(PlanRow.part), col(PlanRow.id)
    kept = select(col(PlanRow.seat), what, part, null().label("policy"), id_)
    ruled = select(
        col(PolicyRow.seat), null(), col(PolicyRow.state), col(PolicyRow.policy), literal(0)
    )
    return union_all(
        kept.where(id_.in_(newest)), ruled.where(col(PolicyRow.game_id) == bindparam("game"))
    )


_STANDING, _STANDING_AS_KNOWN = _standing(_NEWEST), _standing(_AS_KNOWN)
DROPPED = (
    select(PlanRow)
    .where(col(PlanRow.game_id) == bindparam("game"), col(PlanRow.seat) == bindparam("seat"))
    .where(col(PlanRow.seq) > bindparam("since"), col(PlanRow.seq) <= bindparam("known"))
    .where(col(PlanRow.why).is_not(None))
    .order_by(col(PlanRow.id))
)
"""What was not done of a seat's plans after one length of the log, up to another."""

_NEXT_DUE = (
    select(col(PlanRow.game_id), col(PlanRow.id))
    .where(col(PlanRow.due_at) <= bindparam("now"))
    .order_by(col(PlanRow.due_at), col(PlanRow.id))
    .limit(1)
)


def keep(
    session: Session,
    game: int,
    deal: int,
    changes: Iterable[KeptChange],
    *,
    seq: int,
    turn: int | None = None,
    due_at: datetime | None = None,
) -> None:
    """Write down changes, in order; `turn` is the one that made them, if one did.

    `seq` is the length of the log before.
    """
    for change in changes:
        session.add(
            PlanRow(
                game_id=game,
                seat=change.seat,
                deal=deal,
                part=change.part.value,
                what=_to_dict(change.kept),
                dropped=_to_dict(change.dropped),
                why=change.why.value if change.why else None,
                seq=seq + change.at,
                turn=turn,
                due_at=due_at,
            )
        )
    session.flush()


def dropped(session: Session, game: int, seat: Seat, since: int, *, known: int) -> list[Dropped]:
    """What was not done of a seat's plans after one length of the log, up to another."""
    values = {"game": game, "seat": seat, "since": since, "known": known}
    told = [(_from_dict(row.dropped), row.why) for row in rows_of(session, DROPPED, values)]
    return [Dropped(one, WhyDropped(why)) for one, why in told if one and why]


def undo_turn(session: Session, game: int, turn: int) -> None:
    """Everything stands again as it did before a turn."""
    delete_rows(session, PlanRow, col(PlanRow.game_id) == game, col(PlanRow.turn) == turn)


def next_due(session: Session, now: datetime) -> tuple[int, int] | None:
    """The game in which something kept waits for its turn until now, and what to clear."""
    found = rows_of(session, _NEXT_DUE, {"now": now})
    return (found[0].game_id, found[0].id) if found else None


def clear_due(session: Session, number: int) -> bool:
    """It waits for no time any more; False if it did not wait."""
    waits = (col(PlanRow.id) == number, col(PlanRow.due_at).is_not(None))
    return change_rows(session, PlanRow, *waits, due_at=None) > 0


def set_policy(session: Session, game: int, seat: Seat, when: When, policy: Policy | None) -> None:
    """From now on a seat leaves its cards to a policy in that state; None asks again."""
    delete_rows(
        session, PolicyRow, at_seat(PolicyRow, game, seat), col(PolicyRow.state) == when.value
    )
    if policy is not None:
        add_row(session, PolicyRow, game_id=game, seat=seat, state=when.value, policy=policy.value)


def _to_dict(one: KeptOrder | None) -> dict[str, Any]:
    match one:
        case None:
            return {}
        case KeptOrder(Bid(tricks, otherwise)):
            return {"bids": [tricks, *otherwise]}
        case KeptOrder(Play(card, call), trick):
            return {"trick": trick, "card": str(card), "call": str(call) if call else None}
        case KeptOrder(Plan(steps), trick):
            clauses = [[_clause_to_dict(clause) for clause in step] for step in steps]
            return {"trick": trick, "steps": clauses}
        case _:
            raise TypeError(one)


def _clause_to_dict(clause: Clause) -> dict[str, Any]:
    led = clause.led.value if clause.led else None
    if isinstance(clause.action, Policy):
        return {"led": led, "policy": clause.action.value}
    return {"led": led, "card": str(clause.action)}


def _from_dict(told: dict[str, Any]) -> KeptOrder | None:
    match told:
        case {"bids": [tricks, *otherwise]}:
            return KeptOrder(Bid(tricks, tuple(otherwise)))
        case {"trick": trick, "card": card, "call": call}:
            return KeptOrder(Play(Card.parse(card), _call(call)), trick)
        case {"trick": trick, "steps": steps}:
            return KeptOrder(Plan(tuple(tuple(map(_clause, step)) for step in steps)), trick)
        case _:
            return None


def _clause(told: dict[str, Any]) -> Clause:
    led = Suit(told["led"]) if told["led"] else None
    action = Policy(told["policy"]) if "policy" in told else Card.parse(told["card"])
    return Clause(action, led)


def _call(told: str | None) -> Call | None:
    if told is None:
        return None
    return Height(told) if told in tuple(Height) else Card.parse(told)


def standing_orders(
    session: Session, table: Table, game: Game, *, known: int | None = None
) -> StandingOrders:
    """What is left with the server in a game, as far as so many entries of its log tell, or all."""
    values = {"game": table.id, "deal": game.deal.number if game.deal else 0, "known": known}
    rows = rows_of(session, _STANDING if known is None else _STANDING_AS_KNOWN, values)
    kept: dict[tuple[Seat, Part], KeptOrder] = {}
    policies: dict[Seat, dict[When, Policy]] = {}
    for row in sorted(rows, key=lambda row: (row.id, row.part)):
        if row.policy is not None:
            policies.setdefault(Seat(row.seat), {})[When(row.part)] = Policy(row.policy)
        elif (order := _from_dict(row.what)) is not None:
            kept[Seat(row.seat), Part(row.part)] = order
    return replace(computers_orders(session, table), kept=kept, policies=dict(policies))


def computers_orders(session: Session, table: Table) -> StandingOrders:
    """What holds at a table before any player has left anything: where computers answer at once."""
    at_once = table.at_once
    seed = computers_seed(session, table.id) if at_once else b""
    return StandingOrders(play_out=table.setup.play_out, at_once=at_once, seed=seed)

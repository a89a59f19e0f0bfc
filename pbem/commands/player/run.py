"""The one loop that all orders of a player's mail go through."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.commands.player.ask_back import ask_back
from pbem.commands.player.handlers import BELOW, HANDLERS, detail_of
from pbem.commands.player.row import (
    Done,
    LetterBack,
    OrderKind,
    Row,
    SeatContext,
    kind_of,
    refuse,
    reply,
)
from pbem.commands.read import MailPlace, other_tables
from pbem.context import Context
from pbem.context.known import table_as_known
from pbem.domain.code_powers import Grave, Power
from pbem.domain.model import Stage, Table
from pbem.domain.outcomes import Outcome, Outcomes, Unchanged, at
from pbem.domain.vocabulary import Already, Why, WhyNot
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Trait
from pbem.letters.pages.people import Presence, PresenceKind
from pbem.notifications.resend import ask_again
from pbem.orders.model import Order, Request, Salt, Talk
from pbem.orders.reading import Reading
from pbem.store import outbox
from pbem.store.games import load_table

_MOST_BELOW = 3
"""So many orders below the first are done: each may bring a letter."""


def run(
    ctx: Context,
    place: MailPlace,
    said: Sequence[Reading],
    *,
    meant_for: int | None,
    low: bool = False,
) -> Outcomes:
    """Do what the one who sits at a place says in a mail; what became of it at each table.

    It may say things to other tables of the player, too: each is answered for itself. A word for
    the next shuffle and words for the table count wherever they stand. `meant_for` is the deal that
    a tap was written for. With `low`, where the code is too weak for an order that is an answer,
    nothing is done, and all that is open is sent again.
    """
    assert ctx.inbound is not None, "players order by mail"
    tables: dict[str, list[Reading]] = {}
    for one in said:
        tables.setdefault(one.table or place.table.name, []).append(one)
    elsewhere = tables.keys() - {place.table.name}
    places = (place, *(other_tables(ctx.session, place) if elsewhere else ()))
    aged = low or (place.question is not None and place.question.closed is not None)
    todo = [(there, in_order(tables.get(there.table.name, ()))) for there in places]
    if low and any(answers(there.table, one.order) for there, all_ in todo for one in all_):
        again = ask_again(ctx, ctx.inbound, place.player.id, WhyNot.NO_CODE)
        return at(place.table.id, again)
    done: Outcomes = ()
    for there, readings in todo:
        heard: list[tuple[Order, Outcome]] = []
        for nth, reading in enumerate(readings):
            # What was said first may have changed the table.
            table = load_table(ctx.session, there.table.id) if nth else there.table
            here = SeatContext(
                *(ctx.services, ctx.session, ctx.now),
                inbound=ctx.inbound,
                table=table_as_known(ctx.session, table, ctx.now, there.seat),
                seat=there.seat,
                question=there.question,
                reading=reading,
                meant_for=meant_for if there is place else None,
                here=there is place,
                renewed=place.renewed,
                aged=aged,
                nth=nth,
            )
            did = carry_out(here)
            if did.letter is not None:
                reply(here, did.letter)
            heard.append((reading.order, did.outcome))
        # Words are told of only where nothing else was said.
        rest = [one for order, one in heard if not isinstance(order, Salt | Talk)]
        done += at(there.table.id, *(rest or [one for _, one in heard[-1:]]))
    return done


def carry_out(ctx: SeatContext) -> Done:
    """Do an order by its row, or ask first whether it is meant."""
    order = ctx.reading.order
    row = row_of(ctx.table, order)
    if row.needs is Power.ANSWERS and ctx.aged and not ctx.here:
        return refuse(ctx, Why.NO_CODE)
    if row.needs is Power.ANSWERS and ctx.seat in ctx.table.left:
        what: PresenceKind = "left after" if ctx.table.stage is Stage.OVER else "left"
        return Done(Unchanged(Already.LEFT), LetterBack(partial(Presence.of, what=what)))
    if isinstance(row.needs, Grave) and not _by_one_tap(ctx):
        return ask_back(ctx, row.needs, detail_of(order))
    return row.run(ctx, order)


def row_of(table: Table, order: Order) -> Row:
    """The row of an order at a table."""
    return HANDLERS[kind_of(order), table.stage]


def answers(table: Table, order: Order) -> bool:
    """Whether an order answers a question, so that a weak code is not enough for it."""
    return row_of(table, order).needs is Power.ANSWERS


def in_order(said: Sequence[Reading]) -> list[Reading]:
    """What counts of all that is said to one table, in the order in which it is done.

    The last word for the next shuffle comes before the answer, which may bring that shuffle on;
    and so does talk, to be told with the answer. Below what is said first, a few orders count that
    answer nothing and end nothing, each kind once.
    """
    salt = [one for one in said if isinstance(one.order, Salt)]
    talk = [one for one in said if isinstance(one.order, Talk)]
    rest = [one for one in said if not isinstance(one.order, Salt | Talk)]
    below: dict[OrderKind, Reading] = {}
    for one in rest[1:]:
        plain = kind_of(one.order) in BELOW and not one.repaired
        if plain and one.order != rest[0].order:
            below.setdefault(kind_of(one.order), one)
    return [*salt[-1:], *talk, *rest[:1], *tuple(below.values())[:_MOST_BELOW]]


def _by_one_tap(ctx: SeatContext) -> bool:
    """Whether an order is the one tap by which a mail program ends the newest mails."""
    if ctx.reading.order != Request("unsubscribe") or ctx.renewed or not ctx.here:
        return False
    asked = ctx.question
    if asked is not None and asked.closed is None:
        return True
    newest = outbox.newest_question(ctx.session, ctx.table.id, ctx.seat, kinds_with(Trait.OWN_CODE))
    return newest == (asked.id if asked else None)

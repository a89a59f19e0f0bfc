"""Days away, being back, and hours in reserve."""

from __future__ import annotations

from functools import partial

from pbem.commands.player.row import Done, LetterBack, Row, SeatContext, refuse
from pbem.domain.asking import waited
from pbem.domain.deadlines import Span
from pbem.domain.outcomes import Changed, Unchanged
from pbem.domain.vocabulary import Already, Change
from pbem.games.seats import book, come_back
from pbem.games.spare_hours import take_spare
from pbem.letters.pages.people import Presence
from pbem.letters.pages.status import Status
from pbem.orders.model import Away, MoreTime, Request
from pbem.store import people, questions


def away(ctx: SeatContext, order: Away) -> Done:
    """Book days away at every table of the player."""
    span = Span(order.first, order.last)
    games = book(ctx.session, ctx.player, span, ctx.now)
    page = partial(Presence.of, what="away", away=span, games=games)
    return Done(Changed(Change.AWAY, f"{order.first} to {order.last}"), LetterBack(page))


def back(ctx: SeatContext, _order: Request) -> Done:
    """End days away and a computer's play; who is asked for a card by that is told no more."""
    people.set_stopped(ctx.session, ctx.player.id, None)
    if not come_back(ctx, ctx.player):
        page = partial(Presence.of, what="was not away")
        return Done(Unchanged(Already.NOT_AWAY), LetterBack(page))
    asked = questions.open_at(ctx.session, ctx.table.id, ctx.seat)
    told = ctx.seat in ctx.table.kept and asked is not None
    page = partial(Presence.of, what="back")
    return Done(Changed(Change.BACK), None if told else LetterBack(page))


def more_time(ctx: SeatContext, order: MoreTime) -> Done:
    """Hours in reserve for what the player is asked."""
    asked = questions.open_at(ctx.session, ctx.table.id, ctx.seat)
    if why := take_spare(ctx.session, ctx.table, asked, order.hours, ctx.now):
        return refuse(ctx, why)
    return Done(
        Changed(Change.MORE_TIME),
        LetterBack(
            lambda reader: Status.of(
                reader, waited([reader.asked] if reader.asked else [], ctx.now)
            )
        ),
    )


ROWS = (
    Row(Away, away, below=True),
    Row("back", back, below=True),
    Row("here", back, below=True),
    Row(MoreTime, more_time, below=True),
)

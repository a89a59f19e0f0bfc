"""Leaving a game, every game, or the server; each was asked back before, but for one tap."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from engine import Level
from pbem.commands.player.row import (
    ANY,
    INVITING,
    OVER,
    Done,
    Handler,
    LetterBack,
    Row,
    SeatContext,
    reply,
)
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import Changed, Told, Unchanged
from pbem.domain.vocabulary import Already, Change
from pbem.games import seats
from pbem.letters.pages.accounts import YourData
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.people import Presence, PresenceKind
from pbem.orders.model import Order
from pbem.store.erasure import forget
from pbem.store.person_export import data_of


def stay(_ctx: SeatContext, _order: Order) -> Done:
    """The player does not leave."""
    return Done(Unchanged(Already.STAYS), LetterBack(partial(Presence.of, what="stays")))


def forget_me(ctx: SeatContext, _order: Order) -> Done:
    """Forget the player. The letter that says so is written first: it still needs the address."""
    seats.stop(ctx, ctx.player)
    reply(ctx, LetterBack(partial(Presence.of, what="forgotten")))
    forget(ctx.session, ctx.player.id, ctx.now)
    return Done(Changed(Change.FORGOTTEN))


def my_data(ctx: SeatContext, _order: Order) -> Done:
    """Send the player all that is stored about him."""
    data = json.dumps(data_of(ctx.session, ctx.player.id), indent=2, ensure_ascii=False)
    page = LetterBack(lambda reader: YourData(reader.frame, data + "\n"))
    return Done(Told("my_data"), page)


def _ends(do: Callable[[SeatContext], object], what: PresenceKind, change: Change) -> Handler:
    """End something, and tell the player so."""

    def end(ctx: SeatContext, _order: Order) -> Done:
        do(ctx)
        return Done(Changed(change), LetterBack(partial(Presence.of, what=what)))

    return end


leave = _ends(lambda ctx: seats.leave(ctx, ctx.table, ctx.seat), "left", Change.LEFT)
hand_over = _ends(
    lambda ctx: seats.hand_over(ctx, ctx.table, ctx.seat, Level.STEADY),
    *("handed over", Change.HANDED_OVER),
)
stop = _ends(lambda ctx: seats.stop(ctx, ctx.player), "stopped", Change.STOPPED)


def leave_after(ctx: SeatContext, _order: Order) -> Done:
    """Let the player be in nothing that follows a game that is over."""
    word = LetterBack(partial(Presence.of, what="left after"))
    if ctx.seat in ctx.table.left:
        return Done(Unchanged(Already.LEFT), word)
    seats.leave_after(ctx, ctx.table, ctx.seat)
    return Done(Changed(Change.LEFT), word)


_ELSE = ANY - INVITING - OVER
"""No to an invitation is not asked back, nor is who has nothing to lose any more."""

ROWS = (
    Row(
        *("leave", leave, _ELSE, Grave.LEAVE),
        line=HelpLine(
            "leave this game; a computer plays on, and you are asked once whether you are sure",
            "leaving",
        ),
    ),
    Row("unsubscribe", leave, _ELSE, Grave.LEAVE),
    Row("leave", leave_after, OVER),
    Row("unsubscribe", leave_after, OVER),
    Row("stay", stay),
    Row(
        *("hand_over", hand_over, ANY, Grave.HAND_OVER),
        line=HelpLine(
            "a computer plays for you until you are back; you are asked once whether you are sure",
            "leaving",
        ),
    ),
    Row(
        *("stop", stop, ANY, Grave.STOP),
        account=True,
        line=HelpLine(
            "no more mail from this server at all; you are asked once whether you are sure",
            "leaving",
        ),
    ),
    Row(
        *("my_data", my_data, ANY, Grave.MY_DATA),
        account=True,
        line=HelpLine(
            "a file with all that we keep about you; you are asked once whether you are sure",
            "leaving",
        ),
    ),
    Row(
        *("forget_me", forget_me, ANY, Grave.FORGET_ME),
        account=True,
        line=HelpLine("delete it; you are asked once whether you are sure", "leaving"),
    ),
)

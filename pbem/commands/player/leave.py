"""Leaving a game, every game, or the server; each was asked back before, but for one tap."""

from __future__ import annotations

import json
from functools import partial

from pbem.commands.player.row import ANY, INVITING, Done, Letter, Row, SeatContext, reply
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import Changed, Told, Unchanged
from pbem.domain.vocabulary import Already, Change
from pbem.games import seats
from pbem.letters.pages.accounts import YourData
from pbem.letters.pages.helping import HelpLine, HelpPart
from pbem.letters.pages.people import Presence, PresenceKind
from pbem.orders.model import Order
from pbem.store.personal import data_of
from pbem.store.personal_data import forget, keep_back


def leave(ctx: SeatContext, _order: Order) -> Done:
    """Take the player out of this game for good."""
    seats.leave(ctx, ctx.table, ctx.seat)
    return _told("left", Change.LEFT)


def stay(_ctx: SeatContext, _order: Order) -> Done:
    """The player does not leave."""
    return Done(Unchanged(Already.STAYS), Letter(partial(Presence.of, what="stays")))


def hand_over(ctx: SeatContext, _order: Order) -> Done:
    """Let a computer play for the player from now on."""
    seats.hand_over(ctx, ctx.table, ctx.seat, kept=True)
    return _told("handed over", Change.HANDED_OVER)


def stop(ctx: SeatContext, _order: Order) -> Done:
    """Take the player out of every game, and write to him no more."""
    seats.stop(ctx, ctx.player)
    return _told("stopped", Change.STOPPED)


def forget_me(ctx: SeatContext, _order: Order) -> Done:
    """Forget the player. The letter that says so is written first: it still needs the address."""
    seats.stop(ctx, ctx.player)
    keep_back(ctx.session, ctx.player.id, ctx.now)
    reply(ctx, Letter(partial(Presence.of, what="forgotten")))
    forget(ctx.session, ctx.player.id, ctx.now)
    return Done(Changed(Change.FORGOTTEN))


def my_data(ctx: SeatContext, _order: Order) -> Done:
    """Send the player all that is stored about him."""
    data = json.dumps(data_of(ctx.session, ctx.player.id), indent=2, ensure_ascii=False)
    page = Letter(lambda reader: YourData(reader.frame, data + "\n"))
    return Done(Told("my_data"), page)


def _told(what: PresenceKind, change: Change) -> Done:
    return Done(Changed(change), Letter(partial(Presence.of, what=what)))


_ELSE = ANY - INVITING
"""No to an invitation is not asked back."""

ROWS = (
    Row(
        *("leave", leave, _ELSE, Grave.LEAVE),
        line=HelpLine(
            "leave this game; a computer plays on, and you are asked once whether you are sure",
            HelpPart.LEAVING,
        ),
    ),
    Row("unsubscribe", leave, _ELSE, Grave.LEAVE),
    Row("stay", stay),
    Row(
        *("hand_over", hand_over, ANY, Grave.HAND_OVER),
        line=HelpLine(
            "a computer plays for you until you are back; you are asked once whether you are sure",
            HelpPart.LEAVING,
        ),
    ),
    Row(
        *("stop", stop, ANY, Grave.STOP),
        account=True,
        line=HelpLine(
            "no more mail from this server at all; you are asked once whether you are sure",
            HelpPart.LEAVING,
        ),
    ),
    Row(
        *("my_data", my_data, ANY, Grave.MY_DATA),
        account=True,
        line=HelpLine(
            "a file with all that we keep about you; you are asked once whether you are sure",
            HelpPart.LEAVING,
        ),
    ),
    Row(
        *("forget_me", forget_me, ANY, Grave.FORGET_ME),
        account=True,
        line=HelpLine("delete it; you are asked once whether you are sure", HelpPart.LEAVING),
    ),
)

"""Who is asked back: whether an order that cannot be undone is meant, and which of several."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from pbem.commands.player.held import hidden_until
from pbem.commands.player.row import Done, LetterBack, SeatContext, refuse
from pbem.context import Context
from pbem.domain.code_powers import Grave
from pbem.domain.model import Player, Stage
from pbem.domain.outcomes import AskedBack
from pbem.domain.vocabulary import Back, Why
from pbem.letters.pages.people import AreYouSure
from pbem.letters.pages.unclear import DidYouMean
from pbem.mail.codes import Purpose
from pbem.store import address_change, asked_back, people
from pbem.turns.decisions import Doubted
from pbem.turns.plans import StandingOrders

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_MOST_MOVES_A_DAY = 3


def ask_back(ctx: SeatContext, what: Grave, detail: str) -> Done:
    """Ask a player whether that is meant, under a code that is good for nothing else.

    Asked twice, it is the same question.
    """
    if why := _why_not(ctx, what, detail):
        return refuse(ctx, why)
    asked = asked_back.ask(
        ctx.session,
        player=ctx.player.id,
        game=ctx.table.id,
        what=what,
        detail=detail,
        now=ctx.now,
    )
    page = LetterBack(
        lambda reader: AreYouSure(reader.frame, what, detail), (Purpose.CONFIRM_ACT, asked.id)
    )
    return Done(AskedBack(what), page)


def _why_not(ctx: SeatContext, what: Grave, detail: str) -> Why | None:
    """Why there is nothing to ask; None if there is."""
    if what is Grave.HAND_OVER:
        plays = ctx.table.stage is Stage.PLAYING and ctx.seat not in ctx.table.kept
        return None if plays else Why.NOT_PLAYING
    return why_not_there(ctx, ctx.player, detail) if what is Grave.ADDRESS else None


def why_not_there(ctx: Context, player: Player, new: str) -> Why | None:
    """Why a player's mails cannot go to an address; None if they can."""
    if new == player.address:
        return Why.ADDRESS_ALREADY
    strange = not new.isascii() or ctx.services.addresses.is_ours(new)
    if strange or people.owner(ctx.session, new) not in (None, player.id):
        return Why.ADDRESS_NOT_POSSIBLE
    today = address_change.asked_by(ctx.session, player.id, ctx.now - _DAY)
    if today >= _MOST_MOVES_A_DAY or address_change.asked_for(ctx.session, new, ctx.now - _WEEK):
        return Why.ADDRESS_TOO_OFTEN
    return None


def ask_which(ctx: SeatContext, doubted: Doubted, orders: StandingOrders) -> Done:
    """Ask a player which of several orders is meant; `orders` are those that stand."""
    line, about = ctx.reading.line, doubted.standing
    until = hidden_until(ctx.session, ctx.table) if about else None
    page = partial(
        DidYouMean.of,
        wrote=line,
        among=doubted.among,
        question=doubted.question,
        standing=about,
        until=until,
    )
    code = (Purpose.QUESTION, about.id) if about else None
    back = AskedBack(Back.STANDS if about else Back.WHICH)
    return Done(back, LetterBack(page, code, orders=orders))

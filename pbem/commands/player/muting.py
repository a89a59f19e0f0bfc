"""Whose words are left out of a player's letters; nobody else is told, nor can see it."""

from __future__ import annotations

from functools import partial

from pbem.commands.player.row import Done, LetterBack, Row, SeatContext, refuse
from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change, Why
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.talk import Muted
from pbem.orders.model import Request
from pbem.orders.organiser.words import similar
from pbem.store import mutes


def mute(ctx: SeatContext, order: Request) -> Done:
    """Leave what somebody at the table says out of this player's letters, in all games."""
    others = {one.name: one for one in ctx.table.players if one.id != ctx.player.id}
    people = tuple(name for name, one in others.items() if not one.is_computer)
    name = similar(order.topic, people)
    if name is None:
        return refuse(ctx, Why.WHOM)
    mutes.mute(ctx.session, ctx.player.id, others[name].id, ctx.now)
    return _told(Change.MUTED, name)


def unmute(ctx: SeatContext, order: Request) -> Done:
    """Tell again what somebody says, or all of that name."""
    muted = mutes.muted(ctx.session, ctx.player.id)
    name = similar(order.topic, tuple({name for _, name in muted}))
    if name is None:
        return refuse(ctx, Why.WHOM)
    these = [number for number, one in muted if one == name]
    mutes.unmute(ctx.session, ctx.player.id, these)
    return _told(Change.UNMUTED, name)


def _told(what: Change, name: str) -> Done:
    page = partial(Muted.of, name=name, muted=what is Change.MUTED)
    return Done(Changed(what), LetterBack(page))


ROWS = (
    Row(
        *("mute", mute),
        below=True,
        naming=True,
        line=HelpLine("to read nothing that one of the others says; nobody is told", "yours", "…"),
    ),
    Row(
        *("unmute", unmute),
        below=True,
        naming=True,
        line=HelpLine("to read again what somebody says", "yours", "…"),
    ),
)

"""Words for the table, and words for the next shuffle; both count wherever they stand."""

from __future__ import annotations

from engine import Reason, start
from pbem.commands.player.row import Done, Letter, SeatContext, refuse
from pbem.context.known import as_known
from pbem.context.shuffles import mix_in
from pbem.domain.outcomes import Changed, Refused, Talked
from pbem.domain.vocabulary import Change, ToAll, Unmet
from pbem.letters.pages.people import SaidForYou
from pbem.letters.pages.proofs import Salted
from pbem.mail.codes import Purpose
from pbem.orders.model import Salt, Talk
from pbem.store.audit_log import Announced, announce
from pbem.turns.turn import shuffles_to_come


def talk(ctx: SeatContext, order: Talk) -> Done:
    """Tell the table with its next letters; who said it is told where anybody could have."""
    said = Announced(ToAll.TALK, order.words, ctx.player.name)
    number = announce(ctx.session, ctx.table.id, said, ctx.now)
    if not ctx.aged:
        return Done(Talked())
    page = Letter(lambda r: SaidForYou.of(r, order.words), (Purpose.UNSAY, number))
    return Done(Talked(), page)


def talk_too_late(ctx: SeatContext, _order: Talk) -> Done:
    """There are no more letters to carry words for the table."""
    return refuse(ctx, Reason.GAME_OVER)


def salt(ctx: SeatContext, order: Salt) -> Done:
    """Mix a word into the next shuffle, whatever the player is asked."""
    table, session = ctx.table, ctx.session
    if table.begun:
        game = as_known(ctx.services, session, table, ctx.now, ctx.seat).game
    else:
        game = start(table.setup.rules, len(table.players))
    # The tables of a match take words only before the first card.
    kept = bool(shuffles_to_come(game)) and not (table.shuffled_as and table.begun)
    if kept:
        mix_in(ctx.services, session, table, ctx.seat, order.word, ctx.now)
    page = Letter(lambda reader: Salted.of(reader, order.word if kept else None))
    return Done(Changed(Change.SALT) if kept else Refused(Unmet.NO_SHUFFLE), page)

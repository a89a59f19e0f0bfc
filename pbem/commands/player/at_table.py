"""Mails of who was at a table with real cards: whether it was so, and how it stands."""

from __future__ import annotations

from pbem.commands.player import no_table
from pbem.context import Context
from pbem.domain.outcomes import NotActed, Outcomes, Said, Thanked, Told, Unchanged, at
from pbem.domain.vocabulary import Already, To, WhyNot
from pbem.letters.pages.scores import EveningOver
from pbem.mail.mail import Mail
from pbem.notifications.scores import send_evening
from pbem.notifications.silence import left_unanswered
from pbem.orders.answers import Join
from pbem.orders.model import Request, Thanks
from pbem.store import people, score_seats, score_sheets
from pbem.store.consent import agree
from pbem.store.inbound import Inbound, set_player


def heard(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Write down whether somebody was at a table, or tell how the evening ended."""
    there = score_seats.score_seat(ctx.session, number)
    if there is None or there.player != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    set_player(ctx.session, inbound.id, player)
    match no_table.order_in(mail, people.player(ctx.session, player).language):
        case Join(yes=False) | Request("leave" | "unsubscribe"):
            score_seats.drop(ctx.session, number)
            return at(None, Said(False, To.AT_TABLE))
        case Join():
            agree(ctx.session, player, ctx.now)
            if there.confirmed:
                return at(None, Unchanged(Already.ANSWERED))
            score_seats.confirm(ctx.session, number, ctx.now)
            _tell(ctx, inbound, number)
            return at(None, Said(True, To.AT_TABLE))
        case Request("status" | "standings"):
            agree(ctx.session, player, ctx.now)
            _tell(ctx, inbound, number)
            return at(None, Told("standings"))
        case Thanks():
            return at(None, Thanked())
    said = no_table.heard(ctx, inbound, mail, player, WhyNot.UNCLEAR)
    return said or at(None, NotActed(WhyNot.UNCLEAR))


def _tell(ctx: Context, inbound: Inbound, number: int) -> None:
    there = score_seats.score_seat(ctx.session, number)
    kept = score_sheets.sheet(ctx.session, there.sheet) if there else None
    if there is None or kept is None:
        return
    if not left_unanswered(ctx, inbound.id, there.player, EveningOver.kind):
        send_evening(ctx, kept, there, inbound.id)

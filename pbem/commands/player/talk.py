"""Words for the table, which count wherever they stand."""

from __future__ import annotations

from engine import Reason
from pbem.commands.player.row import INVITING, OVER, PLAYING, Done, Letter, Row, SeatContext, refuse
from pbem.domain.outcomes import Talked
from pbem.domain.vocabulary import ToAll
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.people import SaidForYou
from pbem.mail.codes import Purpose
from pbem.orders.model import Talk
from pbem.store.audit_log import Announced, announce


def talk(ctx: SeatContext, order: Talk) -> Done:
    """Tell the table with its next letters; who said it is told where anybody could have."""
    said = Announced(ToAll.TALK, order.words, ctx.player.name)
    number = announce(ctx.session, ctx.table.id, said, ctx.now)
    if not ctx.aged:
        return Done(Talked())
    page = Letter(lambda r: SaidForYou(r.frame, order.words), (Purpose.UNSAY, number))
    return Done(Talked(), page)


def talk_too_late(ctx: SeatContext, _order: Talk) -> Done:
    """There are no more letters to carry words for the table."""
    return refuse(ctx, Reason.GAME_OVER)


ROWS = (
    Row(
        *(Talk, talk, INVITING | PLAYING),
        line=HelpLine(
            "words for the others, below your answer or alone; 280 characters", after="…"
        ),
    ),
    Row(Talk, talk_too_late, OVER),
)

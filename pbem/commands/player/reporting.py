"""What somebody has said at the table, shown to who can end it; whoever said it is not told."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from pbem.commands.player.row import BEGUN, INVITING, Done, LetterBack, Row, SeatContext, refuse
from pbem.domain.model import Player
from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change, Why
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.talk import Reported, TalkReported
from pbem.notifications.mailer import notify
from pbem.notifications.operator import operator_of, operator_taps
from pbem.notifications.organisers import organiser_taps
from pbem.orders.model import Request
from pbem.orders.organiser.words import similar
from pbem.store.audit_log import TalkSaid, talk_since
from pbem.store.frequency import answered_at

_LATELY = timedelta(days=14)
_DAY = timedelta(days=1)
_MOST_SAID = 20
"""So many of the newest words of a table are shown."""

_MOST_A_DAY = 3
"""So often a player may bring a letter to whoever organises the game, or to the operator."""


def report(ctx: SeatContext, order: Request) -> Done:
    """Show what was said lately to the organiser; to the operator, where it is the organiser's."""
    said = talk_since(ctx.session, ctx.table.id, ctx.now - _LATELY)[-_MOST_SAID:]
    heard = {one.by for one in said} - {ctx.player.id}
    speakers = {one.name: one for one in ctx.table.players if one.id in heard}
    name = similar(order.topic, tuple(speakers))
    if name is None:
        return refuse(ctx, Why.REPORT_WHOM)
    who = speakers[name]
    organised = who.id == ctx.table.organiser.id
    if organised and ctx.settings.operator is None:
        return refuse(ctx, Why.NOBODY_ABOVE)
    before = answered_at(ctx.session, ctx.now - _DAY, player=ctx.player.id, kinds={Reported.kind})
    enough = len(before) >= _MOST_A_DAY
    if not enough:
        _tell(ctx, who, said)
    page = partial(Reported.of, name=name, operator=organised, enough=enough)
    return Done(Changed(Change.REPORTED), LetterBack(page))


def _tell(ctx: SeatContext, who: Player, said: list[TalkSaid]) -> None:
    """Write to who can end it, in the order of what was said."""
    table, address = ctx.table, ""
    operator = operator_of(ctx) if who.id == table.organiser.id else None
    if operator is None:
        to, taps = table.organiser, organiser_taps(ctx, table)
    else:
        to, taps, address = operator, operator_taps(ctx, operator), who.address
    page = TalkReported(
        taps,
        game=table.name,
        zone=to.zone,
        by=ctx.player.name,
        name=who.name,
        said=tuple((one.at, one.name, one.words) for one in said),
        address=address,
    )
    notify(ctx, page, to, f"in{ctx.inbound}.{ctx.nth}", game=table, inbound=ctx.inbound)


ROWS = (
    Row(
        *("report", report, INVITING | BEGUN),
        below=True,
        naming=True,
        line=HelpLine("to show the organiser what somebody said; he is not told", "yours", "…"),
    ),
)

"""Yes and no to an invitation, and whatever else is written before the cards are out."""

from __future__ import annotations

from functools import partial

from pbem.commands.player.play import close
from pbem.commands.player.row import CLOSED, INVITING, Done, LetterBack, Row, SeatContext, refuse
from pbem.commands.player.tell import league_or, status
from pbem.domain import outcomes
from pbem.domain.code_powers import Power
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.model import Reply
from pbem.domain.outcomes import AskedBack, Told
from pbem.domain.vocabulary import Back, To, Why
from pbem.games.start import begin_if_ready, free
from pbem.letters.pages.people import Invitation, Noted
from pbem.letters.pages.replies import InOrOut
from pbem.notifications.organisers import tell_answers
from pbem.orders.answers import Join
from pbem.orders.asked import ASKED
from pbem.orders.model import Order, Request
from pbem.store.audit_log import done_since
from pbem.store.consent import wants_mail
from pbem.store.games import load_table
from pbem.store.seats import set_said


def invitation(ctx: SeatContext, order: Join) -> Done:
    """Note a yes or a no; the game begins with the last yes."""
    yes, table = order.yes, ctx.table
    word = Reply.YES if yes else Reply.NO
    if table.said[ctx.seat] is word:
        return Done(outcomes.Said(yes, To.AGAIN))
    if yes and _to_other_rules(ctx):
        page = partial(Invitation.of, words="")
        return Done(outcomes.Said(yes, To.OTHER_RULES), LetterBack(page))
    set_said(ctx.session, table.id, [ctx.seat], word)
    if yes:
        wants_mail(ctx.session, ctx.player.id, ctx.now)
    close(ctx, str(order))
    present = load_table(ctx.session, table.id)
    begins = yes and begin_if_ready(ctx, present)
    tell_answers(ctx, table.id, f"after{ctx.inbound}")
    if begins:
        return Done(outcomes.Said(yes, To.BEGIN))
    noted = "joined" if yes and free(ctx.session, present) else str(order)
    return Done(outcomes.Said(yes), LetterBack(lambda reader: Noted(reader.frame, noted)))


def decline(ctx: SeatContext, _order: Order) -> Done:
    """No to an invitation, said as one leaves a game."""
    return invitation(ctx, Join(False))


def in_or_out(ctx: SeatContext, order: Order) -> Done:
    """Ask who has said neither yes nor no which it is; whoever has, how it stands."""
    if ctx.table.said[ctx.seat] is Reply.YES:
        return status(ctx, order)
    page = partial(InOrOut.of, wrote=ctx.reading.line)
    return Done(AskedBack(Back.YES_OR_NO), LetterBack(page))


def before_the_start(ctx: SeatContext, order: Request) -> Done:
    """Who has said yes so far; who asks a question and has not is told what the game would be."""
    if order.topic != ASKED or ctx.table.said[ctx.seat] is Reply.YES:
        return status(ctx, order)
    page = partial(InOrOut.of, wrote=ctx.reading.line, asked=True)
    return Done(Told("status"), LetterBack(page))


def no_game(ctx: SeatContext, _order: Order) -> Done:
    """An answer to a game that its organiser has cancelled."""
    return refuse(ctx, Why.CANCELLED)


def _to_other_rules(ctx: SeatContext) -> bool:
    """Whether a letter is answered that asked before the rules were changed."""
    asked = ctx.question
    if asked is None or asked.closed is None:
        return False
    return done_since(ctx.session, ctx.table.id, CommandKind.RULES_CHANGED, asked.asked_at)


ROWS = (
    Row(Join, invitation, INVITING, Power.ANSWERS),
    Row("status", before_the_start, INVITING, below=True, mended=True, opening=True),
    Row("leave", decline, INVITING),
    Row("unsubscribe", decline, INVITING),
    Row("standings", league_or(in_or_out), INVITING),
    Row("standings", league_or(no_game), CLOSED),
)

"""What a player asks to be told: how the game stands, a log, a chart."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbem.commands.organiser.league_table import league_called, tell_player
from pbem.commands.player.adopting import may_adopt
from pbem.commands.player.row import (
    ANY,
    BEGUN,
    INVITING,
    Done,
    Handler,
    LetterBack,
    Row,
    SeatContext,
    refuse,
)
from pbem.context.known import asked_openly, shown_log
from pbem.domain.asking import waited
from pbem.domain.outcomes import Thanked, Told
from pbem.domain.vocabulary import Why
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.replies import Became, Got, Refused, WhatWeGot
from pbem.letters.pages.results import Chart
from pbem.letters.pages.standings import EveningRank
from pbem.letters.pages.status import DealLog, Status
from pbem.mail.mail import subject_of
from pbem.notifications.silence import left_unanswered
from pbem.orders.asked import ASKED
from pbem.orders.model import Locked, Order, Request, Thanks
from pbem.results.evenings import evening_standings, evenings_of
from pbem.results.shown import shown
from pbem.store.database import Session
from pbem.store.inbound import Processing
from pbem.store.inbox import InboxMail, elsewhere, recent_inbound
from pbem.store.leagues import leagues_of

_MOST_MAILS = 10
"""How many of a player's mails are listed."""

_TOLD = INVITING | BEGUN


def what_we_got(ctx: SeatContext, _order: Request) -> Done:
    """What became of the player's last mails."""
    mails = _mails(ctx)
    return Done(Told("fates"), LetterBack(lambda reader: WhatWeGot(reader.frame, mails)))


def locked(ctx: SeatContext, order: Locked) -> Done:
    """Tell that a mail cannot be read at all."""
    return refuse(ctx, Why(order.how), "")


def thanked(_ctx: SeatContext, _order: Order) -> Done:
    """Thanks need no answer."""
    return Done(Thanked())


def status(ctx: SeatContext, order: Order, evenings: tuple[EveningRank, ...] = ()) -> Done:
    """How the game stands, or who has said yes to it; below the question, if it was one. `evenings`
    are those with real cards, if they are asked for, too.
    """
    adoptable = may_adopt(ctx)
    if not ctx.table.begun:
        early = LetterBack(lambda to: replace(Status.before_start(to), adoptable=adoptable))
        return Done(Told("status"), early)
    hiding = shown_log(ctx.session, ctx.table, ctx.now) is not None
    how_long = waited(asked_openly(ctx.session, ctx.table, ctx.now, hiding=hiding), ctx.now)
    asked_of = ctx.reading.line if order == Request("status", ASKED) else ""
    page = partial(Status.of, waited=how_long, wrote=asked_of, evenings=evenings)
    return Done(Told("status"), LetterBack(lambda to: replace(page(to), adoptable=adoptable)))


def points(ctx: SeatContext, order: Order) -> Done:
    """How the game stands, and all evenings with real cards that the player was at."""
    return status(ctx, order, evening_standings(evenings_of(ctx.session, ctx.player.id)))


def chart(ctx: SeatContext, _order: Request) -> Done:
    """The scores deal by deal, drawn."""
    from pbem.exports.as_png import chart_png

    sheet = shown(ctx.session, ctx.table.id, ctx.now).sheet
    if not sheet.finished:
        return refuse(ctx, Why.NO_CHART)
    totals = [tuple(score.total or 0 for score in one.scores) for one in sheet.finished]
    image = chart_png(sheet, ctx.seat)
    return Done(Told("chart"), LetterBack(lambda reader: Chart.of(reader, totals, image)))


def log(ctx: SeatContext, order: Request) -> Done:
    """A deal from its first card on, by its number; without one the last."""
    line, number = ctx.reading.line, int(order.topic) if order.topic else None
    page = LetterBack(
        lambda reader: DealLog.of(reader, number) or Refused.of(reader, line, Why.NO_SUCH_DEAL)
    )
    return Done(Told("log"), page)


def league_or(otherwise: Handler) -> Handler:
    """Tell how a league of the player's stands, if one is named; what else is asked otherwise."""

    def standings(ctx: SeatContext, order: Request) -> Done:
        league = league_called(leagues_of(ctx.session, ctx.player.id), order.topic)
        if league is None:
            return otherwise(ctx, order)
        if not left_unanswered(ctx, ctx.inbound, ctx.player.id, "league_table"):
            tell_player(ctx, league, ctx.table, ctx.seat, ctx.inbound)
        return Done(Told("standings", league.name))

    return standings


def _mails(ctx: SeatContext) -> tuple[Got, ...]:
    """What became of the player's last mails, this one apart."""
    recent = recent_inbound(ctx.session, _MOST_MAILS + 1, player=ctx.player.id)
    kept = [mail for mail in recent if mail.id != ctx.inbound]
    return tuple(
        Got(
            mail.received_at,
            subject_of(mail.raw),
            _became(ctx.session, mail),
            silent=mail.unanswered is not None,
        )
        for mail in kept[:_MOST_MAILS]
    )


def _became(session: Session, mail: InboxMail) -> tuple[Became, ...]:
    """Each thing once that is to be told of a mail; nothing while it waits."""
    told = () if mail.state is Processing.NEW else mail.outcomes
    names = elsewhere(session, mail)
    return tuple(Became(what, names.get(game, "")) for game, what in told)


ROWS = (
    Row(Thanks, thanked, ANY),
    Row(
        *("status", status, BEGUN),
        below=True,
        mended=True,
        opening=True,
        line=HelpLine("how the table stands, and your hand"),
    ),
    Row("hand", status, BEGUN, below=True, mended=True),
    Row(
        *("log", log, BEGUN),
        below=True,
        mended=True,
        line=HelpLine("all that was played in a deal", after="4"),
    ),
    Row(
        *("chart", chart, BEGUN),
        below=True,
        line=HelpLine("a picture of how the points ran"),
    ),
    Row(
        *("standings", league_or(points), BEGUN),
        below=True,
        mended=True,
        naming=True,
        line=HelpLine("the points so far, or the table of a league", "rarely"),
    ),
    Row(
        *("fates", what_we_got, _TOLD),
        below=True,
        line=HelpLine("what became of your last mails", "yours"),
    ),
)

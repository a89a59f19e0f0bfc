"""What a player asks to be told: help, how the game stands, a log, a chart, the proof."""

from __future__ import annotations

from pbem.exports.shown import shown
from pbem.hearing.answer import Answer
from pbem.house import shown_log
from pbem.letters import compose
from pbem.letters.compose.helping import helping
from pbem.letters.pages import Became, Got
from pbem.orders.model import Wish
from pbem.reading.mail import subject_of
from pbem.store import questions
from pbem.store.database import Session
from pbem.store.inbox import Kept, elsewhere, recent_inbound
from pbem.table.asking import waited
from pbem.table.outcomes import Refused, Told
from pbem.table.plans import StandingOrders
from pbem.table.vocabulary import Why
from pbem.telling.proving import proof, speakers

_MOST_MAILS = 10
"""How many of a player's mails are listed."""


def tell(
    given: Answer,
    wish: Wish,
    topic: str,
    orders: StandingOrders | None = None,
    *,
    hiding: bool = False,
) -> Told | Refused:
    """Tell a player what a wish asks for.

    `orders` are those standing, where they are known; with `hiding` the game has moves that the
    player may not know yet.
    """
    match wish:
        case Wish.HELP:
            mailbox = given.house.addresses.mailbox
            given.reply(lambda reader, _: helping(reader, topic, mailbox), orders=orders)
            return Told(Wish.HELP, topic)
        case Wish.FATES:
            given.reply(lambda reader, _: compose.what_we_got(reader, _mails(given)), orders=orders)
            return Told(Wish.FATES)
        case Wish.PROOF:
            deals = proof(given.session, given.table, given.now)
            names = speakers(given.session, given.table)
            given.reply(lambda reader, _: compose.proof(reader, deals, names), orders=orders)
            return Told(Wish.PROOF)
        case Wish.CHART:
            return _draw(given, orders)
        case Wish.LOG:
            return _tell_log(given, int(topic) if topic else None, orders)
        case _:
            return _tell_status(given, orders, hiding=hiding)


def _tell_status(given: Answer, orders: StandingOrders | None, *, hiding: bool) -> Told:
    if not given.table.begun:
        given.reply(lambda reader, _: compose.waiting_status(reader))
        return Told(Wish.STATUS)
    asked = questions.open_questions(given.session, given.table.id)
    # When a question goes out would tell that a card was chosen: one that is forced asks nobody.
    held = shown_log(given.session, given.table, given.now) is not None
    how_long = waited(() if hiding or held else asked, given.now)
    given.reply(lambda reader, question: compose.status(reader, question, how_long), orders=orders)
    return Told(Wish.STATUS)


def _draw(given: Answer, orders: StandingOrders | None) -> Told | Refused:
    from pbem.exports.as_png import chart_png

    line = given.reading.line
    sheet = shown(given.session, given.table.id, given.now).sheet
    if not sheet.finished:
        why = Why.NO_CHART
        given.reply(lambda r, asked: compose.refused(r, line, why, asked), orders=orders)
        return Refused(why)
    totals = [tuple(score.total or 0 for score in one.scores) for one in sheet.finished]
    image = chart_png(sheet, given.seat)
    given.reply(lambda reader, _: compose.chart(reader, totals, image), orders=orders)
    return Told(Wish.CHART)


def _tell_log(given: Answer, number: int | None, orders: StandingOrders | None) -> Told:
    line = given.reading.line
    given.reply(
        lambda reader, asked: (
            compose.deal_log(reader, number)
            or compose.refused(reader, line, Why.NO_SUCH_DEAL, asked)
        ),
        orders=orders,
    )
    return Told(Wish.LOG)


def _mails(given: Answer) -> list[Got]:
    """What became of the player's last mails, this one apart."""
    kept = recent_inbound(given.session, _MOST_MAILS + 1, player=given.player.id)
    return [
        Got(
            mail.received_at,
            subject_of(mail.raw),
            _became(given.session, mail),
            silent=mail.unanswered is not None,
        )
        for mail in kept
        if mail.id != given.inbound
    ][:_MOST_MAILS]


def _became(session: Session, mail: Kept) -> tuple[Became, ...]:
    """Each thing once that is to be told of a mail; nothing while it waits."""
    told = () if mail.state == "new" else mail.outcomes
    names = elsewhere(session, mail)
    return tuple(Became(what, names.get(game, "")) for game, what in told)

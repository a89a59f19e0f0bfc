"""A yes to the letter that asks whether an order is meant, and the order done."""

from __future__ import annotations

from engine import Seat
from pbem.commands.player import no_table
from pbem.commands.player.ask_back import ask_back
from pbem.commands.player.handlers import OF_PERSONS, ordered
from pbem.commands.player.leave import leave, stay
from pbem.commands.player.row import SeatContext, reply
from pbem.commands.player.run import row_of
from pbem.context import Context
from pbem.domain.model import Table
from pbem.domain.outcomes import Changed, NotActed, Outcomes, Unchanged, at
from pbem.domain.vocabulary import Already, Change, WhyNot
from pbem.letters.answered import yes_or_no
from pbem.mail.mail import Mail
from pbem.orders.model import Request
from pbem.orders.reading import Reading
from pbem.store import asked_back, audit_log, people
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, set_player
from pbem.store.locks import take_games


def confirmed(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Do what a player was asked about, once he says that it is meant; what became of it, and the
    game whose letter it was.
    """
    asked = asked_back.asked_back(ctx.session, number)
    if asked is None or asked.player != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    set_player(ctx.session, inbound.id, player)
    if asked.game is None:
        return no_table.confirmed(ctx, inbound, mail, asked)
    take_games(ctx.session, [asked.game])
    table = load_table(ctx.session, asked.game)
    seat = next((Seat(place) for place, one in enumerate(table.players) if one.id == player), None)
    if seat is None and asked.what in OF_PERSONS:
        return no_table.confirmed(ctx, inbound, mail, asked)
    if asked.closed is not None or seat is None:
        return at(asked.game, Unchanged(Already.ANSWERED))
    if ctx.now > asked.asked_at + no_table.VALID:
        return at(asked.game, NotActed(WhyNot.TOO_LATE))
    language = table.players[seat].language
    order = no_table.order_in(mail, language)
    unsubscribes = order == Request("unsubscribe")
    ctx = SeatContext(
        *(ctx.services, ctx.session, ctx.now),
        inbound=inbound.id,
        table=table,
        seat=seat,
        question=None,
        reading=Reading("", order if unsubscribes else ordered(asked.what, asked.detail)),
        aged=True,
    )
    said = True if unsubscribes else no_table.means_it(order, mail, language, asked)
    if said is not None:
        word = "unsubscribe" if unsubscribes else "yes" if said else "no"
        asked_back.close(ctx.session, number, word)
    if said:
        do = leave if unsubscribes else row_of(table, ctx.reading.order).run
        done = do(ctx, ctx.reading.order)
    else:
        done = stay(ctx, order) if said is False else ask_back(ctx, asked.what, asked.detail)
    if done.letter is not None:
        reply(ctx, done.letter)
    return at(asked.game, done.outcome)


def unsaid(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Take back what was said to a table in a player's name, from whoever has not read it."""
    said = audit_log.announcement(ctx.session, number)
    if said is None:
        return at(None, Unchanged(Already.ANSWERED))
    game, told = said
    take_games(ctx.session, [game])
    table: Table = load_table(ctx.session, game)
    name = next((one.name for one in table.players if one.id == player), None)
    if told.other != name:
        return at(game, NotActed(WhyNot.OTHERS_CODE))
    set_player(ctx.session, inbound.id, player)
    if yes_or_no(mail, people.player(ctx.session, player).language) is not False:
        return at(game, NotActed(WhyNot.UNCLEAR))
    audit_log.unsay(ctx.session, number)
    return at(game, Changed(Change.WORDS_BACK))

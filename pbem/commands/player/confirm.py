"""A yes to the letter that asks whether an order is meant, and the order done."""

from __future__ import annotations

from datetime import datetime

from engine import Seat
from pbem.commands.player import no_table
from pbem.commands.player.ask_back import ask_back
from pbem.commands.player.handler import SeatContext, reply
from pbem.commands.player.leave import leave, stay
from pbem.commands.player.run import row_of
from pbem.hearing.said import yes_or_no
from pbem.house import House
from pbem.orders.context import Reading
from pbem.orders.model import Request, Wish
from pbem.reading.mail import Mail
from pbem.store import acts, asked_back, people
from pbem.store.claims import take_games
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, set_player
from pbem.table.model import Table
from pbem.table.outcomes import Changed, NotActed, Outcomes, Unchanged, at
from pbem.table.powers import ordered
from pbem.table.vocabulary import Already, Change, WhyNot


def confirmed(
    house: House,
    session: Session,
    inbound: Inbound,
    mail: Mail,
    number: int,
    player: int,
    now: datetime,
) -> Outcomes:
    """Do what a player was asked about, once he says that it is meant; what became of it, and the
    game whose letter it was.
    """
    asked = asked_back.asked_back(session, number)
    if asked is None or asked.player != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    set_player(session, inbound.id, player)
    if asked.game is None:
        return no_table.confirmed(house, session, inbound, mail, asked, now)
    take_games(session, [asked.game])
    table = load_table(session, asked.game)
    seat = next((Seat(place) for place, one in enumerate(table.players) if one.id == player), None)
    if seat is None and asked.what in no_table.OF_PERSONS:
        return no_table.confirmed(house, session, inbound, mail, asked, now)
    if asked.closed is not None or seat is None:
        return at(asked.game, Unchanged(Already.ANSWERED))
    if now > asked.asked_at + no_table.VALID:
        return at(asked.game, NotActed(WhyNot.TOO_LATE))
    order = no_table.order_in(mail, table.players[seat].language)
    unsubscribes = order == Request(Wish.UNSUBSCRIBE)
    ctx = SeatContext(
        *(house, session, now),
        inbound=inbound.id,
        table=table,
        seat=seat,
        question=None,
        reading=Reading("", order if unsubscribes else ordered(asked.what, asked.detail)),
        aged=True,
    )
    said = True if unsubscribes else no_table.means_it(order, asked)
    if said is not None:
        word = "unsubscribe" if unsubscribes else "yes" if said else "no"
        asked_back.close(session, number, word)
    if said:
        do = leave if unsubscribes else row_of(table, ctx.reading.order).run
        done = do(ctx, ctx.reading.order)
    else:
        done = stay(ctx, order) if said is False else ask_back(ctx, asked.what, asked.detail)
    if done.letter is not None:
        reply(ctx, done.letter)
    return at(asked.game, done.outcome)


def unsaid(
    house: House, session: Session, inbound: Inbound, mail: Mail, number: int, player: int,
    now: datetime,
) -> Outcomes:  # fmt: skip
    """Take back what was said to a table in a player's name, from whoever has not read it."""
    said = acts.announcement(session, number)
    if said is None:
        return at(None, Unchanged(Already.ANSWERED))
    game, told = said
    take_games(session, [game])
    table: Table = load_table(session, game)
    name = next((one.name for one in table.players if one.id == player), None)
    if told.other != name:
        return at(game, NotActed(WhyNot.OTHERS_CODE))
    set_player(session, inbound.id, player)
    if yes_or_no(mail, people.player(session, player).language) is not False:
        return at(game, NotActed(WhyNot.UNCLEAR))
    acts.unsay(session, number)
    return at(game, Changed(Change.WORDS_BACK))

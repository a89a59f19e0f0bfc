"""A yes to the letter that asks whether an order is meant, and the order done."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from engine import Seat
from pbem.hearing.answer import Answer
from pbem.hearing.asking_back import ask_back
from pbem.hearing.moving import asked_to_move
from pbem.hearing.said import lines_of, yes_or_no
from pbem.house import House
from pbem.letters import compose
from pbem.letters.pages import PresenceKind
from pbem.orders.context import Expected, Reading
from pbem.orders.model import Ask, Join, Order, Request, Unread, Wish
from pbem.orders.parse import read_answer
from pbem.reading.mail import Mail
from pbem.store import acts, asked_back, people
from pbem.store.asked_back import AskedBack
from pbem.store.claims import take_games
from pbem.store.database import Session
from pbem.store.forgetting import forget
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, set_player
from pbem.store.personal import data_of
from pbem.table.model import Player, Table
from pbem.table.outcomes import Changed, NotActed, Outcome, Outcomes, Told, Unchanged, at
from pbem.table.powers import Grave, grave
from pbem.table.vocabulary import Already, Change, WhyNot
from pbem.telling import presence

VALID = timedelta(days=7)
"""For so long a yes counts."""


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
    take_games(session, [asked.game])
    table = load_table(session, asked.game)
    seat = next((Seat(place) for place, one in enumerate(table.players) if one.id == player), None)
    if asked.closed is not None or seat is None:
        return at(asked.game, Unchanged(Already.ANSWERED))
    if now > asked.asked_at + VALID:
        return at(asked.game, NotActed(WhyNot.TOO_LATE))
    given = Answer(
        house,
        session,
        table,
        seat,
        None,
        Reading("", Unread("")),
        inbound.id,
        now,
        aged=True,
    )
    order = _order(mail, table.players[seat])
    if order == Request(Wish.UNSUBSCRIBE):
        asked_back.close(session, number, "unsubscribe")
        presence.leave(house, session, table, seat, now)
        return at(asked.game, _told(given, "left", Change.LEFT))
    said = _means_it(order, asked)
    if said is None:
        return at(asked.game, ask_back(given, asked.what, asked.detail))
    asked_back.close(session, number, "yes" if said else "no")
    if not said:
        given.reply(lambda reader, _: compose.presence(reader, "stays"))
        return at(asked.game, Unchanged(Already.STAYS))
    return at(asked.game, _done(given, asked, inbound))


def _order(mail: Mail, player: Player) -> Order:
    lines, language = lines_of(mail, [], player.language)
    return read_answer(lines, Expected(Ask.INVITATION, language))[0].order


def _means_it(order: Order, asked: AskedBack) -> bool | None:
    """Whether an answer is yes, or the order once more; None if it is neither yes nor no."""
    match order:
        case Join(yes):
            return yes
        case Request(wish=Wish.STAY):
            return False
        case _:
            return True if grave(order) == (asked.what, asked.detail) else None


def _done(given: Answer, asked: AskedBack, inbound: Inbound) -> Outcome:
    here = (given.house, given.session, given.table, given.seat, given.now)
    match asked.what:
        case Grave.LEAVE:
            presence.leave(*here)
            return _told(given, "left", Change.LEFT)
        case Grave.HAND_OVER:
            presence.hand_over(*here, kept=True)
            return _told(given, "handed over", Change.HANDED_OVER)
        case Grave.STOP:
            presence.stop(given.house, given.session, given.player, given.now)
            return _told(given, "stopped", Change.STOPPED)
        case Grave.FORGET_ME:
            presence.stop(given.house, given.session, given.player, given.now)
            told = _told(given, "forgotten", Change.FORGOTTEN)
            # After the last letter, which still needs the address.
            forget(given.session, given.player.id, given.now)
            return told
        case Grave.MY_DATA:
            data = json.dumps(data_of(given.session, given.player.id), indent=2, ensure_ascii=False)
            given.reply(lambda reader, _: compose.your_data(reader, data + "\n"))
            return Told(Wish.MY_DATA)
        case Grave.ADDRESS:
            return asked_to_move(
                *(given.house, given.session, inbound, given.table, given.seat),
                *(asked.detail, given.now),
            )


def _told(given: Answer, what: PresenceKind, change: Change) -> Outcome:
    given.reply(lambda reader, _: compose.presence(reader, what))
    return Changed(change)


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

"""Orders about a person, wherever that person sits: asked back and done in letters of no game.

So they work for who sits at no table any more, too, and with a code that says nothing. Anybody can
write any address into From: nothing is done but asking the registered one, once a day.
"""

from __future__ import annotations

import json
from datetime import timedelta

from pbem.commands.player.handlers import NAMING, OF_PERSONS, grave
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.code_powers import Grave
from pbem.domain.model import Player, Table
from pbem.domain.outcomes import Changed, NotActed, Outcome, Outcomes, Told, Unchanged, at
from pbem.domain.vocabulary import Already, Change, WhyNot
from pbem.games import seats
from pbem.letters.answered import lines_of
from pbem.letters.pages.accounts import AtNoTable
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.notifications.mailer import no_taps, notify, taps_for
from pbem.notifications.silence import left_unanswered
from pbem.orders.answers import Join
from pbem.orders.keywords import Ask
from pbem.orders.model import Order, Request
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.orders.yes_or_no import says_yes_to_anything
from pbem.store import asked_back, invited, people
from pbem.store.asked_back import OrderInDoubt
from pbem.store.erasure import forget
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, set_player
from pbem.store.locks import games_around, take_games
from pbem.store.person_export import data_of

VALID = timedelta(days=7)
"""For so long a yes counts."""

_DAY, _WEEK = timedelta(days=1), timedelta(days=7)


def heard(ctx: Context, inbound: Inbound, mail: Mail, number: int, why: WhyNot) -> Outcomes | None:
    """Ask a player whether that is meant who orders something without a code that counts, or tell
    that a game has begun without the player; None if the mail says nothing of that kind.

    Who has stopped is asked once a week.
    """
    player = people.player(ctx.session, number)
    order = order_in(mail, player.language)
    ordered, stopped = grave(order), people.has_stopped(ctx.session, number)
    if ordered is not None and ordered[0] in OF_PERSONS:
        what = ordered[0]
        if stopped and what is Grave.STOP:
            return at(None, NotActed(why, WhyNot.STOPPED))
        if asked_back.asked_since(ctx.session, number, ctx.now - (_WEEK if stopped else _DAY)):
            return at(None, NotActed(why, WhyNot.ASKED_LATELY))
        return at(None, _ask(ctx, inbound, player, what))
    if order == Join(True) and not stopped and why is WhyNot.UNKNOWN_CODE:
        return _begun(ctx, inbound, player, mail)
    return None


def confirmed(ctx: Context, inbound: Inbound, mail: Mail, asked: OrderInDoubt) -> Outcomes:
    """Do what a person was asked about, once they say that it is meant; what became of it."""
    player = people.player(ctx.session, asked.player)
    set_player(ctx.session, inbound.id, player.id)
    if asked.closed is not None:
        return at(None, Unchanged(Already.ANSWERED))
    if ctx.now > asked.asked_at + VALID:
        return at(None, NotActed(WhyNot.TOO_LATE))
    order = order_in(mail, player.language)
    said = means_it(order, mail, player.language, asked)
    if said is None:
        other = grave(order)
        what = other[0] if other and other[0] in OF_PERSONS else asked.what
        return at(None, _ask(ctx, inbound, player, what))
    asked_back.close(ctx.session, asked.id, "yes" if said else "no")
    if not said:
        return at(None, Unchanged(Already.STAYS))
    take_games(ctx.session, games_around(ctx.session, [player.id]))
    return at(None, _done(ctx, inbound, player, asked.what))


def order_in(mail: Mail, language: str) -> Order:
    """What a mail orders that is about no cards."""
    lines, language = lines_of(mail, [], language)
    expected = Expected(Ask.INVITATION, language, bound=False, invited=True, naming=NAMING)
    return read_answer(lines, expected)[0].order


def means_it(order: Order, mail: Mail, language: str, asked: OrderInDoubt) -> bool | None:
    """Whether what a mail orders is yes, or the order once more; None if it is neither yes nor no.

    Who only says that he plays does not mean it, though to an invitation that is a yes.
    """
    match order:
        case Join(True):
            lines, language = lines_of(mail, [], language)
            return any(says_yes_to_anything(line, language) for line in lines) or None
        case Join(False) | Request(wish="stay"):
            return False
        case _:
            return True if grave(order) == (asked.what, asked.detail) else None


def _ask(ctx: Context, inbound: Inbound, player: Player, what: Grave) -> Outcome:
    set_player(ctx.session, inbound.id, player.id)
    if left_unanswered(ctx, inbound.id, player.id, "at_no_table"):
        return NotActed(WhyNot.SILENT)
    asked = asked_back.ask(
        ctx.session, player=player.id, game=None, what=what, detail="", now=ctx.now
    )
    # An answer there proves that somebody reads the registered address.
    taps = taps_for(ctx, Purpose.CONFIRM_ACT, asked.id, player.name, player.language)
    page = AtNoTable(taps, "", player.name, what, False)
    notify(ctx, page, player, f"{asked.id}.in{inbound.id}", inbound=inbound.id)
    return outcomes.AskedBack(what)


def _done(ctx: Context, inbound: Inbound, player: Player, what: Grave) -> Outcome:
    """Do an order, and write that it is done; a letter that says who is forgotten is the last."""
    data = ""
    if what is Grave.MY_DATA:
        data = json.dumps(data_of(ctx.session, player.id), indent=2, ensure_ascii=False) + "\n"
    else:
        seats.stop(ctx, player)
    page = AtNoTable(no_taps(ctx, player.language), "", player.name, what, True, data=data)
    notify(ctx, page, player, f"done.in{inbound.id}", inbound=inbound.id)
    if what is Grave.MY_DATA:
        return Told("my_data")
    if what is Grave.STOP:
        return Changed(Change.STOPPED)
    forget(ctx.session, player.id, ctx.now)
    return Changed(Change.FORGOTTEN)


def _begun(ctx: Context, inbound: Inbound, player: Player, mail: Mail) -> Outcomes | None:
    """Tell a player whose yes comes too late that the game has begun, once for each game."""
    number = invited.too_late(ctx.session, player.id, mail.answers)
    if number is None:
        return None
    set_player(ctx.session, inbound.id, player.id)
    table: Table = load_table(ctx.session, number)
    taps = no_taps(ctx, player.language)
    page = AtNoTable(taps, table.name, player.name, None, True)
    notify(ctx, page, player, f"begun.{player.id}", game=table, inbound=inbound.id)
    return at(number, Told("status"))

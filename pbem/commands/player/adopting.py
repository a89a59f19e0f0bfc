"""A game whose organiser is silent or gone is adopted by who plays it, if most of them agree."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from engine import Seat
from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.handlers import run
from pbem.commands.player.row import BEGUN, INVITING, Done, LetterBack, Row, SeatContext, refuse
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain import outcomes
from pbem.domain.model import Player, Stage, Table
from pbem.domain.outcomes import AskedAgain, Changed, NotActed, Outcomes, Said, Unchanged
from pbem.domain.seats import SEATS
from pbem.domain.vocabulary import Already, Back, Change, To, Why, WhyNot
from pbem.letters.answered import yes_or_no
from pbem.letters.pages.adopting import Adopting, AdoptingKind, AdoptionPoll
from pbem.letters.pages.helping import HelpLine
from pbem.letters.reader import Reader
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.notifications.adopting import (
    SILENCE,
    is_gone,
    is_silent,
    tell_adopted,
    tell_organiser_of_adoption,
    voters,
)
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell
from pbem.orders.model import Request
from pbem.orders.organiser.model import HandOver
from pbem.orders.organiser.set_up import Guest
from pbem.orders.organiser.words import similar
from pbem.store import adoptions, people
from pbem.store.adoptions import Adoption
from pbem.store.games import load_table
from pbem.store.inbound import Inbound
from pbem.store.leagues import in_league
from pbem.store.locks import take_games
from pbem.store.roles import organisers

WAITS = timedelta(days=3)
"""So long an organiser may still keep the game."""


def adopt(ctx: SeatContext, order: Request) -> Done:
    """Ask the others whether this player shall organise the game, and tell whoever does."""
    table = ctx.table
    take_games(ctx.session, [table.id])
    why = _why_not(ctx, table, order.topic)
    if why is not None:
        return refuse(ctx, why)
    gone = _are_gone(ctx, table)
    due = ctx.now if gone else ctx.now + WAITS
    wish = adoptions.ask(ctx.session, table.id, ctx.seat, ctx.now, due)
    for seat in voters(table):
        if seat != ctx.seat:
            _poll(ctx, table, wish, seat, f"adopt{wish.id}")
    if not gone:
        for one in _organisers(ctx, table):
            tell_organiser_of_adoption(ctx, table, one, ctx.player.name, f"adopt{wish.id}", due)
    if settle(ctx, wish):
        return Done(Changed(Change.ADOPTED))
    page = partial(_page, what="asked", until=None if gone else due)
    return Done(Changed(Change.ADOPTION_ASKED), LetterBack(page))


def may_adopt(ctx: SeatContext) -> bool:
    """Whether this player may ask for it now."""
    return _why_not(ctx, ctx.table, "") is None


def _why_not(ctx: SeatContext, table: Table, named: str) -> Why | None:
    """Why this player may not ask for it, if so."""
    if named and similar(named, (table.name,)) is None:
        return Why.OTHER_GAME
    if ctx.player.id in organisers(ctx.session, table.id) or table.setup.trial:
        return Why.ORGANISES
    if table.stage is Stage.OVER or ctx.seat not in voters(table):
        return Why.NOT_PLAYING
    if in_league(ctx.session, table.id):
        return Why.LEAGUES_GAME
    if any(not is_silent(ctx, table, one) for one in _organisers(ctx, table)):
        return Why.ORGANISED
    last = adoptions.last_of(ctx.session, table.id)
    asked = last is not None and last.closed in (None, "refused")
    if asked and last is not None and last.asked_at > ctx.now - SILENCE:
        return Why.ADOPTION_ASKED
    return None


def _organisers(ctx: Context, table: Table) -> list[Player]:
    return [people.player(ctx.session, one) for one in sorted(organisers(ctx.session, table.id))]


def _are_gone(ctx: Context, table: Table) -> bool:
    return all(is_gone(ctx.session, one) for one in _organisers(ctx, table))


def voted(
    ctx: Context, inbound: Inbound, mail: Mail, wish: Adoption, table: Table, seat: Seat
) -> Outcomes:
    """Do what a seat says to a wish; what became of it, and the game."""
    if seat not in voters(table):
        return outcomes.at(wish.game, NotActed(WhyNot.OTHERS_CODE))
    if wish.closed is not None:
        return outcomes.at(wish.game, Unchanged(Already.ANSWERED))
    said = yes_or_no(mail, table.players[seat].language)
    if said is None:
        _poll(ctx, table, wish, seat, f"in{inbound.id}", inbound.id)
        return outcomes.at(wish.game, AskedAgain(Back.ADOPTION))
    wish = adoptions.say(ctx.session, wish.id, seat, yes=said)
    settled = settle(ctx, wish)
    if not said:
        return outcomes.at(wish.game, Said(False, To.ADOPTION))
    adopted = settled and organisers(ctx.session, wish.game) & {table.players[wish.seat].id}
    return outcomes.at(wish.game, Changed(Change.ADOPTED if adopted else Change.ADOPTION_AGREED))


def adopt_next(services: Services, now: datetime) -> bool:
    """Fulfil a wish whose time has come, or end one; False if there is none."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        for found in adoptions.still_open(session):
            take_games(session, [found.game])
            wish = adoptions.adoption(session, found.id)
            if wish is not None and wish.closed is None and settle(ctx, wish):
                return True
    return False


def settle(ctx: Context, wish: Adoption) -> bool:
    """End a wish if that can be: whether it has come to its end."""
    table = load_table(ctx.session, wish.game)
    asked = set(voters(table))
    if table.stage not in (Stage.INVITING, Stage.PLAYING) or wish.seat not in asked:
        adoptions.end(ctx.session, wish.id, "too late")
        return True
    them = _organisers(ctx, table)
    if any(adoptions.heard_from(ctx.session, one.id, wish.asked_at) for one in them):
        _end(ctx, table, wish, "kept")
    elif 2 * len(wish.refused & asked) >= len(asked):
        _end(ctx, table, wish, "refused")
    elif 2 * len(wish.agreed & asked) > len(asked) and wish.due_at <= ctx.now:
        _hand_over(ctx, table, wish, them)
    elif wish.asked_at + SILENCE <= ctx.now:
        _end(ctx, table, wish, "refused")
    else:
        return False
    return True


def _end(ctx: Context, table: Table, wish: Adoption, how: AdoptingKind) -> None:
    adoptions.end(ctx.session, wish.id, how)
    for seat in voters(table):
        _tell(ctx, table, wish, seat, how)


def _hand_over(ctx: Context, table: Table, wish: Adoption, them: list[Player]) -> None:
    """Let the player organise the game, and tell everybody; whoever did so, too."""
    who = table.players[wish.seat]
    adoptions.end(ctx.session, wish.id, "adopted")
    unique = f"adopt{wish.id}.done"
    desk = Desk(
        *(ctx.services, ctx.session, ctx.now),
        number=table.id,
        who=who,
        line="adopt",
        unique=unique,
    )
    run(desk, HandOver(Guest(who.name, who.address)))
    tell_adopted(ctx, load_table(ctx.session, table.id), them, unique)


def _page(
    reader: Reader, what: AdoptingKind, name: str = "", until: datetime | None = None
) -> Adopting:
    return Adopting(reader.frame, what, name, until)


def _tell(ctx: Context, table: Table, wish: Adoption, seat: Seat, what: AdoptingKind) -> None:
    name = table.players[wish.seat].name
    at = moment_for(ctx, load_table(ctx.session, table.id), seat)
    tell(at, seat, partial(_page, what=what, name=name), f"adopt{wish.id}.{what}", asking=True)


def _poll(
    ctx: Context,
    table: Table,
    wish: Adoption,
    seat: Seat,
    unique: str,
    inbound: int | None = None,
) -> None:
    player, number = table.players[seat], wish.id * SEATS + seat
    page = AdoptionPoll(
        taps_for(ctx, Purpose.ADOPT, number, table.name, player.language),
        game=table.name,
        organiser=table.organiser.name,
        name=table.players[wish.seat].name,
        zone=player.zone,
        until=None if _are_gone(ctx, table) else wish.due_at,
    )
    notify(ctx, page, player, f"{unique}.{number}", game=table, inbound=inbound)


ROWS = (
    Row(
        *("adopt", adopt, INVITING | BEGUN),
        below=True,
        naming=True,
        line=HelpLine("to organise this game, where whoever does has not written for two weeks"),
    ),
)

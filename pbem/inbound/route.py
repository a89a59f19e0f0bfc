"""What becomes of a mail: who sent it decides who hears it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

from pbem.commands.player import no_table
from pbem.commands.player.run import run
from pbem.commands.read import MailPlace, read, write_back
from pbem.context import Context
from pbem.domain.deadlines import Span
from pbem.domain.model import Stage
from pbem.domain.outcomes import AskedBack, NotActed, Outcomes, at
from pbem.domain.vocabulary import Back, Why, WhyNot
from pbem.inbound.bounces import note_robot, write_again
from pbem.inbound.identify import identify, place_at
from pbem.inbound.operator_orders import ordered
from pbem.inbound.organiser_orders import commanded
from pbem.inbound.purposes import PURPOSES, StandsFor
from pbem.inbound.registration import ask_to_confirm
from pbem.inbound.trust import About, Deed, Nobody, Origin, TrustedMail, Uncoded
from pbem.inbound.unverified import was_that_you
from pbem.letters.pages.people import AwayOffer
from pbem.letters.pages.replies import Refused
from pbem.mail.mail import Mail, read_mail
from pbem.mail.robots import RobotKind
from pbem.notifications.resend import ask_again
from pbem.orders.spans import absence_in
from pbem.orders.subjects import deal_of
from pbem.store import time_zones
from pbem.store.frequency import answered_at
from pbem.store.inbound import Inbound, set_player
from pbem.store.noted import of_sender

_MONTH = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Received:
    """A stored mail, read; where it comes from, and which seat it speaks for."""

    inbound: Inbound
    mail: Mail
    origin: Origin
    about: About


Rule = Callable[[Context, Received], Outcomes | None]
"""Does what a mail asks; None where the mail is another's."""


def route(ctx: Context, inbound: Inbound) -> Outcomes:
    """Do what a mail asks, by the first rule that has it; what became of it."""
    mail = read_mail(inbound.raw, None if inbound.source == "imap" else inbound.mail_from)
    received = Received(inbound, mail, *identify(ctx, inbound, mail))
    ctx = replace(ctx, inbound=inbound.id)
    told = (rule(ctx, received) for rule in RULES)
    return next(outcomes for outcomes in told if outcomes is not None)


def blocked(_ctx: Context, received: Received) -> Outcomes | None:
    """A mail of somebody whom the operator has shut out: nothing comes of it."""
    return at(None, NotActed(WhyNot.BLOCKED)) if received.origin.blocked else None


def robot(ctx: Context, received: Received) -> Outcomes | None:
    """A mail that no person wrote: a bounce, a delay, an automatic answer. It is never answered."""
    inbound, mail = received.inbound, received.mail
    if mail.robot is None:
        return None
    if mail.robot.kind in (RobotKind.AWAY, RobotKind.AUTOMATIC):
        place = place_at(ctx, inbound.recipient)
        if place is not None:
            set_player(ctx.session, inbound.id, place.player.id)
            offer_absence(ctx, inbound, mail, place)
    return note_robot(ctx, inbound, mail)


def organiser_orders(ctx: Context, received: Received) -> Outcomes | None:
    """What the operator or an organiser orders, or who may become one by ordering a game."""
    mail = received.inbound, received.mail, received.origin
    operators = received.origin.address == ctx.settings.operator and ordered(ctx, *mail)
    return operators or commanded(ctx, *mail)


def claim(ctx: Context, received: Received) -> Outcomes | None:
    """An answer to a question of ours that stands for no seat."""
    tokens, player = received.origin.tokens, received.origin.player
    row = PURPOSES[tokens[0].purpose] if tokens else None
    if row is None or row.hears is None:
        return None
    about = (received.inbound, received.mail, tokens[0].number)
    if row.stands_for is StandsFor.ANYBODY:
        return row.hears(ctx, *about)
    if player is None:
        return at(None, NotActed(WhyNot.NOBODY))
    return row.hears(ctx, *about, player)


def player_orders(ctx: Context, received: Received) -> Outcomes | None:
    """What somebody orders who sits at a table."""
    sent = received.about
    if not isinstance(sent, TrustedMail):
        return None
    mail, place = received.mail, sent.place
    if sent.deed is not Deed.DROP:
        set_player(ctx.session, received.inbound.id, place.player.id)
    match sent.deed:
        case Deed.ACT | Deed.ACT_LOW:
            time_zones.hear(ctx.session, place.player.id, mail.offset, ctx.now)
            noted = of_sender(ctx.session, place.table.id, place.player)
            if noted.bouncing:
                write_again(ctx, place.player.address)
            said = read(ctx, mail, place, noted)
            low = sent.deed is Deed.ACT_LOW
            return run(ctx, place, said, meant_for=deal_of(mail.subject), low=low)
        case Deed.ASK_WHICH:
            page = partial(Refused.of, wrote="", why=Why.TWO_QUESTIONS)
            write_back(ctx, received.inbound, place, page)
            return at(place.table.id, AskedBack(Back.QUESTIONS))
        case Deed.HOLD:
            held = was_that_you(ctx, received.inbound, mail, place, sent.address)
            return at(place.table.id, held)
        case Deed.DROP:
            return at(place.table.id, NotActed(sent.why))


def stranger(ctx: Context, received: Received) -> Outcomes:
    """A mail without a code that counts: from a player, or from somebody we do not know."""
    asked_in = ask_to_confirm(ctx, received.inbound, received.mail)
    if asked_in is not None:
        return at(None, asked_in)
    match received.about:
        case Uncoded(player, why):
            said = no_table.heard(ctx, received.inbound, received.mail, player, why)
            if said is not None:
                return said
            return at(None, ask_again(ctx, received.inbound.id, player, why))
        case Nobody(why, besides):
            return at(None, NotActed(why, besides))
        case other:
            raise TypeError(other)


RULES: tuple[Rule, ...] = (blocked, robot, organiser_orders, claim, player_orders, stranger)
"""Who has a mail: the first of these that takes it. The last takes every mail."""


def offer_absence(ctx: Context, inbound: Inbound, mail: Mail, place: MailPlace) -> None:
    """Offer to note the days away that an automatic answer tells of, once in a month.

    The answer itself is never answered: the player reads the offer whenever he does.
    """
    player = place.player
    if place.table.stage is not Stage.PLAYING:
        return
    if answered_at(ctx.session, ctx.now - _MONTH, player=player.id, kinds={AwayOffer.kind}):
        return
    today = ctx.now.astimezone(ZoneInfo(player.zone)).date()
    found = absence_in(mail.body, player.language, today)
    if found is None or any(found.last in span for span in player.away):
        return
    write_back(ctx, inbound, place, partial(AwayOffer.of, away=Span(found.first, found.last)))

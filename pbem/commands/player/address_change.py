"""Changes of address: the new one must confirm, the old one may object for seven days."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.casefolding import folded
from pbem.commands.player.ask_back import why_not_there
from pbem.commands.player.row import Done, Row, SeatContext, refuse
from pbem.context import Context
from pbem.domain.code_powers import Grave
from pbem.domain.model import Player
from pbem.domain.outcomes import AskedAgain, Changed, NotActed, Outcomes, Unchanged, at
from pbem.domain.vocabulary import Already, Back, Change, WhyNot
from pbem.letters.answered import yes_or_no
from pbem.letters.pages.accounts import AddressChange, ConfirmAddress
from pbem.letters.taps import Taps
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.moment import moment_for
from pbem.notifications.questions import ask_anew
from pbem.orders.keywords import Key
from pbem.orders.model import Setting
from pbem.store import address_change, people, questions
from pbem.store.address_change import AddressRequest
from pbem.store.consent import agree
from pbem.store.games import load_table
from pbem.store.inbound import Inbound

OBJECTABLE = timedelta(days=7)


def change_address(ctx: SeatContext, order: Setting) -> Done:
    """Ask the new address whether it is the player's, and tell the old one."""
    new = folded(order.value)
    if why := why_not_there(ctx, ctx.player, new):
        return refuse(ctx, why, f"address {new}")
    asked = address_change.add(
        ctx.session,
        player=ctx.player.id,
        game=ctx.table.id,
        old=ctx.player.address,
        new=new,
        now=ctx.now,
    )
    _ask_there(ctx, ctx.inbound, asked, ctx.player)
    _tell(ctx, ctx.inbound, asked, ctx.player, "asked")
    return Done(Changed(Change.ADDRESS_ASKED))


def confirmed(ctx: Context, inbound: Inbound, mail: Mail, number: int) -> Outcomes:
    """Do what the new address says; what became of it, and the game it was asked in."""
    asked = address_change.find(ctx.session, number)
    if asked is None or mail.sender != asked.new:
        return at(None, NotActed(WhyNot.NOT_ASKED))
    if asked.closed is not None or asked.changed_at is not None:
        return at(asked.game, Unchanged(Already.ANSWERED))
    if ctx.now > asked.asked_at + OBJECTABLE:
        return at(asked.game, NotActed(WhyNot.TOO_LATE))
    player = people.player(ctx.session, asked.player)
    said = yes_or_no(mail, player.language)
    if said is None:
        return at(asked.game, NotActed(WhyNot.UNCLEAR))
    if not said:
        address_change.call_off(ctx.session, asked.id, "refused")
        _tell(ctx, inbound.id, asked, player, "kept")
        return at(asked.game, Changed(Change.ADDRESS_REFUSED))
    if people.owner(ctx.session, asked.new) not in (None, player.id) or player.address != asked.old:
        return at(asked.game, NotActed(WhyNot.TAKEN))
    agree(ctx.session, player.id, ctx.now)
    address_change.settle(ctx.session, asked, asked.new, ctx.now, None)
    moved = replace(asked, changed_at=ctx.now)
    _tell(ctx, inbound.id, moved, player, "here")
    _tell(ctx, inbound.id, moved, player, "changed")
    ask_all_anew(ctx, player.id)
    return at(asked.game, Changed(Change.ADDRESS))


def objected(ctx: Context, inbound: Inbound, mail: Mail, number: int) -> Outcomes:
    """Do what the old address says; what became of it, and the game it was asked in."""
    asked = address_change.find(ctx.session, number)
    if asked is None or mail.sender != asked.old:
        return at(None, NotActed(WhyNot.NOT_ASKED))
    if asked.closed is not None:
        return at(asked.game, Unchanged(Already.ANSWERED))
    if ctx.now > (asked.changed_at or asked.asked_at) + OBJECTABLE:
        return at(asked.game, NotActed(WhyNot.TOO_LATE))
    player = people.player(ctx.session, asked.player)
    said = yes_or_no(mail, player.language)
    if said is None:
        stage = "asked" if asked.changed_at is None else "changed"
        _tell(ctx, inbound.id, asked, player, stage)
        return at(asked.game, AskedAgain(Back.MOVE))
    if said:
        return at(asked.game, Unchanged(Already.AGREED))
    if asked.changed_at is None:
        address_change.call_off(ctx.session, asked.id, "objected")
    elif people.owner(ctx.session, asked.old) in (None, player.id):
        address_change.settle(ctx.session, asked, asked.old, ctx.now, "objected")
        ask_all_anew(ctx, player.id)
    else:
        return at(asked.game, NotActed(WhyNot.TAKEN))
    _tell(ctx, inbound.id, asked, player, "kept")
    return at(asked.game, Changed(Change.ADDRESS_OBJECTED))


def _ask_there(ctx: Context, inbound: int | None, asked: AddressRequest, player: Player) -> None:
    """The one mail to an address that has not confirmed, unless it has got too many from us."""
    taps = taps_for(ctx, Purpose.CONFIRM_ADDRESS, asked.id, "address", player.language)
    page = ConfirmAddress(taps, player.name)
    unwritten = notify(
        ctx,
        page,
        replace(player, address=asked.new),
        f"move{asked.id}",
        game=load_table(ctx.session, asked.game),
        inbound=inbound,
        by=player.id,
    )
    if unwritten is not None:
        address_change.call_off(ctx.session, asked.id, "not asked")


def _tell(
    ctx: Context, inbound: int | None, asked: AddressRequest, player: Player, stage: str
) -> None:
    """A mail about the change to one of the two addresses, the new one only once it is made."""
    taps = taps_for(ctx, Purpose.OBJECT_ADDRESS, asked.id, "address", player.language)
    if stage == "here":
        taps = Taps(ctx.services.addresses.mailbox, "address", player.language)
    page = AddressChange(
        taps,
        name=player.name,
        stage=stage,
        address=asked.new,
        until=(asked.changed_at or asked.asked_at) + OBJECTABLE,
        zone=player.zone,
    )
    to = replace(player, address=asked.new if stage == "here" else asked.old)
    notify(
        ctx,
        page,
        to,
        f"move{asked.id}.{stage}.in{inbound or 0}",
        game=load_table(ctx.session, asked.game),
        inbound=inbound,
    )


def ask_all_anew(ctx: Context, player: int) -> None:
    """Renew a player's codes, and ask what is open under new ones, as far as the old have left."""
    people.renew_codes(ctx.session, player)
    for asked in questions.open_to(ctx.session, player):
        if questions.has_left(ctx.session, asked.id):
            table = load_table(ctx.session, asked.game)
            ask_anew(moment_for(ctx, table, asked.seat), asked)


ROWS = (Row(Key.ADDRESS, change_address, needs=Grave.ADDRESS),)

"""Letters about a seat that somebody is asked to take."""

from __future__ import annotations

from pbem.context import Context
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player
from pbem.domain.seat_offers import KEEPS
from pbem.domain.strangers import Unwritten
from pbem.letters.pages.people import SeatChange, SeatKind
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.organisers import tell_organiser
from pbem.store import people
from pbem.store.games import load_table
from pbem.store.seat_offers import SeatOffer


def write(
    ctx: Context,
    asked: SeatOffer,
    what: SeatKind,
    to: Player,
    unique: str,
    inbound: int | None = None,
    by: int | None = None,
) -> Unwritten | None:
    """Write to whom a seat was offered, or who sits there; why not, if he may not be written to."""
    table = load_table(ctx.session, asked.game)
    keeps = to.id == asked.holder and asked.as_of is None
    purpose = Purpose.KEEP_SEAT if keeps else Purpose.TAKE_SEAT
    page = SeatChange(
        taps_for(ctx, purpose, asked.id, table.name, to.language),
        game=table.name,
        organiser=table.organiser.name,
        what=what,
        to=to.name,
        name=people.player(ctx.session, asked.holder).name,
        other=people.player(ctx.session, asked.newcomer).name,
        moved=asked.moved,
        answer_in=table.setup.answer_in,
        until=asked.asked_at + KEEPS,
        zone=to.zone,
    )
    return notify(
        ctx,
        page,
        to,
        f"{unique}.seat{asked.id}.{what}",
        game=table,
        inbound=inbound,
        by=by,
    )


def tell_organisers(ctx: Context, asked: SeatOffer, kind: CommandKind) -> None:
    """Tell who organises the game what became of the offer."""
    table = load_table(ctx.session, asked.game)
    told = CommandOutcome(
        kind,
        game=table.name,
        name=people.player(ctx.session, asked.holder).name,
        other=people.player(ctx.session, asked.newcomer).name,
    )
    tell_organiser(ctx, table, told, f"seat{asked.id}.{kind}")

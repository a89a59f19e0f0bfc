"""Mails that failed: tried again, and at last set aside, and their players told that it was us."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from pbem.commands.read import MailPlace
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.model import Player
from pbem.domain.outcomes import Parked
from pbem.domain.seats import seat_number
from pbem.inbound.identify import place_at
from pbem.letters.pages.accounts import OurFault
from pbem.letters.taps import Taps
from pbem.logs import log
from pbem.mail.codes import Purpose
from pbem.mail.mail import read_mail
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.silence import left_unanswered
from pbem.store import people
from pbem.store.database import DatabaseUnavailable
from pbem.store.inbound import (
    Inbound,
    note_failure,
    park_inbound,
    set_player,
)
from pbem.store.waiting import this_inbound

MOST_FAILURES = 3


def failed(services: Services, mail: Inbound, problem: Exception, now: datetime) -> None:
    """Note that a mail could not be thought through: ours, not the player's.

    It comes up again, but the third time it is set aside.
    """
    log.exception("mail failed", inbound=mail.id)
    failed_with = Parked(type(problem).__name__)
    with suppress(DatabaseUnavailable), services.db.begin() as session:
        if note_failure(session, mail.id, failed_with) >= MOST_FAILURES:
            _set_aside(Context(services, session, now), mail, failed_with)


def park(ctx: Context, number: int) -> bool:
    """Set a mail aside that waits, as an operator says; False if none of that number does."""
    found = this_inbound(ctx.session, number)
    for mail in found:
        _set_aside(ctx, mail, Parked())
    return bool(found)


def _set_aside(ctx: Context, mail: Inbound, why: Parked) -> None:
    """Park a mail with its bytes, and tell its player, if we can find out who that is."""
    park_inbound(ctx.session, mail.id, why, ctx.now)
    log.error("mail parked", inbound=mail.id)
    try:
        with ctx.session.begin_nested():
            _tell(ctx, mail)
    except DatabaseUnavailable:
        raise
    except Exception:
        # Whatever made the mail fail may do it here, too.
        log.exception("nobody told that a mail was parked", inbound=mail.id)


def _tell(ctx: Context, mail: Inbound) -> None:
    """Tell the player whose mail it is at the registered address; robots are told nothing."""
    place, player = _whose(ctx, mail)
    if player is None or people.has_stopped(ctx.session, player.id):
        return
    set_player(ctx.session, mail.id, player.id)
    table, taps = None, Taps(ctx.services.addresses.mailbox, "server", player.language)
    if place is not None:
        table = place.table
        taps = taps_for(ctx, *_about(place), table.name, player.language)
    page = OurFault(taps, table.name if table else "", mail.received_at, player.zone)
    if not left_unanswered(ctx, mail.id, player.id, page.kind):
        notify(ctx, page, player, f"in{mail.id}", game=table, inbound=mail.id)


def _about(place: MailPlace) -> tuple[Purpose, int]:
    """What an answer to our word is about: the question, if that is open yet, or else the seat."""
    if place.question is not None and place.question.closed is None:
        return Purpose.QUESTION, place.question.id
    return Purpose.SEAT, seat_number(place.table, place.seat)


def _whose(ctx: Context, mail: Inbound) -> tuple[MailPlace | None, Player | None]:
    """Whose mail it is, and about what: by the code it came to, or else by its sender."""
    envelope = None if mail.source == "imap" else mail.mail_from
    try:
        read = read_mail(mail.raw, envelope)
        robot, sender = read.robot is not None, read.sender or ""
    except Exception:  # Perhaps that is why it failed.
        robot, sender = envelope == "", ""
    if robot:
        return None, None
    if place := place_at(ctx, mail.recipient):
        return place, place.player
    owner = people.owner(ctx.session, sender)
    return None, people.player(ctx.session, owner) if owner is not None else None

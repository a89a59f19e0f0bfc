"""A letter about a game: rendered, addressed, threaded, and put into the outbox."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from engine import Seat
from pbem.domain.model import Player, Question
from pbem.domain.strangers import WEEK, Asks
from pbem.letters.news import own_move
from pbem.letters.page import Attachment, Page
from pbem.letters.pages.questions import Asking, YourTables
from pbem.letters.pages.replies import GotIt
from pbem.letters.reader import Reader
from pbem.notifications.mailer import Sent, ToSend, queue
from pbem.notifications.moment import Moment
from pbem.notifications.timing import leaving
from pbem.orders.keywords import Key
from pbem.store import outbox, receipts, results, time_zones
from pbem.store.events import load_log
from pbem.store.noted import NOTHING, of_letter

RECEIPT_WAITS = timedelta(minutes=1)
"""So long a word about an answer waits for a question that it may ride in."""


def write(
    at: Moment,
    reader: Reader,
    page: Page,
    asked: Question | None,
    unique: str,
    *,
    inbound: int | None = None,
    asks: Asks = Asks.FIRST,
) -> Sent:
    """Queue a letter, if its reader may be written to."""
    table, player, seat = at.table, reader.player, reader.seat
    replied = inbound is not None
    at_once = replied or (seat is not None and seat == at.knows)
    due_at, gathered = at.ctx.now if at_once else at.ctx.now + at.hold, False
    if not replied and not table.setup.trial:
        leaves = leaving(at.ctx, table, player, seat, due_at, page.kind)
        due_at, gathered = leaves.at, leaves.gathered and not _reminds(page)
        if leaves.last:
            page = replace(page, frame=replace(page.frame, last_today=True))
    noted = NOTHING
    if page.kind in outbox.NEWS:
        now, session = at.ctx.now, at.ctx.session
        noted = of_letter(session, table.id, seat, player.address, now, now - WEEK)
    page, due_at = _with_receipt(at, page, seat, due_at, waits=noted.receipt)
    mail = replace(
        letter(at, reader, page, due_at),
        unique=unique if seat is not None else f"{unique}.to{player.id}",
        question=asked.id if asked else None,
        turn=None if at_once else at.turn,
        inbound=inbound,
        gathered=gathered,
        asks=asks,
        agreed=noted.agreed,
    )
    sent = queue(at.ctx, mail)
    if reader.notes.zone:
        time_zones.propose_in(at.ctx.session, player.id, sent.message_id)
    if noted.result and seat is not None:
        results.tell_result(at.ctx.session, table.id, [seat], None)
    return sent


def _with_receipt(
    at: Moment, page: Page, seat: Seat | None, due_at: datetime, *, waits: bool
) -> tuple[Page, datetime]:
    """A letter with the receipt that rides in it, if one waits, and when it leaves.

    One that leaves nothing to take back waits a little for a question to ride in, unless it offers
    something: the question offers none of that.
    """
    session, table = at.ctx.session, at.table.id
    if seat is None:
        return page, due_at
    if isinstance(page, GotIt) and page.did and page.until is None:
        receipts.drop(session, table, seat, at.ctx.now)
        offers = page.away is not None or page.for_table
        return page, due_at if offers else due_at + RECEIPT_WAITS
    if not isinstance(page, Asking):
        return page, due_at
    waited = waits and receipts.drop(session, table, seat, at.ctx.now, since=due_at)
    if not waited and (seat != at.reads or due_at > at.ctx.now + RECEIPT_WAITS):
        return page, due_at
    notes = replace(page.frame.notes, read=own_move(load_log(session, table), seat))
    return replace(page, frame=replace(page.frame, notes=notes)), due_at


def letter(at: Moment, reader: Reader, page: Page, leaves: datetime) -> ToSend:
    """A letter about a game, in the thread of its deal."""
    table, player, seat = at.table, reader.player, reader.seat
    deal = at.game.deal.number if at.game.deal else len(at.game.deals)
    place = f"to {player.id}" if seat is None else seat
    thread = f"{table.id} {table.name} {place} deal {deal}"
    if isinstance(page, YourTables):
        thread = f"tables of {player.id}"
    return ToSend(
        page,
        player,
        "",
        thread,
        reader.taps.address,
        leaves,
        taps=reader.taps if seat is not None or reader.offered else None,
        game=table,
        seat=seat,
        seq=at.length,
        by=at.by,
        attached=() if seat is None else _in_calendar(at, page, player),
    )


def _in_calendar(at: Moment, page: Page, player: Player) -> tuple[Attachment, ...]:
    """What a letter changes in the calendar of a player who wants that."""
    if player.mailing.value(Key.CALENDAR) != "on":
        return ()
    from pbem.letters.calendars import calendar_of

    def uid(game: str) -> str:
        return at.ctx.services.addresses.calendar_entry(f"{player.id} {game}")

    entry = calendar_of(page, uid, at.ctx.now)
    if entry is None:
        return ()
    return (Attachment("deadline.ics", entry[1], f"text/calendar; method={entry[0]}"),)


def _reminds(page: Page) -> bool:
    """Whether a letter asks for the second time."""
    return isinstance(page, Asking) and page.due.reminder

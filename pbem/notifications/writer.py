"""A letter to a seat: rendered, addressed, threaded, and put into the outbox."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine import Game, Seat
from pbem.context import Context
from pbem.domain.model import Player, Question, Table
from pbem.domain.strangers import Asks
from pbem.letters.mime import Attachment
from pbem.letters.news import own_move
from pbem.letters.page import Page
from pbem.letters.pages.questions import YourBid, YourPlay, YourTables
from pbem.letters.pages.replies import GotIt
from pbem.letters.reader import Reader
from pbem.letters.render import kind_of
from pbem.notifications.mailer import Sent, ToSend, write
from pbem.notifications.timing import leaving
from pbem.orders.keywords import Key
from pbem.store import clocks, outbox, receipts, results
from pbem.store.events import load_log

RECEIPT_WAITS = timedelta(minutes=1)
"""So long a word about an answer waits for a question that it may ride in."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Puts letters to the seats of a game into the outbox, at one moment.

    `length` is that of the log, `turn` the first entry of the turn being told, `hold` how long its
    letters wait before they leave, but not the one to the seat that `knows` all of it already.
    The question to the seat that `reads` tells how its answer was read. `by` is the player whose
    order brings them.
    """

    ctx: Context
    table: Table
    game: Game
    length: int
    turn: int | None
    hold: timedelta
    knows: Seat | None
    reads: Seat | None = None
    by: int | None = None

    def write(
        self,
        reader: Reader,
        seat: Seat,
        page: Page,
        asked: Question | None,
        unique: str,
        *,
        inbound: int | None = None,
        asks: Asks = Asks.FIRST,
    ) -> Sent:
        """Queue a letter, if its reader may be written to."""
        table, player = self.table, reader.player
        kind = kind_of(page)
        replied = inbound is not None
        at_once = replied or seat == self.knows
        due_at, gathered = self.ctx.now if at_once else self.ctx.now + self.hold, False
        if not replied and not table.setup.trial:
            leaves = leaving(self.ctx, table, seat, due_at, kind)
            due_at, gathered = leaves.at, leaves.gathered and not _reminds(page)
            if leaves.last:
                page = replace(page, frame=replace(page.frame, last_today=True))
        page, due_at = self._with_receipt(page, seat, due_at)
        letter = replace(
            self.letter(reader, seat, page, due_at),
            unique=unique,
            question=asked.id if asked else None,
            turn=None if at_once else self.turn,
            inbound=inbound,
            gathered=gathered,
            asks=asks,
        )
        sent = write(self.ctx, letter)
        if reader.notes.zone:
            clocks.propose_in(self.ctx.session, player.id, sent.message_id)
        if kind in outbox.NEWS:
            results.tell_result(self.ctx.session, table.id, [seat], None)
        return sent

    def _with_receipt(self, page: Page, seat: Seat, due_at: datetime) -> tuple[Page, datetime]:
        """A letter with the receipt that rides in it, and when it leaves.

        One that leaves nothing to take back waits a little for a question to ride in.
        """
        session, table = self.ctx.session, self.table.id
        if isinstance(page, GotIt) and page.did and page.until is None:
            receipts.drop(session, table, seat, self.ctx.now)
            return page, due_at + RECEIPT_WAITS
        if not isinstance(page, YourBid | YourPlay):
            return page, due_at
        waited = receipts.drop(session, table, seat, self.ctx.now, since=due_at)
        if not waited and (seat != self.reads or due_at > self.ctx.now + RECEIPT_WAITS):
            return page, due_at
        read = own_move(load_log(session, table), seat)
        notes = replace(page.frame.notes, read=read)
        return replace(page, frame=replace(page.frame, notes=notes)), due_at

    def letter(self, reader: Reader, seat: Seat, page: Page, leaves: datetime) -> ToSend:
        """A letter to a seat, in the thread of its deal."""
        table, player = self.table, reader.player
        deal = self.game.deal.number if self.game.deal else len(self.game.deals)
        thread = f"{table.id} {table.name} {seat} deal {deal}"
        if isinstance(page, YourTables):
            thread = f"tables of {player.id}"
        return ToSend(
            page,
            player,
            "",
            thread,
            reader.taps.address,
            leaves,
            taps=reader.taps,
            game=table,
            seat=seat,
            seq=self.length,
            by=self.by,
            attached=self._in_calendar(page, player),
        )

    def _in_calendar(self, page: Page, player: Player) -> tuple[Attachment, ...]:
        """What a letter changes in the calendar of a player who wants that."""
        if player.mailing.value(Key.CALENDAR) != "on":
            return ()
        from pbem.letters.calendars import calendar_of

        addresses = self.ctx.services.addresses

        def uid(game: str) -> str:
            return addresses.calendar_entry(f"{player.id} {game}")

        entry = calendar_of(page, uid, self.ctx.now)
        if entry is None:
            return ()
        return (Attachment("deadline.ics", entry[1], f"text/calendar; method={entry[0]}"),)


def _reminds(page: Page) -> bool:
    """Whether a letter asks for the second time."""
    return isinstance(page, YourBid | YourPlay) and page.due.reminder

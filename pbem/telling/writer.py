"""A letter to a seat: rendered, addressed, threaded, and put into the outbox."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine import Game, Seat
from pbem.house import House
from pbem.letters.mime import Attachment, Envelope, attached_to, mime
from pbem.letters.pages import Notice, Page, YourBid, YourPlay, YourTables
from pbem.letters.render import kind_of
from pbem.letters.rounds import Reader
from pbem.orders.model import Key
from pbem.reading.addresses import Way
from pbem.store import outbox, results
from pbem.store.database import Session
from pbem.table.model import Player, Question, Table
from pbem.telling.preferences import leaving


@dataclass(frozen=True, slots=True)
class Writer:
    """Puts letters to the seats of a game into the outbox, at one moment.

    `length` is that of the log, `turn` the first entry of the turn being told, `hold` how long its
    letters wait before they leave, but not the one to the seat that `knows` all of it already.
    """

    house: House
    session: Session
    table: Table
    game: Game
    length: int
    now: datetime
    turn: int | None
    hold: timedelta
    knows: Seat | None

    def write(
        self,
        reader: Reader,
        seat: Seat,
        page: Page,
        asked: Question | None,
        unique: str,
        *,
        inbound: int | None = None,
    ) -> str:
        """Queue a letter; its Message-ID."""
        table, player, domain = self.table, reader.player, self.house.addresses.domain
        kind = kind_of(page)
        assert not isinstance(page, Notice)
        replied = inbound is not None
        at_once = replied or seat == self.knows
        due_at, gathered = self.now if at_once else self.now + self.hold, False
        if not replied and not table.trial:
            leaves = leaving(self.house, self.session, table, seat, due_at, kind)
            due_at, gathered = leaves.at, leaves.gathered and not _reminds(page)
            if leaves.last:
                page = replace(page, frame=replace(page.frame, last_today=True))
        name = f"game{table.id}.seat{seat}.{kind}.{unique}"
        message_id = f"<{name}.{self.house.addresses.keys.seal(name)}@{domain}>"
        raw = self.bytes_of(reader, seat, page, message_id, replied=replied)
        if kind in outbox.NEWS:
            results.tell_result(self.session, table.id, [seat], None)
        outbox.queue(
            self.session,
            outbox.Written(
                message_id=message_id,
                kind=kind,
                player=player.id,
                game=table.id,
                seat=seat,
                question=asked.id if asked else None,
                seq=self.length,
                turn=None if at_once else self.turn,
                rcpt=player.address,
                raw=raw,
                due_at=due_at,
                inbound=inbound,
                gathered=gathered,
            ),
            self.now,
        )
        return message_id

    def bytes_of(
        self, reader: Reader, seat: Seat, page: Page, message_id: str, *, replied: bool = False
    ) -> bytes:
        """A letter as it is sent, from its page."""
        table, player, domain = self.table, reader.player, self.house.addresses.domain
        deal = self.game.deal.number if self.game.deal else len(self.game.deals)
        letter = self.house.templates.render(page)
        name, thread = table.name, f"game{table.id}.seat{seat}.deal{deal}"
        if isinstance(page, YourTables):
            name, thread = ", ".join(page.names), f"player{player.id}.tables"
        if self.house.addresses.way is Way.FIXED:
            # Nothing else is sure to come back: mail programs may answer without any reference.
            letter = replace(letter, subject=f"{letter.subject} [{reader.taps.tag.split()[-1]}]")
        return mime(
            letter,
            Envelope(
                game=name,
                list_id=f"game{table.id}.{domain}",
                mailbox=self.house.addresses.mailbox,
                to_name=player.name,
                to_address=player.address,
                reply_to=reader.taps.address,
                help_link=reader.taps.by_subject("help"),
                leave_link=reader.taps.by_subject("unsubscribe"),
                message_id=message_id,
                thread=f"<{thread}@{domain}>",
                date=self.now,
                language=reader.speech.code,
                replied=replied,
                plain=player.mailing.plain,
            ),
            (*attached_to(page), *self._in_calendar(page, player)),
        )

    def _in_calendar(self, page: Page, player: Player) -> tuple[Attachment, ...]:
        """What a letter changes in the calendar of a player who wants that."""
        if player.mailing.value(Key.CALENDAR) != "on":
            return ()
        from pbem.letters.calendars import calendar_of

        entry = calendar_of(page, player.id, self.house.addresses.domain, self.now)
        if entry is None:
            return ()
        return (Attachment("deadline.ics", entry[1], f"text/calendar; method={entry[0]}"),)


def _reminds(page: Page) -> bool:
    """Whether a letter asks for the second time."""
    return isinstance(page, YourBid | YourPlay) and page.due.reminder

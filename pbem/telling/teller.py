"""Who is asked and told what after a turn: questions and mails, written in the turn's commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine import DealScored, Game, Seat, start, view
from engine.chain import so_far
from pbem.house import House, as_known
from pbem.letters import compose
from pbem.letters.mime import Attachment, Envelope, attached_to, mime
from pbem.letters.notes import notes_of
from pbem.letters.pages import (
    NO_NOTES,
    Fingerprint,
    Notes,
    Notice,
    Opened,
    Page,
    YourBid,
    YourPlay,
    YourTables,
)
from pbem.letters.pages.proofs import said_by
from pbem.letters.render import kind_of
from pbem.letters.rounds import Reader
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.orders.model import Ask, Key
from pbem.reading.addresses import Way
from pbem.reading.tokens import Purpose
from pbem.store import outbox, plans, questions, results, shuffles
from pbem.store.acts import announced
from pbem.store.database import Session
from pbem.store.events import load_log
from pbem.store.games import load_table, rules_of
from pbem.store.inbound import leave_unanswered
from pbem.store.matches import begun_of
from pbem.table.asking import asked_of, stands
from pbem.table.deadlines import deadline, rhythm
from pbem.table.model import Closed, Player, Question, Stage, Table
from pbem.table.plans import NO_ORDERS, Part, StandingOrders
from pbem.table.turn import shuffles_to_come, standing_log
from pbem.telling.preferences import leaving
from pbem.telling.quiet import why_silent


def opened_by(session: Session, table: Table, deals: Iterable[int]) -> tuple[Opened, ...]:
    """What deals that are over were shuffled from, in the names of the table."""
    names = speakers(session, table)
    kept = filter(None, (shuffles.fixed(session, table.id, deal) for deal in deals))
    return tuple(
        Opened(one.deal, one.secret.hex(), said_by(names, one.words))
        for one in kept
        if one.announced
    )


def speakers(session: Session, table: Table) -> tuple[str, ...]:
    """Who may have said a word for the shuffles of a table, in the order of the seats.

    In a match they are counted on from table to table. Nobody is known if the other tables are on
    another server.
    """
    if table.match is None:
        return () if table.shuffled_as else tuple(player.name for player in table.players)
    tables = begun_of(session, table.match) or [table.id]
    return tuple(one.name for number in tables for one in load_table(session, number).players)


SEATS = 16
"""More than any table has, so that game and seat make one number for a seat's token."""

_GAMES = 2**40
"""More than there will be games, so that the times its codes were renewed fit in, too."""


def seat_number(table: Table, seat: Seat) -> int:
    """What the token of a seat holds."""
    return table.players[seat].renewed * _GAMES + table.id * SEATS + seat


def seat_in(number: int) -> tuple[int, int, Seat]:
    """How often codes were renewed when this token was made, its game, and its seat."""
    renewed, place = divmod(number, _GAMES)
    game, seat = divmod(place, SEATS)
    return renewed, game, Seat(seat)


RESULT_WAITS = timedelta(hours=24)
"""So long a result waits for a question that carries it."""

_RECENT = 50
"""So many answers tell a table's rhythm."""


def teller_for(
    house: House,
    session: Session,
    table: Table,
    seat: Seat,
    now: datetime,
    *,
    latest: Game | None = None,
    orders: StandingOrders | None = None,
) -> Teller:
    """Who writes letters to a seat about the table as that seat may know it.

    `latest` is the game of this very moment, where the transaction has changed it; `orders` are
    those standing, where they are known.
    """
    if not table.begun:
        game = start(rules_of(session, table.id), len(table.players))
        return Teller(house, session, table, game, 0, now)
    seen = as_known(house, session, table, now, seat, latest=latest)
    hiding = seen.entries if seen.hiding else None
    return Teller(house, session, table, seen.game, seen.entries, now, hiding=hiding, orders=orders)


@dataclass(frozen=True, slots=True)
class Teller:
    """Writes the letters of one game within one transaction.

    `length` is that of the log, `turn` the first entry of the turn being told, `hold` how long its
    letters wait before they leave; with `hiding`, `game` is that of only so many entries of the
    log as the reader may know. `knows` is the seat that learns nothing new from the turn,
    because all of it was its own doing: its letter need not wait. `orders` are those now
    standing; without them they are looked up.
    """

    house: House
    session: Session
    table: Table
    game: Game
    length: int
    now: datetime
    turn: int | None = None
    hold: timedelta = timedelta(0)
    hiding: int | None = None
    knows: Seat | None = None
    went_back: datetime | None = None
    moved: datetime | None = None
    orders: StandingOrders | None = None

    def ask_around(self, *, starting: bool = False) -> None:
        """Close the questions that no longer stand, and ask every seat that must act now.

        At the start of a game each player gets a letter, whether asked or not.
        """
        still: dict[Seat, Question] = {}
        for asked in questions.open_questions(self.session, self.table.id):
            if stands(asked, self.game, self.length):
                still[asked.seat] = asked
            else:
                self._close_void(asked)
        for seat in range(self.game.players):
            asked_now = None
            if seat in self.game.awaiting and seat not in still:
                asked_now = self._ask(Seat(seat), starting=starting)
            gone = seat in self.table.left
            if (starting and not gone) or (asked_now and seat not in self.table.kept):
                self._tell(Seat(seat), asked_now, starting=starting)

    def ask_all_anew(self) -> None:
        """Ask all that is open under new codes, each with a whole new time to answer."""
        for asked in questions.open_questions(self.session, self.table.id):
            if asked.ask is Ask.INVITATION:
                self.ask_anew(asked)
            else:
                self._close_void(asked)
        if self.table.stage is Stage.PLAYING:
            self.ask_around()

    def change_hands(self, seat: Seat) -> None:
        """Put the question of a seat to whoever plays there from now on."""
        for asked in questions.open_questions(self.session, self.table.id):
            if asked.seat == seat:
                self._close_void(asked)
        self.ask_around()

    def tell(
        self, seat: Seat, page: Callable[[Reader], Page], unique: str, *, asking: bool = False
    ) -> None:
        """Write to one player who has not written to us, at once.

        With `asking` an answer to this letter is one to what is open for that seat, if anything.
        """
        open_ = questions.open_questions(self.session, self.table.id) if asking else []
        shown = [q for q in open_ if q.seat == seat and self.hiding is None]
        reader = self._reader(seat, shown[0] if shown else None)
        self._write(reader, seat, page(reader), None, f"{self.length}.{unique}")

    def say(
        self, seat: Seat, page: Callable[[Reader, Question | None], Page], inbound: int
    ) -> None:
        """Answer a player's mail at once, with the question that is open for that seat, if any.

        The answer address is that question's, so that an answer to this letter is one to it.
        A player who has got too many answers gets none.
        """
        open_ = questions.open_questions(self.session, self.table.id)
        asked = next((q for q in open_ if q.seat == seat and self.hiding is None), None)
        reader = self._reader(seat, asked)
        self._answer(reader, seat, page(reader, asked), asked, inbound)

    def say_at(
        self,
        seat: Seat,
        page: Callable[[Reader], Page],
        about: tuple[Purpose, int],
        inbound: int,
    ) -> None:
        """Write to a player at once because of a mail, with an answer address for that alone."""
        reader = self._reader_at(seat, *about)
        self._answer(reader, seat, page(reader), None, inbound)

    def ask_anew(self, asked: Question) -> None:
        """Ask the same under another code, so that the old one is good for nothing."""
        self._close_void(asked)
        if asked.ask is Ask.INVITATION:
            self.invite(asked.seat, "")
            return
        fresh = questions.ask(
            self.session,
            game=asked.game,
            seat=asked.seat,
            what=asked.ask,
            deal=asked.deal,
            trick=asked.trick,
            seq=asked.seq,
            now=self.now,
            due_at=asked.due_at,
            remind_at=asked.due_at and self.table.reminder(asked.seat, self.now, asked.due_at),
        )
        reader = self._reader(asked.seat, fresh)
        page = self._news(reader, fresh)
        self._write(reader, asked.seat, page, fresh, f"{self.length}.q{fresh.id}")

    def _answer(
        self, reader: Reader, seat: Seat, told: Page, asked: Question | None, inbound: int
    ) -> None:
        why = why_silent(self.house, self.session, reader.player.id, kind_of(told), self.now)
        if why is not None:
            leave_unanswered(self.session, inbound, why)
            return
        self._write(reader, seat, told, asked, f"in{inbound}", inbound=inbound)

    def _ask(self, seat: Seat, *, starting: bool) -> Question:
        deal = self.game.deal
        assert deal is not None
        what = asked_of(deal)
        now = self.now if seat == self.knows else self.now + self.hold
        hours = self.table.answer_in
        if seat in self.table.kept:
            hours = rhythm(questions.answer_times(self.session, self.table.id, _RECENT))
        elif not self.table.trial:
            kind = "game_start" if starting else "your_play" if what is Ask.PLAY else "your_bid"
            now = leaving(self.house, self.session, self.table, seat, now, kind).at
        due = deadline(now, hours, self.table.pace(seat))
        return questions.ask(
            self.session,
            game=self.table.id,
            seat=seat,
            what=what,
            deal=deal.number,
            trick=len(deal.tricks) + 1 if what is Ask.PLAY else 0,
            seq=self.length,
            now=now,
            due_at=due,
            remind_at=self.table.reminder(seat, now, due),
        )

    def _tell(self, seat: Seat, asked: Question | None, *, starting: bool) -> None:
        reader = self._reader(seat, asked)
        page = self._news(reader, asked, starting=starting)
        # One seat may be asked twice at one point of the game, by one player and by the next.
        unique = f"{self.length}.q{asked.id}" if asked else str(self.length)
        self._write(reader, seat, page, asked, unique)

    def _news(self, reader: Reader, asked: Question | None, *, starting: bool = False) -> Page:
        log = standing_log(load_log(self.session, self.table.id, since=reader.told))
        if scored := sum(isinstance(logged.entry, DealScored) for logged in log):
            reader = replace(reader, opened=self._opened(scored))
        if starting:
            return compose.game_start(reader, log, asked)
        if asked is not None and asked.ask is not Ask.PLAY:
            return compose.your_bid(reader, log, asked)
        assert asked is not None
        return compose.your_play(reader, log, asked)

    def results_wait(self) -> None:
        """Tell all who play the result of the deal that is just over, if no question does first."""
        ready = self.now + self.hold
        for seat, player in enumerate(self.table.players):
            if seat not in self.table.kept:
                at_once = player.mailing.value(Key.RESULTS) == "now"
                at = ready if at_once else ready + RESULT_WAITS
                results.tell_result(self.session, self.table.id, [Seat(seat)], at)

    def tell_result(self, seat: Seat) -> bool:
        """Tell a player how the last deal ended; False if that is told, or was taken back."""
        since = outbox.told(self.session, self.table.id, seat)
        log = standing_log(load_log(self.session, self.table.id, since=since))
        log = [one for one in log if one.seq < self.length]
        scored = sum(isinstance(one.entry, DealScored) for one in log)
        if scored:
            reader = replace(self._reader(seat, None), opened=self._opened(scored))
            self._write(reader, seat, compose.deal_over(reader, log), None, str(self.length))
        return bool(scored)

    def told_late(self, asked: Question, mail: int, kind: str, message_id: str) -> bytes:
        """The bytes of a mail that never left, telling its question as it is now."""
        reader = self._reader(asked.seat, asked, but=mail)
        page = self._news(reader, asked, starting=kind == "game_start")
        return self._bytes(reader, asked.seat, page, message_id)

    def remind(self, asked: Question, mail: int, unique: str = "") -> None:
        """Ask once more, with all that the mail had in it that asked first.

        `unique` tells several reminders of one question apart.
        """
        page = self.question_page(asked, mail)
        page = replace(page, due=replace(page.due, reminder=True))
        reader = self._reader(asked.seat, asked)
        self._write(reader, asked.seat, page, asked, f"{asked.seq}.reminder{unique}")

    def question_page(self, asked: Question, mail: int | None) -> YourBid | YourPlay:
        """A question with all that the mail has in it that asked first."""
        page = self._news(self._reader(asked.seat, asked, but=mail), asked)
        assert isinstance(page, YourBid | YourPlay)
        return page

    def ask_at_tables(
        self, asked: Question, pages: Sequence[YourBid | YourPlay], unique: str, *, reminder: bool
    ) -> str:
        """Ask at several tables in one mail, of which this is the first; its Message-ID."""
        page = YourTables(pages[0].frame, tuple(pages), reminder)
        reader = self._reader(asked.seat, asked)
        return self._write(reader, asked.seat, page, None, unique)

    def tell_the_end(self) -> None:
        """Send every player the final score."""
        answers = questions.answers_by_seat(self.session, self.table.id, self.game.players)
        for seat in range(self.game.players):
            if seat in self.table.left:
                continue
            reader = replace(self._reader(Seat(seat), None), opened=self._opened(1))
            page = compose.digest(reader, answers, self.now)
            self._write(reader, Seat(seat), page, None, str(self.length))

    def invite(self, seat: Seat, words: str) -> None:
        """Ask a player to join."""
        asked = questions.ask(
            self.session,
            game=self.table.id,
            seat=seat,
            what=Ask.INVITATION,
            deal=0,
            trick=0,
            seq=0,
            now=self.now,
            due_at=None,
        )
        reader = self._reader(seat, asked)
        page = compose.invitation(reader, self.game.rules, words)
        self._write(reader, seat, page, asked, str(asked.id))

    def _close_void(self, asked: Question) -> None:
        questions.give_spare_back(self.session, asked, self.now)
        questions.close(self.session, asked.id, Closed.VOID, self.now)
        outbox.supersede(self.session, self.table.id, self.now, question=asked.id)

    def _reader(self, seat: Seat, asked: Question | None, *, but: int | None = None) -> Reader:
        """Who reads a letter; what the mail with the number `but` has told is told anew."""
        if asked is not None:
            return self._reader_at(seat, Purpose.QUESTION, asked.id, but=but)
        return self._reader_at(seat, Purpose.SEAT, seat_number(self.table, seat), but=but)

    def _reader_at(
        self, seat: Seat, purpose: Purpose, number: int, *, but: int | None = None
    ) -> Reader:
        seen, addresses = view(self.game, seat), self.house.addresses
        player = self.table.players[seat]
        said = speech(player.language)
        tag = f"{compose.tag(self.table, seen)} {addresses.tag(purpose, number)}"
        taps = Taps(addresses.mint(purpose, number), tag, said.press_send)
        forget = taps.to("forget plan", said.say("requests", "forget_plan"))
        told = outbox.told(self.session, self.table.id, seat, but=but) if self._begun else 0
        return Reader(
            self.table,
            player,
            seen,
            taps,
            told,
            replace(
                self._notes(seat, forget, told),
                went_back=self.went_back,
                moved=self.moved,
                announced=self._announced(seat),
            ),
            self._so_far(),
            self._fingerprints(),
        )

    @property
    def _begun(self) -> bool:
        return self.game.deal is not None or bool(self.game.deals)

    def _notes(self, seat: Seat, forget_tap: str, told: int) -> Notes:
        """What is kept for a seat, as far as its player may know that a turn has come."""
        if not self._begun:
            return NO_NOTES
        orders = self._standing_orders()
        known = self.length if self.hiding is None else self.hiding
        return notes_of(
            [orders.kept[seat, part] for part in Part if (seat, part) in orders.kept],
            orders.policies.get(seat, {}),
            plans.dropped(self.session, self.table.id, seat, told, known=known),
            forget_tap,
        )

    def _standing_orders(self) -> StandingOrders:
        deal = self.game.deal
        if deal is None:
            return NO_ORDERS
        if self.orders is not None and self.hiding is None:
            return self.orders
        return StandingOrders(
            plans.kept(self.session, self.table.id, deal.number, known=self.hiding),
            plans.policies(self.session, self.table.id),
        )

    def _opened(self, deals: int) -> tuple[Opened, ...]:
        """What the last so many finished deals were shuffled from; of a match its end tells."""
        if self.table.match is not None:
            return ()
        numbers = [deal.number for deal in self.game.deals[-deals:]]
        return opened_by(self.session, self.table, numbers)

    def _so_far(self) -> str:
        """The digest of the game; none before it has begun."""
        return so_far(self.table.name, self.game) if self._begun else ""

    def _fingerprints(self) -> tuple[Fingerprint, ...]:
        """Those of the shuffles after the deal under way, as this letter tells it."""
        to_come = shuffles_to_come(self.game)
        told = [(deal, shuffles.announced(self.session, self.table.id, deal)) for deal in to_come]
        return tuple(Fingerprint(deal, digits) for deal, digits in told if digits)

    def _announced(self, seat: Seat) -> tuple[tuple[str, str, str], ...]:
        said = announced(self.session, self.table.id, seat)
        deaf = self.table.players[seat].mailing.value(Key.TALK) == "off"
        return tuple(
            (one.what, one.words, one.other) for one in said if not (deaf and one.what == "talk")
        )

    def _write(
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
        raw = self._bytes(reader, seat, page, message_id, replied=replied)
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

    def _bytes(
        self, reader: Reader, seat: Seat, page: Page, message_id: str, *, replied: bool = False
    ) -> bytes:
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

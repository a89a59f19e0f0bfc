"""Who is asked and told what after a turn: questions and mails, written in the turn's commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine import DealScored, Game, Seat, start
from pbem.context import Context
from pbem.context.known import as_known
from pbem.domain.asking import asked_of, stands
from pbem.domain.deadlines import deadline, rhythm
from pbem.domain.model import Closed, Question, Said, Stage, Table
from pbem.domain.strangers import Asks, Unwritten
from pbem.letters.page import Page
from pbem.letters.pages.people import Invitation
from pbem.letters.pages.questions import GameStart, YourBid, YourPlay, YourTables
from pbem.letters.pages.results import Digest
from pbem.letters.pages.status import DealOver, GameNews
from pbem.letters.reader import Reader
from pbem.letters.render import kind_of
from pbem.mail.codes import Purpose
from pbem.notifications.limits import last_before_silence, why_silent
from pbem.notifications.mailer import written
from pbem.notifications.recipients import Recipients
from pbem.notifications.tempo import is_live, is_quick, thinking
from pbem.notifications.timing import leaving
from pbem.notifications.writer import Writer
from pbem.orders.keywords import Ask, Key
from pbem.store import deadlines, outbox, questions, receipts, results, sending
from pbem.store.answers import answer_times, answers_by_seat
from pbem.store.events import held_until, load_log
from pbem.store.inbound import leave_unanswered
from pbem.turns.plans import StandingOrders
from pbem.turns.turn import standing_log, without_slips

RESULT_WAITS = timedelta(hours=24)
"""So long a result waits for a question that carries it."""

_RECENT = 50
"""So many answers tell a table's rhythm."""


def notifier_for(
    ctx: Context,
    table: Table,
    seat: Seat,
    *,
    latest: Game | None = None,
    orders: StandingOrders | None = None,
) -> Notifier:
    """Who writes letters to a seat about the table as that seat may know it.

    `latest` is the game of this very moment, where the transaction has changed it; `orders` are
    those standing, where they are known.
    """
    if not table.begun:
        game = start(table.setup.rules, len(table.players))
        return Notifier(ctx, table, game, 0)
    seen = as_known(ctx.services, ctx.session, table, ctx.now, seat, latest=latest)
    hiding = seen.entries if seen.hiding else None
    return Notifier(ctx, table, seen.game, seen.entries, hiding=hiding, orders=orders)


def notifier_now(ctx: Context, table: Table, *, by: int | None = None) -> Notifier:
    """Who asks the players anew at this moment; what is held back from them waits as it must."""
    if not table.begun:
        game = start(table.setup.rules, len(table.players))
        return Notifier(ctx, table, game, 0, by=by)
    game, length = ctx.services.games.game(ctx.session, table.id)
    until = held_until(ctx.session, table.id)
    [last] = load_log(ctx.session, table.id, since=length - 1)
    hold = max(until - ctx.now, timedelta(0)) if until else timedelta(0)
    return Notifier(ctx, table, game, length, turn=last.turn, hold=hold, by=by)


@dataclass(frozen=True, slots=True)
class Notifier:
    """Asks and tells the players of one game within one transaction.

    `length` is that of the log, `turn` the first entry of the turn being told, `hold` how long its
    letters wait before they leave; with `hiding`, `game` is that of only so many entries of the
    log as the reader may know. `knows` is the seat that learns nothing new from the turn,
    because all of it was its own doing: its letter need not wait. The question to the seat that
    `reads` tells how its answer was read. `orders` are those now standing; without them they are
    looked up. `by` is the player whose order it is that somebody is written to, none if it is the
    operator's.
    """

    ctx: Context
    table: Table
    game: Game
    length: int
    turn: int | None = None
    hold: timedelta = timedelta(0)
    hiding: int | None = None
    knows: Seat | None = None
    went_back: datetime | None = None
    moved: datetime | None = None
    orders: StandingOrders | None = None
    reads: Seat | None = None
    by: int | None = None

    @property
    def _recipients(self) -> Recipients:
        return Recipients(
            self.ctx,
            self.table,
            self.game,
            self.length,
            self.hiding,
            self.went_back,
            self.moved,
            self.orders,
        )

    @property
    def _writer(self) -> Writer:
        return Writer(
            self.ctx,
            self.table,
            self.game,
            self.length,
            self.turn,
            self.hold,
            self.knows,
            self.reads,
            self.by,
        )

    def ask_around(self, *, starting: bool = False) -> None:
        """Close the questions that no longer stand, and ask every seat that must act now.

        At the start of a game each player gets a letter, whether asked or not.
        """
        still: dict[Seat, Question] = {}
        for asked in questions.open_questions(self.ctx.session, self.table.id):
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
        """Ask all that is open once more: invitations as they are, so that a yes to a letter of
        before counts, all else under new codes and with a whole new time to answer. Who is asked
        nothing is told that the server went back: all may have seen more than it now knows.
        """
        for asked in questions.open_questions(self.ctx.session, self.table.id):
            if asked.ask is Ask.INVITATION:
                outbox.supersede(self.ctx.session, self.table.id, self.ctx.now, question=asked.id)
                self._invite(asked, "", Asks.RESTORED)
            else:
                self._close_void(asked)
        if self.table.stage is Stage.PLAYING:
            self.ask_around()
        asked_now = {one.seat for one in questions.open_questions(self.ctx.session, self.table.id)}
        for seat, said in enumerate(self.table.said):
            if said is Said.YES and not {seat} & {*asked_now, *self.table.left}:
                unique = f"back{int(self.ctx.now.timestamp())}"
                self.tell(Seat(seat), lambda r: GameNews.of(r, "went_back"), unique)

    def change_hands(self, seat: Seat) -> None:
        """Put the question of a seat to whoever plays there from now on."""
        for asked in questions.open_questions(self.ctx.session, self.table.id):
            if asked.seat == seat:
                self._close_void(asked)
        self.ask_around()

    def tell(
        self, seat: Seat, page: Callable[[Reader], Page], unique: str, *, asking: bool = False
    ) -> Unwritten | None:
        """Write to one player who has not written to us, at once; why not, if he has not agreed.

        With `asking` an answer to this letter is one to what is open for that seat, if anything.
        """
        open_ = questions.open_questions(self.ctx.session, self.table.id) if asking else []
        shown = [q for q in open_ if q.seat == seat and self.hiding is None]
        reader = self._recipients.of(seat, shown[0] if shown else None)
        return self._writer.write(
            reader, seat, page(reader), None, f"{self.length}.{unique}"
        ).why_not

    def say(self, seat: Seat, page: Callable[[Reader], Page], inbound: int, nth: int = 0) -> None:
        """Answer a player's mail at once, with the question that is open for that seat, if any.

        The answer address is that question's, so that an answer to this letter is one to it.
        A player who has got too many answers gets none. `nth` tells several answers to one mail
        apart.
        """
        open_ = questions.open_questions(self.ctx.session, self.table.id)
        asked = next((q for q in open_ if q.seat == seat and self.hiding is None), None)
        reader = self._recipients.of(seat, asked)
        self._answer(reader, seat, page(reader), asked, inbound, nth)

    def say_at(
        self,
        seat: Seat,
        page: Callable[[Reader], Page],
        about: tuple[Purpose, int],
        inbound: int,
        nth: int = 0,
    ) -> None:
        """Write to a player at once because of a mail, with an answer address for that alone."""
        reader = self._recipients.at(seat, *about)
        self._answer(reader, seat, page(reader), None, inbound, nth)

    def ask_anew(self, asked: Question) -> Unwritten | None:
        """Ask the same under another code, so that the old one is good for nothing; why its player
        is not written to, if he may not be.
        """
        self._close_void(asked)
        if asked.ask is Ask.INVITATION:
            return self.invite(asked.seat, "", again=True)
        fresh = questions.ask(
            self.ctx.session,
            game=asked.game,
            seat=asked.seat,
            what=asked.ask,
            deal=asked.deal,
            trick=asked.trick,
            seq=asked.seq,
            now=self.ctx.now,
            due_at=asked.due_at,
            remind_at=asked.due_at and self.table.reminder(asked.seat, self.ctx.now, asked.due_at),
            hold=self.table.setup.hold,
        )
        reader = self._recipients.of(asked.seat, fresh)
        page = self._news(reader, fresh)
        return self._writer.write(
            reader, asked.seat, page, fresh, f"{self.length}.q{fresh.id}"
        ).why_not

    def _answer(
        self,
        reader: Reader,
        seat: Seat,
        told: Page,
        asked: Question | None,
        inbound: int,
        nth: int,
    ) -> None:
        why = why_silent(self.ctx, reader.player.id, kind_of(told))
        if why is not None:
            leave_unanswered(self.ctx.session, inbound, why)
            return
        until = last_before_silence(self.ctx, reader.player.id, kind_of(told))
        if until:
            told = replace(told, frame=replace(told.frame, silent_until=until))
        unique = f"in{inbound}.{nth}" if nth else f"in{inbound}"
        self._writer.write(reader, seat, told, asked, unique, inbound=inbound)

    def _ask(self, seat: Seat, *, starting: bool) -> Question:
        deal = self.game.deal
        assert deal is not None
        what = asked_of(deal)
        now = self.ctx.now if seat == self.knows else self.ctx.now + self.hold
        live = is_live(self.ctx.session, self.table)
        remind_at = None
        if seat in self.table.kept:
            due = self._computers_time(seat, now)
        else:
            if not self.table.setup.trial:
                kind = "game_start" if starting else "your_play" if what is Ask.PLAY else "your_bid"
                now = leaving(self.ctx, self.table, seat, now, kind).at
            due, remind_at = self.table.times(seat, now)
        return questions.ask(
            self.ctx.session,
            game=self.table.id,
            seat=seat,
            what=what,
            deal=deal.number,
            trick=len(deal.tricks) + 1 if what is Ask.PLAY else 0,
            seq=self.length,
            now=now,
            due_at=due,
            remind_at=remind_at,
            live=live,
            hold=self.table.setup.hold,
        )

    def _computers_time(self, seat: Seat, now: datetime) -> datetime:
        """When a computer answers that is asked now: as fast as the people at the table do."""
        if is_quick(self.ctx.session, self.table):
            return now + thinking(self.ctx.session, self.table, self.length, self.ctx.now)
        hours = rhythm(answer_times(self.ctx.session, self.table.id, _RECENT))
        return deadline(now, hours, self.table.pace(seat))

    def _tell(self, seat: Seat, asked: Question | None, *, starting: bool) -> None:
        reader = self._recipients.of(seat, asked)
        page = self._news(reader, asked, starting=starting)
        # One seat may be asked twice at one point of the game, by one player and by the next.
        unique = f"{self.length}.q{asked.id}" if asked else str(self.length)
        self._writer.write(reader, seat, page, asked, unique)

    def _news(self, reader: Reader, asked: Question | None, *, starting: bool = False) -> Page:
        log = standing_log(load_log(self.ctx.session, self.table.id, since=reader.told))
        log = without_slips(log, reader.told, reader.view.seat)
        if scored := sum(isinstance(logged.entry, DealScored) for logged in log):
            reader = replace(reader, opened=self._recipients.opened(scored))
        if starting:
            return GameStart.of(reader, log, asked)
        if asked is not None and asked.ask is not Ask.PLAY:
            return YourBid.of(reader, log, asked)
        assert asked is not None
        return YourPlay.of(reader, log, asked)

    def results_wait(self) -> None:
        """Tell all who play the result of the deal that is just over, if no question does first."""
        ready = self.ctx.now + self.hold
        for seat, player in enumerate(self.table.players):
            if seat not in self.table.kept:
                at_once = player.mailing.value(Key.RESULTS) == "now"
                at = ready if at_once else ready + RESULT_WAITS
                results.tell_result(self.ctx.session, self.table.id, [Seat(seat)], at)

    def tell_result(self, seat: Seat) -> bool:
        """Tell a player how the last deal ended; False if that is told, or was taken back."""
        since = outbox.told(self.ctx.session, self.table.id, seat)
        log = standing_log(load_log(self.ctx.session, self.table.id, since=since))
        log = without_slips([one for one in log if one.seq < self.length], since, seat)
        scored = sum(isinstance(one.entry, DealScored) for one in log)
        if scored:
            reader = replace(
                self._recipients.of(seat, None), opened=self._recipients.opened(scored)
            )
            self._writer.write(reader, seat, DealOver.of(reader, log), None, str(self.length))
        return bool(scored)

    def tell_late(self, asked: Question, mail: int, kind: str) -> tuple[str, bytes]:
        """Let a mail that never left tell its question as it is now; its Message-ID and bytes.

        Both are new: no other words may ever stand under the Message-ID it had.
        """
        reader = self._recipients.of(asked.seat, asked, but=mail)
        page = self._news(reader, asked, starting=kind == "game_start")
        names, raw = written(
            self.ctx.services, self._writer.letter(reader, asked.seat, page, self.ctx.now)
        )
        sending.rewrite(self.ctx.session, mail, names.message_id, raw, self.length)
        return names.message_id, raw

    def remind(self, asked: Question, mail: int, unique: str = "") -> None:
        """Ask once more, with all that the mail had in it that asked first.

        `unique` tells several reminders of one question apart.
        """
        page = self.question_page(asked, mail)
        page = replace(page, due=replace(page.due, reminder=True))
        reader = self._recipients.of(asked.seat, asked)
        self._writer.write(reader, asked.seat, page, asked, f"{asked.seq}.reminder{unique}")

    def question_page(self, asked: Question, mail: int | None) -> YourBid | YourPlay:
        """A question with all that the mail has in it that asked first."""
        page = self._news(self._recipients.of(asked.seat, asked, but=mail), asked)
        assert isinstance(page, YourBid | YourPlay)
        return page

    def ask_at_tables(
        self, asked: Question, page: YourTables, unique: str, inbound: int | None
    ) -> str:
        """Ask at several tables in one mail, of which this is the first; its Message-ID.

        `inbound` is the mail that it answers, if it answers one.
        """
        reader = self._recipients.of(asked.seat, asked)
        sent = self._writer.write(reader, asked.seat, page, None, unique, inbound=inbound)
        return sent.message_id

    def tell_the_end(self) -> None:
        """Send every player the final score; no word about an earlier answer leaves after it."""
        answers = answers_by_seat(self.ctx.session, self.table.id, self.game.players)
        for seat in range(self.game.players):
            if seat in self.table.left:
                continue
            since = self.ctx.now + self.hold
            receipts.drop(self.ctx.session, self.table.id, Seat(seat), self.ctx.now, since=since)
            reader = replace(
                self._recipients.of(Seat(seat), None), opened=self._recipients.opened(1)
            )
            page = Digest.of(reader, answers, self.ctx.now)
            self._writer.write(reader, Seat(seat), page, None, str(self.length))

    def invite(self, seat: Seat, words: str, *, again: bool = False) -> Unwritten | None:
        """Ask a player to join; why he is not written to, if he may not be.

        With `again` the letter may remind of an invitation that was not answered.
        """
        asks = Asks.AGAIN if again else Asks.FIRST
        asked = questions.ask(
            self.ctx.session,
            game=self.table.id,
            seat=seat,
            what=Ask.INVITATION,
            deal=0,
            trick=0,
            seq=0,
            now=self.ctx.now,
            due_at=None,
        )
        return self._invite(asked, words, asks)

    def _invite(self, asked: Question, words: str, asks: Asks) -> Unwritten | None:
        reader = self._recipients.of(asked.seat, asked)
        page = Invitation.of(reader, self.game.rules, words)
        restored = asks is Asks.RESTORED
        unique = f"{asked.id}.{int(self.ctx.now.timestamp())}" if restored else str(asked.id)
        sent = self._writer.write(reader, asked.seat, page, asked, unique, asks=asks)
        return sent.why_not and replace(sent.why_not, name=reader.player.name)

    def _close_void(self, asked: Question) -> None:
        deadlines.give_spare_back(self.ctx.session, asked, self.ctx.now)
        questions.close(self.ctx.session, asked.id, Closed.VOID, self.ctx.now)
        outbox.supersede(self.ctx.session, self.table.id, self.ctx.now, question=asked.id)

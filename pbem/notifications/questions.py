"""Who is asked what: the questions of a game, closed and asked, with the letters that ask."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine import DealScored, Seat
from pbem.domain.asking import asked_of, stands
from pbem.domain.deadlines import deadline, rhythm
from pbem.domain.model import Closed, Question, Reply, Stage
from pbem.domain.strangers import Asks, Unwritten
from pbem.letters.page import Page
from pbem.letters.pages.people import Invitation
from pbem.letters.pages.questions import Asking, GameStart, YourTables
from pbem.letters.pages.status import GameNews
from pbem.letters.reader import Reader
from pbem.notifications.mailer import written
from pbem.notifications.moment import Moment
from pbem.notifications.notifier import tell
from pbem.notifications.recipients import opened, reader_of
from pbem.notifications.tempo import is_live, is_quick, thinking
from pbem.notifications.timing import leaving
from pbem.notifications.writer import letter, write
from pbem.orders.keywords import Ask
from pbem.store import deadlines, outbox, questions, sending
from pbem.store.answers import answer_times
from pbem.store.database import Session
from pbem.store.events import load_log
from pbem.turns.turn import SLOW, standing_log, without_slips

_RECENT = 50
"""So many answers tell a table's rhythm."""


def ask_around(at: Moment, *, starting: bool = False) -> None:
    """Close the questions that no longer stand, and ask every seat that must act now.

    At the start of a game each player gets a letter, whether asked or not; of one that is over
    already the end alone is told.
    """
    still: dict[Seat, Question] = {}
    for asked in questions.open_questions(at.ctx.session, at.table.id):
        if stands(asked, at.game, at.length):
            still[asked.seat] = asked
        else:
            void(at.ctx.session, asked, at.ctx.now)
    for seat in range(at.game.players):
        asked_now = None
        if seat in at.game.awaiting and seat not in still:
            asked_now = _ask(at, Seat(seat), starting=starting)
        if (starting and seat not in at.table.left) or (asked_now and seat not in at.table.kept):
            _tell(at, Seat(seat), asked_now, starting=starting)


def void(session: Session, asked: Question, now: datetime) -> None:
    """Close a question that stands no more; what it was asked by does not leave."""
    deadlines.give_spare_back(session, asked, now)
    questions.close(session, asked.id, Closed.VOID, now)
    outbox.supersede(session, asked.game, now, question=asked.id)


def _ask(at: Moment, seat: Seat, *, starting: bool) -> Question:
    deal = at.game.deal
    assert deal is not None
    what = asked_of(deal)
    now = at.ctx.now if seat == at.knows else at.ctx.now + at.hold
    live = is_live(at.ctx.session, at.table)
    remind_at = None
    if seat in at.table.kept:
        due = _computers_time(at, seat, now)
        if at.table.levels[seat] in SLOW:
            at.ctx.services.choices_wanted.set()
    else:
        if not at.table.setup.trial:
            kind = "game_start" if starting else "your_play" if what is Ask.PLAY else "your_bid"
            now = leaving(at.ctx, at.table, at.table.players[seat], seat, now, kind).at
        due, remind_at = at.table.times(seat, now)
    return questions.ask(
        at.ctx.session,
        game=at.table.id,
        seat=seat,
        what=what,
        deal=deal.number,
        trick=len(deal.tricks) + 1 if what is Ask.PLAY else 0,
        seq=at.length,
        now=now,
        due_at=due,
        remind_at=remind_at,
        live=live,
        hold=at.table.setup.hold,
    )


def _computers_time(at: Moment, seat: Seat, now: datetime) -> datetime:
    """When a computer answers that is asked now: as fast as the people at the table do, or at
    once where none of them waits for another.
    """
    if seat in at.table.at_once:
        return now
    if is_quick(at.ctx.session, at.table):
        return now + thinking(at.ctx.session, at.table, at.length, at.ctx.now)
    hours = rhythm(answer_times(at.ctx.session, at.table.id, _RECENT))
    return deadline(now, hours, at.table.pace(seat))


def _tell(at: Moment, seat: Seat, asked: Question | None, *, starting: bool) -> None:
    reader = reader_of(at, seat, asked)
    page = _news(at, reader, asked, starting=starting)
    # One seat may be asked twice at one point of the game, by one player and by the next.
    unique = f"{at.length}.q{asked.id}" if asked else str(at.length)
    write(at, reader, page, asked, unique)


def _news(at: Moment, reader: Reader, asked: Question | None, *, starting: bool = False) -> Page:
    log = standing_log(load_log(at.ctx.session, at.table.id, since=reader.told))
    log = without_slips(log, reader.told, reader.view.seat)
    if scored := sum(isinstance(logged.entry, DealScored) for logged in log):
        reader = replace(reader, opened=opened(at, scored))
    if starting:
        return GameStart.of(reader, log, asked)
    assert asked is not None
    return Asking.of(reader, log, asked)


def ask_all_anew(at: Moment) -> None:
    """Ask all that is open once more: invitations as they are, so that a yes to a letter of
    before counts, all else under new codes and with a whole new time to answer. Who is asked
    nothing is told that the server went back: all may have seen more than it now knows.
    """
    for asked in questions.open_questions(at.ctx.session, at.table.id):
        if asked.ask is Ask.INVITATION:
            outbox.supersede(at.ctx.session, at.table.id, at.ctx.now, question=asked.id)
            _invite(at, asked, "", Asks.RESTORED)
        else:
            void(at.ctx.session, asked, at.ctx.now)
    if at.table.stage is Stage.PLAYING:
        ask_around(at)
    asked_now = {one.seat for one in questions.open_questions(at.ctx.session, at.table.id)}
    for seat, said in enumerate(at.table.said):
        if said is Reply.YES and not {seat} & {*asked_now, *at.table.left}:
            unique = f"back{int(at.ctx.now.timestamp())}"
            tell(at, Seat(seat), lambda r: GameNews(r.frame, "went_back"), unique)


def change_hands(at: Moment, seat: Seat) -> None:
    """Put the question of a seat to whoever plays there from now on."""
    if asked := questions.open_at(at.ctx.session, at.table.id, seat):
        void(at.ctx.session, asked, at.ctx.now)
    ask_around(at)


def ask_anew(at: Moment, asked: Question) -> Unwritten | None:
    """Ask the same under another code, so that the old one is good for nothing; why its player
    is not written to, if he may not be.
    """
    void(at.ctx.session, asked, at.ctx.now)
    if asked.ask is Ask.INVITATION:
        return ask_to_join(at, asked.seat, "", again=True)
    fresh = questions.ask(
        at.ctx.session,
        game=asked.game,
        seat=asked.seat,
        what=asked.ask,
        deal=asked.deal,
        trick=asked.trick,
        seq=asked.seq,
        now=at.ctx.now,
        due_at=asked.due_at,
        remind_at=asked.due_at and at.table.reminder(asked.seat, at.ctx.now, asked.due_at),
        hold=at.table.setup.hold,
    )
    reader = reader_of(at, asked.seat, fresh)
    return write(at, reader, _news(at, reader, fresh), fresh, f"{at.length}.q{fresh.id}").why_not


def ask_to_join(at: Moment, seat: Seat, words: str, *, again: bool = False) -> Unwritten | None:
    """Ask a player to join; why he is not written to, if he may not be.

    With `again` the letter may remind of an invitation that was not answered.
    """
    asked = questions.ask(
        at.ctx.session,
        game=at.table.id,
        seat=seat,
        what=Ask.INVITATION,
        deal=0,
        trick=0,
        seq=0,
        now=at.ctx.now,
        due_at=None,
    )
    return _invite(at, asked, words, Asks.AGAIN if again else Asks.FIRST)


def _invite(at: Moment, asked: Question, words: str, asks: Asks) -> Unwritten | None:
    reader = reader_of(at, asked.seat, asked)
    restored = asks is Asks.RESTORED
    unique = f"{asked.id}.{int(at.ctx.now.timestamp())}" if restored else str(asked.id)
    sent = write(at, reader, Invitation.of(reader, words), asked, unique, asks=asks)
    return sent.why_not and replace(sent.why_not, name=reader.player.name)


def send_reminder(at: Moment, asked: Question, mail: int, unique: str = "") -> None:
    """Ask once more, with all that the mail had in it that asked first.

    `unique` tells several reminders of one question apart.
    """
    page = question_page(at, asked, mail)
    page = replace(page, due=replace(page.due, reminder=True))
    write(at, reader_of(at, asked.seat, asked), page, asked, f"{asked.seq}.reminder{unique}")


def question_page(at: Moment, asked: Question, mail: int | None) -> Asking:
    """A question with all that the mail has in it that asked first."""
    page = _news(at, reader_of(at, asked.seat, asked, but=mail), asked)
    assert isinstance(page, Asking)
    return page


def tell_late(at: Moment, asked: Question, mail: int, kind: str) -> tuple[str, bytes]:
    """Let a mail that never left tell its question as it is now; its Message-ID and bytes.

    Both are new: no other words may ever stand under the Message-ID it had.
    """
    reader = reader_of(at, asked.seat, asked, but=mail)
    page = _news(at, reader, asked, starting=kind == "game_start")
    names, raw = written(at.ctx.services, letter(at, reader, page, at.ctx.now))
    sending.rewrite(at.ctx.session, mail, names.message_id, raw, at.length)
    return names.message_id, raw


def ask_at_tables(
    at: Moment, asked: Question, page: YourTables, unique: str, inbound: int | None
) -> str:
    """Ask at several tables in one mail, of which this is the first; its Message-ID.

    `inbound` is the mail that it answers, if it answers one.
    """
    reader = reader_of(at, asked.seat, asked)
    return write(at, reader, page, None, unique, inbound=inbound).message_id

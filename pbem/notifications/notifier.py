"""Who is told what of a game: news, answers to mails, results and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from engine import DealScored, Seat
from pbem.domain.model import Question
from pbem.domain.strangers import Unwritten
from pbem.letters.page import Page
from pbem.letters.pages.results import Digest
from pbem.letters.pages.status import DealOver
from pbem.letters.reader import Reader
from pbem.letters.render import kind_of
from pbem.mail.codes import Purpose
from pbem.notifications.moment import Moment
from pbem.notifications.recipients import opened, reader_at, reader_of
from pbem.notifications.silence import last_before_silence, why_silent
from pbem.notifications.writer import write
from pbem.orders.keywords import Key
from pbem.store import outbox, questions, receipts, results
from pbem.store.answers import answers_by_seat
from pbem.store.events import load_log
from pbem.store.inbound import leave_unanswered
from pbem.turns.turn import standing_log, without_slips

RESULT_WAITS = timedelta(hours=24)
"""So long a result waits for a question that carries it."""


def tell(
    at: Moment, seat: Seat, page: Callable[[Reader], Page], unique: str, *, asking: bool = False
) -> Unwritten | None:
    """Write to one player who has not written to us, at once; why not, if he has not agreed.

    With `asking` an answer to this letter is one to what is open for that seat, if anything.
    """
    open_ = questions.open_questions(at.ctx.session, at.table.id) if asking else []
    shown = [q for q in open_ if q.seat == seat and at.hiding is None]
    reader = reader_of(at, seat, shown[0] if shown else None)
    return write(at, reader, seat, page(reader), None, f"{at.length}.{unique}").why_not


def say(at: Moment, seat: Seat, page: Callable[[Reader], Page], inbound: int, nth: int = 0) -> None:
    """Answer a player's mail at once, with the question that is open for that seat, if any.

    The answer address is that question's, so that an answer to this letter is one to it.
    A player who has got too many answers gets none. `nth` tells several answers to one mail
    apart.
    """
    open_ = questions.open_questions(at.ctx.session, at.table.id)
    asked = next((q for q in open_ if q.seat == seat and at.hiding is None), None)
    reader = reader_of(at, seat, asked)
    _answer(at, reader, seat, page(reader), asked, inbound, nth)


def say_at(
    at: Moment,
    seat: Seat,
    page: Callable[[Reader], Page],
    about: tuple[Purpose, int],
    inbound: int,
    nth: int = 0,
) -> None:
    """Write to a player at once because of a mail, with an answer address for that alone."""
    reader = reader_at(at, seat, *about)
    _answer(at, reader, seat, page(reader), None, inbound, nth)


def _answer(
    at: Moment,
    reader: Reader,
    seat: Seat,
    told: Page,
    asked: Question | None,
    inbound: int,
    nth: int,
) -> None:
    why = why_silent(at.ctx, reader.player.id, kind_of(told))
    if why is not None:
        leave_unanswered(at.ctx.session, inbound, why)
        return
    until = last_before_silence(at.ctx, reader.player.id, kind_of(told))
    if until:
        told = replace(told, frame=replace(told.frame, silent_until=until))
    unique = f"in{inbound}.{nth}" if nth else f"in{inbound}"
    write(at, reader, seat, told, asked, unique, inbound=inbound)


def results_wait(at: Moment) -> None:
    """Tell all who play the result of the deal that is just over, if no question does first."""
    ready = at.ctx.now + at.hold
    for seat, player in enumerate(at.table.players):
        if seat not in at.table.kept:
            at_once = player.mailing.value(Key.RESULTS) == "now"
            due = ready if at_once else ready + RESULT_WAITS
            results.tell_result(at.ctx.session, at.table.id, [Seat(seat)], due)


def tell_result(at: Moment, seat: Seat) -> bool:
    """Tell a player how the last deal ended; False if that is told, or was taken back."""
    since = outbox.told(at.ctx.session, at.table.id, seat)
    log = standing_log(load_log(at.ctx.session, at.table.id, since=since))
    log = without_slips([one for one in log if one.seq < at.length], since, seat)
    scored = sum(isinstance(one.entry, DealScored) for one in log)
    if scored:
        reader = replace(reader_of(at, seat, None), opened=opened(at, scored))
        write(at, reader, seat, DealOver.of(reader, log), None, str(at.length))
    return bool(scored)


def tell_the_end(at: Moment) -> None:
    """Send every player the final score; no word about an earlier answer leaves after it."""
    answers = answers_by_seat(at.ctx.session, at.table.id, at.game.players)
    for seat in range(at.game.players):
        if seat in at.table.left:
            continue
        since = at.ctx.now + at.hold
        receipts.drop(at.ctx.session, at.table.id, Seat(seat), at.ctx.now, since=since)
        reader = replace(reader_of(at, Seat(seat), None), opened=opened(at, 1))
        page = Digest.of(reader, answers, at.ctx.now)
        write(at, reader, Seat(seat), page, None, str(at.length))

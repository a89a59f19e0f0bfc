"""Who is told what of a game: news, answers to mails, results and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from engine import CardsDealt, DealScored, Seat
from pbem.domain.logged import Logged
from pbem.domain.model import Player
from pbem.domain.strangers import Unwritten
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Page, Trait
from pbem.letters.pages.organisers import GameOver
from pbem.letters.pages.results import Digest
from pbem.letters.pages.reviewed import Decided
from pbem.letters.pages.status import DealOver
from pbem.letters.reader import Reader
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify
from pbem.notifications.moment import Moment, moment_for
from pbem.notifications.organisers import organiser_taps
from pbem.notifications.recipients import opened, reader_at, reader_of, spectator, with_talk
from pbem.notifications.silence import last_before_silence, left_unanswered
from pbem.notifications.suggested import written_orders
from pbem.notifications.writer import write
from pbem.orders.keywords import Key
from pbem.results.reviews import Found, found_so_far
from pbem.store import questions, receipts, results
from pbem.store.answers import answers_by_seat
from pbem.store.events import load_log
from pbem.store.game_reviews import found_in
from pbem.store.leagues import in_league
from pbem.turns.turn import standing_log, without_slips

RESULT_WAITS = timedelta(hours=24)
"""So long a result waits for a question that carries it."""


def tell(
    at: Moment,
    to: Seat | Player,
    page: Callable[[Reader], Page],
    unique: str,
    *,
    asking: bool = False,
) -> Unwritten | None:
    """Write at once to who has not written to us: to a seat, or to who sits at none, of what lies
    on the table. Why not, if he has not agreed.

    With `asking` an answer to this letter is one to what is open for that seat, if anything.
    """
    at, reader = _reading(at, to, asking=asking)
    if reader is None:
        return None
    return write(at, reader, page(reader), None, f"{at.length}.{unique}").why_not


def say(
    at: Moment, to: Seat | Player, page: Callable[[Reader], Page], inbound: int, nth: int = 0
) -> None:
    """Answer a mail at once, with the question that is open for that seat, if any.

    The answer address is that question's, so that an answer to this letter is one to it.
    Who sits at no seat is told what lies on the table. A player who has got too many answers gets
    none. `nth` tells several answers to one mail apart.
    """
    at, reader = _reading(at, to, asking=True)
    if reader is not None:
        _answer(at, reader, page(reader), inbound, nth)


def _reading(at: Moment, to: Seat | Player, *, asking: bool) -> tuple[Moment, Reader | None]:
    """Who reads of which moment; with `asking`, to answer the question that is open for the seat.

    Who sits at no seat reads of a turn when all do, and at once only what is held back from nobody.
    """
    if isinstance(to, Player):
        at = moment_for(at.ctx, at.table, None) if asking or at.turn is None else at
        return at, spectator(at, to)
    asks = asking and at.hiding is None
    asked = questions.open_at(at.ctx.session, at.table.id, to) if asks else None
    return at, reader_of(at, to, asked)


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
    _answer(at, reader, page(reader), inbound, nth)


def _answer(
    at: Moment,
    reader: Reader,
    told: Page,
    inbound: int,
    nth: int,
) -> None:
    if left_unanswered(at.ctx, inbound, reader.player.id, told.kind):
        return
    refuses = told.kind in kinds_with(Trait.REFUSES)
    if refuses and (until := last_before_silence(at.ctx, reader.player.id, told.kind)):
        told = replace(told, frame=replace(told.frame, silent_until=until))
    unique = f"in{inbound}.{nth}" if nth else f"in{inbound}"
    write(at, reader, told, reader.asked, unique, inbound=inbound)


def results_wait(at: Moment) -> None:
    """Tell all who play the result of the deal that is just over, if no question does first."""
    ready = at.ctx.now + at.hold
    for seat, player in enumerate(at.table.players):
        if seat not in at.table.kept:
            due = ready if player.mailing.value(Key.RESULTS) == "now" else ready + RESULT_WAITS
            results.tell_result(at.ctx.session, at.table.id, [Seat(seat)], due)


def tell_result(at: Moment, to: Seat | Player) -> bool:
    """Tell how the last deal ended; False if that is told, was taken back, or may not be told."""
    at, reader = _reading(at, to, asking=False)
    if reader is None:
        return False
    seated = reader.seat is not None
    log = standing_log(load_log(at.ctx.session, at.table.id, since=reader.told if seated else 0))
    log = [one for one in log if one.seq < at.length]
    log = without_slips(log if seated else whole_deals(log, reader.told), reader.told, reader.seat)
    scored = sum(isinstance(one.entry, DealScored) for one in log)
    if scored:
        reader = replace(with_talk(at, reader), opened=opened(at, scored))
        write(at, reader, DealOver.of(reader, log), None, str(at.length))
    return bool(scored)


def whole_deals(log: Sequence[Logged], told: int) -> Sequence[Logged]:
    """A log from the first card of the first deal that ended after so many entries; of the last
    deal that is over where nothing is told yet.
    """
    ends = [at for at, one in enumerate(log) if isinstance(one.entry, DealScored)]
    ends = [at for at in ends if log[at].seq >= told] if told else ends[-1:]
    over = ends[0] if ends else 0
    begun = [at for at, one in enumerate(log[:over]) if isinstance(one.entry, CardsDealt)]
    return log[begun[-1] :] if begun else ()


def tell_the_end(at: Moment) -> None:
    """Send every player the final score, and the organiser; no word about an earlier answer leaves
    after it.
    """
    answers = answers_by_seat(at.ctx.session, at.table.id, at.game.players)
    found = {} if at.table.match else found_in(at.ctx.session, at.table.id)
    since = at.ctx.now + at.hold
    for seat in map(Seat, range(at.game.players)):
        if seat not in at.table.left:
            receipts.drop(at.ctx.session, at.table.id, seat, at.ctx.now, since=since)
            reader = replace(reader_of(at, seat, None), opened=opened(at, 1))
            page = Digest.of(reader, answers, at.ctx.now, _decision(at, seat, found))
            write(at, reader, page, None, str(at.length))
    _tell_the_organiser(at, answers)


def _decision(at: Moment, seat: Seat, found: Found) -> Decided | None:
    """What weighed most of a seat's choices, if they are looked back at."""
    if not any(whose == seat for _, whose in found):
        return None
    told = found_so_far(at.game, load_log(at.ctx.session, at.table.id), seat, found)
    return Decided.weightiest(told) if told else None


def _tell_the_organiser(at: Moment, answers: Sequence[int]) -> None:
    """Tell who organised a game and does not play that it is over, and offer what may follow.

    Of a season the table of the league tells it, once its round is over.
    """
    table, organiser = at.table, at.table.organiser
    plays = any(
        one.id == organiser.id and seat not in table.left for seat, one in enumerate(table.players)
    )
    if plays or table.setup.trial or in_league(at.ctx.session, table.id):
        return
    reader, taps = spectator(at, organiser), organiser_taps(at.ctx, table)
    page = GameOver(
        taps,
        game=table.name,
        end=Digest.of(reader, answers, at.ctx.now) if reader else None,
        orders=written_orders(table.name, taps, ("same_again", "league", "close")),
    )
    notify(at.ctx, page, organiser, str(at.length), game=table, hold=at.hold, turn=at.turn)

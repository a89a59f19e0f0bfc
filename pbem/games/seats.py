"""Who is there: days away, seats a computer plays for, and who leaves for good."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from engine import Level, Seat
from pbem.context import Context
from pbem.domain.absence import length, shortened, within
from pbem.domain.deadlines import Span, deadline
from pbem.domain.model import Closed, Player, Reply, Stage, Table
from pbem.letters.pages.people import GameAway, Presence, PresenceKind
from pbem.notifications.adopting import tell_unorganised
from pbem.notifications.moment import Moment, moment_now
from pbem.notifications.notifier import tell
from pbem.notifications.organisers import tell_silence
from pbem.notifications.questions import change_hands
from pbem.store import answers, deadlines, people, questions, seat_offers, watching
from pbem.store.absences import set_absences
from pbem.store.database import Session
from pbem.store.erasure import forget, keep_back
from pbem.store.games import games_of, load_table
from pbem.store.seats import set_level, set_said

WARNED, GIVEN_UP = 2, 3
"""After so many deadlines missed in a row a player is asked, and then the seat is played for."""


def leave(ctx: Context, table: Table, seat: Seat) -> None:
    """Take a player out of a game for good: no from an invited one, a computer for a seated one."""
    if table.stage is Stage.INVITING:
        set_said(ctx.session, table.id, [seat], Reply.NO)
        if asked := questions.open_at(ctx.session, table.id, seat):
            questions.close(ctx.session, asked.id, Closed.ANSWERED, ctx.now, "no")
    elif table.stage is Stage.PLAYING and seat not in table.left:
        hand_over(ctx, table, seat, Level.STEADY, left=True)


def leave_after(ctx: Context, table: Table, seat: Seat) -> None:
    """Let a player be in no round or game that follows one that is over."""
    set_level(ctx.session, table.id, seat, table.levels[seat], ctx.now, left=True)


def stop(ctx: Context, player: Player) -> None:
    """Take a player out of every game, let him watch none, and write to him no more.

    Nothing is sent that was written to him before. Whoever plays a game that nobody organises any
    more is told.
    """
    for table, seat in _seats(ctx.session, player):
        leave(ctx, table, seat)
    watching.end_all(ctx.session, ctx.now, player=player.id)
    people.set_stopped(ctx.session, player.id, ctx.now)
    keep_back(ctx.session, player.id, ctx.now)
    tell_unorganised(ctx, player)


def forget_now(ctx: Context, player: Player) -> None:
    """Forget a player who gets no word of it: no letter leaves any more, written or not."""
    stop(ctx, player)
    forget(ctx.session, player.id, ctx.now)


def book(session: Session, player: Player, span: Span, now: datetime) -> tuple[GameAway, ...]:
    """Write days away down, and give each open question of that player its new deadline.

    Returns how each running game takes it whose cards are the player's own to play.
    """
    spans = sorted({*player.away, span}, key=lambda one: (one.first, one.last))
    set_absences(session, player.id, spans, now)
    told = []
    for table, seat in _seats(session, player, Stage.PLAYING):
        granted = within((span,), now.date(), table.days_away_left(seat, but=span))
        if seat not in table.kept:
            told.append(GameAway(table.name, sum(map(length, granted)), length(span)))
        _move_deadline(session, table, seat, now)
    return tuple(told)


def come_back(ctx: Context, player: Player) -> bool:
    """End days away and every computer's play for a player; False if there was neither."""
    today = ctx.now.astimezone(ZoneInfo(player.zone)).date()
    current = [span for span in player.away if today in span]
    if current:
        kept = [span for span in player.away if today not in span]
        kept += filter(None, (shortened(span, today) for span in current))
        set_absences(ctx.session, player.id, kept, ctx.now)
    found = bool(current)
    for table, seat in _seats(ctx.session, player, Stage.PLAYING):
        if current:
            _move_deadline(ctx.session, table, seat, ctx.now)
        if seat in table.kept and not seat_offers.is_given(ctx.session, table.id, player.id):
            found = True
            hand_over(ctx, table, seat, None)
    return found


def hand_over(
    ctx: Context,
    table: Table,
    seat: Seat,
    level: Level | None,
    *,
    left: bool = False,
    dropped: bool = False,
) -> None:
    """Let a computer play for a seat from now on, or its player again, who is asked anew."""
    set_level(ctx.session, table.id, seat, level, ctx.now, left=left, dropped=dropped)
    change_hands(moment_now(ctx, load_table(ctx.session, table.id)), seat)


def after_a_miss(ctx: Context, table: Table, seat: Seat) -> None:
    """Ask a player who keeps silent whether he is still there, and then do without him."""
    missed = answers.misses(ctx.session, table.id, seat)
    if missed < WARNED or seat in table.kept:
        return
    what: PresenceKind = "still there" if missed < GIVEN_UP else "kept"
    if what == "kept":
        hand_over(ctx, table, seat, Level.STEADY)
    table = load_table(ctx.session, table.id)
    at = Moment(ctx, table, *ctx.services.games.game(ctx.session, table.id))
    tell(at, seat, lambda reader: Presence.of(reader, what, missed=missed), f"{missed}")
    tell_silence(ctx, table.id, seat, missed)


def _seats(
    session: Session, player: Player, stage: Stage | None = None
) -> list[tuple[Table, Seat]]:
    """The seats of a player in games at some stage, or at any."""
    return [
        (table, Seat(seat))
        for number in games_of(session, player.id, stage)
        for table in [load_table(session, number)]
        for seat, one in enumerate(table.players)
        if one.id == player.id
    ]


def _move_deadline(session: Session, table: Table, seat: Seat, now: datetime) -> None:
    """Count an open question's deadline anew; a player who is back has a whole new time."""
    pace = table.pace(seat)
    asked = questions.open_at(session, table.id, seat)
    if asked is None or asked.due_at is None or seat in table.kept:
        return
    whole = deadline(asked.asked_at, table.setup.answer_in, pace)
    if whole < asked.due_at:
        whole = min(asked.due_at, max(whole, deadline(now, table.setup.answer_in, pace)))
    if whole != asked.due_at:
        reminded = table.reminder(seat, max(asked.asked_at, now), whole)
        deadlines.set_due(session, asked.id, whole, reminded)

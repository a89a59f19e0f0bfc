"""Commands about time: pause and resume, more time, the pace, reminders, days away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.context.known import as_known
from pbem.domain.absence import shortened
from pbem.domain.asking import stands
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.deadlines import Span, deadline
from pbem.domain.model import Question, Stage, Table
from pbem.games.seats import book
from pbem.notifications.questions import ask_anew, send_reminder
from pbem.orders.organiser.model import Absent, Extend, PauseGame, Remind, Resume, SetPace
from pbem.store import deadlines, outbox, questions
from pbem.store.games import set_setup
from pbem.store.seats import set_paused

_DAY = timedelta(days=1)


def pause(desk: Desk, _: PauseGame) -> CommandOutcome:
    """Let nobody be late from now on."""
    table = desk.table
    if table.paused_at is not None:
        raise NotDone(CommandKind.PAUSED_ALREADY, game=table.name)
    set_paused(desk.session, table.id, desk.now)
    desk.tell(desk.everybody(), "paused")
    return CommandOutcome(CommandKind.PAUSED, game=table.name, undo="resume")


def resume(desk: Desk, ordered: Resume) -> CommandOutcome:
    """Let deadlines count again: the time of a pause is given back, or days off are none."""
    table = desk.table
    paused = ordered.first is None and table.paused_at is not None
    if paused:
        set_paused(desk.session, table.id, None)
    else:
        days_off = _days_kept(desk, table, ordered)
        set_setup(desk.session, table.id, replace(table.setup, days_off=days_off))
    after = desk.table
    new_dues = {}
    for one in _open(desk, after):
        if one.due_at is not None and one.seat not in after.kept:
            new_dues[one.seat] = _due_again(desk, table, after, one)
            _set_due(desk, after, one, new_dues[one.seat])
    if after.stage is Stage.PLAYING:
        for seat in desk.everybody():
            desk.tell([seat], "resumed", until=new_dues.get(seat))
    return CommandOutcome(CommandKind.RESUMED, game=table.name, undo="pause" if paused else "")


def _days_kept(desk: Desk, table: Table, ordered: Resume) -> tuple[Span, ...]:
    """The days off without those that are named, or without what is left of today's."""
    if ordered.first is not None and ordered.last is not None:
        ended = Span(ordered.first, ordered.last)
        if ended not in table.setup.days_off:
            raise NotDone(CommandKind.NOT_PAUSED, game=table.name)
        return tuple(span for span in table.setup.days_off if span != ended)
    today = desk.now.astimezone(ZoneInfo(table.organiser.zone)).date()
    if not any(today in span for span in table.setup.days_off):
        raise NotDone(CommandKind.NOT_PAUSED, game=table.name)
    left = (shortened(span, today) if today in span else span for span in table.setup.days_off)
    return tuple(span for span in left if span)


def _due_again(desk: Desk, before: Table, after: Table, asked: Question) -> datetime:
    """The deadline of a question when a game goes on."""
    assert asked.due_at is not None
    if before.paused_at is None or after.paused_at is not None:
        return _counted_anew(desk, after, asked, asked.due_at)
    away = desk.now - max(before.paused_at, asked.asked_at)
    return deadline(asked.due_at + away, 0, after.pace(asked.seat))


def extend(desk: Desk, ordered: Extend) -> CommandOutcome:
    """Give more time for what is asked now, as far as all know.

    A question that waits for the hold of the move before it has not come yet: its letter is
    written, and more time would tell that there is such a move.
    """
    table = desk.table
    waits = as_known(desk.services, desk.session, table, desk.now).game.awaiting
    asked = [one for one in _open(desk, table) if one.due_at is not None and one.seat in waits]
    if ordered.player:
        _, seat = desk.seat_of(ordered.player)
        asked = [one for one in asked if one.seat == seat]
        if not asked:
            raise NotDone(CommandKind.NOT_ASKED, name=table.players[seat].name, game=table.name)
    asked = [one for one in asked if one.seat not in table.kept]
    if not asked:
        raise NotDone(CommandKind.NOBODY_ASKED, game=table.name)
    names, due = [], desk.now
    for one in asked:
        assert one.due_at is not None
        asked_at = max(one.asked_at, desk.now - _DAY)
        due, remind_at = table.later(
            one.seat, max(one.due_at, desk.now), ordered.hours, asked=asked_at
        )
        deadlines.set_due(desk.session, one.id, due, remind_at)
        desk.tell([one.seat], "extended", until=due)
        names.append(table.players[one.seat].name)
    zone = table.players[asked[0].seat].zone
    return CommandOutcome(
        CommandKind.EXTENDED, game=table.name, name=", ".join(names), at=due, zone=zone
    )


def pace(desk: Desk, ordered: SetPace) -> CommandOutcome:
    """Another time to answer, from the next question on."""
    table = desk.table
    set_setup(desk.session, table.id, replace(table.setup, answer_in=ordered.hours))
    before = table.setup.answer_in
    undo = f"deadline {before} hours" if before != ordered.hours else ""
    return CommandOutcome(CommandKind.PACE, game=table.name, n=ordered.hours, undo=undo)


def remind(desk: Desk, ordered: Remind) -> CommandOutcome:
    """Remind a player now, once a day at most."""
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    asked = next((one for one in _open(desk, table) if one.seat == seat), None)
    if asked is None or seat in table.kept:
        raise NotDone(CommandKind.NOT_ASKED, name=player.name, game=table.name)
    if desk.done_since(CommandKind.REMINDED, player.name, desk.now - _DAY):
        raise NotDone(CommandKind.REMINDED_TODAY, name=player.name)
    at = desk.moment()
    if not table.begun:
        if why := ask_anew(at, asked):
            offers = (f"remind {player.name}",) if why.until else ()
            raise NotDone(
                CommandKind.NOT_REMINDED, game=table.name, offers=offers, unwritten=(why,)
            )
        return CommandOutcome(CommandKind.REMINDED, name=player.name, game=table.name)
    game, length = desk.game()
    mail = outbox.asked_in(desk.session, asked.id)
    if mail is None or not stands(asked, game, length):
        raise NotDone(CommandKind.MAIL_NOT_LEFT, name=player.name)
    assert asked.due_at is not None
    send_reminder(at, asked, mail, f".{desk.unique}")
    if asked.due_at - desk.now < 2 * _DAY:
        deadlines.set_due(desk.session, asked.id, asked.due_at)
    return CommandOutcome(
        CommandKind.REMINDED, name=player.name, game=table.name, at=asked.due_at, zone=player.zone
    )


def away(desk: Desk, ordered: Absent) -> CommandOutcome:
    """A player is away: those days do not count, at any table."""
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    book(desk.session, player, Span(ordered.first, ordered.last), desk.now)
    return CommandOutcome(
        CommandKind.AWAY, name=player.name, game=table.name, first=ordered.first, last=ordered.last
    )


def days_off(desk: Desk, ordered: PauseGame) -> CommandOutcome:
    """Let nobody be late on the days that are ordered."""
    assert ordered.first is not None
    assert ordered.last is not None
    return skip_days(desk, Span(ordered.first, ordered.last))


def skip_days(desk: Desk, span: Span) -> CommandOutcome:
    """Let nobody be late on some days: deadlines are counted anew, and all are told."""
    table = desk.table
    spans = sorted({*table.setup.days_off, span}, key=lambda one: (one.first, one.last))
    set_setup(desk.session, table.id, replace(table.setup, days_off=tuple(spans)))
    after = desk.table
    for one in _open(desk, after):
        if one.due_at is not None and one.seat not in after.kept:
            _set_due(desk, after, one, _counted_anew(desk, after, one, one.due_at))
    if after.stage is Stage.PLAYING:
        desk.tell(desk.everybody(), "off", days=span)
    undo = (
        f"resume {span.first} to {span.last}" if span.first < span.last else f"resume {span.first}"
    )
    return CommandOutcome(
        CommandKind.OFF, game=table.name, first=span.first, last=span.last, undo=undo
    )


def _counted_anew(desk: Desk, table: Table, asked: Question, due: datetime) -> datetime:
    """A deadline by the days that count now; nobody has less than a whole new time for that."""
    pace = table.pace(asked.seat)
    whole = deadline(asked.asked_at, table.setup.answer_in, pace)
    return max(whole, min(due, deadline(desk.now, table.setup.answer_in, pace)))


def _open(desk: Desk, table: Table) -> tuple[Question, ...]:
    return questions.open_questions(desk.session, table.id)


def _set_due(desk: Desk, table: Table, asked: Question, due: datetime) -> None:
    reminded = table.reminder(asked.seat, max(asked.asked_at, desk.now - _DAY), due)
    deadlines.set_due(desk.session, asked.id, due, reminded)

"""Commands about the game as a whole: begin, other rules, words to all."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from engine import Seat
from engine.combining import renamed, with_options
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.draft import paced
from pbem.commands.organiser.draws import must_be_drawn
from pbem.commands.organiser.guests import not_stopped
from pbem.commands.organiser.invite import invite_seats
from pbem.commands.organiser.watching import let_watch
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Closed, Reply, Stage, Table
from pbem.domain.setup import NEWCOMER
from pbem.domain.strangers import Unwritten
from pbem.domain.vocabulary import ToAll
from pbem.games.start import alike, begin_with_those, free, together
from pbem.orders.organiser.model import ChangeRules, Close, Start, TellAll
from pbem.orders.organiser.set_up import Open
from pbem.store import offers, outbox, questions
from pbem.store.audit_log import Announced, announce
from pbem.store.consent import has_agreed
from pbem.store.games import set_setup, set_stage
from pbem.store.leagues import entered_for, in_league
from pbem.store.offers import Offer
from pbem.store.people import stopped
from pbem.store.seats import set_closed, set_said

_SOON = timedelta(hours=24)


def begin(desk: Desk, ordered: Start) -> CommandOutcome:
    """Invite those of a draft, or begin with those who have said yes; at once where all of a draft
    have.
    """
    table = desk.table
    if table.stage is Stage.DRAFT:
        must_be_drawn(desk)
        _fits(desk, table, len(table.players))
        told = _invite_those_of(desk, table)
        return begin(desk, ordered) if told is None else told
    yes = [Seat(seat) for seat, said in enumerate(table.said) if said is Reply.YES]
    _fits(desk, table, len(yes))
    if not ordered.sure and len(yes) < len(table.players):
        raise NotDone(
            CommandKind.START_HOW,
            game=table.name,
            n=len(yes),
            m=len(table.players),
            offers=("start now",),
        )
    tables = together(desk.session, table)
    if not alike(tables):
        names = ", ".join(one.name for one in tables if one.id != table.id)
        raise NotDone(CommandKind.MATCH_NOT_READY, game=table.name, other=names)
    unsure = [one.name for one in tables if Reply.NOTHING in one.said and one.id != table.id]
    if unsure and not ordered.sure:
        raise NotDone(
            CommandKind.MATCH_HOW, game=table.name, other=", ".join(unsure), offers=("start now",)
        )
    silent = [Seat(seat) for seat, said in enumerate(table.said) if said is Reply.NOTHING]
    desk.tell(silent, "uninvited")
    begin_with_those(desk, tables)
    return CommandOutcome(CommandKind.BEGUN_NOW, game=table.name, n=len(yes))


def _invite_those_of(desk: Desk, table: Table) -> CommandOutcome | None:
    """Ask all in a draft who have said nothing yet, but its organiser, who is in; None if nobody is
    to be asked. NotDone if one of them wants no mail any more.
    """
    for seat, player in enumerate(table.players):
        if table.said[seat] is Reply.NOTHING:
            not_stopped(desk, player)
    set_stage(desk.session, table.id, Stage.INVITING, desk.now)
    organiser = table.organiser
    agreed = has_agreed(desk.session, organiser.address, desk.now)
    asked = []
    for seat, player in enumerate(table.players):
        if player.id == organiser.id and agreed:
            set_said(desk.session, table.id, [seat], Reply.YES)
        elif table.said[seat] is Reply.NOTHING:
            asked.append(Seat(seat))
    return invite_seats(desk, asked) if asked else None


def _fits(desk: Desk, table: Table, count: int) -> None:
    least, most = table.setup.rules.players
    if not least <= count <= most:
        inviting = table.stage is Stage.INVITING
        kind = CommandKind.TOO_FEW_YES if inviting else CommandKind.WRONG_NUMBER
        raise NotDone(kind, game=table.name, name=str(least), other=str(most), n=count)
    if count == len(table.computers):
        raise NotDone(CommandKind.NOBODY_PLAYS, game=table.name, offers=("invite",))


def change(desk: Desk, ordered: ChangeRules) -> CommandOutcome:
    """Other rules before the cards are out, another pace at any time."""
    table, options = desk.table, ordered.options
    if options.hints is not None:
        hints(desk, ordered)
    unwritten: tuple[Unwritten, ...] = ()
    if options.rules:
        if table.begun:
            raise NotDone(CommandKind.RULES_FIXED, game=table.name)
        unwritten = _change_rules(desk, table, list(options.rules))
    set_setup(desk.session, table.id, paced(desk.table.setup, options))
    gate(desk, ordered)
    if options.watchers is not None:
        let_watch(desk, ordered)
    after = desk.table.setup
    kind = CommandKind.RULES_CHANGED if options.rules else CommandKind.PACE_CHANGED
    return CommandOutcome(
        kind,
        game=table.name,
        name=after.preset,
        n=after.answer_in,
        m=after.hold,
        unwritten=unwritten,
    )


def gate(desk: Desk, ordered: ChangeRules) -> CommandOutcome:
    """Let only those join who answer in time so often, if that is ordered."""
    table, reliable = desk.table, ordered.options.reliable
    if reliable is None:
        reliable = table.setup.reliable
    set_setup(desk.session, table.id, replace(table.setup, reliable=reliable))
    undo = f"set reliable {table.setup.reliable} %" if table.setup.reliable != reliable else ""
    kind = CommandKind.GATE if reliable else CommandKind.NO_GATE
    return CommandOutcome(kind, game=table.name, n=reliable, m=NEWCOMER, undo=undo)


def hints(desk: Desk, ordered: ChangeRules) -> CommandOutcome:
    """Let who is asked be given hints, or not, as long as nobody has been invited otherwise."""
    table, on = desk.table, bool(ordered.options.hints)
    if table.stage is not Stage.DRAFT:
        raise NotDone(CommandKind.HINTS_FIXED, game=table.name)
    if on and in_league(desk.session, table.id):
        raise NotDone(CommandKind.HINTS_LEAGUE)
    set_setup(desk.session, table.id, replace(table.setup, hints=on))
    undo = f"set hints {'off' if on else 'on'}" if table.setup.hints != on else ""
    return CommandOutcome(
        CommandKind.HINTS_ON if on else CommandKind.HINTS_OFF, game=table.name, undo=undo
    )


def _change_rules(desk: Desk, table: Table, options: list[str]) -> tuple[Unwritten, ...]:
    """Set other rules; who is not told of them, of those who were invited to play by others."""
    with if_possible():
        rules = with_options(table.setup.rules, options)
        if table.players and not entered_for(desk.session, table.id):
            rules.sizes(len(table.players) + free(desk.session, table))
    setup = replace(table.setup, preset=renamed(table.setup.preset, options), rules=rules)
    set_setup(desk.session, table.id, setup)
    if table.stage is not Stage.INVITING:
        return ()
    # Who has said yes has said it to other rules; whose no was to all mail is not asked again.
    for asked in questions.open_questions(desk.session, table.id):
        questions.close(desk.session, asked.id, Closed.VOID, desk.now)
        outbox.supersede(desk.session, table.id, desk.now, question=asked.id)
    gone = stopped(desk.session, [one.id for one in table.players]) | {table.organiser.id}
    seats = [Seat(at) for at, one in enumerate(table.players) if one.id not in gone]
    set_said(desk.session, table.id, seats, Reply.NOTHING)
    return invite_seats(desk, seats, again=True).unwritten


def open_seats(desk: Desk, ordered: Open) -> CommandOutcome:
    """Offer seats to whoever asks for one; a draft is started for that."""
    table = desk.table
    must_be_drawn(desk)
    known = offers.offer(desk.session, table.id)
    if ordered.seats == 0:
        if known is None:
            raise NotDone(CommandKind.NOT_OPEN, game=table.name)
        offers.withdraw(desk.session, table.id)
        left = known.free(table)
        return CommandOutcome(
            CommandKind.OPEN_OFF, game=table.name, undo=f"open {left} seats" if left else ""
        )
    if not desk.settings.open_games:
        raise NotDone(CommandKind.NO_OPEN_GAMES)
    here = sum(said is not Reply.NO for said in table.said)
    least, most = table.setup.rules.players
    room = here + ordered.seats if ordered.seats else most
    if not least <= room <= most or room == here:
        raise NotDone(
            CommandKind.NO_SUCH_ROOM, game=table.name, name=str(least), other=str(most), n=here
        )
    until = end_of(ordered.until, table.organiser.zone, desk.now) if ordered.until else None
    invited = _invite_those_of(desk, table) if table.stage is Stage.DRAFT else None
    offers.set_offer(desk.session, table.id, Offer(room, until))
    kind = CommandKind.OPEN_UNTIL if until else CommandKind.OPEN
    return CommandOutcome(
        kind,
        game=table.name,
        n=room - here,
        last=ordered.until,
        undo="open off",
        unwritten=invited.unwritten if invited else (),
    )


def end_of(day: date, zone: str, now: datetime) -> datetime:
    """When a day ends in a zone; NotDone if it has."""
    until = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone)).astimezone(now.tzinfo)
    if until <= now:
        raise NotDone(CommandKind.LACKING)
    return until


def close(desk: Desk, _: Close) -> CommandOutcome:
    """Put a game that has ended away."""
    set_closed(desk.session, desk.number, desk.now)
    return CommandOutcome(CommandKind.CLOSED, game=desk.table.name)


def announce_all(desk: Desk, ordered: TellAll) -> CommandOutcome:
    """Words for all: with their next mails, or at once if none is due within a day."""
    table = desk.table
    asked = questions.open_questions(desk.session, table.id)
    soon = [one for one in asked if one.due_at and one.due_at - desk.now <= _SOON]
    if table.stage is Stage.PLAYING and soon and table.paused_at is None:
        announce(desk.session, table.id, Announced(ToAll.WORDS, ordered.words), desk.now)
        return CommandOutcome(CommandKind.RIDES, game=table.name)
    unwritten = desk.tell(desk.everybody(), "words", words=ordered.words)
    return CommandOutcome(CommandKind.ANNOUNCED, game=table.name, unwritten=unwritten)

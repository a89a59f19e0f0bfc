"""Playing again with the same people: a player proposes it, enough who agree have it drafted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine import RulesError, Seat
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.follow_ups import same_again
from pbem.commands.player.row import OVER, Done, LetterBack, Row, SeatContext, refuse
from pbem.commands.player.trials import another_trial
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.code_powers import Power
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.vocabulary import Change, To, Why
from pbem.letters.page import Page
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.rematch import Rematch, RematchKind
from pbem.letters.reader import Reader
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell
from pbem.orders.answers import Join
from pbem.orders.model import Request
from pbem.orders.organiser.set_up import SameAgain
from pbem.store import rematches
from pbem.store.database import Session
from pbem.store.farewell import ends_on
from pbem.store.games import find_game, load_table
from pbem.store.locks import take_games
from pbem.store.people import has_stopped
from pbem.store.seats import set_said


def rematch(ctx: SeatContext, _order: Request) -> Done:
    """Say yes to playing an ended game again, and ask the others if nobody has asked them yet."""
    if ctx.table.setup.trial:
        return another_trial(ctx, _order)
    return _said(ctx, yes=True)


def yes_to_rematch(ctx: SeatContext, order: Join) -> Done:
    """A yes or a no after the end, which is about playing again where that was proposed."""
    if ctx.question is not None or rematches.rematch(ctx.session, ctx.table.id) is None:
        return Done(outcomes.Repeated())
    return _said(ctx, yes=order.yes)


def _said(ctx: SeatContext, *, yes: bool) -> Done:
    table, seat = ctx.table, ctx.seat
    take_games(ctx.session, [table.id])
    if table.stage is not Stage.OVER:
        return refuse(ctx, Why.NOT_OVER)
    if yes and ends_on(ctx.session):
        return refuse(ctx, Why.SERVER_ENDS)
    first = rematches.rematch(ctx.session, table.id) is None
    said = rematches.say(ctx.session, table.id, seat, yes=yes, now=ctx.now)
    needed = _needed(ctx.session, table)
    if said.next is not None:
        _join(ctx.session, said.next, ctx.player, yes=yes)
    elif len(said.yes) >= needed:
        said = _set_up(ctx, table, said)
    page = partial(_page, ctx.session, table, said, needed)
    for other in _others(ctx.session, table, seat) if first else ():
        tell(
            moment_for(ctx, table, other),
            other,
            partial(page, what="proposed", name=ctx.player.name),
            "rematch",
        )
    outcome = outcomes.Changed(Change.REMATCH) if yes else outcomes.Said(False, To.REMATCH)
    return Done(outcome, LetterBack(partial(page, what="noted" if yes else "declined")))


def _set_up(ctx: Context, table: Table, said: rematches.Rematch) -> rematches.Rematch:
    """Draft the next game for the same organiser; those who have said yes are in already.

    Where the organiser wants no more mail, one of the players organises.
    """
    players = table.players
    who = players[min(said.yes)] if has_stopped(ctx.session, table.organiser.id) else None
    desk = Desk(
        *(ctx.services, ctx.session, ctx.now),
        number=table.id,
        who=who,
        line="rematch",
        unique=f"rematch{table.id}",
    )
    try:
        with ctx.session.begin_nested():
            told = same_again(
                desk,
                SameAgain(""),
                without=frozenset(players[seat].id for seat in {*said.no, *table.left}),
                wanted_by=tuple(players[seat].name for seat in sorted(said.yes)),
            )
    except NotDone:
        return said
    made = find_game(ctx.session, told.game)
    assert made is not None
    agreed = {players[seat].id for seat in said.yes}
    seats = [at for at, one in enumerate(load_table(ctx.session, made).players) if one.id in agreed]
    set_said(ctx.session, made, seats, Reply.YES)
    rematches.set_next(ctx.session, table.id, made)
    return rematches.Rematch(said.yes, said.no, made)


def _join(session: Session, following: int, player: Player, *, yes: bool) -> None:
    """Count what is said late for the game that is drafted meanwhile; an invited one asks anew."""
    table = load_table(session, following)
    seats = [at for at, one in enumerate(table.players) if one.id == player.id]
    if table.stage is Stage.DRAFT:
        set_said(session, following, seats, Reply.YES if yes else Reply.NO)


def _needed(session: Session, table: Table) -> int:
    """How many people must want to play again: more than half, and as many as the rules need with
    the computers of the table, which play again with whoever does.
    """
    people, rules = sum(not one.is_computer for one in table.players), table.setup.rules
    computers = len(table.players) - people
    for count in range(people // 2 + 1, people):
        try:
            rules.sizes(count + computers)
        except RulesError:
            continue
        return count
    return people


def _others(session: Session, table: Table, but: Seat) -> Iterator[Seat]:
    """Who is asked when a player proposes to play again."""
    for seat, player in enumerate(table.players):
        if seat != but and seat not in table.left and not has_stopped(session, player.id):
            yield Seat(seat)


def _page(
    session: Session,
    table: Table,
    said: rematches.Rematch,
    needed: int,
    reader: Reader,
    what: RematchKind,
    name: str = "",
) -> Page:
    words = {**dict.fromkeys(said.yes, "yes"), **dict.fromkeys(said.no, "no")}
    return Rematch(
        reader.frame,
        what,
        name=name,
        said=tuple(
            (player.name, words.get(Seat(at), "nothing"))
            for at, player in enumerate(table.players)
            if at not in table.left and not player.is_computer
        ),
        needed=needed,
        following=load_table(session, said.next).name if said.next is not None else "",
    )


ROWS = (
    Row(
        *("rematch", rematch),
        line=HelpLine("play again with the same people, once the game is over", "rarely"),
    ),
    Row(Join, yes_to_rematch, OVER, Power.ANSWERS),
)

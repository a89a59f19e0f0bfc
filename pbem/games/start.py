"""When a game begins: all have said yes, and no seat that is offered is free."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Seat
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Reply, Stage, Table
from pbem.games.commit import start_game
from pbem.logs import log
from pbem.notifications.organisers import tell_answers, tell_organiser
from pbem.store import offers
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.locks import take_games
from pbem.store.matches import match_of, share_words
from pbem.store.seats import remove_seat


def free(session: Session, table: Table) -> int:
    """How many seats of a table are offered and nobody's yet."""
    open_ = offers.offer(session, table.id)
    return open_.free(table) if open_ and table.stage is Stage.INVITING else 0


def begin_if_ready(ctx: Context, table: Table) -> bool:
    """Begin a game if all have said yes, the rules are for so many, and no offered seat is free.

    The tables of a match wait for each other, and begin together.
    """
    tables = together(ctx.session, table)
    ready = all(_is_ready(ctx.session, one) for one in tables) and alike(tables)
    if ready:
        begin_with_those(ctx, tables)
    return ready


def together(session: Session, table: Table) -> list[Table]:
    """The tables that begin with one: those of its match, or itself."""
    if table.match is None:
        return [table]
    numbers = match_of(session, table.match)
    take_games(session, numbers)
    return [load_table(session, number) for number in numbers]


def alike(tables: Sequence[Table]) -> bool:
    """Whether as many have said yes at each table, so that the same hands can be dealt."""
    counts = {sum(said is Reply.YES for said in one.said) for one in tables}
    return len(counts) == 1 and all(one.stage is Stage.INVITING for one in tables)


def _is_ready(session: Session, table: Table) -> bool:
    if not _fits(table):
        return False
    open_ = offers.offer(session, table.id)
    if open_ is None:
        return all(said is Reply.YES for said in table.said)
    return Reply.NOTHING not in table.said and not open_.free(table)


def _fits(table: Table) -> bool:
    """Whether as many have said yes as the rules are for, and not computers alone."""
    least, most = table.setup.rules.players
    yes = table.said.count(Reply.YES)
    return least <= yes <= most and yes > len(table.computers)


def begin_with_those(ctx: Context, tables: Sequence[Table]) -> None:
    """Begin with those who have said yes."""
    for table in tables:
        for seat in reversed(range(len(table.players))):
            if table.said[seat] is not Reply.YES:
                remove_seat(ctx.session, table.id, Seat(seat), ctx.now)
    if tables[0].match is not None:
        players = len(load_table(ctx.session, tables[0].id).players)
        share_words(ctx.session, [table.id for table in tables], players)
    for table in tables:
        start_game(ctx, load_table(ctx.session, table.id))


def shut_next(services: Services, now: datetime) -> bool:
    """Let the game be joined no more whose time for that was up first; False when none is.

    It begins with who is in, if nobody is waited for and the rules allow so many.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        number = offers.next_over(session, now)
        if number is None:
            return False
        take_games(session, [number])
        offers.withdraw(session, number)
        table = load_table(session, number)
        if table.stage is not Stage.INVITING:
            return True
        tables = together(session, table)
        answered = all(Reply.NOTHING not in one.said for one in tables)
        if answered and alike(tables) and _fits(table):
            begin_with_those(ctx, tables)
            tell_answers(ctx, number, "shut")
        else:
            yes, (least, _) = table.said.count(Reply.YES), table.setup.rules.players
            told = CommandOutcome(
                CommandKind.SHUT, game=table.name, n=yes, m=least, offers=("open", "start now")
            )
            tell_organiser(ctx, table, told, f"shut{int(now.timestamp())}")
    log.info("joined no more", game=number)
    return True

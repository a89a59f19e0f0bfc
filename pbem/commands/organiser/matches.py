"""Matches: the same deals at several tables, and how the tables did against each other."""

from __future__ import annotations

from datetime import datetime

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.draws import must_be_drawn
from pbem.commands.organiser.follow_ups import draft_like
from pbem.context import Context
from pbem.context.known import sealed
from pbem.context.services import Services
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Table
from pbem.games.guests import invitable
from pbem.letters.pages.results import MatchOver
from pbem.letters.parts import Fingerprint
from pbem.letters.taps import Taps
from pbem.logs import log
from pbem.notifications.mailer import notify, seat_taps
from pbem.notifications.moment import moment_now
from pbem.notifications.organisers import organiser_taps
from pbem.notifications.watching import tell_watchers_the_end
from pbem.orders.organiser.set_up import Duplicate
from pbem.results.matches import compared
from pbem.results.proof import opened_by
from pbem.results.shown import ShownGame, shown
from pbem.store.games import load_table
from pbem.store.locks import take_games
from pbem.store.matches import knows_the_deals, link, match_of, set_compared, uncompared
from pbem.store.people import has_stopped
from pbem.store.shuffles import announced


def duplicate(desk: Desk, ordered: Duplicate) -> CommandOutcome:
    """Draft another table for the same deals, before the first card; both begin together."""
    table = desk.table
    must_be_drawn(desk)
    with if_possible():
        people = [invitable(guest) for guest in ordered.guests]
    made = draft_like(desk, people)
    link(desk.session, table.match or table.id, made.id)
    made = load_table(desk.session, made.id)
    for player in made.players:
        if not player.is_computer and knows_the_deals(desk.session, made.match, made.id, player.id):
            raise NotDone(CommandKind.KNOWS_THE_DEALS, name=player.name, game=made.name)
    offers, undo = (f"{made.name}: start",), f"{made.name}: cancel"
    return CommandOutcome(
        CommandKind.DUPLICATED, game=table.name, other=made.name, offers=offers, undo=undo
    )


def compare_next(services: Services, now: datetime) -> bool:
    """Tell the players of a match how its tables did, once the last one has ended; False if none
    has.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        for match in uncompared(session):
            numbers = match_of(session, match)
            take_games(session, numbers)
            if sealed(session, load_table(session, numbers[0]), now):
                continue
            set_compared(session, match, now)
            tables = [shown(session, number, now) for number in numbers]
            if len(tables) > 1:
                _tell_all(ctx, tables)
            for number in numbers:
                tell_watchers_the_end(moment_now(ctx, load_table(session, number)))
            log.info("match over", game=match)
            return True
    return False


def _tell_all(ctx: Context, tables: list[ShownGame]) -> None:
    told: set[int] = set()
    for table in (game.table for game in tables):
        for seat, player in enumerate(table.players):
            if Seat(seat) not in table.left and not has_stopped(ctx.session, player.id):
                _tell(ctx, tables, table, player, seat_taps(ctx, table, Seat(seat)))
                told.add(player.id)
        if table.organiser.id not in told:
            _tell(ctx, tables, table, table.organiser, organiser_taps(ctx, table))
            told.add(table.organiser.id)


def _tell(ctx: Context, tables: list[ShownGame], table: Table, player: Player, taps: Taps) -> None:
    first = tables[0].table
    [opened] = opened_by(ctx.session, first, [1])
    page = MatchOver(
        taps,
        game=table.name,
        lines=compared(tables, player.id),
        fingerprint=Fingerprint(1, announced(ctx.session, first.id, 1) or ""),
        opened=opened,
    )
    notify(ctx, page, player, f"match.{player.id}", game=table)

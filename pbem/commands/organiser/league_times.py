"""What has its time in a league: entry ends and the first round is drawn, a round is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.league_table import tables, tell_leagues_organiser, tell_player
from pbem.commands.organiser.leagues import next_round
from pbem.context import Context
from pbem.context.known import sealed, shown_log
from pbem.context.services import Services
from pbem.domain.model import Stage, Table
from pbem.logs import log
from pbem.notifications.organisers import tell_organiser
from pbem.orders.organiser.set_up import NextRound
from pbem.store import leagues
from pbem.store.consent import has_agreed
from pbem.store.database import Session
from pbem.store.leagues import League
from pbem.store.locks import take_games
from pbem.store.people import has_stopped


def draw_next(services: Services, now: datetime) -> bool:
    """Draw and begin a club night to which nobody can enter any more, and tell who organises it;
    False if there is none.

    Anybody can write any address into From: while no mail of ours was answered by who organises it,
    it stays a draft.
    """
    with services.db.begin() as session:
        night = leagues.entry_over(session, now)
        if night is None:
            return False
        take_games(session, leagues.tables_of(session, night.id, 0))
        if not leagues.end_entry(session, night.id):
            return True
        for draft in tables(session, night, 0):
            agreed = has_agreed(session, draft.organiser.address, now)
            if draft.stage is not Stage.DRAFT or not agreed:
                continue
            desk = Desk(services, session, now, number=draft.id, unique=f"draw{night.id}")
            try:
                with session.begin_nested():
                    told = next_round(desk, NextRound(night.name))
            except NotDone as problem:
                told = problem.told
            tell_organiser(desk, draft, told, desk.unique)
            log.info("entry over", league=night.id, became=told.kind.value)
        return True


def round_over_next(services: Services, now: datetime) -> bool:
    """Tell everybody how a round has ended, once its last table has; False if none has."""
    with services.db.begin() as session:
        for league, number in leagues.untold(session):
            now_on = tables(session, league, number)
            take_games(session, [table.id for table in now_on])
            if any(_may_change(session, table, now) for table in now_on):
                continue
            leagues.set_told(session, league.id, number)
            _tell_round(Context(services, session, now), league, now_on)
            log.info("round over", league=league.id, round=number)
            return True
    return False


def _may_change(session: Session, table: Table, now: datetime) -> bool:
    return table.begun and (
        shown_log(session, table, now) is not None or sealed(session, table, now)
    )


def _tell_round(ctx: Context, league: League, now_on: Sequence[Table]) -> None:
    told: set[int] = set()
    for table in now_on:
        if table.organiser.id not in told:
            tell_leagues_organiser(ctx, league, table)
            told.add(table.organiser.id)
    for table in now_on:
        for seat, player in enumerate(table.players):
            reads = player.id not in told and Seat(seat) not in table.left
            if reads and not has_stopped(ctx.session, player.id):
                tell_player(ctx, league, table, Seat(seat))

"""Leagues: a season is begun, and its rounds are set up one after the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.draft import another, drafted, setup_of
from pbem.commands.organiser.league_table import (
    ENDED,
    after_round,
    tables,
    tell_organiser,
    tell_player,
)
from pbem.commands.organiser.stages import begin
from pbem.context import Context
from pbem.context.known import sealed, shown_log
from pbem.context.services import Services
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.seasons import levels
from pbem.games.guests import Person, as_person, guest_as_person
from pbem.games.set_up import game_name
from pbem.logs import log
from pbem.orders.organiser.model import Start
from pbem.orders.organiser.set_up import NewLeague, NextRound
from pbem.orders.organiser.words import similar
from pbem.store import leagues
from pbem.store.database import Session
from pbem.store.leagues import League
from pbem.store.locks import take_games
from pbem.store.people import has_stopped
from pbem.store.seats import set_said

_LONGEST = 24


def draft_league(desk: Desk, ordered: NewLeague) -> CommandOutcome:
    """Draft the tables of a first round for who orders it."""
    return found_league(desk, ordered, as_person(desk.organiser), desk.organiser.zone)


def found_league(desk: Desk, ordered: NewLeague, organiser: Person, zone: str) -> CommandOutcome:
    """Draft the tables of a first round, in the order in which people are named."""
    with if_possible():
        guests = [guest_as_person(guest) for guest in ordered.guests]
        name = game_name(ordered.name)
        if len(name) > _LONGEST or leagues.find_league(desk.session, name) is not None:
            raise NotDone(CommandKind.NO_LEAGUE_NAME, name=name, n=_LONGEST)
        setup = setup_of(ordered.options, desk.settings)
        if setup.hints:
            raise NotDone(CommandKind.HINTS_LEAGUE)
        made = leagues.create(
            desk.session,
            name,
            size=ordered.size,
            rounds=ordered.rounds,
            movers=ordered.movers,
            now=desk.now,
        )
        for level, seated in enumerate(levels(guests, ordered.size), 1):
            table = drafted(desk, f"{name} 1-{level}", setup, seated, organiser, zone)
            leagues.set_place(desk.session, table.id, made.id, 1, level)
    first = tables(desk.session, made, 1)[0]
    tell_organiser(desk, made, first, inbound=desk.inbound)
    return CommandOutcome(CommandKind.LEAGUE_MADE, game=first.name, name=made.name)


def next_round(desk: Desk, ordered: NextRound) -> CommandOutcome:
    """Invite to the first round that was drafted, or set up the next, once all tables have ended.

    Who has played before has agreed; who is new is asked.
    """
    league = the_league(desk, ordered.name)
    number = leagues.last_round(desk.session, league.id)
    now_on = tables(desk.session, league, number)
    take_games(desk.session, [table.id for table in now_on])
    drafts = [table for table in now_on if table.stage is Stage.DRAFT]
    if drafts:
        told = [begin(replace(desk, number=table.id), Start()) for table in drafts]
        return _begun(desk, league, number, told)
    playing = [table.name for table in now_on if not _has_ended(desk, table)]
    if playing:
        other = ", ".join(playing)
        raise NotDone(
            CommandKind.ROUND_PLAYS, game=desk.table.name, name=league.name, n=number, other=other
        )
    if number >= league.rounds:
        raise NotDone(CommandKind.LEAGUE_OVER, game=desk.table.name, name=league.name, n=number)
    order = [
        player
        for level in after_round(desk.session, league, number, desk.now)
        for player in level
        if not has_stopped(desk.session, player.id) and player.id not in _gone(now_on)
    ]
    said_yes = {
        table.players[seat].id
        for table in now_on
        for seat, said in enumerate(table.said)
        if said is Reply.YES
    }
    return _begun(desk, league, number + 1, _set_up(desk, league, order, now_on[0], said_yes))


def _begun(
    desk: Desk, league: League, number: int, tables: Sequence[CommandOutcome]
) -> CommandOutcome:
    told = CommandOutcome(
        CommandKind.ROUND_BEGUN, game=desk.table.name, name=league.name, n=number, m=len(tables)
    )
    return replace(
        told,
        offers=tuple(f"{one.game}: {offer}" for one in tables for offer in one.offers),
        unwritten=tuple(why for one in tables for why in one.unwritten),
    )


def the_league(desk: Desk, name: str) -> League:
    """The league that a name means, or the only one; NotDone if there is none such."""
    who = desk.who
    own = leagues.leagues_of(desk.session, who.id) if who else leagues.all_leagues(desk.session)
    names = tuple(one.name for one in own)
    found = similar(name, names) if name else next(iter(names), None) if len(names) == 1 else None
    if found is None:
        raise NotDone(CommandKind.NO_LEAGUE, name=name, other=", ".join(names))
    return own[names.index(found)]


def _has_ended(desk: Desk, table: Table) -> bool:
    return table.stage in ENDED and (
        not table.begun or shown_log(desk.session, table, desk.now) is None
    )


def _gone(now_on: Sequence[Table]) -> set[int]:
    """Who has left a table for good."""
    return {table.players[seat].id for table in now_on for seat in table.left}


def _set_up(
    desk: Desk, league: League, order: Sequence[Player], like: Table, agreed: Collection[int]
) -> list[CommandOutcome]:
    """Begin the tables of the next round by the rules of one before, or invite to them who has not
    agreed before.
    """
    number = leagues.last_round(desk.session, league.id) + 1
    made = []
    with if_possible():
        for level, players in enumerate(levels(order, league.size), 1):
            name = f"{league.name} {number}-{level}"
            people = [as_person(one) for one in players]
            table = another(desk, like, name, people, like.organiser)
            leagues.set_place(desk.session, table.id, league.id, number, level)
            seats = [seat for seat, one in enumerate(table.players) if one.id in agreed]
            set_said(desk.session, table.id, seats, Reply.YES)
            made.append(begin(replace(desk, number=table.id), Start()))
    return made


def round_over_next(services: Services, now: datetime) -> bool:
    """Tell everybody how a round has ended, once its last table has; False if none has."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        for league, number in leagues.untold(session):
            now_on = tables(session, league, number)
            take_games(session, [table.id for table in now_on])
            if any(_may_change(session, table, now) for table in now_on):
                continue
            leagues.set_told(session, league.id, number)
            _tell_round(ctx, league, now_on)
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
            tell_organiser(ctx, league, table)
            told.add(table.organiser.id)
    for table in now_on:
        for seat, player in enumerate(table.players):
            if player.id in told or Seat(seat) in table.left or has_stopped(ctx.session, player.id):
                continue
            tell_player(ctx, league, table, Seat(seat))

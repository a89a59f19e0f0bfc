"""Leagues: a season is begun, and its rounds are set up one after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.draft import another, drafted, setup_of
from pbem.commands.organiser.draws import announce, draw_tables, resting
from pbem.commands.organiser.guests import player_for
from pbem.commands.organiser.league_table import (
    ENDED,
    after_round,
    league_called,
    tables,
    tell_leagues_organiser,
    tell_resting,
)
from pbem.commands.organiser.stages import begin, end_of
from pbem.commands.organiser.stopping import cancel
from pbem.context.known import shown_log
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.seasons import levels
from pbem.domain.setup import GameSetup
from pbem.games.guests import Person, as_person, guest_as_person
from pbem.games.set_up import game_name
from pbem.orders.organiser.model import Cancel, Start
from pbem.orders.organiser.set_up import NewLeague, NextRound
from pbem.store import leagues
from pbem.store.leagues import League
from pbem.store.locks import take_games
from pbem.store.people import has_stopped
from pbem.store.seats import add_seat, set_said

_LONGEST = 24


def draft_league(desk: Desk, ordered: NewLeague) -> CommandOutcome:
    """Draft the tables of a first round for who orders it."""
    return found_league(desk, ordered, as_person(desk.organiser), desk.organiser.zone)


def found_league(desk: Desk, ordered: NewLeague, organiser: Person, zone: str) -> CommandOutcome:
    """Draft the tables of a first round, in the order in which people are named; or the one that
    all are in until a club night is drawn.
    """
    with if_possible():
        guests = [guest_as_person(guest) for guest in ordered.guests]
        name = game_name(ordered.name)
        if len(name) > _LONGEST or leagues.find_league(desk.session, name) is not None:
            raise NotDone(CommandKind.NO_LEAGUE_NAME, name=name, n=_LONGEST)
        setup = setup_of(ordered.options, desk.settings)
        if setup.hints:
            raise NotDone(CommandKind.HINTS_LEAGUE)
        lot = ordered.drawn
        made = leagues.create(
            desk.session,
            name,
            size=ordered.size,
            rounds=ordered.rounds,
            movers=ordered.movers,
            now=desk.now,
            drawn=lot is not None,
            exact=lot is not None and lot.exact,
            entry_until=end_of(lot.until, zone, desk.now) if lot and lot.until else None,
        )
        if lot is not None:
            return _entered(desk, made, setup, ordered, organiser, zone)
        for level, seated in enumerate(levels(guests, ordered.size), 1):
            table = drafted(desk, f"{name} 1-{level}", setup, seated, organiser, zone)
            leagues.set_place(desk.session, table.id, made.id, 1, level)
    first = tables(desk.session, made, 1)[0]
    tell_leagues_organiser(desk, made, first, inbound=desk.inbound)
    return CommandOutcome(CommandKind.LEAGUE_MADE, game=first.name, name=made.name)


def _entered(
    desk: Desk, night: League, setup: GameSetup, ordered: NewLeague, organiser: Person, zone: str
) -> CommandOutcome:
    """Draft the table that all who have entered a club night are in, and announce its first draw.

    The rules have to be for as many as are to be at a table.
    """
    setup.rules.sizes(night.size)
    draft = drafted(desk, night.name, setup, (), organiser, zone)
    leagues.set_place(desk.session, draft.id, night.id, 0, 1)
    at = replace(desk, number=draft.id)
    for seat, guest in enumerate(ordered.guests):
        player = player_for(at, guest, at.table)
        add_seat(desk.session, draft.id, Seat(seat), player.id, desk.now)
    announce(desk, night, 1)
    tell_leagues_organiser(desk, night, at.table, inbound=desk.inbound)
    return CommandOutcome(CommandKind.NIGHT_MADE, game=draft.name, name=night.name)


def next_round(desk: Desk, ordered: NextRound) -> CommandOutcome:
    """Invite to the first round that was drafted, or set up the next, once all tables have ended.

    Who has played before has agreed; who is new is asked.
    """
    league = the_league(desk, ordered.name)
    last = leagues.last_round(desk.session, league.id)
    take_games(desk.session, leagues.tables_of(desk.session, league.id, last))
    number = leagues.last_round(desk.session, league.id)
    now_on = tables(desk.session, league, number)
    drafts = [table for table in now_on if table.stage is Stage.DRAFT]
    if not number and not drafts:
        raise NotDone(CommandKind.NOT_UNDER_WAY, game=league.name, other=Stage.CANCELLED.value)
    if drafts and not league.drawn:
        told = [begin(replace(desk, number=table.id), Start()) for table in drafts]
        return _begun(desk, league, number, told)
    playing = [table.name for table in now_on if not drafts and not _has_ended(desk, table)]
    if playing:
        raise NotDone(
            CommandKind.ROUND_PLAYS,
            game=desk.table.name,
            name=league.name,
            n=number,
            other=", ".join(playing),
        )
    if number >= league.rounds:
        raise NotDone(CommandKind.LEAGUE_OVER, game=desk.table.name, name=league.name, n=number)
    said, gone = _known(desk, league, number)
    order = [
        player
        for player in _after(desk, league, number, drafts)
        if not has_stopped(desk.session, player.id) and player.id not in gone
    ]
    if league.drawn:
        for draft in drafts:
            leagues.end_entry(desk.session, league.id)
            cancel(replace(desk, number=draft.id), Cancel())
        seatings, rests = draw_tables(desk, league, number + 1, order)
    else:
        seatings, rests = levels(order, league.size), []
    told = _set_up(desk, league, number + 1, seatings, now_on[0], said)
    for player in rests:
        tell_resting(desk, league, player)
    names = ", ".join(player.name for player in rests)
    return replace(_begun(desk, league, number + 1, told), other=names)


def _after(desk: Desk, league: League, number: int, drafts: Sequence[Table]) -> Iterator[Player]:
    """Who may play on after a round: the best first, and last who has rested."""
    for draft in drafts:
        yield from draft.players
    if not drafts:
        for level in after_round(desk.session, league, number, desk.now):
            yield from level
        yield from resting(desk.session, league, number)


def _begun(
    desk: Desk, league: League, number: int, tables: Sequence[CommandOutcome]
) -> CommandOutcome:
    return CommandOutcome(
        CommandKind.ROUND_BEGUN,
        game=desk.table.name,
        name=league.name,
        n=number,
        m=len(tables),
        offers=tuple(f"{one.game}: {offer}" for one in tables for offer in one.offers),
        unwritten=tuple(why for one in tables for why in one.unwritten),
    )


def the_league(desk: Desk, name: str) -> League:
    """The league that a name means, or the only one; NotDone if there is none such."""
    who = desk.who
    own = leagues.leagues_of(desk.session, who.id) if who else leagues.all_leagues(desk.session)
    return own[0] if len(own) == 1 and not name else one_called(own, name)


def one_called(some: Sequence[League], name: str) -> League:
    """The league that a name means among some; NotDone if there is none such."""
    found = league_called(some, name)
    if found is None:
        others = ", ".join(one.name for one in some)
        raise NotDone(CommandKind.NO_LEAGUE, name=name, other=others)
    return found


def _has_ended(desk: Desk, table: Table) -> bool:
    return table.stage in ENDED and (
        not table.begun or shown_log(desk.session, table, desk.now) is None
    )


def _known(desk: Desk, league: League, number: int) -> tuple[set[int], set[int]]:
    """Who has said yes to a league, and who has left it for good, each by the last table there up
    to a round.
    """
    last = {
        player.id: (table, Seat(seat))
        for earlier in range(1, number + 1)
        for table in tables(desk.session, league, earlier)
        for seat, player in enumerate(table.players)
    }
    yes = {one for one, (table, seat) in last.items() if table.said[seat] is Reply.YES}
    return yes, {one for one, (table, seat) in last.items() if seat in table.left}


def _set_up(
    desk: Desk,
    league: League,
    number: int,
    seatings: Sequence[Sequence[Player]],
    like: Table,
    agreed: Collection[int],
) -> list[CommandOutcome]:
    """Begin the tables of the next round by the rules of one before, or invite to them who has not
    agreed before.
    """
    made = []
    with if_possible():
        for level, players in enumerate(seatings, 1):
            name = f"{league.name} {number}-{level}"
            people = [as_person(one) for one in players]
            table = another(desk, like, name, people, like.organiser)
            leagues.set_place(desk.session, table.id, league.id, number, level)
            seats = [seat for seat, one in enumerate(table.players) if one.id in agreed]
            set_said(desk.session, table.id, seats, Reply.YES)
            made.append(begin(replace(desk, number=table.id), Start()))
    return made

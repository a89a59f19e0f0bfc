"""The table of a league: worked out from its games, and told to who asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter

from engine import Seat
from pbem.commands.organiser.draws import draw_files, next_print
from pbem.context import Context
from pbem.domain.model import Player, Stage, Table
from pbem.domain.seasons import moved
from pbem.domain.seats import seat_number
from pbem.letters.pages.standings import LeagueLine, LeagueTable
from pbem.letters.taps import Taps
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify, seat_taps, taps_for
from pbem.notifications.organisers import organiser_taps
from pbem.orders.organiser.words import similar
from pbem.results.evenings import evenings_for
from pbem.results.final_counts import final_count
from pbem.results.rating import Result
from pbem.results.shown import is_told
from pbem.store import draws, leagues, people
from pbem.store.consent import has_agreed
from pbem.store.database import Session
from pbem.store.farewell import ends_on
from pbem.store.games import load_table
from pbem.store.leagues import League

ENDED = (Stage.OVER, Stage.CANCELLED)


def tables(session: Session, league: League, number: int) -> list[Table]:
    """The tables of a round, the top level first."""
    return [load_table(session, game) for game in leagues.tables_of(session, league.id, number)]


@dataclass(frozen=True, slots=True)
class _Count:
    """What somebody has done in the games of a league that are over."""

    games: int = 0
    won: int = 0
    points: int = 0


def _ranked(session: Session, table: Table, now: datetime) -> list[Player]:
    """The players of a table, the best first; in the order of the seats if it was cancelled."""
    ended = final_count(session, table.id, now) if is_told(session, table, now) else None
    if ended is None:
        return list(table.players)
    seats = range(len(table.players))
    result = Result((None,) * len(seats), ended.totals, ended.winners or (Seat(0),))
    order = sorted(
        seats, key=lambda seat: (Seat(seat) not in ended.winners, -result.scores[seat], seat)
    )
    return [table.players[seat] for seat in order]


def after_round(session: Session, league: League, number: int, now: datetime) -> list[list[Player]]:
    """The levels after a round, with who goes up and down."""
    ranked = [_ranked(session, table, now) for table in tables(session, league, number)]
    return moved(ranked, league.movers)


def league_lines(
    session: Session,
    league: League,
    now: datetime,
    called: Callable[[Player], str] = attrgetter("name"),
) -> tuple[LeagueLine, ...]:
    """The table of a league: by level and standing after the last round that has ended; with what
    each player is `called`. That of a club night is by points.
    """
    if league.drawn:
        return _night_lines(session, league, now, called)
    number = leagues.last_round(session, league.id)
    now_on = tables(session, league, number)
    before = [list(table.players) for table in now_on]
    ended = all(table.stage in ENDED for table in now_on)
    order = after_round(session, league, number, now) if ended else before
    was = {one.id: level for level, seated in enumerate(before) for one in seated}
    counts = _counts(session, league, number, now)
    lines: list[LeagueLine] = []
    for level, seated in enumerate(order):
        for player in seated:
            step = was.get(player.id, level) - level
            move = "" if not step else "up" if step > 0 else "down"
            count = counts.get(player.id, _Count())
            name = called(people.player(session, player.id))
            lines.append(
                LeagueLine(
                    len(lines) + 1, name, level + 1, move, count.games, count.won, count.points
                )
            )
    return tuple(lines)


def _night_lines(
    session: Session, night: League, now: datetime, called: Callable[[Player], str]
) -> tuple[LeagueLine, ...]:
    """Everybody who has ever been there, most points first, before the first game is over as they
    entered; for each rest one is credited the mean of the games played, rounded down.
    """
    number = leagues.last_round(session, night.id)
    drawn = draws.draws_of(session, night.id)
    there = [
        *(one.id for table in tables(session, night, 0) for one in table.players),
        *(one for draw in drawn for one in draw.entered),
        *(one.id for table in tables(session, night, number) for one in table.players),
    ]
    rested = Counter(one for draw in drawn for one in draw.rests)
    counts = _counts(session, night, number, now)
    lines = []
    for one in dict.fromkeys(there):
        count = counts.get(one, _Count())
        mean = count.points // count.games if count.games else 0
        name = called(people.player(session, one))
        credited = count.points + rested[one] * mean
        lines.append(LeagueLine(0, name, 0, "", count.games, count.won, credited, rested[one]))
    if not counts:
        return tuple(replace(one, place=at) for at, one in enumerate(lines, 1))
    ranks = sorted((-one.points, -one.won) for one in lines)
    placed = (replace(one, place=1 + ranks.index((-one.points, -one.won))) for one in lines)
    return tuple(sorted(placed, key=lambda one: (one.place, one.name)))


def _counts(session: Session, league: League, last: int, now: datetime) -> dict[int, _Count]:
    """What everybody has done in the games of a league that are over, and in the evenings with real
    cards that count for it, of those who have said that it was them.
    """
    counts: dict[int, _Count] = {}

    def add(there: Sequence[int | None], winners: Collection[Seat], totals: Sequence[int]) -> None:
        for seat, (one, points) in enumerate(zip(there, totals, strict=True)):
            if one is not None:
                was = counts.get(one, _Count())
                won = was.won + (Seat(seat) in winners)
                counts[one] = _Count(was.games + 1, won, was.points + points)

    for number in range(1, last + 1):
        for table in tables(session, league, number):
            told = is_told(session, table, now)
            if told and (ended := final_count(session, table.id, now)):
                add([one.id for one in table.players], ended.winners, ended.totals)
    for evening in evenings_for(session, league.id):
        add(evening.people, evening.sheet.winners or (), evening.sheet.totals)
    return counts


def league_called(some: Sequence[League], name: str) -> League | None:
    """The league that a name means among some."""
    names = tuple(one.name for one in some)
    found = similar(name, names)
    return some[names.index(found)] if found else None


def tell_player(
    ctx: Context, league: League, table: Table, seat: Seat, inbound: int | None = None
) -> None:
    """Send the table of a league to a player, in answer to a mail or when a round is over."""
    taps = seat_taps(ctx, table, seat)
    page = _page(ctx.session, league, table.players[seat], taps, "", ctx.now)
    number = leagues.last_round(ctx.session, league.id)
    unique = f"league{league.id}.{number}.{seat}" if inbound is None else f"in{inbound}"
    attached = draw_files(ctx.session, league) if inbound is not None else ()
    notify(ctx, page, table.players[seat], unique, game=table, inbound=inbound, attached=attached)


def tell_leagues_organiser(
    ctx: Context, league: League, table: Table, inbound: int | None = None
) -> None:
    """Send the table of a league to its organiser, with a tap for the next round."""
    taps = organiser_taps(ctx, table)
    tap = taps.order(f"next round {league.name}") if _may_go_on(ctx.session, league) else ""
    page = _page(ctx.session, league, table.organiser, taps, tap, ctx.now)
    number = leagues.last_round(ctx.session, league.id)
    unique = f"league{league.id}.{number}" if inbound is None else f"in{inbound}"
    notify(ctx, page, table.organiser, unique, game=table, inbound=inbound)


def tell_resting(ctx: Context, night: League, player: Player) -> None:
    """Tell a player that the draw has left him out of a round; nothing if he has agreed to no mail,
    or has sat at no table yet.
    """
    number = leagues.last_round(ctx.session, night.id)
    rounds = range(number, -1, -1)
    seated = (table for earlier in rounds for table in tables(ctx.session, night, earlier))
    last = next((one for one in seated if player.id in [each.id for each in one.players]), None)
    if last is None:
        return
    seat = Seat([one.id for one in last.players].index(player.id))
    taps = taps_for(ctx, Purpose.SEAT, seat_number(last, seat), night.name, player.language)
    page = replace(_page(ctx.session, night, player, taps, "", ctx.now), rests=True)
    notify(ctx, page, player, f"rests{night.id}.{number}.{player.id}", game=last)


def _may_go_on(session: Session, league: League) -> bool:
    """Whether there is a round to begin: one that is drafted, or one after the last; none where
    the server ends.
    """
    if ends_on(session):
        return False
    number = leagues.last_round(session, league.id)
    drafted = any(table.stage is Stage.DRAFT for table in tables(session, league, number))
    return drafted or number < league.rounds


def _page(
    session: Session, league: League, to: Player, taps: Taps, tap: str, now: datetime
) -> LeagueTable:
    number = leagues.last_round(session, league.id)
    now_on = tables(session, league, number)
    return LeagueTable(
        taps,
        league=league.name,
        round=number,
        rounds=league.rounds,
        drafted=any(table.stage is Stage.DRAFT for table in now_on),
        drawn=league.drawn,
        next_print=next_print(session, league),
        until=league.entry_until,
        unknown=not has_agreed(session, now_on[0].organiser.address, now),
        zone=to.zone,
        ended=all(table.stage in ENDED for table in now_on),
        lines=league_lines(session, league, now),
        tap=tap,
    )

"""The standings: how players have done in games that are over, a row each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.letters.pages.standings import Ranked
from pbem.results.evenings import Evening, kept_by, of_year
from pbem.results.final_counts import FinalCount, final_count
from pbem.results.rating import FIRST, PROVISIONAL, Result, ratings, share
from pbem.results.shown import is_told
from pbem.store.answers import on_time
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.roles import organised_by


def standings(
    games: Iterable[FinalCount],
    answers: Mapping[int, tuple[int, int]] | None = None,
    called: Mapping[int, str] | None = None,
    evenings: Iterable[Evening] = (),
) -> tuple[Ranked, ...]:
    """Every person who has finished a game, by games won, then by players left behind in them,
    whose totals were worse, then by bids made; one name may be twice. Games with hints count for
    nothing.

    `answers` tells of each player how many came in time, and how many deadlines were missed;
    `called` what each is named, where that is not the name at the table. Ratings count `evenings`,
    too.
    """
    games = [game for game in games if not game.hints]
    answers, called = answers or {}, called or {}
    played = [(game.ended_at, _result(game)) for game in games]
    played += [(one.ended_at, one.result) for one in evenings]
    rated = ratings(result for _, result in sorted(played, key=lambda one: one[0]))
    names: dict[int, str] = {}
    seats: dict[int, list[tuple[int, int, int, int, int]]] = defaultdict(list)
    for game in games:
        scores = _result(game).scores
        for seat, person in enumerate(game.people):
            if person is not None:
                names[person] = called.get(person, game.names[seat])
                won = Seat(seat) in game.winners
                behind = sum(scores[seat] > other for other in scores)
                seats[person].append((1, won, behind, game.made[seat], game.bids[seat]))
    counts = {person: tuple(map(sum, zip(*some, strict=True))) for person, some in seats.items()}
    order = sorted(
        counts.items(),
        key=lambda one: (*(-count for count in one[1][1:4]), names[one[0]]),
    )
    ranks = [counted[1:4] for _, counted in order]
    return tuple(
        Ranked(
            1 + ranks.index((won, behind, made)),
            names[person],
            games_,
            won,
            made,
            bids,
            rated.get(person, FIRST),
            games_ < PROVISIONAL,
            share(*answers.get(person, (0, 0))),
        )
        for person, (games_, won, behind, made, bids) in order
    )


def _result(game: FinalCount) -> Result:
    people = (None if seat in game.kept else one for seat, one in enumerate(game.people))
    return Result(tuple(people), game.totals, game.winners or (Seat(0),))


def table_of(
    session: Session,
    numbers: Sequence[int],
    evenings: Iterable[Evening],
    now: datetime,
    year: int = 0,
    zone: str = "UTC",
) -> tuple[Ranked, ...]:
    """The standings of those of some games that are over, or that ended in a year by the calendar
    of a zone, as if there had been no others; ratings count evenings, too.
    """
    over = [number for number in numbers if is_told(session, load_table(session, number), now)]
    if year:
        over = [number for number in over if _year_of(session, number, zone) == year]
    games = [final_count(session, number, now) for number in over]
    return standings(
        (game for game in games if game),
        on_time(session, over if year else numbers),
        evenings=of_year(evenings, year, zone),
    )


def _year_of(session: Session, number: int, zone: str) -> int | None:
    ended = load_table(session, number).ended_at
    return ended.astimezone(ZoneInfo(zone)).year if ended else None


def ranking(
    session: Session, organiser: int, now: datetime, year: int = 0, zone: str = "UTC"
) -> tuple[Ranked, ...]:
    """Who has won what in the games that somebody has organised; as `table_of`."""
    numbers = organised_by(session, organiser)
    return table_of(session, numbers, kept_by(session, organiser), now, year, zone)

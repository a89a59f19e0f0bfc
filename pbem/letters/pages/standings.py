"""How games, players and leagues stand: lines of letters, and a league's table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbem.domain.asking import Waited
from pbem.letters.page import Notice, Trait
from pbem.letters.parts import Fingerprint


@dataclass(frozen=True, slots=True)
class OrderTap:
    """An order as a tap: what it does, by its name, for whom, its line, and where it leads."""

    what: str
    name: str
    line: str
    tap: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """How one game of an organiser's stands; `free` seats are offered to whoever asks.

    `trick` is the one under way, 0 while it is bid. The table has been `waiting` so long; half of
    the last answers came within the `pace`. Who is `away` comes with the last day of it, and each
    of the `computers` with its level.
    """

    name: str
    stage: str
    deal: int
    deals: int | None
    waiting_for: tuple[str, ...]
    waited: Waited
    said: tuple[tuple[str, str], ...]
    paused: bool
    free: int = 0
    trick: int = 0
    waiting: timedelta | None = None
    pace: timedelta | None = None
    away: tuple[tuple[str, date], ...] = ()
    computers: tuple[tuple[str, str], ...] = ()
    taps: tuple[OrderTap, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """What one player has won; `bids` is how many there were, `made` how many of them came true.

    `rating` is provisional before so many games; `on_time` is how many of a hundred answers came in
    time, None if that is not known.
    """

    place: int
    name: str
    games: int
    won: int
    made: int
    bids: int
    rating: int = 1000
    provisional: bool = True
    on_time: int | None = None


@dataclass(frozen=True, slots=True)
class EveningRank:
    """What one player has won in evenings with real cards; `bids` and `made` as of `Ranked`."""

    place: int
    name: str
    evenings: int
    won: int
    made: int
    bids: int


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """One player in the table of a league: at which level, with `move` `up` or `down` to it, and
    what the games of the season have brought; at a club night without levels `points` count every
    `rests`, too.
    """

    place: int
    name: str
    level: int
    move: str
    games: int
    won: int
    points: int
    rests: int = 0


@dataclass(frozen=True, slots=True)
class LeagueTable(Notice, traits=Trait.AT_THE_DOOR | Trait.ORDERS):
    """How a league stands: a round is `drafted`, under way, or has `ended`. `tap` begins a round,
    for the organiser.

    The tables of a club night are `drawn`, that of the next round from a secret with the
    fingerprint `next_print`, empty if none comes, the first at `until` by itself, but for an
    organiser who is `unknown`, since no mail of ours was answered yet. The reader, whose clock is
    that of a `zone`, may have been drawn to `rests`.
    """

    league: str
    round: int
    rounds: int
    drafted: bool
    ended: bool
    lines: tuple[LeagueLine, ...]
    tap: str
    drawn: bool = False
    next_print: str = ""
    until: datetime | None = None
    unknown: bool = False
    zone: str = "UTC"
    rests: bool = False

    @property
    def next_draw(self) -> Fingerprint | None:
        """What is announced of the draw of the next round, if one comes."""
        return Fingerprint(0, self.next_print) if self.next_print else None

    @property
    def about(self) -> str:
        """The league."""
        return self.league

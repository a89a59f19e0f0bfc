"""Letters to organisers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbem.domain.command_outcomes import CommandOutcome
from pbem.domain.setup import GameSetup
from pbem.letters.deals import Telling
from pbem.letters.page import GameNotice, Trait
from pbem.letters.pages.results import Digest
from pbem.letters.pages.standings import EveningRank, GameLine, LeagueLine, OrderTap, Ranked
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class MailComesBack(GameNotice, traits=Trait.ANY_ANSWER):
    """Mails to a player come back, or, with `again`, are sent again; `anew` if they were not just
    before, so that the player is asked anew what is open.

    `said` is what the server there said, empty if it gave no reason; `complaint` that the mails
    were reported as unwanted.
    """

    player: str
    said: str
    complaint: bool
    again: bool
    anew: bool


@dataclass(frozen=True, slots=True)
class Need:
    """What waits for the organiser: `draft`, `answered`, `bounces` or `computer`, of whom; and what
    can be done about it.
    """

    what: str
    game: str
    name: str = ""
    taps: tuple[OrderTap, ...] = ()


@dataclass(frozen=True, slots=True)
class Lately:
    """What has happened in an organiser's games in some days.

    Half of the `answers` came within `half`; a deal took `a_deal` on average. Who `missed` a
    deadline comes with the game, and who won what has `ended`; `best` is the headline
    of each game most worth telling, with its deal.
    """

    days: int
    answers: int = 0
    half: timedelta | None = None
    deals: int = 0
    a_deal: timedelta | None = None
    missed: tuple[tuple[str, str], ...] = ()
    ended: tuple[tuple[str, tuple[str, ...]], ...] = ()
    best: tuple[tuple[str, int, tuple[Telling, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class OrganiserDigest(GameNotice, traits=Trait.ORDERS):
    """How all games of an organiser stand; first what waits for a word of hers.

    `often` are the other ways to hear of them, as taps.
    """

    zone: str
    needs: tuple[Need, ...]
    games: tuple[GameLine, ...]
    lately: Lately
    standings: tuple[Ranked, ...]
    often: tuple[OrderTap, ...] = ()

    @property
    def away(self) -> tuple[tuple[str, str, date], ...]:
        """Who is away: the game, the name, and the last day of it."""
        return tuple((game.name, *one) for game in self.games for one in game.away)

    @property
    def orders(self) -> tuple[OrderTap, ...]:
        """What may be ordered for the games, those first that have waited longest."""
        return tuple(tap for game in self.games for tap in game.taps)


@dataclass(frozen=True, slots=True)
class Consent(GameNotice, asks=Ask.INVITATION):
    """To each player: shall a game go back to a trick, or to the first bid of the deal?"""

    organiser: str
    whole: bool
    number: int
    because: str


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in so many games of an organiser: written to in a language, on a zone's clock."""

    name: str
    language: str
    zone: str
    games: int


@dataclass(frozen=True, slots=True)
class CommandResult(GameNotice, traits=Trait.AT_THE_DOOR | Trait.ORDERS):
    """What came of each line, with taps for what undoes it or comes next.

    `games`, `standings`, those of `evenings` with real cards, `league` and `members` are told when
    they were asked for, `record` is a game's log, `orders` are those that make sense now; with
    `all_orders` every one is told. Until `silent_until` orders are done, and no more are answered.
    """

    zone: str
    told: tuple[tuple[CommandOutcome, tuple[tuple[str, str], ...]], ...]
    games: tuple[GameLine, ...]
    record: tuple[str, ...]
    today: date
    standings: tuple[Ranked, ...] = ()
    evenings: tuple[EveningRank, ...] = ()
    league: tuple[LeagueLine, ...] = ()
    members: tuple[Member, ...] = ()
    orders: tuple[OrderTap, ...] = ()
    all_orders: bool = False
    silent_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who is to play, as understood: written to in a language, on the clock of a zone;
    what does without him, and in which other languages he may be written to. A computer plays at a
    `level`.
    """

    name: str
    address: str
    language: str
    zone: str
    off: OrderTap | None = None
    languages: tuple[OrderTap, ...] = ()
    level: str = ""


@dataclass(frozen=True, slots=True)
class YourGame(GameNotice, traits=Trait.FIRST | Trait.AT_THE_DOOR | Trait.ORDERS):
    """A game as it was understood; with `drafted` nobody is invited yet.

    `orders` are those that make sense now, `changes` change what was understood. So many `free`
    seats are offered to whoever asks.
    """

    drafted: bool
    players: tuple[Invited, ...]
    setup: GameSetup
    sizes: tuple[int, ...]
    """Of the deals; none where so many cannot play by the rules."""
    orders: tuple[OrderTap, ...]
    changes: tuple[OrderTap, ...] = ()
    free: int = 0
    wanted_by: tuple[str, ...] = ()
    """Players of another game who want to play again, and count as invited and in."""

    def change(self, *some: str) -> tuple[OrderTap, ...]:
        """The changes that there are of some kinds."""
        return tuple(one for one in self.changes if one.what in some)


@dataclass(frozen=True, slots=True)
class AllAnswered(GameNotice, traits=Trait.ORDERS):
    """Everybody who was invited has answered; with `begun` all said yes."""

    said: tuple[tuple[str, str], ...]
    yes: int
    begun: bool


@dataclass(frozen=True, slots=True)
class GameOver(GameNotice, traits=Trait.ORDERS):
    """To an organiser who does not play: the game is over, and what may follow it.

    `end` tells who has won, and how it went, as all may know it; None while another table still
    plays its deals.
    """

    end: Digest | None
    orders: tuple[OrderTap, ...]


@dataclass(frozen=True, slots=True)
class SilentPlayer(GameNotice, traits=Trait.ORDERS):
    """A player has missed so many deadlines in a row; with `kept` a computer plays now."""

    player: str
    missed: int
    kept: bool
    wait: str

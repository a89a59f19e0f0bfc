"""Letters that tell how games went: the totals, the end, what other tables made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.letters.deals import DealResult, TrickLine
from pbem.letters.page import Notice, Page
from pbem.letters.parts import Fingerprint, Opened


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the final score: `made` of his `bids` came true.

    There are fewer of them than deals where the rules let somebody be without one. `share` is 0 to
    100 for the bar.
    """

    place: int
    name: str
    you: bool
    total: int
    made: int
    bids: int
    won: bool
    share: int


@dataclass(frozen=True, slots=True)
class LeadLine:
    """The totals after a deal, in seat order, and which of them lead."""

    deal: int
    totals: tuple[int, ...]
    leads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Chart(Page):
    """The totals after each finished deal; `image` shows the same as lines, in a PNG."""

    names: tuple[str, ...]
    lines: tuple[LeadLine, ...]
    image: bytes


@dataclass(frozen=True, slots=True)
class Luck:
    """About how many tricks a player's hands were worth in all, and how many were taken."""

    name: str
    you: bool
    worth: int
    taken: int


@dataclass(frozen=True, slots=True)
class Turned:
    """The trick with which `name` could no longer make a bid, in the deal that cost most."""

    trick: TrickLine
    name: str
    bid: int
    winner: str


@dataclass(frozen=True, slots=True)
class Digest(Page):
    """The game is over: who has won, and how it went."""

    winners: tuple[str, ...]
    names: tuple[str, ...]
    standings: tuple[Standing, ...]
    lead: tuple[LeadLine, ...]
    sheet: tuple[DealResult, ...]
    margin: int
    tricks: int
    payments: tuple[tuple[str, str], ...]
    answers: int
    own_answers: int
    started_at: datetime
    ended_at: datetime
    luck: tuple[Luck, ...] = ()
    turned: Turned | None = None
    rematch_tap: str = ""
    log_tap: str = ""
    chart_tap: str = ""
    proof_tap: str = ""

    @property
    def days(self) -> int:
        """How many days the game took, begun ones too."""
        return (self.ended_at - self.started_at).days + 1


@dataclass(frozen=True, slots=True)
class MatchLine:
    """What one player made of the hands of a seat: the total, what the others at that seat made on
    the average, and the difference; more is better.
    """

    place: int
    name: str
    table: str
    total: int
    others: float
    difference: float
    you: bool


@dataclass(frozen=True, slots=True)
class MatchOver(Notice):
    """All tables that played the same deals have ended: how they did, and what the deals were
    shuffled from.
    """

    game: str
    name: str
    lines: tuple[MatchLine, ...]
    fingerprint: Fingerprint
    opened: Opened
    tag: str

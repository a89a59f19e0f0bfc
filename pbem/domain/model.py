"""The table around a game: who sits there, what was asked of whom, what was logged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine import Level, Seat
from pbem.domain.absence import length, within
from pbem.domain.computers import is_computer
from pbem.domain.deadlines import Pace, Span, last_call, reminder, times
from pbem.domain.preferences import NOTHING_SAID, Mailing
from pbem.domain.setup import PAUSE_DAYS, SPARE_A_TIME, GameSetup
from pbem.orders.keywords import Ask, Key
from pbem.orders.reading import Doubt, Notation


@dataclass(frozen=True, slots=True)
class Player:
    """A person we write to, or a computer. Other players see the name, never the address.

    `notation` is how this player writes cards, as far as an answer has told; `reminders` how many
    there are for one question; `away` the days without play, oldest first; `renewed` how often the
    codes of this player's seats were made worthless; `mailing` when and about what to write;
    `since` when we first heard of them, None where that is not known.
    """

    id: int
    name: str
    address: str
    language: str
    zone: str
    notation: Notation | None = None
    reminders: int = 1
    away: tuple[Span, ...] = ()
    renewed: int = 0
    mailing: Mailing = NOTHING_SAID
    since: datetime | None = None

    @property
    def is_computer(self) -> bool:
        """Whether it is no person, and reads and writes no mail."""
        return is_computer(self.address)

    @property
    def as_guest(self) -> str:
        """As an organiser would write this player: `Anna anna@cards.example (en Europe/London)`."""
        how = " ".join(one for one in (self.language, self.zone) if one)
        return f"{self.name} {self.address} ({how})"


@dataclass(frozen=True, slots=True)
class Outsider:
    """Somebody we write to who is no player yet."""

    name: str
    address: str
    id: None = None


class Stage(StrEnum):
    """Where a game stands."""

    DRAFT = "draft"
    INVITING = "inviting"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


class Reply(StrEnum):
    """What an invited player has said."""

    NOTHING = "nothing"
    YES = "yes"
    NO = "no"


class Role(StrEnum):
    """What somebody is to a game beside its players, and beside who has set it up."""

    ORGANISER = "organiser"
    STANDBY = "standby"


@dataclass(frozen=True, slots=True)
class Table:
    """One game as its organiser set it up. `players`, `said` and `levels` are by seat.

    Each player has used `spare_used` of the hours in reserve; `pause_used` is how many days the
    players have agreed to pause. Where there is a level, a computer plays at it: for a player, or
    as the player that it is. Of those players whoever is in `left` gets no more mail, and whoever
    is in `dropped` has no say in who comes next.
    `paused_at` tells since when nobody is late. Tables with the same `match` play the same deals;
    `shuffled_as` is the name by which packs are shuffled, where it is not the game's own.
    """

    id: int
    name: str
    stage: Stage
    setup: GameSetup
    organiser: Player
    players: tuple[Player, ...]
    said: tuple[Reply, ...]
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    spare_used: tuple[int, ...] = ()
    pause_used: int = 0
    paused_at: datetime | None = None
    levels: tuple[Level | None, ...] = ()
    left: frozenset[Seat] = frozenset()
    dropped: frozenset[Seat] = frozenset()
    match: int | None = None
    shuffled_as: str = ""

    @property
    def begun(self) -> bool:
        """Whether the first cards are out, whatever became of the game since."""
        return self.started_at is not None

    @property
    def kept(self) -> frozenset[Seat]:
        """The seats at which a computer plays."""
        return frozenset(Seat(at) for at, level in enumerate(self.levels) if level is not None)

    @property
    def computers(self) -> Mapping[Seat, Level]:
        """The seats whose players are computers themselves, and at which level each plays."""
        return {
            Seat(at): level
            for at, (one, level) in enumerate(zip(self.players, self.levels, strict=False))
            if level is not None and one.is_computer
        }

    @property
    def absent(self) -> frozenset[Seat]:
        """The seats at which a computer plays for a person."""
        return self.kept - self.computers.keys()

    def explains_to(self, seat: Seat) -> bool:
        """Whether a player is told what the letters mean: we knew nothing of them before the game,
        and they have not said that they can do without.
        """
        player = self.players[seat]
        new = player.since is not None and player.since >= self.created_at
        return new and not self.setup.is_test and player.mailing.value(Key.EXPLAIN) == "on"

    def pace(self, seat: Seat) -> Pace:
        """How time runs for a player here: days away count once the budget for them is spent."""
        away = self._away(seat) if seat not in self.kept else ()
        return Pace(self.players[seat].zone, self.setup.weekends, (*self.setup.days_off, *away))

    def days_away_left(self, seat: Seat, but: Span | None = None) -> int:
        """How many days a player may still be away here, `but` for some that are booked."""
        return self.setup.away_days - sum(map(length, self._away(seat, but)))

    def _away(self, seat: Seat, but: Span | None = None) -> tuple[Span, ...]:
        since = (self.started_at or self.created_at).date()
        booked = (one for one in self.players[seat].away if one != but)
        return within(booked, since, self.setup.away_days)

    @property
    def pause_left(self) -> int:
        """How many days the players may still agree to pause."""
        return max(0, PAUSE_DAYS - self.pause_used)

    def spare(self, seat: Seat) -> int:
        """How many hours a player has in reserve."""
        used = self.spare_used[seat] if seat < len(self.spare_used) else 0
        return 0 if seat in self.kept else max(0, self.setup.spare_hours - used)

    def spare_for(self, asked: Question) -> int:
        """How many of them run by themselves when the deadline of a question passes."""
        return min(self.spare(asked.seat), max(0, SPARE_A_TIME - asked.spare))

    def times(self, seat: Seat, asked: datetime) -> tuple[datetime, datetime | None]:
        """By when a player answers who is asked then, and when to remind of it, if at all."""
        return self.later(seat, asked, self.setup.answer_in, asked=asked)

    def later(
        self, seat: Seat, at: datetime, hours: int, *, asked: datetime
    ) -> tuple[datetime, datetime | None]:
        """A deadline so many hours after a moment, and when to remind of a question `asked` then,
        if at all.
        """
        return times(at, hours, self.pace(seat), asked=asked, reminds=self._reminds(seat))

    def _reminds(self, seat: Seat) -> bool:
        return bool(self.players[seat].reminders) and seat not in self.kept and not self.setup.trial

    def reminder(self, seat: Seat, asked: datetime, due: datetime) -> datetime | None:
        """When a player is reminded of a question, if at all."""
        return reminder(asked, due, self.players[seat].zone) if self._reminds(seat) else None

    @property
    def at_once(self) -> Mapping[Seat, Level]:
        """The seats at which a computer answers at once: where no move is held, nobody waits for
        one that is a player itself.
        """
        return self.computers if not self.setup.hold else {}

    def last_call(self, seat: Seat, reminded: datetime, due: datetime) -> datetime | None:
        """When a player is reminded a second time, if at all."""
        player = self.players[seat]
        return last_call(reminded, due, player.zone) if player.reminders > 1 else None


class Closed(StrEnum):
    """How a question came to its end."""

    ANSWERED = "answered"
    MISSED = "missed"
    KEPT = "kept"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Question:
    """One decision asked of one seat. `seq` is the length of the log when it was asked.

    `deal` and `trick` say when in the game, 0 where there is none. `closed` is None while it is
    open; `answer` is what it was answered with: `3`, `QH`, `yes`; `doubt` what was asked back. So
    many `spare` hours of the player have been added to its deadline, which was `spare_from`. At a
    `live` table, whose players answer at once, a quick answer is held only briefly, any other for
    the `hold` of minutes that was the table's when it was asked; None where that is not known.
    """

    id: int
    game: int
    seat: Seat
    ask: Ask
    deal: int
    trick: int
    seq: int
    asked_at: datetime
    due_at: datetime | None
    closed: Closed | None = None
    answer: str | None = None
    doubt: Doubt | None = None
    spare: int = 0
    spare_from: datetime | None = None
    live: bool = False
    hold: int | None = None

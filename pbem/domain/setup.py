"""What a game is set up with, whoever plays it."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Rules
from pbem.domain.deadlines import Span
from pbem.orders.keywords import Watchers

TEST_PRESET = "test"
"""What the rules of a game of one card are called, which proves that mail works."""

SPARE_HOURS = 48
"""So many hours each player has in reserve, where nothing else is said."""

SPARE_A_TIME = 24
"""So many hours in reserve run for one question, unless its player asks for more."""

PAUSE_DAYS = 14
"""So many days of a game its players may pause if all of them agree."""

NEWCOMER = 20
"""Answers before which nobody is held to be unreliable."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The rules of a game, by the name `preset`, and its pace; a rematch is set up alike.

    `answer_in` is the time to answer in hours, `hold` the minutes a move waits before others see
    it, and less with `follows` while all answer at once. With `play_out` every card is asked for,
    the only one and those that change nothing, too. `away_days` is how many days each player may
    be away, `days_off` what the table skips; `spare_hours` how many hours in reserve each player
    has. Of a hundred answers of whoever joins, `reliable` must have come in time. With `hints`
    who is asked may be told what would be good, and the game counts for no rating. `watchers` says
    whether others are sent what happens. A `trial` is a game for oneself against the server: it
    counts nowhere, and ends when nobody answers.
    """

    preset: str
    rules: Rules
    answer_in: int = 48
    hold: int = 10
    follows: bool = False
    play_out: bool = False
    weekends: bool = True
    days_off: tuple[Span, ...] = ()
    away_days: int = 21
    spare_hours: int = 0
    reliable: int = 0
    hints: bool = False
    watchers: Watchers = Watchers.NO
    trial: bool = False

    @property
    def is_test(self) -> bool:
        """Whether it is the trial of one card that proves that mail works."""
        return self.trial and self.preset == TEST_PRESET

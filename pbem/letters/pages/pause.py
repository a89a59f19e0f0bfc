"""Shall the game pause?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from pbem.letters.page import Page

PauseKind = Literal["asked", "proposed", "agreed", "declined", "refused"]


@dataclass(frozen=True, slots=True)
class PausePoll(Page):
    """Shall the game pause for some days, from `first` on or once all agree? Or a word back.

    `name` has proposed it, or said no to it; `waits` are those who have still to agree.
    """

    what: PauseKind
    name: str
    first: date | None
    days: int
    waits: tuple[str, ...]

    @property
    def last(self) -> date | None:
        """The last of the days, where the first is known."""
        return self.first and self.first + timedelta(self.days - 1)

"""The frame of a letter: whose it is, and what it offers at its foot."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from engine import Suit
from pbem.letters.looks import USUAL_LOOK, Look
from pbem.letters.parts import NO_NOTES, Fingerprint, Notes

if TYPE_CHECKING:
    from pbem.letters.taps import Taps

Words = tuple[tuple[str, str], ...]
"""Words that can be typed, each by the table and the name of its list."""

FOOT: Words = (
    *(("dates", "away"), ("requests", "status"), ("settings", "mails")),
    *(("requests", "help"), ("requests", "leave")),
)
TRIAL_FOOT: Words = (("requests", "status"), ("requests", "help"), ("requests", "leave"))


@dataclass(frozen=True, slots=True)
class Frame:
    """What every letter carries: whose it is, where answers go, the links at its foot.

    `so_far` is the digest of the game, `fingerprints` are those of the shuffles to come, `today`
    is the day of the letter where its reader is.
    """

    language: str
    game: str
    to: str
    organiser: str
    zone: str
    taps: Taps
    deal: int
    deals: int | None
    trump: Suit | None
    today: date
    notes: Notes = NO_NOTES
    absent: tuple[str, ...] = ()
    computers: tuple[tuple[str, str], ...] = ()
    """Others whose seats a computer plays for."""
    so_far: str = ""
    fingerprints: tuple[Fingerprint, ...] = ()

    trial: bool = False
    """It is a game for oneself against the server, which counts nowhere."""

    test: bool = False
    """It is the one of one card."""

    paused: bool = False
    """The organiser has paused the game: nobody is late."""

    last_today: bool = False
    """The reader gets no more mail of this game on this day that was not asked for."""

    silent_until: datetime | None = None
    """Until then the reader gets no more mails about answers that cannot be taken."""

    seated: bool = True
    """The reader sits at the table, and does not only look on."""

    offered: Words = ()
    """What a reader who only looks on can answer: something, if it is by a wish of his own."""

    watchers: tuple[str, ...] = ()
    """Who looks on by a wish of their own, as those at the table are told."""

    farewell: bool = False
    """The reader is forgotten."""

    look: Look = USUAL_LOOK
    """How the reader wants cards and colours."""

    @property
    def orders(self) -> bool:
        """Whether something can be ordered by answering."""
        return self.seated and not self.farewell

    @property
    def foot(self) -> Words:
        """The words it offers below its matter, by their lists."""
        if not self.orders:
            return self.offered
        return TRIAL_FOOT if self.trial else FOOT

    @property
    def tag(self) -> str:
        """What stands at the end of the letter."""
        return self.taps.tag

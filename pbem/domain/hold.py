"""How much of a turn others may know yet: each move is held back as long as an answer would be."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import BidChanged, BidLaid, BidMade, CardPlayed, Entry, Seat, TrumpNamed
from pbem.domain.logged import BY_COMPUTER, Actor, Logged
from pbem.domain.model import Table

MOVES = (BidMade, BidChanged, BidLaid, TrumpNamed, CardPlayed)

QUICK = timedelta(minutes=5)
"""An answer that came within this time of the asking came at once."""

BRIEF = timedelta(minutes=1)
"""So long an answer is held back that came at once at a live table."""

AT_ONCE, SLOW = timedelta(0), timedelta.max
"""How long a move took that nobody had to think about, and one that its player never made."""


@dataclass(frozen=True, slots=True)
class Hold:
    """How long others wait to see a move of a game.

    With `follows` the hold follows the table: while that is live, an answer that comes at once is
    held for a minute.
    """

    usual: timedelta
    follows: bool = False

    @property
    def longest(self) -> timedelta:
        """How long at most a move is held back that nobody had to think about."""
        return max(self.usual, QUICK + BRIEF) if self.follows and self.usual else self.usual

    def live(self, taken: Sequence[timedelta]) -> bool:
        """Whether a table is live whose last answers, as all have seen, took so long."""
        varies = self.follows and self.usual > BRIEF
        return varies and len(taken) > 1 and max(taken[-2:]) <= QUICK


def hold_of(table: Table) -> Hold:
    """How long others wait to see a move of a game."""
    return Hold(timedelta(minutes=table.setup.hold), table.setup.follows)


@dataclass(frozen=True, slots=True)
class Asked:
    """The question a turn begins by answering: asked at a live table or not, and how long ago.

    `hold` is how long it has promised that a slow answer is held; None if it is as at the table.
    """

    live: bool
    ago: timedelta
    hold: timedelta | None = None


def opens(
    turn: Sequence[tuple[Actor, Entry]],
    hold: Hold,
    asked: Asked | None,
    taken: Sequence[timedelta],
    pause: Callable[[int], timedelta],
) -> list[timedelta]:
    """After how long others may know of each entry of a turn.

    `taken` is how long the moves before it took. What the server did at a deadline has waited long
    enough; what nobody had to think about is held as if it had been answered at once, at a live
    table after the `pause` for that entry, so that no time tells what was forced.
    """
    passed, before = timedelta(0), list(taken)
    found = []
    for at, (actor, entry) in enumerate(turn):
        if isinstance(entry, MOVES):
            if at == 0 and actor is Actor.DEADLINE:
                wait, took = timedelta(0), SLOW
            elif at == 0 and asked is not None:
                took = AT_ONCE if actor in BY_COMPUTER else asked.ago
                promised = hold.usual if asked.hold is None else asked.hold
                wait = BRIEF if asked.live and took <= QUICK else promised
            else:
                took = AT_ONCE
                wait = pause(at) + BRIEF if hold.live(before) else hold.usual
            passed += wait
            before.append(took)
        found.append(passed)
    return found


def pause(secret: bytes, number: int, taken: Sequence[timedelta]) -> timedelta:
    """How long a move is taken to have been thought about that nobody had to think about.

    Between two of the table's last answers, as a secret and the number of the entry draw it.
    """
    if not taken:
        return timedelta(0)
    drawn = hashlib.sha256(secret + f"pause {number}".encode()).digest()
    one, other = taken[drawn[0] % len(taken)], taken[drawn[1] % len(taken)]
    return one + (other - one) * (int.from_bytes(drawn[2:6]) / 2**32)


def known(turn: Sequence[tuple[Logged, datetime]], now: datetime, seat: Seat | None) -> int:
    """How many entries of a turn a seat may know, of which each is open from some moment on.

    A player knows the own move as soon as all moves before it are known.
    """
    for at, (logged, from_then) in enumerate(turn):
        if isinstance(logged.entry, MOVES) and from_then > now and logged.seat != seat:
            return at
    return len(turn)

"""Who answers what, and how the table stands for that player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game, Seat, View, view
from pbem.domain.logged import Logged
from pbem.domain.model import Question
from pbem.turns.decisions import Undone
from pbem.turns.plans import NO_ORDERS, StandingOrders
from pbem.turns.turn import Packs


@dataclass(frozen=True, slots=True)
class Situation:
    """Who answers, what, and how the table stands for that player.

    `question` is the one the mail answers, None if it answers none; `log` holds the last turn;
    `seen` says whether a mail that tells the last turn has left for anybody else, `meant_for`
    which deal a tap was written for, `behind` that the game has moves the player may not know yet.
    `before` is how it was before the last turn, if that was the player's own and nobody has seen
    it; `sealed` how to take back a bid that nobody has been shown.
    """

    seat: Seat
    question: Question | None
    game: Game
    log: Sequence[Logged]
    seen: bool
    packs: Packs
    orders: StandingOrders = NO_ORDERS
    meant_for: int | None = None
    behind: bool = False
    before: Situation | None = None
    sealed: Undone | None = None

    @property
    def view(self) -> View:
        """What the player may know."""
        return view(self.game, self.seat)

    @property
    def asked(self) -> bool:
        """Whether the mail answers a question that is still open."""
        return self.question is not None and self.question.closed is None

    @property
    def their_turn(self) -> bool:
        """Whether the table waits for the player."""
        return self.seat in self.game.awaiting

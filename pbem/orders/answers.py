"""What answers a question, and plans made of such answers."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Card, Suit
from engine.bidding import Premium
from engine.specials import Call
from pbem.orders.keywords import Policy


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks; `otherwise` what to bid if that is not allowed, in this order."""

    tricks: int
    otherwise: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " else ".join(map(str, (self.tricks, *self.otherwise)))


@dataclass(frozen=True, slots=True)
class Pass:
    """`I pass`, where everybody bids."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Play:
    """A card; a joker may be called high or low, a wild card as another."""

    card: Card
    call: Call | None = None

    def __str__(self) -> str:
        match self.call:
            case None:
                return str(self.card)
            case Card():
                return f"{self.card} as {self.call}"
            case _:
                return f"{self.card} {self.call}"


@dataclass(frozen=True, slots=True)
class Clause:
    """One action of a plan; with `led`, only if that suit was led."""

    action: Card | Policy
    led: Suit | None = None

    def __str__(self) -> str:
        return f"if {self.led} led {self.action}" if self.led else str(self.action)


Step = tuple[Clause, ...]
"""What to do at one turn: the first of these that can be done then."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps for this turn and the next ones of the same deal."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return "; ".join("; else ".join(map(str, step)) for step in self.steps)


@dataclass(frozen=True, slots=True)
class Keep:
    """An answer to seal until it is this player's turn."""

    order: Bid | Play | Plan

    def __str__(self) -> str:
        return f"keep {self.order}"


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit; None is no trump."""

    suit: Suit | None

    def __str__(self) -> str:
        return self.suit.name.lower() if self.suit else "no trump"


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards laid face down as a bid."""

    cards: tuple[Card, ...]
    premium: Premium | None = None

    def __str__(self) -> str:
        return " ".join(map(str, ("lay", *self.cards, *filter(None, (self.premium,)))))


@dataclass(frozen=True, slots=True)
class Join:
    """Yes or no to an invitation."""

    yes: bool

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


Answer = Bid | Pass | Play | Plan | Keep | Trump | Lay | Join
"""What answers a question."""

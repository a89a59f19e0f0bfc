"""Shall we play again?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.letters.page import Page, Trait
from pbem.orders.keywords import Ask

RematchKind = Literal["proposed", "noted", "declined"]


@dataclass(frozen=True, slots=True)
class Rematch(Page, asks=Ask.INVITATION, traits=Trait.APART):
    """Shall we play again? `name` has proposed it; or the word back to a yes or a no.

    `said` tells each player's `yes`, `no` or `nothing`; when `needed` of them have said yes a game
    is drafted, which is then called `following`.
    """

    what: RematchKind
    name: str
    said: tuple[tuple[str, str], ...]
    needed: int
    following: str

    @property
    def possible(self) -> bool:
        """Whether enough may still say yes."""
        return sum(said != "no" for _, said in self.said) >= self.needed

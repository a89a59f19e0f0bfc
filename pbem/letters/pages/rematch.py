"""Shall we play again?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from pbem.letters.page import Page, Trait
from pbem.letters.reader import Reader
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

    @classmethod
    def of(
        cls,
        reader: Reader,
        what: RematchKind,
        *,
        name: str,
        said: tuple[tuple[str, str], ...],
        needed: int,
        following: str,
    ) -> Self:
        """Shall we play again? And the words back to what a player says to that."""
        return cls(reader.frame, what, name, said, needed, following)

    @property
    def possible(self) -> bool:
        """Whether enough may still say yes."""
        return sum(said != "no" for _, said in self.said) >= self.needed

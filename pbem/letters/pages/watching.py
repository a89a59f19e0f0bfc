"""Letters to who watches a game, or wants to."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.domain.setup import GameSetup
from pbem.domain.vocabulary import Unmet
from pbem.letters.frame import Words
from pbem.letters.page import GameNotice, Trait
from pbem.orders.keywords import Ask

OFFERED: Words = (("requests", "status"), ("requests", "unwatch"))
"""What who watches finds at the foot of each letter about the game."""


@dataclass(frozen=True, slots=True)
class Watching(GameNotice, traits=Trait.REFUSES | Trait.ENDS):
    """To who watches a game: what will come, who plays, by which rules; with `unread` in answer to
    what could not be read.

    With `sealed` other tables still play its deals. `deal` is the number of the one under way, 0
    before the first.
    """

    organiser: str
    players: tuple[str, ...]
    computers: tuple[tuple[str, str], ...]
    setup: GameSetup
    sizes: tuple[int, ...]
    deal: int
    sealed: bool = False
    unread: bool = False


@dataclass(frozen=True, slots=True)
class WatchingEnds(GameNotice):
    """Somebody watches a game no more: by a wish of his own, or because it is not `allowed`."""

    organiser: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class Watchable(GameNotice, asks=Ask.INVITATION, traits=Trait.AT_THE_DOOR):
    """Does the reader want to watch `game`, or to read it if it is `over`? Or, without one, `why`
    that is not to be had which was `wanted`, and which games can be watched and which can be read,
    each with a tap.
    """

    organiser: str = ""
    why: Unmet | None = None
    wanted: str = ""
    games: tuple[tuple[str, str], ...] = ()
    ended: tuple[tuple[str, str], ...] = ()
    over: bool = False

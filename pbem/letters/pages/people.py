"""Letters about who plays: invited, there or away, gone, in whose seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, Self

from pbem.domain.code_powers import Grave
from pbem.domain.deadlines import Span
from pbem.domain.model import Reply
from pbem.domain.setup import GameSetup
from pbem.letters.page import GameNotice, Page, Trait
from pbem.letters.parts import Offer
from pbem.letters.reader import Reader
from pbem.letters.typed import code, in_words
from pbem.orders.keywords import Ask
from pbem.orders.model import Away


@dataclass(frozen=True, slots=True)
class Invitation(Page, asks=Ask.INVITATION, traits=Trait.FIRST):
    """To each player of a new game: would you like to play?"""

    others: tuple[str, ...]
    players: int
    setup: GameSetup
    sizes: tuple[int, ...]
    words: str

    @classmethod
    def of(cls, reader: Reader, words: str) -> Self:
        """Would you like to play? `words` are the organiser's own.

        Where too few are asked yet, it tells of a game of the fewest.
        """
        players = max(len(reader.table.players), reader.table.setup.rules.players[0])
        all_ = zip(reader.table.players, reader.table.said, strict=True)
        others = [p.name for p, said in all_ if p.id != reader.player.id and said is not Reply.NO]
        return cls(
            frame=reader.frame,
            others=tuple(others),
            players=players,
            setup=reader.table.setup,
            sizes=reader.table.setup.rules.sizes(players),
            words=words,
        )


@dataclass(frozen=True, slots=True)
class Noted(Page):
    """A short word back to an invitation: it was answered with `yes` or `no`, or, with `joined`,
    with a yes while others may still join.
    """

    what: str


PresenceKind = Literal[
    "still there",
    "kept",
    "away",
    "back",
    "was not away",
    "left",
    "left after",
    "handed over",
    "stays",
    "stopped",
    "forgotten",
]


@dataclass(frozen=True, slots=True)
class GameAway:
    """How one game takes days away: it waits for `waits` of `days`."""

    game: str
    waits: int
    days: int


@dataclass(frozen=True, slots=True)
class Presence(Page):
    """To who is silent, away, back or gone, and the word back.

    `missed` counts the deadlines missed in a row.
    """

    what: PresenceKind
    missed: int
    away: Span | None
    games: tuple[GameAway, ...]

    @classmethod
    def of(
        cls,
        reader: Reader,
        what: PresenceKind,
        *,
        missed: int = 0,
        away: Span | None = None,
        games: tuple[GameAway, ...] = (),
    ) -> Self:
        """A word to who has been silent, is away, comes back or leaves."""
        return cls(
            frame=replace(reader.frame, farewell=what == "forgotten"),
            what=what,
            missed=missed,
            away=away,
            games=games,
        )


@dataclass(frozen=True, slots=True)
class AreYouSure(Page, asks=Ask.INVITATION, traits=Trait.OWN_CODE | Trait.APART):
    """To who orders what is hard to take back: is that meant?

    `detail` is the new address, where one is named.
    """

    what: Grave
    detail: str


@dataclass(frozen=True, slots=True)
class AwayOffer(Page, traits=Trait.APART):
    """An automatic answer told of days away: the `offer` books them."""

    away: Span
    offer: Offer

    @classmethod
    def of(cls, reader: Reader, away: Span) -> Self:
        """The offer to note days away that an automatic answer told of."""
        return cls(reader.frame, away, days_offered(reader, Away(away.first, away.last)))


def days_offered(reader: Reader, away: Away) -> Offer:
    """The line that books days away, with its tap."""
    words = in_words(away, reader.speech)
    return Offer(words, reader.taps.to(code(away), words))


SeatKind = Literal["asked", "holder", "waits", "stays", "gone"]


@dataclass(frozen=True, slots=True)
class SeatChange(GameNotice, asks=Ask.INVITATION, traits=Trait.FIRST | Trait.AT_THE_DOOR):
    """A seat that `other` is asked to take, in the place of `name`: to either of them.

    With `moved` they are one person at two addresses; until `until` who sits there may keep it.
    """

    organiser: str
    what: SeatKind
    to: str
    name: str
    other: str
    moved: bool
    answer_in: int
    until: datetime
    zone: str

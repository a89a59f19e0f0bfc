"""Letters about who organises a game, where whoever did is silent or gone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.letters.page import GameNotice, Page, Trait
from pbem.orders.keywords import Ask

AdoptingKind = Literal["asked", "adopted", "kept", "refused", "unorganised"]


@dataclass(frozen=True, slots=True)
class Adopting(Page):
    """To a player: who organises the game. `name` is who does from now on, or wants to.

    The others are asked; without `until` nobody has a say before them. Or whoever organises it has
    written, too few want another, or nobody organises it any more.
    """

    what: AdoptingKind
    name: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class AdoptionPoll(GameNotice, asks=Ask.INVITATION):
    """To each other player: shall `name` organise the game? Without `until` nobody does now."""

    organiser: str
    name: str
    zone: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class NotHeardOf(GameNotice, traits=Trait.ORDERS | Trait.ANY_ANSWER):
    """To who organises a game and has not written: `name` wants to do it from `until` on, which any
    mail ends; or does it now, where there is none.
    """

    name: str
    zone: str
    until: datetime | None

"""Letters to the operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Self

from pbem.domain.server_orders import ServerOrdered, ServerOutcome
from pbem.domain.week import NewerVersion, Week
from pbem.letters.page import Notice, Trait
from pbem.letters.parts import Offer
from pbem.letters.taps import Taps
from pbem.orders.server_orders import ServerLine, ServerOrder, server_line


def server_offer(taps: Taps, order: ServerOrder, about: str) -> Offer:
    """A tap that gives an order of the operator, and the line it sends."""
    line = server_line(order, about, taps.language)
    return Offer(line, taps.to(f"{order} {about}".rstrip(), line))


@dataclass(frozen=True, slots=True)
class Concern:
    """Something an operator should look at: when it happened, what it is, and a detail of it.

    `what` is a `Trouble` of `pbem.domain.vocabulary`; `number` is that of the mail, or how many
    wait `until` then.
    """

    at: datetime
    what: str
    number: int = 0
    detail: str = ""
    until: datetime | None = None


class ServerNotice(Notice):
    """A letter to the operator, who may answer it with orders."""

    __slots__ = ()

    @property
    def lines(self) -> dict[str, str]:
        """The lines that can be sent, by the names of their words."""
        about = {"blocks": "", "adopt": "Lindy"}
        return {
            one.value: server_line(one, about.get(one, "eve@cards.example"), self.language)
            for one in ServerOrder
        }


@dataclass(frozen=True, slots=True)
class OperatorDay(ServerNotice):
    """To the operator: what should be looked at. `more` are those not listed.

    The newest copy of the database was `copied` then, and has so many `megabytes`.
    """

    zone: str
    troubles: tuple[Concern, ...]
    more: int
    copied: datetime | None = None
    megabytes: float = 0


@dataclass(frozen=True, slots=True)
class OperatorWeek(ServerNotice):
    """To the operator: the server's week, what needs a hand first; `more` of that are not listed.

    The database has so many `megabytes`, `grown` by some since the letter before, and was `copied`
    then; `gigabytes` of its disk are free, None where it is on another machine. The server `ends`
    on a day, if it does; a `newer` version of the program is told if the index was asked.
    """

    zone: str
    since: datetime
    until: datetime
    needs: tuple[Concern, ...]
    more: int
    week: Week
    megabytes: float
    grown: float | None
    gigabytes: float | None
    copied: datetime | None = None
    ends: date | None = None
    newer: NewerVersion | None = None


@dataclass(frozen=True, slots=True)
class ServerAnswer(ServerNotice):
    """To the operator: what came of each line."""

    zone: str
    told: tuple[ServerOutcome, ...]

    def back(self, one: ServerOutcome) -> Offer | None:
        """The tap that takes a line back."""
        match one.kind:
            case ServerOrdered.BLOCKED:
                return server_offer(self.taps, ServerOrder.UNBLOCK, one.about)
            case ServerOrdered.UNBLOCKED:
                return server_offer(self.taps, ServerOrder.BLOCK, one.about)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class ServerOrdersMeant(ServerNotice, traits=Trait.AT_THE_DOOR):
    """To the operator: whether a mail is his that nobody vouches for, with what it orders."""

    orders: tuple[Offer, ...]

    @classmethod
    def of(cls, taps: Taps, lines: Sequence[ServerLine]) -> Self:
        """The orders among some lines."""
        known = [(line.order, line.rest) for line in lines if line.order]
        return cls(taps, tuple(server_offer(taps, order, rest) for order, rest in known))

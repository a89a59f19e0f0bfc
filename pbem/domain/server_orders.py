"""What came of an order of the operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ServerOrdered(StrEnum):
    """What came of it, as `_server_orders.txt` says it."""

    BLOCKED = "blocked"
    UNBLOCKED = "unblocked"
    NOT_BLOCKED = "not blocked"
    LISTED = "listed"
    NO_ADDRESS = "no address"
    PROTECTED = "protected"
    ADOPTED = "adopted"
    ADOPTED_ALREADY = "adopted already"
    NOT_ADOPTED = "not adopted"
    NO_GAME = "no game"
    NO_ORDER = "no order"


DONE = frozenset(
    {ServerOrdered.BLOCKED, ServerOrdered.UNBLOCKED, ServerOrdered.LISTED, ServerOrdered.ADOPTED}
)


@dataclass(frozen=True, slots=True)
class ServerOutcome:
    """What came of one line.

    `about` is the address, domain or game it names; `seats` are games in which somebody sits who is
    shut out, with the name; `blocks` all that is shut out, since when, and why. It was `written`
    like that.
    """

    kind: ServerOrdered
    about: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    blocks: tuple[tuple[str, datetime, str], ...] = ()
    written: str = ""

    @property
    def done(self) -> bool:
        """Whether it was done."""
        return self.kind in DONE

"""Letters about the end of a server: that it is near, that nothing new begins, the last one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from pbem.letters.page import Attachment, Notice, Trait


@dataclass(frozen=True, slots=True)
class ServerEnds(Notice):
    """To who has a part in what is open: the server ends on a `day`, `at` a moment of it.

    `what` is `told` at first, `soon` a week before, and `goes on` where it does not end after all.
    `games` are those the reader plays in, `words` the operator's.
    """

    what: Literal["told", "soon", "goes on"]
    name: str
    day: date
    at: datetime
    zone: str
    games: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class NothingNew(Notice, traits=Trait.AT_THE_DOOR):
    """To who wants to begin something, or to join: the server ends on a `day`."""

    day: date


@dataclass(frozen=True, slots=True)
class LastLetter(Notice):
    """To everybody, once all is over: so many `games`, their proofs and what is kept, in a file.

    It is the `nth` of so many `letters`, each with a part of it. Where it is not `whole` the texts
    of the reader's mails are left out, which would be too big to send.
    """

    name: str
    games: int
    nth: int
    letters: int
    whole: bool
    packed: bytes

    @property
    def attached(self) -> tuple[Attachment, ...]:
        """The file."""
        number = f"-{self.nth}" if self.letters > 1 else ""
        return (Attachment(f"oh-hell{number}.zip", self.packed, "application/zip"),)

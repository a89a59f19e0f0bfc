"""What each letter says before it is written, as plain data: all that its templates are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.letters.looks import USUAL_LOOK, Look
from pbem.letters.parts import Frame


@dataclass(frozen=True, slots=True)
class Page:
    """A letter to who sits at a table, or is asked to."""

    frame: Frame

    @property
    def language(self) -> str:
        """The language it is written in."""
        return self.frame.language

    @property
    def look(self) -> Look:
        """How its reader wants cards and colours."""
        return self.frame.look


@dataclass(frozen=True, slots=True)
class Notice:
    """A letter that is about no seat at a table, in a `language`."""

    look: ClassVar[Look] = USUAL_LOOK

    language: str


AnyPage = Page | Notice

"""What each letter says before it is written, as plain data: all that its templates are given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Flag, auto
from typing import ClassVar

from pbem.letters.frame import Frame
from pbem.letters.looks import USUAL_LOOK, Look
from pbem.letters.taps import Taps
from pbem.orders.keywords import Ask

KINDS: dict[str, type[AnyPage]] = {}
"""The kinds of letters whose modules are imported, by the names of their templates."""


class Trait(Flag):
    """What holds for a kind of letter beside its words."""

    FIRST = auto()
    """Somebody's order may bring it to who has never heard of us."""
    AT_THE_DOOR = auto()
    """It answers a mail which anybody may have written in another's name."""
    REFUSES = auto()
    """It answers what cannot be taken: whoever gets many of them is no person."""
    WAITS = auto()
    """It may wait for the time at which all questions of its reader leave."""
    SHOWS = auto()
    """It shows the table."""
    OWN_CODE = auto()
    """It goes to a seat, and its code is good for its own question alone."""
    ORDERS = auto()
    """Its taps are orders of an organiser."""
    ANY_ANSWER = auto()
    """Whatever answers it is read for what it asks alone, and by rules of its own."""
    ENDS = auto()
    """The button by which a mail program ends letters ends what it is about, not all our mail."""
    APART = auto()
    """Its taps say something else than they would in other letters to a seat."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text or picture that goes with a letter, under the name of a file, byte for byte."""

    name: str
    held: str | bytes
    kind: str = "text/plain"


class Declared:
    """What is to be known of a kind of letter beside its words, told by its class.

    `kind` is its name, and that of its templates: `your_play`. `asks` is how its answers are read.
    """

    __slots__ = ()

    kind: ClassVar[str]
    asks: ClassVar[Ask | None] = None
    traits: ClassVar[Trait] = Trait(0)

    def __init_subclass__(cls, asks: Ask | None = None, traits: Trait | None = None) -> None:
        """Note the kind; of one that others are made of there are no letters."""
        cls.asks = asks or cls.asks
        cls.traits = traits or cls.traits
        cls.kind = re.sub(r"(?<!^)([A-Z])", r"_\1", cls.__name__).lower()
        KINDS[cls.kind] = cls  # type: ignore[assignment]  # a Page or a Notice
        for base in cls.__bases__:
            KINDS.pop(getattr(base, "kind", ""), None)

    @property
    def attached(self) -> tuple[Attachment, ...]:
        """What goes with it."""
        return ()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """What it carries of each game it tells of to who sits there."""
        return ()


@dataclass(frozen=True, slots=True)
class Page(Declared):
    """A letter to who sits at a table, or is asked to."""

    frame: Frame

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Its own."""
        return (self.frame,)

    @property
    def about(self) -> str:
        """The game it is about."""
        return self.frame.game

    @property
    def language(self) -> str:
        """The language it is written in."""
        return self.frame.language

    @property
    def look(self) -> Look:
        """How its reader wants cards and colours."""
        return self.frame.look


@dataclass(frozen=True, slots=True)
class Notice(Declared):
    """A letter that is about no seat at a table. Its answers go where its `taps` lead."""

    look: ClassVar[Look] = USUAL_LOOK

    taps: Taps

    @property
    def language(self) -> str:
        """The language it is written in."""
        return self.taps.said.code

    @property
    def tag(self) -> str:
        """What stands at its end."""
        return self.taps.tag

    @property
    def about(self) -> str:
        """The game it is about; empty if that is none, or several."""
        return ""


@dataclass(frozen=True, slots=True)
class GameNotice(Notice):
    """One about a game, by its name; empty where it is about none, or that cannot be told."""

    game: str

    @property
    def about(self) -> str:
        """That game."""
        return self.game


AnyPage = Page | Notice

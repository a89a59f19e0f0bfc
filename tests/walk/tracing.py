"""What is entered between the entry of a function and its return.

A hop is the first entry of a function of ours, if a file outside `BELOW` makes it and another file
holds the function. Properties are no hops, nor are functions of the store, or any that never call
something of ours; what a comprehension does, the function does that it stands in.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from sqlalchemy import Engine, event

from pbem.store.database import Session
from tests.club import Became
from tests.test_imports import ROOMS, ROOT, room_of

STORE = "pbem.store"
KEPT = "pbem/store/lookups.py"
"""What is kept of look-ups is looked at again and again; that is no look-up."""

BELOW = {"engine", "pbem.mail", "pbem.orders", "pbem.letters", STORE}
"""What these rooms do among themselves is no part of the way."""

OURS = (f"{ROOT / 'engine'}/", f"{ROOT / 'pbem'}/")
_COMPREHENSION = re.compile(r"\.<locals>\.<(?:genexpr|listcomp|setcomp|dictcomp)>$")


class Place(NamedTuple):
    """A function of ours, or a part of one, by its file and its name there."""

    file: str
    name: str

    @property
    def room(self) -> str:
        """The room it lies in."""
        return room_of(self.file.removesuffix(".py").replace("/", "."))


class Hop(NamedTuple):
    """A function that is entered for the first time, and the one that calls it."""

    by: Place
    to: Place


@dataclass(slots=True)
class Again:
    """What is looked up: by whom each time, and how often something had been written since."""

    by: list[Place] = field(default_factory=list)
    changed: int = 0
    dirty: bool = False

    def note(self, by: Place, *, changed: bool) -> None:
        """Note who looks it up now, and whether it may have changed since the last time."""
        self.changed += changed and bool(self.by)
        self.by.append(by)
        self.dirty = False

    @property
    def unchanged(self) -> int:
        """How often it was looked up again though nothing had been written."""
        return len(self.by) - 1 - self.changed


@dataclass(frozen=True, slots=True)
class Loading:
    """A look-up under way: its frame, who asks, and what for."""

    frame: FrameType
    by: Place
    key: tuple[Place, tuple[str, ...]]


@dataclass(slots=True)
class Walk:
    """What happened from the entry of a function to its return."""

    start: CodeType
    entries: list[Hop] = field(default_factory=list)
    busy: set[Place] = field(default_factory=set)
    properties: set[Place] = field(default_factory=set)
    climbs: Counter[Hop] = field(default_factory=Counter)
    loads: dict[tuple[Place, tuple[str, ...]], Again] = field(default_factory=dict)
    selects: dict[tuple[str, str], Again] = field(default_factory=dict)
    shown: dict[tuple[Place, tuple[str, ...]], str] = field(default_factory=dict)
    statements: int = 0
    """Of the server, also before the entry and after the return: until all is delivered."""

    became: Became = ()
    _first: FrameType | None = None
    _over: bool = False
    _loading: list[Loading] = field(default_factory=list)
    _seen: set[Place] = field(default_factory=set)

    @property
    def hops(self) -> list[Hop]:
        """The hops, in order."""
        return [
            hop
            for hop in self.entries
            if hop.to in self.busy and hop.to not in self.properties and hop.to.room != STORE
        ]

    @property
    def entered_again(self) -> Counter[str]:
        """How often a hop leads into a room that was left before, for the rooms above `BELOW`."""
        rooms = [where(self.start).room, *(hop.to.room for hop in self.hops)]
        visits = Counter(room for room, _ in groupby(rooms) if room not in BELOW)
        return Counter({room: times - 1 for room, times in visits.items() if times > 1})

    def noted(self, frame: FrameType, happened: str, _arg: object) -> None:
        """Note what a frame does, as `sys.setprofile` tells it."""
        if happened == "return" and self._loading and frame is self._loading[-1].frame:
            self._loading.pop()
        if happened == "return" and frame is self._first:
            self._first, self._over = None, True
        elif happened == "call" and frame.f_code is self.start and not self._over:
            self._first = self._first or frame
            self._seen.add(where(frame.f_code))
        elif happened == "call" and self._first and _is_ours(frame) and not _is_made(frame):
            self._enter(frame)

    def _enter(self, frame: FrameType) -> None:
        back = frame.f_back
        to = where(frame.f_code)
        if back is None or not _is_ours(back) or _COMPREHENSION.search(frame.f_code.co_qualname):
            return
        by = where(back.f_code)
        self.busy.add(by)
        if _is_property(frame):
            self.properties.add(to)
        if ROOMS.index(to.room) > ROOMS.index(by.room):
            self.climbs[Hop(by, to)] += 1
        if STORE == to.room != by.room and to.file != KEPT and not _gives(frame):
            self._load(frame, by, to)
        if to in self._seen:
            return
        self._seen.add(to)
        if by.file != to.file and by.room not in BELOW:
            self.entries.append(Hop(by, to))

    def _load(self, frame: FrameType, by: Place, to: Place) -> None:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = [frame.f_locals[name] for name in names]
        asked = [value for value in values if not isinstance(value, Session)]
        if len(asked) < len(values):
            key = to, tuple(map(repr, asked))
            self.shown[key] = f"{to.file} {to.name}({', '.join(map(_in_short, asked))})"
            self._loading.append(Loading(frame, by, key))

    def asked(self, _on: object, _cursor: object, sql: str, given: object, *_: object) -> None:
        """Note what the database is asked, as SQLAlchemy tells it."""
        self.statements += sql.startswith(("SELECT", "INSERT", "UPDATE", "DELETE"))
        if not self._first:
            return
        if sql.startswith("SELECT"):
            found = self.selects.setdefault((sql, repr(given)), Again())
            for one in self._loading:  # what is answered from memory loads nothing
                self.loads.setdefault(one.key, Again()).note(one.by, changed=found.dirty)
            self._loading.clear()
            found.note(_who_asks(sys._getframe()), changed=found.dirty)
            if re.search(r"FOR (NO KEY )?UPDATE", sql):  # another server may have written meanwhile
                for known in self.selects.values():
                    known.dirty = True
        elif written := re.match(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)", sql):
            for select, found in self.selects.items():
                found.dirty |= written[1] in tables(select[0])

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Notes what happens within."""
        before = sys.getprofile()
        event.listen(Engine, "before_cursor_execute", self.asked)
        sys.setprofile(self.noted)
        try:
            yield
        finally:
            sys.setprofile(before)
            event.remove(Engine, "before_cursor_execute", self.asked)


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(OURS)


def _gives(frame: FrameType) -> bool:
    """Whether it is a generator's, and so entered once for each value."""
    return bool(frame.f_code.co_flags & inspect.CO_GENERATOR)


def _is_made(frame: FrameType) -> bool:
    """Whether a generator is only made: it is entered when it gives its first value."""
    return _gives(frame) and frame.f_lasti < 0


def where(code: CodeType) -> Place:
    """What a piece of code belongs to: a comprehension to the function that it stands in."""
    name = code.co_qualname
    while _COMPREHENSION.search(name):
        name = _COMPREHENSION.sub("", name)
    return Place(str(Path(code.co_filename).relative_to(ROOT)), name)


def _is_property(frame: FrameType) -> bool:
    found: object = None
    inside = frame.f_globals
    for part in frame.f_code.co_qualname.split("."):
        found = inside.get(part)
        inside = getattr(found, "__dict__", {})
    return isinstance(found, property | cached_property)


def _who_asks(frame: FrameType | None) -> Place:
    while frame is not None and not _is_ours(frame):
        frame = frame.f_back
    assert frame is not None
    return where(frame.f_code)


def tables(select: str) -> list[str]:
    """The tables that a statement looks into."""
    return list(dict.fromkeys(re.findall(r"\b(?:FROM|JOIN) (\w+)", select)))


def _in_short(value: object) -> str:
    """An argument, without what differs from one run to another."""
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, int | None):
        return repr(value)
    return type(value).__name__

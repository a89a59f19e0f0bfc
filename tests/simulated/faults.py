"""What fails in a world, and when: drawn from its seed, one step of the server after the other.

A step is a statement, a commit, a mail that is taken in or handed on, each before and after. The
server may die at any of them, as if it were killed or as if the power went; a statement may fail,
and the disk may be full or broken for a while.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NoReturn

from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from tests.simulated.disk import Disk

_FAILURES = (
    "the statement fails",
    "a write fails",
    "the disk is full",
    "the disk is slow",
)
"""What can become of a statement."""


class Killed(BaseException):
    """The process is no more; what it had in hand is as its disk says."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How often things fail: the mean number of steps between two faults, 0 for never.

    `smarthost` of a thousand letters meet a smarthost that does something else than taking them,
    and `mailbox` of a thousand commands a mailbox that does something else than what they say.
    """

    deaths: int = 0
    errors: int = 0
    memory: int = 0
    power: float = 0.3
    smarthost: int = 0
    mailbox: int = 0

    @property
    def kinds(self) -> set[str]:
        """What fails at all."""
        return {name for name, often in asdict(self).items() if often}

    def without(self, kinds: Iterable[str]) -> Temper:
        """The same, but some kinds of faults never happen."""
        return replace(self, **dict.fromkeys(self.kinds.intersection(kinds), 0))


def temper(dice: random.Random) -> Temper:
    """How a world is: some are calm, so that what people do is all that happens there."""
    if dice.random() < 0.25:
        return Temper()
    return Temper(
        deaths=dice.choice((0, 300, 3_000, 20_000)),
        errors=dice.choice((0, 0, 1_000, 10_000)),
        memory=dice.choice((0, 0, 3_000)),
        power=dice.choice((0.0, 0.3, 1.0)),
        smarthost=dice.choice((0, 2, 30)),
        mailbox=dice.choice((0, 2, 30)),
    )


KINDS = ("statement", "commit", "send", "write")
"""What can fail one after the other."""


@dataclass(frozen=True, slots=True)
class Nth:
    """The one fault of a world: its so manieth statement, commit, send or write to the disk.

    It fails, or the process is killed at it; a write can only fail. With the number 0 all are
    counted and nothing fails.
    """

    where: str
    number: int
    dies: bool = False

    def __str__(self) -> str:
        how = "killed at" if self.dies else "failed:"
        return f"{how} {self.where} {self.number}"


@dataclass(slots=True)
class Faults:
    """The faults of one world. `left` is what its disk held when the server died last.

    At the step `error_at` a statement fails, until `slow_until` the disk is slow. `passes` is told
    how many seconds go by at a step.
    """

    temper: Temper
    dice: random.Random
    disk: Disk
    passes: Callable[[float], None] = lambda _seconds: None
    nth: Nth | None = None
    met: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    dead: bool = False
    left: dict[str, bytes] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    _resting: int = 0
    error_at: float = 0
    _death: float = 0
    _short_at: float = 0
    slow_until: float = 0
    _full_until: float = 0

    def __post_init__(self) -> None:
        self._death = self._after(self.temper.deaths)
        self.error_at = self._after(self.temper.errors)
        self._short_at = self._after(self.temper.memory)
        if self.nth is not None and self.nth.where == "write" and self.nth.number:
            self.disk.fails_after = self.nth.number - 1

    def _after(self, mean: int) -> float:
        return self.steps + self.dice.expovariate(1 / mean) if mean else float("inf")

    @contextmanager
    def rest(self) -> Iterator[None]:
        """In this block nothing fails: the world looks at itself."""
        disk = self.disk
        fails = disk.full, disk.fails_after
        disk.full, disk.fails_after = False, None
        self._resting += 1
        try:
            yield
        finally:
            self._resting -= 1
            disk.full, disk.fails_after = fails

    def at(self, where: str) -> None:
        """A step of the server; Killed if it dies of it, OperationalError or MemoryError if it
        fails.
        """
        if self._resting:
            return
        if self.dead:
            raise Killed
        self.steps += 1
        self.met[where] += 1
        if self.nth == Nth(where, self.met[where], dies=True):
            self.die(where, power=False)
        if self.nth == Nth(where, self.met[where]) and where in ("statement", "commit"):
            self._breaks(f"the {where} fails")
        if self.steps > self._full_until:
            self.disk.full = False
        if self.steps < self.slow_until:
            self.passes(self.dice.uniform(0, 4))
        if self.steps >= self._death:
            self._death = self._after(self.temper.deaths)
            self.die(where, power=self.dice.random() < self.temper.power)
        if self.steps >= self.error_at and where == "statement":
            self.error_at = self._after(self.temper.errors)
            self._fail()
        if self.steps >= self._short_at and where == "statement":
            self._short_at = self._after(self.temper.memory)
            self.counted["there is no memory"] += 1
            raise MemoryError

    def die(self, where: str, *, power: bool) -> NoReturn:
        """Let the process end here and now."""
        self.counted[f"{'power lost' if power else 'killed'} at {where}"] += 1
        self.dead = True
        self.left = self.disk.as_power_goes(self.dice) if power else self.disk.as_killed()
        raise Killed

    def revived(self) -> None:
        """Lay the disk out as it was left; a new process may begin."""
        self.disk.put_back(self.left)
        self.dead, self._full_until = False, 0

    def _fail(self) -> None:
        how = self.dice.choice(_FAILURES)
        self.counted[how] += 1
        if how == "a write fails":
            self.disk.fails_after = self.dice.randrange(4)
        elif how == "the disk is slow":
            self.slow_until = self.steps + self.dice.randrange(1, 400)
        elif how == "the disk is full":
            self.disk.full = True
            self._full_until = self.steps + self.dice.randrange(1, 40)
        else:
            self._breaks()

    def _breaks(self, counts: str = "") -> NoReturn:
        self.counted.update([counts] if counts else [])
        broken = sqlite3.OperationalError("disk I/O error")
        raise OperationalError("a statement", None, broken)

    def smarthost(self) -> bool:
        """Whether the smarthost does with this letter something else than taking it."""
        if self.nth == Nth("send", self.met["send"]):
            return not self._resting
        return not self._resting and self.dice.random() * 1000 < self.temper.smarthost

    def mailbox(self) -> bool:
        """Whether the mailbox does with this command something else than it says."""
        return not self._resting and self.dice.random() * 1000 < self.temper.mailbox


_HEARD: list[Faults] = []
"""The world that runs, if one does."""


@contextmanager
def among(faults: Faults) -> Iterator[Faults]:
    """In this block every statement and every commit of this process is a step of that world."""
    _HEARD.append(faults)
    try:
        yield faults
    finally:
        _HEARD.remove(faults)


def _at(where: str) -> None:
    if _HEARD:
        _HEARD[-1].at(where)


@event.listens_for(Engine, "before_cursor_execute")
def _before(*_: Any) -> None:
    _at("statement")


@event.listens_for(Engine, "after_cursor_execute")
def _after(*_: Any) -> None:
    _at("statement done")


@event.listens_for(Engine, "commit")
def _commits(_connection: Any) -> None:
    _at("commit")

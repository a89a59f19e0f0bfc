"""Who runs the server: he copies its database, puts a copy back, and changes the settings."""

from __future__ import annotations

import os
import random
import sqlite3
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from pbem.config.settings import Mailbox, Settings
from pbem.games.after_restore import go_back
from pbem.store.backup import CannotCopy, back_up
from pbem.store.database import CannotOpen, DatabaseUnavailable

if TYPE_CHECKING:
    from tests.simulated.world import World

MOST = 10_000
"""Bytes of a mail that are read as a whole in a mailbox."""

_MAILBOX = Mailbox.model_validate(
    {
        "host": "imap.world.example",
        "user": "table",
        "password": "secret",
        "tls": False,
        "most_bytes": MOST,
    }
)

_CHANGES: dict[str, tuple[Any, ...]] = {
    "answers": ("plus", "catch-all", "fixed"),
    "operator": ("operator@world.example", "else@world.example", None),
    "keep_mails": (7, 30, 90),
    "zone": ("UTC", "Europe/Paris", "America/New_York"),
    "language": ("en", "de", "fr"),
    "answer_in": (1, 24, 48, 100),
    "hold": (0, 10, 60),
    "open_games": (False, True),
    "open_registration": (False, True),
    "limits": (
        {},
        {"mails_a_day": None},
        {"mails_a_day": 1},
        {"refusals_an_hour": 1, "answers_an_hour": 2, "newcomer_receipts": 0},
        {"all_an_hour": 5, "answers_a_day": 3},
    ),
}
"""What is set to something else while the games go on."""

_OURS = (DatabaseUnavailable, CannotOpen, SQLAlchemyError, sqlite3.Error, OSError, MemoryError)
"""What goes wrong because the world around fails."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy of the database, and when it was made."""

    file: Path
    at: datetime


@dataclass(slots=True)
class Operator:
    """The operator of one world."""

    world: World
    dice: random.Random
    changed: dict[str, Any] = field(default_factory=dict)
    copies: list[Copied] = field(default_factory=list)

    def settings(self, home: Path) -> Settings:
        """The settings as he has written them, for a database in a folder."""
        return Settings.model_validate(
            {
                "database": f"sqlite:///{home / 'ohhell.db'}",
                "doors": (),
                "imap": _MAILBOX if self.world.box is not None else None,
                "keep_mails": 7,
                "operator": "operator@world.example",
                "organisers": ("@world.example",),
                "open_games": True,
                "answer_domain": "play.world.example",
                **self.changed,
            }
        )

    @property
    def expects(self) -> set[str]:
        """What a server so set logs as an error, since the operator should hear of it."""
        few = "all_an_hour" in self.changed.get("limits", {})
        return {"too many answers, silent for a while"} if few else set()

    def morning(self) -> None:
        """What he does in the course of a day."""
        world, dice = self.world, self.dice
        if dice.random() < 0.15 and world.may("the settings are changed"):
            world.at(world.now + timedelta(hours=dice.uniform(0, 24)), self._changes)
        if dice.random() < 0.4 and world.server.services.db.alone:
            world.at(world.now + timedelta(hours=dice.uniform(1, 24)), self.copies_it)
        if self.copies and dice.random() < 0.25 and world.may("a copy is put back"):
            world.at(world.now + timedelta(hours=dice.uniform(0, 24)), self._goes_back)

    def _changes(self) -> None:
        for name in self.dice.sample(sorted(_CHANGES), self.dice.choice((1, 1, 3))):
            self.changed[name] = self.dice.choice(_CHANGES[name])
        self.world.say(f"the settings are read anew: {self.changed}")
        if self._stops():
            self.world.begin_to_work()

    def _stops(self) -> bool:
        """Whether the server has stopped, as it was told to, and not died of it."""
        world = self.world
        return world.alive(lambda: world.loop.run_until_complete(world.server.stop()))

    def copies_it(self) -> None:
        """Make a copy of the database, while the server runs."""
        world = self.world
        copy = Copied(world.folder / f"copy{len(self.copies)}.db", world.now)
        with world.faults.rest():
            back_up(world.server.settings.database, copy.file)
        os.utime(copy.file, (copy.at.timestamp(), copy.at.timestamp()))
        self.copies.append(copy)
        world.say("a copy is made")

    def _goes_back(self) -> None:
        dice = self.dice
        copy, by_hand, killed = dice.choice(self.copies), dice.random() < 0.4, dice.random() < 0.3
        self.puts_back(copy, by_hand=by_hand, killed=killed)

    def puts_back(self, copy: Copied, *, by_hand: bool, killed: bool) -> None:
        """Stop the server, or kill it, and put a copy in the place of its database."""
        world = self.world
        gone = self._gone()
        world.say(f"the copy of {copy.at} is put back{' by hand' if by_hand else ''}")
        if not killed and not self._stops():
            return
        left = world.faults.disk.as_killed()
        world.close()
        if by_hand:
            left.pop("ohhell.db-wal", None)
            left["ohhell.db"] = copy.file.read_bytes()
        world.faults.left = left
        world.faults.revived()
        began = world.now + world.skew
        done = by_hand or self._restores(copy)
        world.begin_to_work()
        if done:
            kind = "by hand" if by_hand else "by restore"
            world.faults.counted[f"a copy put back {kind}"] += 1
            world.forgets_since(copy.at)
        if done and not by_hand:
            self._asked_anew(gone, began)

    def _restores(self, copy: Copied) -> bool:
        """Whether `pbem restore` has put a copy in place; if not all is as it was."""
        world, faults = self.world, self.world.faults
        settings = self.settings(faults.disk.folder)
        try:
            back = go_back(settings, copy.file, world.now + world.skew, world.chance.randbytes)
        except BaseException as problem:
            ours = isinstance(problem, _OURS) or isinstance(problem.__cause__, _OURS)
            if not faults.dead and not (isinstance(problem, (CannotCopy, *_OURS)) and ours):
                raise
            world.say(f"nothing is restored: {problem!r}")
            faults.counted["a restore that failed"] += 1
            faults.left = faults.left if faults.dead else faults.disk.as_killed()
            faults.revived()
            return False
        if not back.sure:
            world.errors.append("what was there before a restore could not be read")
        faults.left = faults.disk.as_killed()
        faults.revived()
        return True

    def _gone(self) -> dict[str, set[tuple]]:
        """Who is forgotten and who wants no more mail, each by number and when he came."""
        return {
            since: set(
                self.world.ask(f"select id, created_at from player where {since} is not null")
            )
            for since in ("forgotten_at", "stopped_at")
        }

    def _asked_anew(self, before: dict[str, set[tuple]], began: datetime) -> None:
        """What `pbem restore` promises that began at a time, however long it took."""
        world = self.world
        since = f"{began:%Y-%m-%d %H:%M:%S}"
        for number, game in world.ask(
            "select question.id, game.name from question join game on game.id = game_id"
            f" where closed is null and asked_at < '{since}' and ask != 'invitation'"
        ):
            world.errors.append(f"question {number} of {game} was not asked anew")
        now, people = self._gone(), set(world.ask("select id, created_at from player"))
        for since, gone in before.items():
            for one in gone & people - now["forgotten_at"] - now[since]:
                world.errors.append(f"player {one} had gone, {since}, and is back")

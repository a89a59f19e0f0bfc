"""A server with a game at every stage that games can be at, each brought there as people do it."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from sqlalchemy import text

from pbem.demo.correspondent import answer
from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change
from pbem.games.archiving import archive_old
from pbem.server.clock import now
from pbem.store import questions
from pbem.store.games import load_table
from tests.club import Club, seated
from tests.databases import database_url
from tests.terminal import command

TINY = "1-1"
"""The rules of a game of one deal, of one card each."""


def every_stage(folder: Path, *, archive: bool = False) -> tuple[Club, dict[str, str]]:
    """A club whose database is in a folder, and the name of the game at each stage; with `archive`
    one is in that, which is beside it.
    """
    town = _Town(folder)
    games = {
        "draft": town.draft(),
        "inviting": town.game("Inviting", invite=True),
        "refused": town.game("Refused", "no", invite=True),
        "cancelled before its start": town.game("Never", invite=True),
        "playing": town.game("Playing", ""),
        "a move held back": town.game("Holding", "", hold=10),
        "the last move held back": town.ending(),
        "paused": town.game("Paused"),
        "over": town.game("Over", "", "", preset=TINY),
        "cancelled on its way": town.game("Broken", ""),
        "put away": town.game("Away", "", "", preset=TINY),
        "with a computer": town.game("Robot"),
        "trial": town.trial(),
        "of a match": town.match(),
        "of a league": town.league(),
    }
    if archive:
        games["in the archive"] = town.archived()
    for line in (
        *("cancel Never now", "cancel Broken now", "pause Paused", "close Away"),
        f"drop Robot {town.people('Robot')[0]}",
    ):
        town.order(*line.split())
    town.club.deliver()
    return town.club, games


class _Town:
    """People who play at many tables, three at each, and nobody at two."""

    def __init__(self, folder: Path) -> None:
        self.club = seated(folder)
        self.club.now = now()
        self._folder = folder

    def people(self, game: str) -> list[str]:
        return [f"{one}{game}" for one in ("Anna", "Bruno", "Ruth")]

    def game(self, name: str, *said: str, **how: object) -> str:
        """A game, and what is said at it in turn; nothing is whatever is allowed."""
        self.club.open(*self.people(name), game=name, **how)
        for one in said:
            self.say(name, one)
        return name

    def say(self, game: str, said: str) -> None:
        """One who is asked there answers."""
        club = self.club
        with club.services.db.begin() as session:
            number = next(n for n in range(1, 99) if load_table(session, n).name == game)
            asked = questions.open_questions(session, number)[0]
            name = load_table(session, number).players[asked.seat].name
        with suppress(KeyError):
            letter = club.letter(name)
            assert club.say(name, said or answer(letter.text), to=letter)

    def order(self, *words: str) -> str:
        done = command(self._folder, *words, env=self.env)
        assert (done.returncode, done.stderr) == (0, ""), (words, done.stderr)
        self.club.now = now()
        self.club.deliver()
        return done.stdout

    @property
    def env(self) -> dict[str, str]:
        return environment(self._folder)

    def draft(self) -> str:
        self.game("First")
        self.order("same-again", "First")
        return "First II"

    def ending(self) -> str:
        """A game whose last move is held back: who bids last on one card has no choice."""
        self.game("Ending", "", preset=TINY)
        self.order("set", "Ending", "hold", "10")
        self.say("Ending", "")
        return "Ending"

    def trial(self) -> str:
        """Somebody who is invited tries a game against the server first."""
        self.game("Trying", invite=True)
        name = self.people("Trying")[0]
        assert self.club.say(name, "test") == Changed(Change.TEST)
        return re.search(r"\[(.*?)(?: \d+/\S+)?\]", self.club.letter(name).subject)[1]

    def match(self) -> str:
        """Two tables with the same deals; both are under way."""
        self.game("Match", invite=True)
        others = ", ".join(f"{one}2 {one.lower()}2@club.example" for one in self.people("Match"))
        self.order("duplicate", "Match", "with", others)
        self.order("start", "Match II")
        for one in self.people("Match"):
            for name in (one, f"{one}2"):
                self.club.addresses.setdefault(name, f"{name.lower()}@club.example")
                self.club.boxes.setdefault(name, self.club.boxes.get(self.club.addresses[name], []))
                self.club.say(name, "yes")
        return "Match"

    def archived(self) -> str:
        """A game that ended long ago, and is in a file."""
        name, services = self.game("Old", "", "", preset=TINY), self.club.services
        services.db.archive = self._folder / "archive"
        with services.db.begin() as session:
            for table in ("inbound", "outbox"):
                ours = "game_id = (select id from game where name = 'Old')"
                session.execute(text(f"update {table} set raw = :raw where {ours}"), {"raw": b""})
        assert len(list(archive_old(services, self.club.now + timedelta(days=400)))) == 1
        return name

    def league(self) -> str:
        """The first round of a league."""
        people = [f"{one} <{one.lower()}@club.example>" for one in self.people("League")]
        self.order("league", "Winter", *people, "--size", "3", "--preset", TINY)
        self.order("next-round", "Winter")
        return "Winter 1-1"


def environment(folder: Path) -> dict[str, str]:
    """Where commands find the database of a folder."""
    return {
        "OHHELL_DATABASE": database_url(folder / "club.db"),
        "OHHELL_MAILBOX": "table@ohhell.example",
        "OHHELL_ARCHIVE": str(folder / "archive"),
        "COLUMNS": "200",
    }

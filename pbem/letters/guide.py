"""How to play by mail, to print: what the help mails say of a rule set, without a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from engine import Rules, Seat, start, view
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.setup import SPARE_HOURS, GameSetup
from pbem.letters.pages.helping import TOPICS, Help, Sendable
from pbem.letters.reader import Reader
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.letters.words import Block, begun

_CHAPTERS = ("", *(topic for topic in TOPICS if topic != "organiser"))
_MAILBOX = "table@cards.example"
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Chapter:
    """What one mail of help says. `told` are the headings whose rows only tell: none is to send."""

    title: str
    blocks: tuple[Block, ...]
    told: frozenset[str]

    def sends(self, block: Block, word: str) -> bool:
        """Whether the first part of a row is something to send."""
        return block.heading not in self.told and not word.endswith(":")


def guide(
    templates: Templates,
    rules: Rules,
    players: int,
    language: str,
    today: date,
    sendable: tuple[Sendable, ...],
) -> tuple[Chapter, ...]:
    """The chapters of the guide; RulesError if so many cannot play.

    Days in its examples are soon after `today`.
    """
    said = speech(language)
    told = frozenset(map(said.messages.gettext, ("What it brings", "The deal of one card")))
    reader = _anybody(rules, players, said.code, today)
    pages = [Help.of(reader, topic, _MAILBOX, sendable) for topic in _CHAPTERS]
    (title, short), *more = (templates.help(page) for page in pages)
    found = ((title, short + templates.rarely(said.code, sendable)), *more)
    return tuple(Chapter(_titled(title), blocks, told) for title, blocks in found)


def _titled(title: str) -> str:
    """`Help: the rules` as the title of a chapter."""
    return begun(title.rpartition(":")[2].strip())


def _anybody(rules: Rules, players: int, language: str, today: date) -> Reader:
    """Somebody who reads about a game in which no card is out."""
    rules.sizes(players)
    people = tuple(Player(seat, "", "", language, "UTC") for seat in range(players))
    table = Table(
        id=0,
        name="Lindy",
        stage=Stage.INVITING,
        setup=GameSetup("", rules, follows=True, spare_hours=SPARE_HOURS),
        organiser=people[0],
        players=people,
        said=(Reply.NOTHING,) * players,
        created_at=_ANY_DAY,
    )
    seen = view(start(rules, players, Seat(0)), Seat(0))
    return Reader(table, people[0], seen, Taps(_MAILBOX, "", language), today)

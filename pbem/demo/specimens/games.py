"""The table and the games that the letters tell of, and how a seat reads about them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from engine import Entry, Game, Rules, Seat, preset, start, view
from engine.chain import so_far
from engine.players import choose
from engine.shuffle import fingerprint
from pbem.demo.playouts import play_out
from pbem.domain.asking import asked_of
from pbem.domain.logged import Actor, Logged
from pbem.domain.model import Closed, Player, Question, Reply, Stage, Table
from pbem.domain.setup import GameSetup
from pbem.letters.pages.questions import Asking
from pbem.letters.parts import Fingerprint, Opened
from pbem.letters.reader import Reader, tag
from pbem.letters.taps import Taps
from pbem.orders.keywords import Ask
from pbem.turns.turn import shuffles_to_come

NOW = datetime(2026, 10, 18, 9, 12, tzinfo=UTC)
NAMES = (
    *("Anna", "Bruno", "Chloé", "Dieter", "Ruth", "Jan", "Sofia"),
    *("Willem", "Ioana", "Adrian", "Łucja", "Hélène"),
)
RULES = preset("ohhell_pagat")
TAG = "#qaaabcdefghijkmnpqrst"
WORDS = (("Anna", "banana"), ("Chloé", "<b>crème</b> & brûlée, please, and thank you very much"))


def table_of(players: int, language: str = "en", rules: Rules = RULES) -> Table:
    """A table of so many who read that language, organised by Marta."""
    people = [Player(n, name, f"p{n}@x.example", language, "UTC") for n, name in enumerate(NAMES)]
    marta = Player(99, "Marta", "marta@x.example", "en", "UTC")
    return Table(
        id=1,
        name="Lindy",
        stage=Stage.PLAYING,
        setup=GameSetup("ohhell_pagat", rules, spare_hours=48),
        organiser=marta,
        players=tuple(people[:players]),
        said=(Reply.YES,) * players,
        created_at=NOW - timedelta(days=16),
    )


def reader_of(game: Game, seat: int | None, language: str = "en") -> Reader:
    """A seat reading about a game, or Wanda, who only looks on."""
    table, seen = table_of(game.players, language, game.rules), view(game, seat)
    wanda = Player(98, "Wanda", "wanda@x.example", language, "UTC")
    taps = Taps("table+qaaa@ohhell.example", f"{tag(table, seen)} {TAG}", language)
    if seat is None:
        taps = Taps("table@ohhell.example", tag(table, seen), language)
    prints = tuple(
        Fingerprint(deal, fingerprint(bytes([deal] * 32))) for deal in shuffles_to_come(game)
    )
    opened = tuple(
        Opened(deal.number, bytes([deal.number] * 32).hex(), WORDS[: deal.number % 3])
        for deal in game.deals
    )
    return Reader(
        table,
        wanda if seat is None else table.players[seat],
        seen,
        taps,
        NOW.date(),
        so_far=so_far("Lindy", game),
        fingerprints=prints,
        opened=opened,
    )


def newcomer(reader: Reader) -> Reader:
    """The same at a table whose players we had never heard of before."""
    table = reader.table
    players = tuple(replace(one, since=table.created_at) for one in table.players)
    return replace(reader, table=replace(table, players=players))


def question_to(game: Game, seat: int, log: Sequence[Entry]) -> Question:
    """The question a seat is asked now."""
    deal = game.deal
    ask = asked_of(deal) if deal else Ask.PLAY
    due = NOW + timedelta(hours=50)
    return Question(5, 1, Seat(seat), ask, 1, 1, len(log), NOW, due)


def closed_question(seat: int) -> Question:
    """A question of an earlier trick, answered."""
    closed, due = Closed.ANSWERED, NOW - timedelta(hours=2)
    return Question(4, 1, Seat(seat), Ask.PLAY, 3, 2, 9, due, due, closed, "KC")


def logged(log: Sequence[Entry], actor: Actor = Actor.PLAYER) -> list[Logged]:
    """A log as the store gives it."""
    return [
        Logged(seq, seq, actor, getattr(entry, "seat", None), entry)
        for seq, entry in enumerate(log)
    ]


PLAYED: dict[tuple[object, ...], tuple[Game, list[Entry]]] = {}
"""Games that were played for the pages of one language, to be told in the others too."""


def played_until(
    what: str,
    players: int,
    seed: int | str,
    until: Callable[[Game], bool],
    rules: Rules = RULES,
) -> tuple[Game, list[Entry]]:
    """A game of computer players, stopped when `until` holds, which is `what`."""
    key = (what, rules, players, seed)
    if key not in PLAYED:
        dice = random.Random(seed)
        PLAYED[key] = play_out(rules, players, dice, lambda g, s: choose(view(g, s)), until)
    return PLAYED[key]


def question_page(
    game: Game,
    log: Sequence[Entry],
    told: int,
    language: str = "en",
    actor: Actor = Actor.PLAYER,
) -> Asking:
    """The page that asks the seat whose turn it is, telling what came after entry `told`.

    The others' moves are by `actor`, the asked one's own by the player.
    """
    seat = game.awaiting[0]
    asked, reader = question_to(game, seat, log), reader_of(game, seat, language)
    others = [one if one.seat == seat else replace(one, actor=actor) for one in logged(log)]
    return Asking.of(reader, others[told:], asked)


@dataclass(frozen=True, slots=True)
class Scene:
    """A game that waits for somebody, as it is told in a language."""

    game: Game
    log: list[Entry]
    language: str

    @property
    def seat(self) -> Seat:
        """The seat that is waited for."""
        return self.game.awaiting[0]

    @property
    def other(self) -> Seat:
        """The seat after it, which only looks on."""
        return Seat((self.seat + 1) % self.game.players)

    @property
    def question(self) -> Question:
        """What the seat is asked."""
        return question_to(self.game, self.seat, self.log)

    def reader(self, seat: int | None = None) -> Reader:
        """A seat reading about it; the one that is waited for, unless another is named."""
        return reader_of(self.game, self.seat if seat is None else seat, self.language)

    def spectator(self) -> Reader:
        """Somebody reading about it who sits at no seat."""
        return reader_of(self.game, None, self.language)

    def asked(self) -> Reader:
        """The seat that is waited for, reading a letter that is answered to its question."""
        return replace(self.reader(), asked=self.question)

    def asking(self) -> Asking:
        """The page that asks the seat, with the last that has happened."""
        return question_page(self.game, self.log, max(0, len(self.log) - 12), self.language)


@dataclass(frozen=True, slots=True)
class Story:
    """A game played by chance, from its first bid to its end, as it is told in a language."""

    players: int
    seed: int
    language: str

    def until(self, what: str, until: Callable[[Game], bool]) -> Scene:
        """The moment when `until` holds, which is `what`."""
        game, log = played_until(what, self.players, self.seed, until)
        return Scene(game, log, self.language)

    def choice(self, what: str, until: Callable[[Game], bool]) -> Scene:
        """The moment when `until` holds, and somebody may choose."""

        def free(game: Game) -> bool:
            return bool(game.awaiting) and len(view(game, game.awaiting[0]).legal) > 1

        return self.until(what, lambda game: until(game) and free(game))

    @property
    def fresh(self) -> Reader:
        """The first player, reading about the game before it begins."""
        return reader_of(start(RULES, self.players), 0, self.language)

    @property
    def first_bid(self) -> Scene:
        """The first bid of the game."""
        return self.choice("first bid", lambda game: game.deal is not None)

    @property
    def last_bid(self) -> Scene:
        """The last bid of the third deal."""
        return self.choice(
            "last bid",
            lambda game: (
                len(game.deals) == 3
                and game.deal is not None
                and game.deal.bids_made == self.players - 1
            ),
        )

    @property
    def lead(self) -> Scene:
        """The first card of a trick."""
        return self.choice(
            "lead", lambda game: game.deal is not None and None not in game.deal.bids
        )

    @property
    def follow(self) -> Scene:
        """The last card of a trick, for somebody who must follow suit."""
        return self.choice(
            "follow",
            lambda game: (
                len(game.deals) > 3
                and game.deal is not None
                and len(game.deal.trick.cards) == self.players - 1
                and len(view(game, game.awaiting[0]).legal) < len(view(game, game.awaiting[0]).hand)
            ),
        )

    @property
    def over(self) -> Scene:
        """The end of the game."""
        return self.until("whole", lambda game: False)

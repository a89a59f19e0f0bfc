"""Two tables that differ in hidden cards alone: does one who may not know them see a difference?

The same cards are played in public at the same times; what others hold beside them is another. So
what was forced at one table was a choice at the other, and had been planned. All that one player is
sent, and somebody who sits at no seat but watches the game, must be the same, to the byte but for
random codes, and at the same times, until something is told in public that differs.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from itertools import zip_longest
from pathlib import Path

from sqlalchemy import text

from engine import Card, Game, IllegalAction, MakeBid, PlayCard, Rules, cards, view
from pbem.config.settings import Limits, Settings
from pbem.context import Context
from pbem.context.shuffles import packs
from pbem.domain.model import Stage
from pbem.domain.setup import GameSetup
from pbem.games.commit import commit_turn
from pbem.games.guests import Person
from pbem.games.set_up import new_game
from pbem.orders.keywords import Watchers
from pbem.outbox.carriers import Send
from pbem.server.app import Server
from pbem.store.consent import agree
from pbem.store.games import load_table, set_stage
from pbem.store.inbound import Arrived
from pbem.turns.turn import begin
from tests.simulated.idle import DUE
from tests.simulated.letters import Letter, read_letter, reply
from tests.table import deal_of, do, pack_dealing

_BEGIN = datetime.fromisoformat("2026-10-05T08:00:00+00:00")
_TICK = timedelta(seconds=5)
"""So often a server looks at what is due, however many things are."""

_NAMES = ("Anna", "Bruno", "Ruth", "Jan", "Sofia")
_WATCHER, _AT_NO_SEAT = "Wanda", -1
_CODE = re.compile(r"(?<![a-z0-9])(?:[a-km-np-z2-9]{24}|[a-km-np-z2-9]{16}(?=@|%40))(?![a-z0-9])")


_Trace = list[tuple[datetime, str, str, bytes]]
"""What somebody is sent: when, from and to which address, and its bytes."""


@dataclass(frozen=True, slots=True)
class _Script:
    """What is played in public: bids, and who plays which card; and how long others wait for it."""

    rules: Rules
    bids: tuple[int, ...]
    plays: tuple[tuple[int, Card], ...]
    setup: GameSetup
    watched: int
    pace: timedelta

    def of(self, seat: int) -> list[Card]:
        """The cards of one seat."""
        return [card for one, card in self.plays if one == seat]


@dataclass(slots=True)
class _Table:
    """A real server with one table, whose players do what a script says."""

    script: _Script
    server: Server
    now: datetime = _BEGIN
    traces: tuple[_Trace, _Trace] = field(default_factory=lambda: ([], []))
    letters: dict[int, list[Letter]] = field(default_factory=dict)
    watching: list[Letter] = field(default_factory=list)

    @asynccontextmanager
    async def carrier(self) -> AsyncIterator[Send]:
        """Takes every letter, and notes what the one player gets, and who watches."""

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            letter, name = read_letter(rcpt, mail_from, raw), rcpt.partition("@")[0].title()
            seat = _NAMES.index(name) if name in _NAMES else _AT_NO_SEAT
            if name == _WATCHER:
                self.watching.append(letter)
            else:
                self.letters.setdefault(seat, []).append(letter)
            if name == _WATCHER or seat == self.script.watched:
                self.traces[name == _WATCHER].append((self.now, mail_from, rcpt, raw))

        yield send

    def later(self, by: timedelta) -> None:
        """Let time go on. What leaves meanwhile tells in its date when it was to leave."""
        until = self.now + by
        while self.now < until:
            self.now = min(until, self._next_tick())
            self.server.judge()
            asyncio.run(self.server.deliver())

    def _next_tick(self) -> datetime:
        """The first at which something is due; before the ten minutes of a server that is away."""
        with self.server.services.db.begin() as session:
            clock = {"now": f"{self.now:%Y-%m-%d %H:%M:%S.%f}"}
            due = session.connection().execute(text(DUE), clock).scalar()
        far = self.now + timedelta(minutes=9)
        next_ = min(far, datetime.fromisoformat(due).replace(tzinfo=UTC)) if due else far
        return next_ + (_BEGIN - next_) % _TICK

    def says(self, seat: int, words: str) -> None:
        """A player answers the last letter that asked."""
        asked = [one for one in self.letters[seat] if "REPLY" in one.text.upper()][-1]
        to, raw = reply(asked, words, self.now, f"Message-ID: <{seat}.{self.now:%d%H%M}@x>\n")
        self._comes(to, asked.to, raw)

    def is_watched(self) -> None:
        """Somebody asks to watch the game, and confirms it."""
        address = f"{_WATCHER.lower()}@x.example"
        to = self.server.services.addresses.mailbox
        head = f"From: {address}\nTo: {to}\nSubject: watch\nMessage-ID: <watch@x>\n\n"
        self._comes(to, address, f"{head}watch Table1\n".encode())
        self.watcher_says("yes")

    def watcher_says(self, words: str) -> None:
        """Who watches answers the last letter."""
        last = self.watching[-1]
        head = f"Message-ID: <watcher.{len(self.watching)}.{self.now:%d%H%M%S}@x>\n"
        to, raw = reply(last, f"{words}\n", self.now, head)
        self._comes(to, last.to, raw)

    def _comes(self, to: str, sender: str, raw: bytes) -> None:
        self.server.accept([Arrived("smtp", to, sender, raw, self.now)])
        self.server.worker.think()
        asyncio.run(self.server.deliver())


def two_runs(seed: int, folder: Path) -> Iterator[str]:
    """What a player, or who watches, could tell of others' cards in the tables of a seed."""
    dice = random.Random(f"{seed} secrecy")
    hands = _hands(dice)
    script = _played(hands, dice)
    other = _otherwise(hands, script, dice)
    if other is None:
        return
    runs = [
        _traces(script, dealt, folder / f"run{number}")
        for number, dealt in enumerate((hands, other))
    ]
    for one, two in zip(*runs, strict=True):
        yield from _differs(one, two)


def _differs(one: Sequence[_Seen], two: Sequence[_Seen]) -> Iterator[str]:
    """The first thing in which two traces differ before what is public does."""
    for left, right in zip_longest(one, two):
        if left is None or right is None or left.so_far != right.so_far:
            return
        for what in ("at", "heads", "text", "html"):
            if getattr(left, what) != getattr(right, what):
                told = _first_difference(str(getattr(left, what)), str(getattr(right, what)))
                yield f"the {what} of a letter tells of others' cards: {told}"
                return


def _hands(dice: random.Random) -> list[list[Card]]:
    players, size = dice.choice((3, 3, 4)), dice.choice((3, 4, 5, 7))
    pack = list(Rules().pack_for(players).cards())
    dice.shuffle(pack)
    return [pack[at * size : (at + 1) * size] for at in range(players)]


def _row(hands: Sequence[Sequence[Card]]) -> str:
    return " | ".join(" ".join(map(str, hand)) for hand in hands)


def _played(hands: Sequence[Sequence[Card]], dice: random.Random) -> _Script:
    players, size = len(hands), len(hands[0])
    rules = Rules(players=(players, players), hand_max=((players, size),))
    game, bids, plays = _begun(hands), [], []
    tricks = dice.randrange(1, size)
    while len(plays) < tricks * players:
        seat = game.awaiting[0]
        seen = view(game, seat)
        if seen.legal_bids and not seen.legal_cards:
            bids.append(dice.choice(seen.legal_bids))
            game = do(game, MakeBid(seat, bids[-1]))
        else:
            plays.append((seat, dice.choice(seen.legal_cards)))
            game = do(game, PlayCard(*plays[-1]))
    hold = dice.choice((0, 10))
    follows = hold > 0 and dice.random() < 0.5
    setup = GameSetup("given", rules, hold=hold, follows=follows, watchers=Watchers.TALK)
    pace = timedelta(minutes=dice.choice((1, 3, 12, 300)))
    return _Script(rules, tuple(bids), tuple(plays), setup, dice.randrange(players), pace)


def _begun(hands: Sequence[Sequence[Card]]) -> Game:
    return deal_of(_row(hands), dealer=len(hands) - 1, turn_up=_turned(hands))


def _turned(hands: Sequence[Sequence[Card]]) -> str:
    out = {card for hand in hands for card in hand}
    return str(min((card for card in Rules().pack_for(3).cards() if card not in out), key=str))


def _otherwise(
    hands: Sequence[Sequence[Card]], script: _Script, dice: random.Random
) -> list[list[Card]] | None:
    """Other hands with which the same may be played; None if there are none."""
    turned, own = _turned(hands), hands[script.watched]
    fixed = [list(own) if seat == script.watched else script.of(seat) for seat in range(len(hands))]
    out = {*cards(turned), *(card for hand in fixed for card in hand)}
    rest = [card for card in script.rules.pack_for(len(hands)).cards() if card not in out]
    for _ in range(200):
        dice.shuffle(rest)
        left = iter(rest)
        other = [[*hand, *(next(left) for _ in range(len(own) - len(hand)))] for hand in fixed]
        try:
            if _turned(other) != turned:
                continue
            game = _begun(other)
            for number in script.bids:
                game = do(game, MakeBid(game.awaiting[0], number))
            for seat, card in script.plays:
                game = do(game, PlayCard(seat, card))
        except IllegalAction:
            continue
        return other
    return None


def _traces(script: _Script, hands: Sequence[Sequence[Card]], folder: Path) -> list[list[_Seen]]:
    folder.mkdir(parents=True)
    # The keys of the server are the same, codes are not.
    keys, codes = random.Random("keys"), random.Random(_row(hands))
    made: list[_Table] = []
    server = Server(
        Settings(
            database=f"sqlite:///{folder / 'ohhell.db'}",
            doors=(),
            limits=Limits(),
            watchers="anybody",
        ),
        secrets=lambda game, deal: hashlib.sha256(f"{game}/{deal}".encode()).digest(),
        chance=lambda size: (keys if size == 32 else codes).randbytes(size),
        now=lambda: made[0].now if made else _BEGIN,
        carrier=lambda: made[0].carrier(),
    )
    table = _Table(script, server)
    made.append(table)
    with closing(server):
        _deal(table, hands)
        _play(table)
        numbers: list[dict[str, str]] = [{}, {}]
        return [
            [_seen(*one, codes) for one in trace]
            for trace, codes in zip(table.traces, numbers, strict=True)
        ]


def _deal(table: _Table, hands: Sequence[Sequence[Card]]) -> None:
    """Begin a game with given hands, the last seat deals; all else is as ever."""
    script, services = table.script, table.server.services
    players = len(hands)
    draw = [*cards("2C 3C 4C 5C")[: players - 1], *cards("AS")]
    turned = _turned(hands)
    given = {0: tuple(draw), 1: pack_dealing(_row(hands), players - 1, turned, script.rules)}
    people = [Person(one, f"{one.lower()}@x.example", "en") for one in _NAMES[:players]]
    with services.db.begin() as session:
        ctx = Context(services, session, table.now)
        organiser = Person("Marta", "marta@x.example", "en")
        game = new_game(
            ctx,
            name="Table1",
            setup=script.setup,
            organiser=organiser,
            people=people,
            zone="UTC",
        )
        set_stage(session, game.id, Stage.PLAYING, table.now)
        for player in game.players:
            agree(session, player.id, table.now)
        game = load_table(session, game.id)
        shuffled = packs(services, session, game, script.rules)
        outcome = begin(script.rules, players, lambda deal: shuffled(deal) and given[deal])
        commit_turn(ctx, game, outcome, 0, starting=True)
    table.later(timedelta(minutes=1))
    table.is_watched()


def _play(table: _Table) -> None:
    script, players = table.script, len(table.letters.keys() - {_AT_NO_SEAT})
    for seat, number in enumerate(script.bids):
        table.later(script.pace)
        said = [f"{number}\n"]
        if seat != script.watched:
            said.append(f"keep {' then '.join(map(str, script.of(seat)))}\n")
        if not script.setup.hold:
            # Nothing would hide how long somebody thinks who plans only when the bid is seen.
            said.reverse()
        for words in said:
            table.now += timedelta(seconds=1)
            table.says(seat, words)
        table.watcher_says("status")
        table.later(timedelta(minutes=12))
    mine, asked = script.of(script.watched), 0
    for _ in range(len(mine) + 1):
        table.later(timedelta(minutes=11 * players))
        questions = [one for one in table.letters[script.watched] if "YOU CAN PLAY" in one.text]
        if len(questions) > asked:
            asked = len(questions)
            can = questions[-1].text.partition("YOU CAN PLAY")[2].partition("\n\n")[0]
            mine = mine[
                next((at for at, one in enumerate(mine) if _shown(one) in can), len(mine)) :
            ]
            if not mine:
                return
            table.later(script.pace)
            table.says(script.watched, f"{mine.pop(0)}\n")
            table.watcher_says("log")
            table.later(timedelta(seconds=65))
            table.watcher_says("status")


def _shown(card: Card) -> str:
    """A card as letters show it."""
    sign = str(card).translate(str.maketrans("CDHS", "♣♦♥♠"))
    return f"  {sign.replace('T', '10')}   "


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a player sees of a letter, with random codes by the order of their coming."""

    at: datetime
    heads: str
    text: str
    html: str
    so_far: str


def _seen(at: datetime, mail_from: str, rcpt: str, raw: bytes, numbers: dict[str, str]) -> _Seen:
    def plain(text: str) -> str:
        text = re.sub(r"=_[0-9a-f]{32}", "(boundary)", text).replace("%23", "#")
        return _CODE.sub(lambda code: numbers.setdefault(code[0][:16], f"({len(numbers)})"), text)

    message = message_from_bytes(raw)
    parts: Mapping[str, str] = {
        part.get_content_type(): part.get_payload(decode=True).decode()  # type: ignore[union-attr]
        for part in message.walk()
        if not part.is_multipart()
    }
    heads = "\n".join(f"{name}: {value}" for name, value in message.items())
    return _Seen(
        at,
        plain(f"{mail_from} {rcpt}\n{heads}"),
        plain(parts["text/plain"]),
        plain(parts.get("text/html", "")),
        message["X-OhHell-Digest"] or "",
    )


def _first_difference(left: str, right: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
    return f"{left[max(0, at - 40) : at + 60]!r} and {right[max(0, at - 40) : at + 60]!r}"

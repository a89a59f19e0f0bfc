"""Whether the proof of a game holds: each pack as announced, each event by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.cards import Card, Hand, cards
from engine.chain import Chain, chain_of
from engine.commands import Command, DealCards, LayBid, MakeBid, NameTrump, PlayCard
from engine.errors import IllegalAction, RulesError
from engine.events import (
    BidChanged,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    Event,
    GameStarted,
    TrumpNamed,
)
from engine.fold import evolve, replay
from engine.game import decide, open_game
from engine.proof import Section, head, read_section, whole
from engine.shuffle import fingerprint, seed, shuffle
from engine.state import Game


class Unfit(Exception):
    """What does not fit in a proof, and in which deal, in one sentence."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A proof that holds: the events of the game's start and of each deal that is over."""

    name: str
    over: bool
    parts: tuple[tuple[Event, ...], ...]

    @property
    def deals(self) -> int:
        """How many deals are over."""
        return max(0, len(self.parts) - 1)

    def moment(self, digest: str) -> str | None:
        """Where the game stood when mails carried a digest; None if that was never so."""
        return next((where for one, where in self._moments() if one == digest), None)

    def _moments(self) -> Iterator[tuple[str, str]]:
        if not self.parts:
            return
        game = replay(self.parts[0])
        links = chain_of(self.name, game)
        for event in chain.from_iterable(self.parts[1:]):
            game = evolve(game, event)
            links = links.after(game)
            if game.deal is None:
                yield links.so_far(game), f"deal {len(game.deals)} was over"
            else:
                tricks = len(game.deal.tricks)
                yield links.so_far(game), f"deal {game.deal.number}, {tricks} tricks played"


def verify(text: str) -> Verified:
    """Check a proof from its first line to its last; Unfit names the deal and what is wrong."""
    if text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    first, *texts = text.split("\n\n")
    if not texts:
        raise Unfit("it is no record of a game")
    name, seats, pack, shuffled_as = _read_head(first)
    sections = [_read(deal, each) for deal, each in enumerate(texts[:-1])]
    game: Game | None = None
    links: Chain | None = None
    done: list[tuple[Event, ...]] = []
    for section in sections:
        deal = section.shown.deal
        if not section.events:
            _still_closed(section)
            continue
        if deal != len(done):
            raise Unfit(f"{_place(len(done))}: its events are missing")
        order = _pack(section, shuffled_as or name, pack)
        try:
            game = _started(section, seats, order) if game is None else _dealt(game, section, order)
        except IllegalAction as refusal:
            raise Unfit(f"{_place(deal)}: an event breaks a rule ({refusal})") from refusal
        done.append(section.events)
        links = (links or chain_of(name, game)).after(game)
        digest = links.so_far(game)
        if digest != section.so_far:
            raise Unfit(f"{_place(deal)}: its lines give the digest {digest}, not {section.so_far}")
    _fits(first, head(name, seats, done[0][0] if done else None, shuffled_as))
    _ends(text, texts[-1], [section.shown.deal for section in sections if not section.events])
    return Verified(name, bool(game and game.over), tuple(done))


def _place(deal: int) -> str:
    return f"deal {deal}" if deal else "deal 0, the draw for dealer"


def _read_head(text: str) -> tuple[str, list[str], Hand, str]:
    lines = text.split("\n")
    try:
        name = lines[1].removeprefix("name ")
        seats = [line.split(" ", 2)[2] for line in lines[2:] if line.startswith("seat ")]
        packs = [line.removeprefix("pack ") for line in lines[2:] if line.startswith("pack ")]
        as_ = lines[2].removeprefix("shuffled as ") if lines[2:] else ""
        shuffled_as = as_ if lines[2:] and as_ != lines[2] else ""
        return name, seats, cards(packs[0]) if packs else (), shuffled_as
    except (ValueError, IndexError) as problem:
        raise Unfit(f"the head of the record cannot be read: {problem}") from problem


def _read(deal: int, text: str) -> Section:
    try:
        return read_section(deal, text)
    except (ValueError, LookupError, TypeError, AttributeError, RulesError) as problem:
        raise Unfit(f"{_place(deal)}: {problem}") from problem


def _still_closed(section: Section) -> None:
    """A deal that is not over shows a fingerprint and nothing else."""
    deal, shown = section.shown.deal, section.shown
    if shown.secret or shown.words or section.so_far:
        raise Unfit(f"{_place(deal)}: its events are missing")
    if len(shown.fingerprint) != 64 or set(shown.fingerprint) - set("0123456789abcdef"):
        raise Unfit(f"{_place(deal)}: its fingerprint is not 64 digits")


def _pack(section: Section, name: str, pack: Hand) -> tuple[Card, ...]:
    """The shuffled pack of a deal, once its secret fits its fingerprint."""
    shown, place = section.shown, _place(section.shown.deal)
    if not shown.fingerprint or not shown.secret:
        raise Unfit(f"{place}: it has no fingerprint and secret, so nothing proves its cards")
    try:
        secret = bytes.fromhex(shown.secret)
    except ValueError as problem:
        raise Unfit(f"{place}: its secret cannot be read") from problem
    if secret.hex() != shown.secret or fingerprint(secret) != shown.fingerprint:
        raise Unfit(f"{place}: its secret does not give its fingerprint")
    try:
        return shuffle(pack, seed(name, shown.deal, secret, shown.words))
    except UnicodeEncodeError as problem:
        raise Unfit(f"{place}: a word cannot be read") from problem


def _started(section: Section, seats: Sequence[str], order: tuple[Card, ...]) -> Game:
    started = section.events[0]
    if not isinstance(started, GameStarted) or len(section.events) > 1:
        raise Unfit("deal 0, the draw for dealer: it is not the start of a game")
    try:
        expected = open_game(started.rules, len(seats), order)
    except (ValueError, RulesError) as problem:
        raise Unfit(f"deal 0, the draw for dealer: {problem}") from problem
    if started != expected:
        raise Unfit("deal 0, the draw for dealer: its secret and words give another draw")
    return replay([started])


def _dealt(game: Game, section: Section, order: tuple[Card, ...]) -> Game:
    """The game after a deal, each event compared with what the rules give."""
    place = _place(section.shown.deal)
    events = list(section.events)
    while events:
        for expected in decide(game, _command(events[0], order, place)):
            found = events.pop(0) if events else None
            if found != expected:
                dealt = isinstance(expected, CardsDealt)
                why = "its secret and words give other cards" if dealt else "an event is not what"
                raise Unfit(f"{place}: {why}" + ("" if dealt else f" the rules give: {found}"))
            game = evolve(game, expected)
    if game.deal is not None:
        raise Unfit(f"{place}: it is not played to its end")
    return game


def _command(event: Event, order: tuple[Card, ...], place: str) -> Command:
    match event:
        case CardsDealt():
            return DealCards(order)
        case BidMade(seat, tricks) | BidChanged(seat, tricks):
            return MakeBid(seat, tricks)
        case BidLaid(seat, _, laid, premium):
            return LayBid(seat, laid, premium)
        case TrumpNamed(seat, trump):
            return NameTrump(seat, trump)
        case CardPlayed(seat, card, call):
            return PlayCard(seat, card, call)
        case other:
            raise Unfit(f"{place}: {type(other).__name__} comes out of place")


def _ends(text: str, last: str, closed: Sequence[int]) -> None:
    before = text.removesuffix(last)
    if last != f"whole {whole(before)}\n":
        prints = "".join(f", or the fingerprint of deal {deal}" for deal in closed)
        raise Unfit(f"the last line does not fit: a name in the head{prints} was changed")


def _fits(first: str, expected: str) -> None:
    if first != expected:
        raise Unfit("the head of the record is not as the server writes it")

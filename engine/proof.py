"""A game on paper with what proves its deals: sections that people read and `verify` checks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Seat, codes
from engine.chain import chain_of
from engine.events import CardsDealt, DealScored, Event, GameEnded, GameStarted, TakenBack
from engine.fold import evolve, replay
from engine.record import read_record, write_record
from engine.shuffle import Words

TITLE = "Oh Hell! by mail: a game and what proves its deals"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is published of one shuffle; the secret and the words only of a deal that is over.

    Fingerprint and secret are in hexadecimal digits, empty if there are none.
    """

    deal: int
    fingerprint: str = ""
    secret: str = ""
    words: Words = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A deal in a proof: its shuffle, its events and the digest after it, if it is over.

    Section 0 is the draw for dealer.
    """

    shown: Shown
    events: tuple[Event, ...] = ()
    so_far: str = ""


def sections(name: str, log: Sequence[Event], shown: Iterable[Shown]) -> tuple[Section, ...]:
    """The deals of a game, each with what is published of its shuffle, in their order.

    The deal under way and the next have only what is `shown` of them.
    """
    parts, by_deal = _in_deals(log), {one.deal: one for one in shown}
    digests = digests_of(name, parts)
    return tuple(
        Section(by_deal.get(deal, Shown(deal)), tuple(parts[deal]), digests[deal])
        if deal < len(parts)
        else Section(by_deal[deal])
        for deal in sorted({*range(len(parts)), *by_deal})
    )


def write_proof(
    name: str, players: Sequence[str], deals: Sequence[Section], shuffled_as: str = ""
) -> str:
    """A game as text that `verify` checks. The last line is a digest of all, against accidents.

    `shuffled_as` is the name by which its packs were shuffled, if it is not its own.
    """
    started = deals[0].events[0] if deals and deals[0].events else None
    texts = [head(name, players, started, shuffled_as), *map(write_section, deals)]
    text = "\n\n".join(texts) + "\n\n"
    return f"{text}whole {whole(text)}\n"


def whole(text: str) -> str:
    """The digest of all that stands before the last line of a proof."""
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def head(name: str, players: Sequence[str], started: Event | None, shuffled_as: str = "") -> str:
    """The lines a proof begins with: who played, and the pack before it is shuffled."""
    lines = [TITLE, f"name {name}"]
    lines += [f"shuffled as {shuffled_as}"] if shuffled_as not in ("", name) else []
    lines += [f"seat {seat} {player}" for seat, player in enumerate(players)]
    if isinstance(started, GameStarted):
        lines.append(f"pack {codes(started.rules.pack_for(started.players).cards())}")
    return "\n".join(lines)


def write_section(section: Section) -> str:
    """The lines of one deal."""
    return "\n".join(_lines(section))


def _lines(section: Section) -> Iterator[str]:
    shown = section.shown
    yield f"shuffle {shown.deal}"
    if shown.fingerprint:
        yield f"fingerprint {shown.fingerprint}"
    if shown.secret:
        yield f"secret {shown.secret}"
    for seat, word in shown.words:
        yield f"word {seat} {word}"
    yield from write_record(section.events).strip("\n").splitlines()
    if section.so_far:
        yield f"so far {section.so_far}"


def read_section(deal: int, text: str) -> Section:
    """The section of a deal, as `write_section` wrote it; ValueError says what is wrong."""
    first, *lines = text.split("\n")
    if first != f"shuffle {deal}":
        raise ValueError(f"it begins with {first!r}")
    facts = {"fingerprint": "", "secret": ""}
    words: list[tuple[Seat, str]] = []
    while lines and (key := lines[0].partition(" ")[0]) in (*facts, "word"):
        value = lines.pop(0).partition(" ")[2]
        if key == "word":
            seat, _, word = value.partition(" ")
            words.append((Seat(int(seat)), word))
        else:
            facts[key] = value
    digest = ""
    if lines and lines[-1].startswith("so far "):
        digest = lines.pop().removeprefix("so far ")
    events = tuple(e for e in read_record("\n".join(lines)) if not isinstance(e, TakenBack))
    shown = Shown(deal, facts["fingerprint"], facts["secret"], tuple(words))
    section = Section(shown, events, digest)
    for found, written in zip(text.split("\n"), _padded(section), strict=False):
        if found != written:
            raise ValueError(f"a line is not as the server writes it: {found!r}")
    if write_section(section) != text:
        raise ValueError("it is not as the server writes it")
    return section


def _padded(section: Section) -> Iterator[str]:
    yield from _lines(section)
    yield ""


def digests_of(name: str, parts: Sequence[Sequence[Event]]) -> list[str]:
    """The digest of a game after its start and after each of its deals."""
    if not parts:
        return []
    game = replay(parts[0])
    links = chain_of(name, game)
    digests = [links.so_far(game)]
    for part in parts[1:]:
        for event in part:
            game = evolve(game, event)
        links = links.after(game)
        digests.append(links.so_far(game))
    return digests


def _in_deals(log: Sequence[Event]) -> list[list[Event]]:
    """The start of a game, then each of its finished deals; the end goes with the last."""
    parts: list[list[Event]] = []
    for event in log:
        if isinstance(event, GameStarted | CardsDealt):
            parts.append([])
        parts[-1].append(event)
    over = bool(parts) and isinstance(parts[-1][-1], GameStarted | DealScored | GameEnded)
    return parts if over else parts[:-1]

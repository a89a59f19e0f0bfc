"""Games on paper: event <-> plain dict for the store, whole game <-> text that people read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Any

from engine.cards import Card, Pack, PackKind, Rank, Seat, Suit, cards, codes
from engine.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Entry,
    GameEnded,
    GameStarted,
    TakenBack,
    TrickTaken,
)
from engine.rules import Rules

_KINDS: dict[str, type[Entry]] = {
    kind.__name__: kind
    for kind in (
        GameStarted,
        CardsDealt,
        BidMade,
        BidChanged,
        CardPlayed,
        TrickTaken,
        DealScored,
        GameEnded,
        TakenBack,
    )
}


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """The axes that differ from the standard game, as JSON values; `{}` is the standard game."""
    standard = Rules()
    return {
        field.name: _plain(value)
        for field in fields(rules)
        if (value := getattr(rules, field.name)) != getattr(standard, field.name)
    }


def rules_from_dict(axes: dict[str, Any]) -> Rules:
    """The rules `rules_to_dict` wrote; RulesError or KeyError for an axis or value there is not."""
    standard = Rules()
    made: dict[str, Any] = {}
    for axis, value in axes.items():
        like = getattr(standard, axis, KeyError)
        if like is KeyError:
            raise KeyError(axis)
        if isinstance(like, Pack):
            made[axis] = _pack(value)
        elif isinstance(like, StrEnum):
            made[axis] = type(like)(value)
        elif axis == "packs":
            made[axis] = tuple((players, _pack(pack)) for players, pack in value)
        elif axis == "trump_cycle":
            made[axis] = tuple(Suit(suit) if suit else None for suit in value)
        else:
            made[axis] = _tuples(value)
    return Rules(**made)


def _pack(written: dict[str, Any]) -> Pack:
    kind, lowest = PackKind(written["kind"]), Rank(written["lowest"])
    return Pack(**(written | {"kind": kind, "lowest": lowest}))


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """A log entry as JSON values, without its kind; `type(entry).__name__` is the kind."""
    match entry:
        case GameStarted(rules, players, first_dealer, draw):
            return {
                "rules": rules_to_dict(rules),
                "players": players,
                "first_dealer": first_dealer,
                "draw": [[[seat, str(card)] for seat, card in turn] for turn in draw],
            }
        case CardsDealt(dealer, hands, turn_up, trump):
            return {
                "dealer": dealer,
                "hands": [codes(hand) for hand in hands],
                "turn_up": str(turn_up) if turn_up else None,
                "trump": trump and trump.value,
            }
        case CardPlayed(seat, card):
            return {"seat": seat, "card": str(card)}
        case _:
            return {field.name: _plain(getattr(entry, field.name)) for field in fields(entry)}


def entry_from_dict(kind: str, data: dict[str, Any]) -> Entry:
    """The log entry `entry_to_dict` wrote; KeyError for an unknown kind."""
    match kind:
        case "GameStarted":
            draw = tuple(tuple((Seat(s), Card.parse(c)) for s, c in turn) for turn in data["draw"])
            rules = rules_from_dict(data["rules"])
            return GameStarted(rules, data["players"], Seat(data["first_dealer"]), draw)
        case "CardsDealt":
            return CardsDealt(
                Seat(data["dealer"]),
                tuple(cards(hand) for hand in data["hands"]),
                Card.parse(data["turn_up"]) if data["turn_up"] else None,
                Suit(data["trump"]) if data["trump"] else None,
            )
        case "CardPlayed":
            return CardPlayed(Seat(data["seat"]), Card.parse(data["card"]))
        case _:
            return _KINDS[kind](**{name: _tuples(value) for name, value in data.items()})


def write_record(entries: Iterable[Entry]) -> str:
    """A whole game as text, a line a happening; `read_record` turns it back into the same log."""
    return "".join(f"{line}\n" for line in _lines(entries))


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        match entry:
            case GameStarted(rules, players, first_dealer, draw):
                yield f"game of {players}, rules {json.dumps(rules_to_dict(rules))}"
                for turn in draw:
                    yield "draw " + ", ".join(f"{seat}: {card}" for seat, card in turn)
                yield f"first dealer {first_dealer}"
            case CardsDealt(dealer, hands, turn_up, trump):
                yield ""
                yield f"deal by {dealer}: {' | '.join(map(codes, hands))}"
                yield f"turned {turn_up or '-'}, trump {trump or '-'}"
            case BidMade(seat, tricks):
                yield f"{seat} bids {tricks}"
            case BidChanged(seat, tricks):
                yield f"{seat} changes to {tricks}"
            case CardPlayed(seat, card):
                yield f"{seat} plays {card}"
            case TrickTaken(seat):
                yield f"{seat} takes the trick"
            case DealScored(points):
                yield f"points {' '.join(map(str, points))}"
            case GameEnded(winners):
                yield f"won by {' '.join(map(str, winners))}"
            case TakenBack(to):
                yield f"taken back to {to}"


def read_record(text: str) -> list[Entry]:
    """The log a text record holds; ValueError names the line that cannot be read."""
    lines = iter(enumerate(text.splitlines(), start=1))
    entries: list[Entry] = []
    for number, line in lines:
        if line.strip():
            try:
                entries.append(_entry(line, lines))
            except (ValueError, KeyError, IndexError, StopIteration) as problem:
                raise ValueError(f"line {number} of the record: {line!r}") from problem
    return entries


def _entry(line: str, more: Iterator[tuple[int, str]]) -> Entry:
    match line.split():
        case ["game", "of", *_]:
            head, axes = line.split(", rules ", 1)
            draw = []
            _, line = next(more)
            while line.startswith("draw "):
                turns = [turn.split(": ") for turn in line.removeprefix("draw ").split(", ")]
                draw.append(tuple((Seat(int(seat)), Card.parse(card)) for seat, card in turns))
                _, line = next(more)
            dealer = Seat(int(line.removeprefix("first dealer ")))
            rules = rules_from_dict(json.loads(axes))
            return GameStarted(rules, int(head.split()[-1]), dealer, tuple(draw))
        case ["deal", "by", *_]:
            head, hands = line.split(": ", 1)
            turned, trump = next(more)[1].split(", ")
            turn_up, suit = turned.split()[1], trump.split()[1]
            return CardsDealt(
                Seat(int(head.split()[-1])),
                tuple(cards(hand) for hand in hands.split(" | ")),
                None if turn_up == "-" else Card.parse(turn_up),
                None if suit == "-" else Suit(suit),
            )
        case [seat, "bids", tricks]:
            return BidMade(Seat(int(seat)), int(tricks))
        case [seat, "changes", "to", tricks]:
            return BidChanged(Seat(int(seat)), int(tricks))
        case [seat, "plays", card]:
            return CardPlayed(Seat(int(seat)), Card.parse(card))
        case [seat, "takes", "the", "trick"]:
            return TrickTaken(Seat(int(seat)))
        case ["points", *points]:
            return DealScored(tuple(map(int, points)))
        case ["won", "by", *seats]:
            return GameEnded(tuple(Seat(int(seat)) for seat in seats))
        case ["taken", "back", "to", to]:
            return TakenBack(int(to))
    raise ValueError(line)


def _plain(value: Any) -> Any:
    if isinstance(value, Pack):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value.value if isinstance(value, StrEnum | Rank) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value

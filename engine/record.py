"""Games on paper: a whole game as text that people read, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from engine.as_json import call_of, card_or_none, rules_from_dict, rules_to_dict, suit_or_none
from engine.bidding import Premium
from engine.cards import Card, Seat, cards, codes
from engine.events import (
    BidChanged,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Entry,
    GameEnded,
    GameStarted,
    TakenBack,
    TrickTaken,
    TrumpNamed,
    TrumpTurned,
)
from engine.trump import Naming


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
            case CardsDealt(dealer, hands, turn_up, trump, naming, face_down):
                yield ""
                yield f"deal by {dealer}: {' | '.join(map(codes, hands))}"
                open_ = f", named by {naming}" if naming else ""
                open_ += f", face down {face_down}" if face_down else ""
                yield f"turned {turn_up or '-'}, trump {trump or '-'}{open_}"
            case TrumpNamed(seat, trump):
                yield f"{seat} names {trump or '-'} trump"
            case TrumpTurned(turn_up, trump):
                yield f"turned up {turn_up}, trump {trump or '-'}"
            case BidLaid(seat, tricks, laid, premium):
                offer = f", {premium}" if premium else ""
                yield f"{seat} lays {codes(laid)} to bid {tricks}{offer}"
            case BidMade(seat, tricks):
                yield f"{seat} bids {tricks}"
            case BidChanged(seat, tricks):
                yield f"{seat} changes to {tricks}"
            case CardPlayed(seat, card, call):
                yield f"{seat} plays {card}" + (f" as {call}" if call else "")
            case TrickTaken(seat):
                yield f"{seat} takes the trick"
            case DealScored(points, bonus):
                extra = f", bonus {' '.join(map(str, bonus))}" if bonus else ""
                yield f"points {' '.join(map(str, points))}{extra}"
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
            facts = dict(fact.rsplit(" ", 1) for fact in next(more)[1].split(", "))
            return CardsDealt(
                Seat(int(head.split()[-1])),
                tuple(cards(hand) for hand in hands.split(" | ")),
                card_or_none(_there(facts["turned"])),
                suit_or_none(_there(facts["trump"])),
                Naming(facts["named by"]) if "named by" in facts else None,
                card_or_none(facts.get("face down")),
            )
        case [seat, "names", suit, "trump"]:
            return TrumpNamed(Seat(int(seat)), suit_or_none(_there(suit)))
        case ["turned", "up", turn_up, "trump", suit]:
            return TrumpTurned(Card.parse(turn_up.rstrip(",")), suit_or_none(_there(suit)))
        case [seat, "lays", *laid, "to", "bid", tricks, premium]:
            some = cards(" ".join(laid))
            return BidLaid(Seat(int(seat)), int(tricks.rstrip(",")), some, Premium(premium))
        case [seat, "lays", *laid, "to", "bid", tricks]:
            return BidLaid(Seat(int(seat)), int(tricks), cards(" ".join(laid)))
        case [seat, "bids", tricks]:
            return BidMade(Seat(int(seat)), int(tricks))
        case [seat, "changes", "to", tricks]:
            return BidChanged(Seat(int(seat)), int(tricks))
        case [seat, "plays", card, *called]:
            call = call_of(called[1]) if called else None
            return CardPlayed(Seat(int(seat)), Card.parse(card), call)
        case [seat, "takes", "the", "trick"]:
            return TrickTaken(Seat(int(seat)))
        case ["points", *_]:
            points, _, bonus = line.removeprefix("points ").partition(", bonus ")
            return DealScored(tuple(map(int, points.split())), tuple(map(int, bonus.split())))
        case ["won", "by", *seats]:
            return GameEnded(tuple(Seat(int(seat)) for seat in seats))
        case ["taken", "back", "to", to]:
            return TakenBack(int(to))
    raise ValueError(line)


def _there(code: str) -> str | None:
    """What a record names; a dash names nothing."""
    return None if code == "-" else code

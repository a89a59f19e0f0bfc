"""Log entries and rules as plain values, for the store: each reads back as what it was."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from typing import Any

from engine.bidding import Premium
from engine.cards import Card, Pack, PackKind, Rank, Seat, Suit, cards, codes
from engine.deals import SpecialDeal
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
from engine.formula import Scoring
from engine.rules import Rules
from engine.schedule import DealList, schedule_of
from engine.scoring import scoring_of
from engine.specials import Call, Height
from engine.trump import Naming

_KINDS: dict[str, type[Entry]] = {
    kind.__name__: kind
    for kind in (
        GameStarted,
        CardsDealt,
        TrumpNamed,
        TrumpTurned,
        BidMade,
        BidChanged,
        BidLaid,
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
        if axis == "schedule":
            made[axis] = schedule_of(value)
        elif axis == "one_card":
            made[axis] = SpecialDeal(value)
        elif axis == "score":
            made[axis] = scoring_of(value)
        elif isinstance(like, Pack):
            made[axis] = _pack(value)
        elif isinstance(like, StrEnum):
            made[axis] = type(like)(value)
        elif axis == "packs":
            made[axis] = tuple((players, _pack(pack)) for players, pack in value)
        elif axis == "special_deals":
            made[axis] = tuple((number, SpecialDeal(special)) for number, special in value)
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
        case CardsDealt(dealer, hands, turn_up, trump, naming, face_down):
            always = {
                "dealer": dealer,
                "hands": [codes(hand) for hand in hands],
                "turn_up": _code(turn_up),
                "trump": trump and trump.value,
            }
            return always | _some(naming=naming and naming.value, face_down=_code(face_down))
        case TrumpTurned(turn_up, trump):
            return {"turn_up": str(turn_up), "trump": trump and trump.value}
        case BidLaid(seat, tricks, laid, premium):
            bid = {"seat": seat, "tricks": tricks, "cards": codes(laid)}
            return bid | _some(premium=premium and premium.value)
        case CardPlayed(seat, card, call):
            return {"seat": seat, "card": str(card)} | _some(call=_code(call))
        case DealScored(points, bonus):
            return {"points": list(points)} | _some(bonus=list(bonus))
        case _:
            return {field.name: _plain(getattr(entry, field.name)) for field in fields(entry)}


def _code(card: Call | None) -> str | None:
    return None if card is None else str(card)


def _some(**values: Any) -> dict[str, Any]:
    """The values there are."""
    return {name: value for name, value in values.items() if value}


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
                card_or_none(data["turn_up"]),
                suit_or_none(data["trump"]),
                Naming(data["naming"]) if "naming" in data else None,
                card_or_none(data.get("face_down")),
            )
        case "TrumpNamed":
            return TrumpNamed(Seat(data["seat"]), suit_or_none(data["trump"]))
        case "TrumpTurned":
            return TrumpTurned(Card.parse(data["turn_up"]), suit_or_none(data["trump"]))
        case "BidLaid":
            premium = Premium(data["premium"]) if "premium" in data else None
            return BidLaid(Seat(data["seat"]), data["tricks"], cards(data["cards"]), premium)
        case "CardPlayed":
            call = call_of(data["call"]) if "call" in data else None
            return CardPlayed(Seat(data["seat"]), Card.parse(data["card"]), call)
        case _:
            return _KINDS[kind](**{name: _tuples(value) for name, value in data.items()})


def card_or_none(code: str | None) -> Card | None:
    """The card of a code, if there is one."""
    return Card.parse(code) if code else None


def suit_or_none(letter: str | None) -> Suit | None:
    """The suit of a letter, if there is one."""
    return Suit(letter) if letter else None


def call_of(code: str) -> Call:
    """What is said with a card: `high`, `low`, or a code; ValueError for anything else."""
    return Height(code) if code in tuple(Height) else Card.parse(code)


def _plain(value: Any) -> Any:
    if isinstance(value, Pack):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Scoring | DealList):
        return str(value)
    return value.value if isinstance(value, StrEnum | Rank) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value

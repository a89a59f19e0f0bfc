"""What options are called: `no hook`, `13 deals up`, and the axes that each changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from typing import Any

from engine.bidding import BidAmend, BidMode
from engine.cards import Pack, PackKind, Rank, Suit
from engine.deals import SpecialDeal
from engine.ending import End, Tie
from engine.errors import RulesError
from engine.formula import Scoring
from engine.order import EqualCards, RankOrder
from engine.play import Direction, Lead, Place, TrumpLead, VoidRule
from engine.rules import Rules
from engine.schedule import DealList, Schedule
from engine.scoring import Bonus, Score, known_as, row_of
from engine.scoring_text import is_of_scoring, read_scoring
from engine.trump import TrumpBy

Axes = dict[str, Any]
CUT = "cut"
"""Not an axis: that `hand_max` has so many cards where the pack gives them, or for 0 as many as the
largest hand of the game has been.
"""

MOST = "most"
"""Not an axis: the largest hand for every number of players, which `hand_max` is made from."""

_SEALED: Axes = {"bid_mode": BidMode.SIMULTANEOUS, "bid_amend": BidAmend.NEVER}
_BLIND: Axes = {"bid_mode": BidMode.BLIND, "trump": TrumpBy.TURN_UP_AFTER_BIDS, "trump_cycle": ()}
_SUIT_WORDS = {suit.name.lower(): suit for suit in Suit} | {suit.value: suit for suit in Suit}

_WORDS: dict[str, Axes] = {
    "no hook": {"hook": False},
    "hook off": {"hook": False},
    "hook": {"hook": True},
    "hook on": {"hook": True},
    "no zero limit": {"zero_limit": None},
    "sealed bids": _SEALED,
    "bids sealed": _SEALED,
    "simultaneous bids": _SEALED,
    "bids in turn": {"bid_mode": BidMode.SEQUENTIAL},
    "blind bids": _BLIND,
    "bids blind": _BLIND,
    "up": {"schedule": Schedule.UP},
    "down": {"schedule": Schedule.DOWN},
    "up and down": {"schedule": Schedule.UP_DOWN},
    "down and up": {"schedule": Schedule.DOWN_UP},
    "highest bidder leads": {"lead": Lead.HIGHEST_BIDDER},
    "two packs": {"pack": Pack(added=52), "packs": (), CUT: 0},
    "two packs of 32": {"pack": Pack(lowest=Rank.SEVEN, added=32), "packs": (), CUT: 0},
    "last equal card wins": {"equal_cards": EqualCards.LAST_WINS},
    "first equal card wins": {"equal_cards": EqualCards.FIRST_WINS},
    "forehead in one-card deals": {"one_card": SpecialDeal.FOREHEAD},
    "one-card deals as others": {"one_card": None},
    "no doubled deals": {"multiples": ()},
    "no trump": {"trump": TrumpBy.NONE, "trump_cycle": ()},
    "trump none": {"trump": TrumpBy.NONE, "trump_cycle": ()},
    "trump turned": {"trump": TrumpBy.TURN_UP, "trump_cycle": ()},
    "dealer leads": {"lead": Lead.DEALER},
    "first lead dealer": {"lead": Lead.DEALER},
    "first lead left of dealer": {"lead": Lead.LEFT_OF_DEALER},
    "clockwise": {"direction": Direction.CLOCKWISE},
    "anticlockwise": {
        "direction": Direction.ANTICLOCKWISE,
        "bid_first": Place.RIGHT_OF_DEALER,
        "lead": Lead.RIGHT_OF_DEALER,
    },
    "must trump": {"void_rule": VoidRule.MUST_TRUMP},
    "trump must be broken": {"trump_lead": TrumpLead.BROKEN},
    "trump may be led": {"trump_lead": TrumpLead.ANY},
    "must overtrump": {"void_rule": VoidRule.MUST_OVERTRUMP},
    "must beat": {"void_rule": VoidRule.MUST_OVERTAKE},
    "aces low": {"order": RankOrder.ACES_LOW},
    "bowers": {"order": RankOrder.BOWERS},
    "spanish pack": {
        "pack": Pack(kind=PackKind.SPANISH),
        "packs": (),
        "order": RankOrder.SPANISH,
    },
    "extra deals": {"tie": Tie.EXTRA_MAX_DEALS},
    "most bids made": {"tie": Tie.MOST_BIDS_MADE},
    "joint winners": {"tie": Tie.JOINT},
    "streaks": {"bonus": Bonus.STREAKS},
    "no target": {"end": End.SCHEDULE, "target": None},
    "no lock": {"lock": None},
    "forehead first": {"special_deals": ((1, SpecialDeal.FOREHEAD),)},
    "forehead last": {"special_deals": ((-1, SpecialDeal.FOREHEAD),)},
    "no special deals": {"special_deals": ()},
}
"""Options that are fixed words."""

_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = rf"(\d+|{'|'.join(_NUMBER_WORDS)})"


def _deals(count: str, way: str | None) -> Axes:
    """`10 deals down`, or up, which is meant where it is not said: `three deals`."""
    word = count.casefold()
    number = _NUMBER_WORDS.index(word) + 1 if word in _NUMBER_WORDS else int(word)
    return {"schedule": _SCHEDULES[(way or "up").casefold()], MOST: number}


_TIMES = {"once": 1, "double": 2, "twice": 2, "triple": 3, "quadruple": 4}


def _counted(times: str, deals: str) -> Axes:
    """`double`, and `deals 1 and 19` or `last deal`."""
    word = times.casefold()
    often = _TIMES.get(word) or int(word.removesuffix("times").strip())
    named = re.findall(r"\d+|first|last|every", deals.casefold())
    numbers = [{"first": 1, "last": -1}.get(one) or int(one) for one in named]
    return {"multiples": tuple((number, often) for number in sorted(numbers))}


def _listed(deals: str) -> Axes:
    """`1*n 2..8 9*n`: hand sizes one after the other."""
    found = DealList.parse(deals)
    return {"schedule": found, CUT: found.most, "hand_min": 1, "deals_each": None}


_TIMES_SAID = r"(once|double|twice|triple|quadruple|\d+ times)"
_DEALS_SAID = r"((?:first|last) deal|deals? \d+(?:(?: and | & | )\d+)*)"
_SCHEDULES = {"up": Schedule.UP, "down": Schedule.DOWN}


def _span(first: str, middle: str, last: str | None) -> Axes:
    """`10-1-10`, `1-10-1`, `1-13` and `13-1`: the sizes a game runs through."""
    if last is None:
        low, high = sorted((int(first), int(middle)))
        way = Schedule.UP if int(first) < int(middle) else Schedule.DOWN
        return {"schedule": way, MOST: high, "hand_min": low}
    if first != last:
        raise RulesError(
            "deals %(sizes)s: a game ends with the size it began with",
            sizes=f"{first}-{middle}-{last}",
        )
    if int(first) < int(middle):
        return {"schedule": Schedule.UP_DOWN, MOST: int(middle), "hand_min": int(first)}
    if middle != "1":
        raise RulesError(
            "deals %(sizes)s: a game that goes down goes down to 1",
            sizes=f"{first}-{middle}-{last}",
        )
    return {"schedule": Schedule.DOWN_UP, MOST: int(first)}


def _special(name: str) -> SpecialDeal:
    try:
        return SpecialDeal(name.casefold().replace(" ", "_"))
    except ValueError:
        raise RulesError(
            "no deal is played '%(name)s'; there are: %(known)s",
            name=name,
            known=", ".join(SpecialDeal).replace("_", " "),
        ) from None


def _cycle(words: str) -> Axes:
    """`S H D C NT`, or the names of the suits."""
    suits = [
        None if word in ("NT", "none") else _suit(word) for word in words.replace("+", " ").split()
    ]
    by = TrumpBy.CYCLE if len(suits) > 1 else TrumpBy.FIXED
    return {"trump": by, "trump_cycle": tuple(suits)}


def _suit(word: str) -> Suit:
    suit = _SUIT_WORDS.get(word) or _SUIT_WORDS.get(word.lower())
    if suit is None or suit in (Suit.JOKERS, Suit.WIZARDS, Suit.JESTERS):
        raise RulesError("'%(word)s' is not a suit that can be trump", word=word)
    return suit


_PACK_SIZES = {"52": Rank.TWO, "36": Rank.SIX, "32": Rank.SEVEN, "24": Rank.NINE}

_PATTERNS: tuple[tuple[str, Callable[..., Axes]], ...] = (
    (r"hook above (\d+)(?: cards)?", lambda n: {"hook": True, "hook_above": int(n)}),
    (rf"{_NUMBER} deals(?: (up|down))?", _deals),
    (r"(?:deals )?(\d+)-(\d+)(?:-(\d+))?", _span),
    (r"deals? ((?:\d+(?:\.\.\d+)?(?:[*x](?:\d+|n))?(?: |$))+)", _listed),
    (r"(\d+) deals of (\d+)(?: cards?)?", lambda n, size: _listed(f"{size}*{n}")),
    (rf"{_DEALS_SAID} (?:counts? |is |are )?{_TIMES_SAID}", lambda deals, n: _counted(n, deals)),
    (rf"{_TIMES_SAID} (?:in |for )?(?:the )?{_DEALS_SAID}", _counted),
    (r"bids? (?:at least|from) (\d+)", lambda n: {"bid_min": int(n)}),
    (r"one-card deals (.+)", lambda name: {"one_card": _special(name)}),
    (r"(?:at most )?(\d+) cards(?: at most)?", lambda n: {MOST: int(n)}),
    (r"from (\d+) cards?", lambda n: {"hand_min": int(n)}),
    (r"(\d+) players", lambda n: {"players": (int(n), int(n))}),
    (r"(\d+)(?:-| to )(\d+) players", lambda a, b: {"players": (int(a), int(b))}),
    (r"trump cycle (.+)", _cycle),
    (r"trump (clubs|diamonds|hearts|spades)", _cycle),
    (r"(clubs|diamonds|hearts|spades) trump", _cycle),
    (r"(?:first )?to (\d+)(?: points)?", lambda n: {"end": End.TARGET, "target": int(n)}),
    (r"exactly (\d+)(?: points)?", lambda n: {"end": End.EXACT_TARGET, "target": int(n)}),
    (r"lock(?:ed)? at (\d+)", lambda n: {"lock": int(n)}),
    (r"scoring (.+)", lambda name: _axis("score", name)),
    (r"(52|36|32|24)-card pack", lambda n: {"pack": Pack(lowest=_PACK_SIZES[n]), "packs": ()}),
)
"""Options with a number or a name in them."""


def options() -> tuple[str, ...]:
    """The options there are, as they are written; `N` is a number."""
    numbered = (
        *("hook above N", "N deals up", "N deals down", "deals 10-1-10", "deals 1-13", "N cards"),
        *("from N cards", "N players", "trump hearts", "trump cycle S H D C NT", "to N points"),
        *("exactly N points", "lock at N", "scoring NAME", "32-card pack"),
        *("made 10+2t, missed -2d, zero 5+h", "at most 50", "deals 1*n 2..8 9*n"),
        *("double in deals 1 and 19", "bid at least 1", "one-card deals blind"),
    )
    return (*_WORDS, *numbered)


def read_option(option: str, score: Score | Scoring = Score.COMMON) -> Axes | None:
    """The axes an option changes, and to what; None when it cannot be read.

    Cases of a scoring that it leaves out are as in `score`. Raises RulesError where it is read but
    has a value that its axis cannot have.

    >>> read_option("no hook")
    {'hook': False}
    """
    words = " ".join(option.split())
    if is_of_scoring(words.partition(",")[0]):
        return {"score": known_as(read_scoring(words, row_of(score)))}
    if words.casefold() in _WORDS:
        return _WORDS[words.casefold()]
    for pattern, change in _PATTERNS:
        if found := re.fullmatch(pattern, words, re.IGNORECASE):
            return change(*found.groups())
    # The longest first: `trump if no stock` begins with `trump`.
    for field in sorted(fields(Rules), key=lambda field: -len(field.name)):
        name = field.name.replace("_", " ")
        if words.casefold().replace("_", " ").startswith(f"{name} "):
            return _axis(field.name, words[len(name) + 1 :])
    return None


def _axis(axis: str, value: str) -> Axes:
    """An axis by its own name and value: `tie most bids made`, `lock 80`, `hook no`."""
    like, word = getattr(Rules(), axis), value.strip().casefold()
    if isinstance(like, bool):
        if word in ("yes", "no"):
            return {axis: word == "yes"}
    elif isinstance(like, StrEnum):
        try:
            found: Axes = {axis: type(like)(word.replace(" ", "_"))}
            return found | ({"trump_cycle": ()} if axis == "trump" else {})
        except ValueError:
            known = ", ".join(type(like))
            raise RulesError(
                "%(axis)s cannot be '%(value)s'; there are: %(known)s",
                axis=axis,
                value=value,
                known=known,
            ) from None
    elif like is None or isinstance(like, int):
        if word.isdecimal():
            return {axis: int(word)}
        if word == "none" and like is None:
            return {axis: None}
    raise RulesError("%(axis)s cannot be '%(value)s'", axis=axis, value=value)

"""Words and letters by language: the data files beside this one, read once."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine import Rank, Suit
from engine.cards import RANKS, SUITS

_SIGNS = {"♠": Suit.SPADES, "♤": Suit.SPADES, "♥": Suit.HEARTS, "♡": Suit.HEARTS, "❤": Suit.HEARTS}
_SIGNS |= {"♦": Suit.DIAMONDS, "♢": Suit.DIAMONDS, "♣": Suit.CLUBS, "♧": Suit.CLUBS}


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words, each pointing at what it means; letters of the cards among them."""

    ranks: dict[str, Rank]
    suits: dict[str, Suit]
    numbers: dict[str, int]
    bid_dropped: frozenset[str]
    play_dropped: frozenset[str]
    requests: dict[str, str]
    answers: dict[str, bool]


@cache
def words(language: str) -> Words:
    """The words of a language by its code; FileNotFoundError for one there is no file for."""
    data = tomllib.loads((files(__name__) / f"{language}.toml").read_text("utf-8"))
    ranks = {rank.sign: rank for rank in RANKS}
    suits = {suit.value: suit for suit in SUITS}
    by_sign = {sign.lower(): rank for sign, rank in ranks.items()} | {
        "10": Rank.TEN,
        "1o": Rank.TEN,
    }
    by_letter = {letter.lower(): suit for letter, suit in suits.items()} | _SIGNS
    courtesy = data["dropped"]["courtesy"]
    return Words(
        ranks=by_sign | {w: ranks[sign] for sign, some in data["ranks"].items() for w in some},
        suits=by_letter | {w: suits[sign] for sign, some in data["suits"].items() for w in some},
        numbers={w: int(n) for n, some in data["numbers"].items() for w in some},
        bid_dropped=frozenset([*courtesy, *data["dropped"]["bid"]]),
        play_dropped=frozenset([*courtesy, *data["dropped"]["play"]]),
        requests={w: name for name, some in data["requests"].items() for w in some},
        answers={w: name == "yes" for name, some in data["answers"].items() for w in some},
    )

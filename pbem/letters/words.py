"""What a mail writes the same way in every language: suit signs, broken lines, a hand in order."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from engine import PRESETS, Card, Rank, Suit
from pbem.letters.parts import HandCard

_BAR = " | "
_ODD_BLANK = re.compile(r"[\t\n\v\f\r]")
NO_BREAK = "\u00a0"
WIDE = 76
"""How long a line of a text part may be."""

_MOST_QUOTED = 160
"""So many characters of what a player wrote are quoted back."""

SUIT_SIGNS = {
    Suit.SPADES: "♠",
    Suit.HEARTS: "♥",
    Suit.DIAMONDS: "♦",
    Suit.CLUBS: "♣",
    Suit.JOKERS: "★",
    Suit.WIZARDS: "W",
    Suit.JESTERS: "X",
}
HAND_ORDER = (
    *(Suit.WIZARDS, Suit.JOKERS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
    Suit.JESTERS,
)


def wrapped(line: str, indent: int = 4) -> str:
    """A line of a mail, broken before column 76 and set in by `indent` where it goes on.

    It is not broken at a NO_BREAK, which becomes a blank.
    """
    line = line.rstrip()
    if len(line) > WIDE or _ODD_BLANK.search(line):
        line = _wrapper(indent).fill(line)
    return line.replace(NO_BREAK, " ")


@cache
def _wrapper(indent: int) -> textwrap.TextWrapper:
    return textwrap.TextWrapper(WIDE, subsequent_indent=" " * indent, break_on_hyphens=False)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a letter: a heading, sentences, and rows of what to send and what it means."""

    heading: str
    said: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]


def blocks_of(text: str) -> tuple[Block, ...]:
    """The blocks of a text in which headings begin with `# ` and rows have a bar.

    >>> blocks_of("# Time\\nSoon.\\nback | here again")
    (Block(heading='Time', said=('Soon.',), rows=(('back', 'here again'),)),)
    """
    blocks: list[tuple[str, list[str]]] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith("# "):
            blocks.append((line[2:], []))
        else:
            blocks[-1][1].append(line)
    return tuple(
        Block(
            heading,
            tuple(line for line in lines if _BAR not in line),
            tuple((line.split(_BAR)[0], line.split(_BAR)[1]) for line in lines if _BAR in line),
        )
        for heading, lines in blocks
    )


def begun(sentence: str) -> str:
    """A sentence with its first letter upper case; the others stay as they are."""
    return sentence[:1].upper() + sentence[1:]


def signed(number: int) -> str:
    """A number with the minus sign of print: `−5`; it is chosen for without it: `−1 point`."""
    return f"−{-number}" if number < 0 else str(number)


def by_suit(hand: Iterable[Card]) -> list[Card]:
    """A hand as people sort it: spades, hearts, diamonds, clubs, each from the top.

    Wizards and jokers stand before, jesters behind.
    """
    return sorted(hand, key=lambda card: (HAND_ORDER.index(card.suit), -card.rank))


def in_suits(hand: Iterable[HandCard]) -> list[tuple[Suit, list[Rank]]]:
    """The suits of a hand as a text part lists them, each with its ranks as they stand in it."""
    ranks: dict[Suit, list[Rank]] = {suit: [] for suit in SUIT_SIGNS}
    for held in hand:
        ranks[held.card.suit].append(held.card.rank)
    return [(suit, some) for suit, some in ranks.items() if some]


def quoted(words: str) -> str:
    """What a player wrote, on one line; the end of what is very long is left out."""
    line = " ".join(words.split())
    return line if len(line) <= _MOST_QUOTED else f"{line[: _MOST_QUOTED - 1]}…"


def called(preset: str) -> str:
    """Rules by the first name that people have for them.

    >>> called("ohhell_pagat, no hook")
    'Oh Hell!, no hook'
    >>> called("pocha")
    'La Pocha'
    """
    name, comma, options = preset.partition(",")
    known = (row.aliases[0] for row in PRESETS if row.name == name and row.aliases)
    return next(known, name) + comma + options

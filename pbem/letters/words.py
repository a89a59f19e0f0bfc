"""Cards, numbers and moments as a reader says them. English for now."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from engine import Card, Rank, Suit
from pbem.orders.model import Bid, Clause, Plan, Play

TEXT_STYLE = "\ufe0e"
"""After a suit sign: show it as text, not as an emoji."""

NO_BREAK = "\u00a0"

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
_ONE_OF = {Suit.JOKERS: "joker", Suit.WIZARDS: "wizard", Suit.JESTERS: "jester"}
_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)


def rank_sign(rank: Rank) -> str:
    """`10` for the ten, otherwise the rank's one character."""
    return "10" if rank is Rank.TEN else rank.sign


def rank_word(rank: Rank) -> str:
    """`queen`, `ten`."""
    return "1" if rank is Rank.ONE else rank.name.lower()


def suit_word(suit: Suit) -> str:
    """`hearts`."""
    return suit.name.lower()


def suit_sign(suit: Suit) -> str:
    """`♥`."""
    return SUIT_SIGNS[suit]


def card_sign(card: Card) -> str:
    """`10♦`; `W1` for a wizard."""
    if not card.plain:
        return suit_sign(card.suit) + card.rank.sign
    return rank_sign(card.rank) + suit_sign(card.suit)


def card_code(card: Card) -> str:
    """How people may type it: `QH`, and `10S` for the ten of spades."""
    return rank_sign(card.rank) + card.suit if card.plain else str(card)


def card_words(card: Card) -> str:
    """`ten of diamonds`; `wizard 1`."""
    if not card.plain:
        return f"{_ONE_OF[card.suit]} {card.rank.sign}"
    return f"{rank_word(card.rank)} of {suit_word(card.suit)}"


def order_words(order: Bid | Play | Plan) -> str:
    """An order as one would type it: `queen of hearts then if clubs led low else duck`."""
    match order:
        case Bid():
            return str(order)
        case Play(card, Card() as other) if other != card:
            return f"{card_words(card)} as {card_words(other)}"
        case Play(card, call):
            said = call if call and not isinstance(call, Card) else ""
            return f"{card_words(card)} {said}".strip()
        case Plan(steps):
            return " then ".join(" else ".join(map(_clause_words, step)) for step in steps)


def _clause_words(clause: Clause) -> str:
    what = clause.action
    action = card_words(what) if isinstance(what, Card) else str(what)
    return f"if {suit_word(clause.led)} led {action}" if clause.led else action


def order_code(order: Play | Plan) -> str:
    """The same in English code: `QH then if C led low else duck`."""
    if isinstance(order, Play):
        return str(order)
    return " then ".join(" else ".join(map(str, step)) for step in order.steps)


def shorten(words: str, most: int) -> str:
    """Words on one line, the end left out where they are more than so many characters."""
    line = " ".join(words.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def number_word(number: int) -> str:
    """`five`; digits above twenty."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def listed(words: Iterable[str], last: str = "and") -> str:
    """`one`, `one and two`, `one, two and three`."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def wrapped(line: str, indent: int = 4) -> str:
    """A line of a mail, broken before column 76 and set in by `indent` where it goes on.

    It is not broken at a NO_BREAK, which becomes a blank.
    """
    filled = textwrap.fill(
        line.rstrip(), 76, subsequent_indent=" " * indent, break_on_hyphens=False
    )
    return filled.replace(NO_BREAK, " ")


def moment(at: datetime, zone: str) -> str:
    """`Tuesday 20 October, 18:00`, on the clock of that zone."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{local:%A} {local.day} {local:%B}, {local:%H:%M}"


def day(at: datetime, zone: str) -> str:
    """`2 October`, in that zone."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{local.day} {local:%B}"


def zone_word(zone: str) -> str:
    """`Paris time`, or the zone's own name when it names no place."""
    place = zone.rpartition("/")[2].replace("_", " ")
    return f"{place} time" if "/" in zone else place


def by_suit(hand: Iterable[Card]) -> list[Card]:
    """A hand as people sort it: spades, hearts, diamonds, clubs, each from the top.

    Wizards and jokers stand before, jesters behind.
    """
    return sorted(hand, key=lambda card: (HAND_ORDER.index(card.suit), -card.rank))

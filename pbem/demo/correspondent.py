"""A correspondent: reads the text part of a mail as a person would, and types an answer.

It knows nothing of the server or the engine, only what stands in its mails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORTH = {"ace": 0.9, "king": 0.6, "queen": 0.3, "knight": 0.3}
_LOW = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDER = (*_LOW, "jack", "queen", "king", "ace")
_HEIGHTS = {
    **{rank: height for height, rank in enumerate(_ORDER)},
    "knight": _ORDER.index("queen"),
    "jester": -1,
    "joker": 20,
    "wizard": 30,
}
_CHOICE = re.compile(
    r"^  (?:(\S+)\s{2,})?(\w+ of \w+|\w+ \d(?: high| low)?)( \(.*\))?$", re.MULTILINE
)
"""A card that may be played: its sign, unless its reader wants words alone, and its words."""

_SUITS = ("spades", "hearts", "diamonds", "clubs", "swords", "cups", "coins", "batons")
_ROW = re.compile(
    rf"^  (?:{'|'.join((*_SUITS, 'jokers', 'wizards', 'jesters'))}) .*$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Correspondent:
    """A person with an address and a way of writing: `habit` 0 to 3."""

    name: str
    address: str
    habit: int


def answer(text: str, habit: int = 0) -> str | None:
    """What a person would answer to the text part of a mail; None if it asks nothing.

    People with an odd habit write cards in words, the others with the suit's sign.
    """
    if "Reply with one word on the first line:   yes" in text:
        return "yes"
    if "HOW TO ANSWER" not in text or "Please answer by" not in text:
        return None
    how = text.partition("HOW TO ANSWER")[2]
    if allowed := re.search(r"^  Allowed: ([\d ]+)\.$", how, re.MULTILINE):
        return _bid(text, [int(number) for number in allowed[1].split()])
    if allowed := re.search(r"^  Allowed: (.+)\.$", how, re.MULTILINE):
        return _trump(text, allowed[1].split(", "))
    if "The lowest cards for each bid:" in how:
        return _laid(text, how)
    if "YOU CAN PLAY" in text:
        sign, words = _card(text)
        return words if habit % 2 else sign
    return None


def typed(person: Correspondent, said: str) -> str:
    """An answer the way this person types it, with the remarks people make around it."""
    if person.habit == 0:
        return f"{said}\n"
    if person.habit == 1:
        return f"{said}\n\nGreetings to all, it is raining here.\n"
    if person.habit == 2:
        return f"{said}\n\n-- \n{person.name}\n3 Card Street\n"
    playing = f"I bid {said}, thanks" if said.isdigit() else f"I play the {said}, thanks"
    return f"{said if said == 'yes' else playing}\n"


def quoted(text: str, sender: str, day: str) -> str:
    """A mail quoted below an answer, as mail programs do it."""
    lines = "\n".join(f"> {line}" for line in text.splitlines())
    return f"\nOn {day}, {sender} wrote:\n{lines}\n"


def _bid(text: str, allowed: list[int]) -> str:
    """The allowed number nearest to what the hand is worth."""
    return str(min(allowed, key=lambda number: abs(number - _worth(text))))


def _trump(text: str, allowed: list[str]) -> str:
    """The suit with the most cards in the hand."""
    held = {row.split()[0]: len(row.partition("  ")[2].split()) for row in _hand(text)}
    return max(allowed, key=lambda suit: held.get(suit, 0))


def _laid(text: str, how: str) -> str:
    """The lowest cards for the bid nearest to what the hand is worth."""
    offers = re.findall(r"^    (\d): (.+)$", how, re.MULTILINE)
    _, laid = min(offers, key=lambda offer: abs(int(offer[0]) - _worth(text)))
    return f"lay {laid}"


def _hand(text: str) -> list[str]:
    """The rows of the hand, a suit each."""
    hand = text.partition("YOUR HAND")[2].partition("\n\n")[0]
    return [row.strip() for row in _ROW.findall(hand)]


def _worth(text: str) -> float:
    """Count aces, kings and trumps in the hand."""
    worth = 0.0
    for row in _hand(text):
        ranks = re.findall(r"\b(" + "|".join((*_ORDER, "knight")) + r")\b", row)
        trump = row.endswith("(trump)")
        worth += sum(_WORTH.get(rank, 0.0) + (0.35 if trump else 0.0) for rank in ranks)
    return worth * 0.8


def _card(text: str) -> tuple[str, str]:
    """The highest card that may be played while tricks are needed, else the lowest."""
    choices = _CHOICE.findall(text.partition("YOU CAN PLAY")[2].partition("HOW TO ANSWER")[0])
    mine = re.search(r"\(you(?:, dealer)?\)\s+(\d+)\s+(\d+)\s+(\d+)(?!\d| over)", text)
    needs = int(mine[3]) if mine else 0
    pick = max if needs > 0 else min
    sign, words, more = pick(choices, key=lambda choice: _HEIGHTS[choice[1].split()[0]])
    if "high or low" not in more:
        return sign or words, words
    called = "high" if needs > 0 else "low"
    return f"{sign or words} {called}", f"{words} {called}"

"""What only some games ask for: naming trump, laying cards aside, calling a card as another."""

from __future__ import annotations

from engine import Card, Suit
from engine.bidding import Premium
from engine.specials import Height
from pbem.orders.answers import Lay, Play, Trump
from pbem.orders.cards import ordered, read_card, read_several, read_suits
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens, without
from pbem.orders.words import Lists, Words, match

_SEPARATORS = ".,!;:()\"'"
_LETTERS = 2
"""So few letters may be a card: `SA` is no trump in French, and the ace of spades."""


def read_trump(line: Tokens, context: Expected, known: Words) -> Trump | tuple[Suit, ...] | None:
    """The trump a line names, or the suits it may name.

    Without the word `trump` it must be the answer to the question for it.
    """
    bare = without(line, _SEPARATORS)
    asked = context.ask is Ask.TRUMP
    if known.special.get(bare) == "no_trump" and (asked or len("".join(bare)) > _LETTERS):
        return Trump(None)
    rest, names = _taken(bare, known.special, ("trump",))
    if "?" in line or not rest or not (names or asked):
        return None
    if any((token,) in known.negations for token in rest):
        return None
    suits = read_suits(rest, context)
    return Trump(suits[0]) if len(suits) == 1 else suits or None


def read_laid(line: Tokens, context: Expected, known: Words) -> Lay | tuple[Card, ...] | None:
    """The cards a line lays aside, with `declare` or `reveal`; or the cards it is unsure about.

    Without a word like `lay` it must be the answer to the question for them.
    """
    rest, names = _taken(line, known.special, ("lay", "declare", "reveal"))
    premiums = [name for name in names if name != "lay"]
    if len(premiums) > 1 or not ("lay" in names or context.ask is Ask.LAY):
        return None
    ways = read_several(rest, context.aside, context)
    if not ways:
        return None
    if len(ways) > 1 or not all(found.sure for found in ways[0]):
        return ordered(card for way in ways for found in way for card in found.cards)
    laid = tuple(found.cards[0] for found in ways[0])
    if len(set(laid)) < len(laid):
        return None
    return Lay(laid, Premium(premiums[0]) if premiums else None)


def read_called(line: Tokens, context: Expected, known: Words) -> Play | None:
    """A joker called high or low, or a card called as another: `joker high`, `2H as AC`."""
    rest, names = _taken(line, known.policies, ("high", "low"))
    if len(names) == 1:
        joker = read_card(rest, context)
        if joker and joker.sure and joker.cards[0].suit is Suit.JOKERS:
            return Play(joker.cards[0], Height(names[0]))
    for at in range(1, len(line)):
        _, length = match(known.special, line, at, ("as",))
        if length:
            card, called = read_card(line[:at], context), read_card(line[at + length :], context)
            if card and called and card.sure and called.sure and card.cards != called.cards:
                return Play(card.cards[0], called.cards[0])
    return None


def _taken(line: Tokens, lists: Lists, names: tuple[str, ...]) -> tuple[Tokens, list[str]]:
    """A line without the phrases of some lists, and which lists these were."""
    rest: list[str] = []
    taken: list[str] = []
    at = 0
    while at < len(line):
        name, length = match(lists, line, at, names)
        if length:
            taken.append(name)
        else:
            rest.append(line[at])
        at += length or 1
    return tuple(rest), taken

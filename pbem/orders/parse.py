"""What people type -> orders: the first line that counts, read for the question it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine import Card
from pbem.orders.model import Ask, Bid, Join, Order, Play, Request, Unread, Wish
from pbem.orders.words import Words, words

_TOKEN = re.compile(r"[♠♤♥♡❤♦♢♣♧]|\d+o?|[^\W\d_]+(?:'[^\W\d_]+)?|\S")


def parse(lines: Sequence[str], ask: Ask, language: str = "en") -> Order:
    """The order in the lines that count, as an answer to a bid, a card or an invitation.

    Only the first line is the answer. A line that could be read in no way, or in two, is Unread:
    nothing is guessed.
    """
    if not lines:
        return Unread("")
    line, known = lines[0], words(language)
    folded = " ".join(line.casefold().replace("’", "'").split()).strip(" .!")
    first = re.split(r"[,;:.!]| - ", folded)[0].strip()
    if wish := known.requests.get(folded) or known.requests.get(first):
        return Request(Wish(wish))
    if ask is Ask.INVITATION:
        said = known.answers.get(folded)
        return Unread(line) if said is None else Join(said)
    tokens = _TOKEN.findall(folded)
    if ask is Ask.BID and (bid := _bid(tokens, known)) is not None:
        return Bid(bid)
    if (card := _card(tokens, known)) is not None:
        return Play(card)
    return Unread(line)


def after_tag(subject: str) -> str:
    """What a tap wrote into the subject after our tag: `[Lindy-6.3] QH` -> `QH`.

    Empty for a reply, whose subject is ours and answers nothing.
    """
    found = re.match(r"\[[^\]]*\]\s*(\S.{0,80})$", subject)
    return found[1].strip() if found else ""


def _bid(tokens: Sequence[str], known: Words) -> int | None:
    """The one number in a bid, once the words around it are dropped."""
    left = [t for t in tokens if t not in known.bid_dropped and t not in ".,!;"]
    if len(left) != 1:
        return None
    if left[0].isascii() and left[0].isdecimal():
        return int(left[0][:6])
    return known.numbers.get(left[0])


def _card(tokens: Sequence[str], known: Words) -> Card | None:
    """The one card a line names, however often it names it: `QH = queen of hearts`."""
    parts: list[str] = []
    for token in tokens:
        if token not in known.play_dropped and token not in ".,!;=-/()":
            parts += _split(token, known)
    named: set[Card] = set()
    while parts:
        first, second, *parts = [*parts, ""] if len(parts) == 1 else parts
        if first in known.ranks and second in known.suits:
            named.add(Card(known.ranks[first], known.suits[second]))
        elif first in known.suits and second in known.ranks:
            named.add(Card(known.ranks[second], known.suits[first]))
        else:
            return None
    return named.pop() if len(named) == 1 else None


def _split(token: str, known: Words) -> list[str]:
    """A two-letter code as its two letters; any other token as it is."""
    if len(token) == 2 and token not in known.ranks and token not in known.suits:
        return [token[0], token[1]]
    return [token]

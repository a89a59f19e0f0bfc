"""The lowest and highest of a suit that a text names, whatever else it says."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Rank, Suit
from pbem.orders.answers import Play
from pbem.orders.candidates import Candidate
from pbem.orders.described import mark_at
from pbem.orders.passages import Passage
from pbem.orders.words import match

_MOST_STRANGE = 3


def named_ends(parts: list[Passage]) -> Iterator[Candidate]:
    """The lowest or highest of a suit, where a part says which end and it or the next to it which
    suit, whatever else is said: `I lead diamonds, the lowest`.
    """
    told = [_told(part) for part in parts]
    for nth, (part, (ends, _)) in enumerate(zip(parts, told, strict=True)):
        near = (nth, nth - 1, nth + 1)
        beside = [at for at in near if 0 <= at < len(parts)]
        suits = next((told[at][1] for at in beside if told[at][1] and _beside(parts[at], part)), [])
        if len(ends) != 1 or len(set(suits)) != 1:
            continue
        cards = [card for card in part.signs.context.legal if card.plain and card.suit in suits[0]]
        if not cards or len({card.suit for card in cards}) > 1:
            continue
        card = (min if "low" in ends else max)(cards, key=lambda card: card.rank)
        sure = not (part.tied or part.unsure or part.says_who or part.denied)
        sure &= len(part.strange(-1, -1)) <= _MOST_STRANGE
        void = part.asks or part.denied
        yield Candidate(Play(card), nth, part, sure, void, against=part.denied)


def _beside(part: Passage, other: Passage) -> bool:
    return part.sentence == other.sentence and part.lead not in ("or", "else", "but")


def _told(part: Passage) -> tuple[set[str], list[tuple[Suit, ...]]]:
    """The ends and the suits that a part names; none if it names a rank, too."""
    context, known, said = part.signs.context, part.signs.known, part.said
    ends: set[str] = set()
    suits: list[tuple[Suit, ...]] = []
    at = 0
    while at < len(said):
        end, length = match(known.policies, said, at, ("low", "high"))
        around = match(known.remarks, said, at, ("so", "harmless"))[1]
        mark, size = mark_at(said, at, context, known)
        if end and length >= max(around, size):
            ends.add(end)
        elif mark and size >= around:
            if any(isinstance(one, Rank) for one in mark):
                return set(), []
            suits.append(tuple(one for one in mark if isinstance(one, Suit)))
        at += max(length if end else 0, around, size, 1)
    return ends, suits

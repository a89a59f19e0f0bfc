"""The lowest, highest or middle one of a suit that a text names, whatever else it says."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Card, Rank, Suit
from pbem.orders.answers import Play
from pbem.orders.candidates import Candidate
from pbem.orders.described import is_another, mark_at
from pbem.orders.named_cards import names_led
from pbem.orders.passages import Passage
from pbem.orders.words import match

_MOST_STRANGE = 3


def named_ends(parts: list[Passage]) -> Iterator[Candidate]:
    """The lowest, highest or middle one of a suit, where a part says which and it or the next to it
    which suit, whatever else is said: `I lead diamonds, the lowest`.

    Where one suit alone may be played it need not be named; but then a verb has to stand there, or
    nothing else, and it must come first.
    """
    told = [_told(part) for part in parts]
    for nth, (part, (ends, _)) in enumerate(zip(parts, told, strict=True)):
        near = (nth, nth - 1, nth + 1)
        beside = [at for at in near if 0 <= at < len(parts)]
        suits = next((told[at][1] for at in beside if told[at][1] and _beside(parts[at], part)), [])
        legal = [card for card in part.signs.context.legal if card.plain]
        if len(ends) != 1 or len(set(suits)) > 1 or (not suits and any(map(names_led, parts))):
            continue  # the cheapest that beats the ten
        cards = [card for card in legal if not suits or card.suit in suits[0]]
        if not cards or len({card.suit for card in cards}) > 1:
            continue
        [(end, place)] = ends.items()
        card = _of(end, cards)
        if card is None or any(told[at][0] for at in range(len(parts)) if at != nth):
            continue
        sure = not (part.tied or part.unsure or part.says_who or part.denied)
        if suits:
            sure &= len(part.strange(-1, -1)) <= _MOST_STRANGE
        else:
            plays = part.holds(part.signs.known.stated, "plays")
            sure &= (plays or not nth) and len(part.said) > 1 and not part.strange(*place)
            sure &= not any(one.unsure for one in parts)
        void = part.asks or part.denied
        yield Candidate(Play(card), nth, part, sure, void, against=part.denied)


def _of(end: str, cards: list[Card]) -> Card | None:
    """The lowest, highest or middle one; None if there is none in the middle."""
    by_rank = sorted(cards, key=lambda card: card.rank)
    if end == "middle":
        return by_rank[len(cards) // 2] if len(cards) % 2 and len(cards) > 1 else None
    return by_rank[0] if end == "low" else by_rank[-1]


def _beside(part: Passage, other: Passage) -> bool:
    return part.sentence == other.sentence and part.lead not in ("or", "else", "but")


def _told(part: Passage) -> tuple[dict[str, tuple[int, int]], list[tuple[Suit, ...]]]:
    """The ends that a part names, with their places, and the suits; none if it names a rank."""
    context, known, said = part.signs.context, part.signs.known, part.said
    ends: dict[str, tuple[int, int]] = {}
    suits: list[tuple[Suit, ...]] = []
    at = 0
    while at < len(said):
        end, length = match(known.policies, said, at, ("low", "high"))
        middle = match(part.signs.own.person, said, at, ("middle",))[1]
        end, length = ("middle", middle) if middle > length else (end, length)
        around = match(known.remarks, said, at, ("so", "harmless", "closing"))[1]
        mark, size = mark_at(said, at, context, known)
        if end and is_another(said, at, known):
            return {}, []
        if end and length >= max(around, size):
            ends[end] = at, at + length
        elif mark and size >= around:
            if any(isinstance(one, Rank) for one in mark):
                return {}, []
            suits.append(tuple(one for one in mark if isinstance(one, Suit)))
        at += max(length if end else 0, around, size, 1)
    return ends, suits

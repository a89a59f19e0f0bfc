"""The cards that a part of a text names, each with what is certain of it."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Card, Rank, Suit
from pbem.orders.answers import Play
from pbem.orders.bids import is_a_time
from pbem.orders.candidates import Candidate, back, is_against, is_void
from pbem.orders.passages import Passage
from pbem.orders.senses import MOST_IN_A_CARD, fits, senses_of
from pbem.orders.spelling import dropped
from pbem.orders.text import Tokens
from pbem.orders.words import match

_LETTERS = 2
FACES = "KQJA"
_MOST_STRANGE = 6
"""A card in full among more words that are not known is a tale, unless a verb plays it."""


def named_cards(part: Passage, nth: int) -> Iterator[Candidate]:
    """The cards that a part names, the `nth` of its text, and that may be played."""
    context = part.signs.context
    around = dropped(context.language) | dropped("en")
    places = [at for at, word in enumerate(part.said) if word not in around]
    full: list[tuple[Card, int, int]] = []
    ranks: list[tuple[Rank, int, int]] = []
    suits: list[tuple[Suit, int, int]] = []
    n = 0
    while n < len(places):
        size, meant = _meant(part, places[n:])
        begin = places[n]
        end = places[n + max(size, 1) - 1] + 1
        n += max(size, 1)
        if not size or part.is_idle(begin) or _is_counted(part, begin, end, meant):
            continue
        match meant:
            case Card() if begin and _is_of(part.said[begin - 1 : end]):
                continue
            case Card() if begin and match(part.signs.known.ranks, part.said, begin - 1)[1]:
                continue
            case Card() if match(part.signs.own.remarks, part.said, begin + 1, ("counted",))[1]:
                continue  # `cuatro copas` are four drinks
            case Card():
                full.append((meant, begin, end))
            case Rank():
                ranks.append((meant, begin, end))
            case Suit():
                suits.append((meant, begin, end))
    yield from _of_marks(part, nth, full, ranks, suits)


def _meant(part: Passage, places: list[int]) -> tuple[int, Card | Rank | Suit | None]:
    """What the first few of some words name beyond doubt, and how many words that are."""
    context = part.signs.context
    for size in range(min(MOST_IN_A_CARD, len(places)), 0, -1):
        if places[size - 1] - places[0] > size + 1:
            continue
        group = tuple(part.said[at] for at in places[:size])
        text = "".join(group)
        if len(text) == 1 and text.isalpha():
            continue
        senses, foreign = senses_of(group, context)
        meant = {sense.meant for sense in senses}
        legal = {one for one in meant if any(fits(one, card) for card in context.legal)}
        if foreign or not meant or (size > 1 and len(text) <= _LETTERS):
            continue
        if len(meant) == 1 or len(legal) == 1:
            return size, (legal or meant).pop()
    return 0, None


def _is_counted(part: Passage, begin: int, end: int, meant: object) -> bool:
    """Whether a rank is a number of something, or a time."""
    if not isinstance(meant, Rank) or meant.sign in FACES:
        return False
    known, said = part.signs.known, part.said
    if is_a_time(said, begin, known) or (end < len(said) and not part.plain(end)):
        return not (end < len(said) and match(known.suits, said, end)[1])
    if any(word.isdecimal() for word in said[end : end + 2]):
        return True
    return said[begin].isdecimal() and any(part.limits(start, begin) for start in back(begin))


def _plays(part: Passage) -> bool:
    return part.holds(part.signs.known.stated, "plays")


def _of_marks(
    part: Passage,
    nth: int,
    full: list[tuple[Card, int, int]],
    ranks: list[tuple[Rank, int, int]],
    suits: list[tuple[Suit, int, int]],
) -> Iterator[Candidate]:
    context = part.signs.context
    for card, begin, end in full:
        if card in context.legal:
            sure = not (part.tied or part.unsure or part.says_who)
            sure &= len(part.strange(begin, end)) <= _MOST_STRANGE or _plays(part)
            sure &= not (_may_be_words(part, begin, end) and part.strange(begin, end))
            if match(part.signs.known.policies, part.said, end)[1]:
                continue
            against = is_against(part, begin)
            yield Candidate(Play(card), nth, part, sure, is_void(part, begin, end), against=against)
    held = [(rank, b, e) for rank, b, e in ranks if any(c.rank is rank for c in context.legal)]
    for rank, begin, end in held:
        fitting = [card for card in context.legal if card.plain and card.rank is rank]
        marked = [card for card in fitting if any(card.suit is suit for suit, _, _ in suits)]
        cards = marked or fitting
        if any(card in cards for card, _, _ in full):
            continue
        strange = part.strange(begin, end)
        strange = [w for w in strange if not any(b <= part.said.index(w) < e for _, b, e in suits)]
        address = (
            rank.sign in FACES and len(part.said) == 1 and part.end == "!" and part.lead == ","
        )
        sure = (not strange or _plays(part)) and not (part.tied or part.unsure or address)
        sure &= len(cards) == 1 and not part.says_who
        for card in cards:
            void, against = is_void(part, begin, end) or address, is_against(part, begin)
            yield Candidate(Play(card), nth, part, sure, void, against=against)


def _is_of(said: Tokens) -> bool:
    """Whether a letter behind a number may be short for `of`: `7 d corazones` is no queen."""
    return said[0].isdecimal() and len(said[1]) == 1


def _may_be_words(part: Passage, begin: int, end: int) -> bool:
    """Whether a letter, or an ordinary word that is a card's code as well, names a card."""
    ordinary = part.signs.own.ordinary
    return any(
        (len(word) == 1 and word.isalpha()) or (word,) in ordinary for word in part.said[begin:end]
    )


def names_led(part: Passage) -> bool:
    """Whether a part names a rank that may not be played: the card that was led."""
    context, known = part.signs.context, part.signs.known
    legal = {card.rank.sign for card in context.legal if card.plain}
    return any(
        length and rank not in legal
        for rank, length in (match(known.ranks, part.said, at) for at in range(len(part.said)))
    )

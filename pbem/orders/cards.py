"""How a card is read safely: every reading is counted over the whole pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from engine import Card, Rank, Suit
from engine.cards import SUITS, Hand, Pack, PackKind
from pbem.languages import spoken
from pbem.orders.reading import Expected, Notation
from pbem.orders.senses import MOST_IN_A_CARD, cards_of, essential, fits, senses_of
from pbem.orders.signs import signs
from pbem.orders.spelling import links, mend, negations
from pbem.orders.text import Tokens, tokens, without
from pbem.orders.words import match, words

_SEPARATORS = ".,!;:=-/()\"*_'"
_MOST_TOKENS = 12
_MOST_MENDED = 3
_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Found:
    """The cards a text may mean. It is played only if it is one and `sure`.

    `repaired` says that the spelling was mended or another language had to serve.
    """

    cards: tuple[Card, ...]
    sure: bool
    repaired: bool


def read_card(line: Tokens, context: Expected) -> Found | None:
    """The card a line names, or the cards it may name; None if it names none.

    What had to be mended, or was wrapped in another language's courtesies, is never a card if it
    is a rank or a suit alone.
    """
    bare = _bare(line, context)
    if found := _read(bare, context):
        return found
    others = tuple(each for each in spoken() if each != context.language)
    full = replace(context, bound=False)
    if found := _read(bare, full, others):
        return found
    found = _read(_mended(bare, context), full)
    return found and replace(found, repaired=True)


def read_several(line: Tokens, count: int, context: Expected) -> list[tuple[Found, ...]]:
    """Every way to read a line as so many full cards, one after the other."""
    named = essential(_bare(line, context), context)
    return list(_groupings(named, count, _Groups(replace(context, bound=False))))


def read_suits(line: Tokens, context: Expected) -> tuple[Suit, ...]:
    """The suits a line may name alone; empty if none. Another language's letters do not count."""
    named = essential(line, context)
    senses, foreign = senses_of(named, context)
    if foreign and len("".join(named)) <= _LETTERS:
        return ()
    suits = {sense.meant for sense in senses if isinstance(sense.meant, Suit)}
    return tuple(suit for suit in SUITS if suit in suits)


def notation_of(text: str, card: Card, language: str, pack: Pack) -> Notation | None:
    """The notation in which a text that can be read in several ways means this card.

    None if that does not tell. `as` may be a French player's lone ace or an English player's ace of
    spades: the answer ace of spades leaves that open.
    """
    context = Expected(language=language, pack=pack)
    named = essential(without(tokens(text), _SEPARATORS), context)
    fitting = [sense for sense in senses_of(named, context)[0] if fits(sense.meant, card)]
    codes = {sense.code for sense in fitting}
    orders = {sense.rank_first for sense in fitting}
    code = codes.pop() if len(codes) == 1 else None
    order = orders.pop() if len(orders) == 1 else None
    return Notation(code, order) if code is not None or order is not None else None


def ordered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are offered: low ranks first, clubs before diamonds, hearts, spades."""
    return tuple(sorted(set(cards)))


def _bare(line: Tokens, context: Expected) -> Tokens:
    """A line without separators; empty if it asks, denies, or is too long to name a card."""
    bare = without(line, _SEPARATORS)
    unfit = "?" in line or not negations(context.language).isdisjoint(line)
    return () if unfit or len(bare) > _MOST_TOKENS else bare


def _read(bare: Tokens, context: Expected, others: tuple[str, ...] = ()) -> Found | None:
    """Read a line, dropping courtesies of its player's language, English and the others.

    A line may name its card more than once, `QH = queen of hearts`; two cards are asked about.
    """
    bare = tuple(word for word in bare if not _is_a_sigh(word, context, alone=len(bare) == 1))
    named, full = essential(bare, context, others), replace(context, bound=False)
    linked = not links(context.language).isdisjoint(bare)
    if linked and len(named) < 2:
        return None  # `the 3 of you` names no card
    if found := _of_group(named, context):
        return found
    groups = _Groups(full)
    for count in range(2, len(named) + 1):
        several = [found for way in _groupings(named, count, groups) for found in way]
        if several:
            every = ordered(card for found in several for card in found.cards)
            return Found(every, len(every) == 1, any(found.repaired for found in several))
    return None


def _is_a_sigh(word: str, context: Expected, *, alone: bool) -> bool:
    """Whether a word is a remark like `ah`, and not the code of a card that is held; if it stands
    `alone`, whether it thanks or says goodbye, as `ta` does, and is a code abroad only.
    """
    known = words(context.language)
    if alone:
        says = any(match(known.remarks, (word,), 0, ("closing",)))
        says |= any(match(known.dropped, (word,), 0, ("thanks",)))
    else:
        says = any((word,) in some for some in (known.remarks, known.doubt, known.ordinary))
    if len(word) != _LETTERS or not context.hand or not says:
        return False
    senses, foreign = senses_of((word,), context)
    meant = {sense.meant for sense in senses}
    return bool(meant) and meant.isdisjoint(context.hand) and (foreign or not alone)


def _of_group(group: Tokens, context: Expected) -> Found | None:
    """What some tokens name together, as one card."""
    senses, foreign = senses_of(group, context)
    pack = cards_of(context.pack)
    cards = {sense.meant for sense in senses if isinstance(sense.meant, Card)}
    cards = {card for card in cards if card in pack} or cards
    lone: set[Card | Rank | Suit] = {
        sense.meant for sense in senses if not isinstance(sense.meant, Card)
    }
    if not context.bound:
        lone = set()
    if not lone:
        return Found(ordered(cards), len(cards) == 1, foreign) if cards else None
    fitting = _fitting(lone, context)
    if cards or len(lone) > 1 or foreign:
        among = ordered([*cards, *fitting])
        agreed = set(fitting) == cards and len(lone) == 1 and not foreign
        certain = len(among) == 1 and (agreed or among[0] not in context.hand)
        return Found(among, certain, foreign) if among else None
    if not fitting:
        held = ordered(card for card in context.hand if fits(next(iter(lone)), card))
        return Found(held, True, False) if len(held) == 1 else None
    return Found(ordered(fitting), len(set(fitting)) == 1, False)


def _fitting(lone: set[Card | Rank | Suit], context: Expected) -> Hand:
    """The cards that ranks or suits alone may mean: those asked about or answered, or the legal."""
    for some in (context.doubt.cards if context.doubt else (), context.answered, context.legal):
        fitting = tuple(card for card in some if any(fits(meant, card) for meant in lone))
        if fitting:
            return fitting
    return ()


def _mended(bare: Tokens, context: Expected) -> Tokens:
    """A line with its misspelt words mended; empty if that is not possible, or not needed."""
    spanish = context.pack.kind is PackKind.SPANISH
    right: list[str] = []
    for token in bare:
        known = token in _every_sign(spanish) or not essential((token,), context)
        right.append(token if known else mend(token, context.language, spanish=spanish) or token)
    changed = sum(new != old for new, old in zip(right, bare, strict=True))
    return tuple(right) if 0 < changed <= _MOST_MENDED else ()


@cache
def _every_sign(spanish: bool) -> frozenset[str]:
    every = [signs(each, spanish) for each in spoken()]
    return frozenset(sign for some in every for sign in (*some.ranks, *some.suits, *some.kinds))


class _Groups(dict[Tokens, "Found | None"]):
    """What groups of tokens name, each read once."""

    def __init__(self, context: Expected) -> None:
        super().__init__()
        self.context = context

    def __missing__(self, group: Tokens) -> Found | None:
        return self.setdefault(group, _of_group(group, self.context))


def _groupings(line: Tokens, count: int, groups: _Groups) -> Iterator[tuple[Found, ...]]:
    """Every way to cut a line into so many pieces that each name a card."""
    if count == 0:
        if not line:
            yield ()
        return
    for at in range(1, min(MOST_IN_A_CARD, len(line) - count + 1) + 1):
        if found := groups[line[:at]]:
            for rest in _groupings(line[at:], count - 1, groups):
                yield (found, *rest)

"""Every way to read a few tokens as a card, class by class."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from engine import Card, Rank, Suit
from engine.cards import Hand, Pack, PackKind
from pbem.languages import spoken
from pbem.orders.reading import Expected, Lettering
from pbem.orders.signs import Signs, signs
from pbem.orders.spelling import dropped
from pbem.orders.text import Tokens

MOST_IN_A_CARD = 4
"""A card's name has no more tokens than this, courtesies apart."""


class Sense(NamedTuple):
    """One way to read a piece of text: a card, or a rank or a suit alone.

    `code` says by whose letters, None for another language's; `rank_first` is None where there is
    no order to speak of.
    """

    meant: Card | Rank | Suit
    code: Lettering | None
    rank_first: bool | None


class _Pair(NamedTuple):
    """Signs to read a rank with, and signs to read a suit with."""

    ranks: Signs
    suits: Signs
    code: Lettering | None
    mixed: bool = False


def senses_of(group: Tokens, context: Expected) -> tuple[frozenset[Sense], bool]:
    """The senses of some tokens in the first class that has any; whether it is a foreign one."""
    if not 0 < len(group) <= MOST_IN_A_CARD:
        return frozenset(), False
    code = context.notation.code if context.notation else None
    known = context.language, context.pack.kind is PackKind.SPANISH, code
    for at, (pairs, foreign) in enumerate(_classes(*known)):
        senses = _with_suit(group, *known, at)
        if odd := _without_suit(group, [pair.suits for pair in pairs], context):
            senses |= odd
        if senses:
            return _usual(senses, context), foreign
    return frozenset(), False


@lru_cache(maxsize=4096)
def _with_suit(
    group: Tokens, language: str, spanish: bool, code: Lettering | None, at: int
) -> frozenset[Sense]:
    """The senses of some tokens in one of the classes, but for those of cards without a suit."""
    pairs, _ = _classes(language, spanish, code)[at]
    return frozenset(sense for pair in pairs for sense in _by_pair(group, pair))


def _usual(senses: frozenset[Sense], context: Expected) -> frozenset[Sense]:
    """The senses in the order a player is known to write: all of them if that tells nothing."""
    order = context.notation.rank_first if context.notation else None
    if order is None:
        return senses
    named = frozenset(sense for sense in senses if sense.rank_first is order)
    return named or frozenset(sense for sense in senses if sense.rank_first is None) or senses


def fits(meant: Card | Rank | Suit, card: Card) -> bool:
    """Whether a card is the one meant, or of the rank or suit meant."""
    match meant:
        case Card():
            return meant == card
        case Suit():
            return card.suit is meant
        case Rank():
            return card.plain and card.rank is meant


def essential(line: Tokens, context: Expected, others: tuple[str, ...] = ()) -> Tokens:
    """A line without courtesies; what is a sign of a card to its player is no courtesy."""
    own = dropped(context.language)
    also = frozenset().union(dropped("en"), *map(dropped, others)) - own
    return tuple(
        token
        for token in line
        if token not in own and not (token in also and not _own_sign(token, context))
    )


def _own_sign(token: str, context: Expected) -> bool:
    spanish = context.pack.kind is PackKind.SPANISH
    return bool(_with_suit((token,), context.language, spanish, None, 0))


@cache
def cards_of(pack: Pack) -> Hand:
    return tuple(dict.fromkeys(pack.cards()))


@cache
def _odd(pack: Pack) -> Hand:
    """The jokers, wizards and jesters of a pack."""
    return tuple(card for card in cards_of(pack) if not card.plain)


@cache
def _classes(
    language: str, spanish: bool, code: Lettering | None
) -> tuple[tuple[list[_Pair], bool], ...]:
    """The classes of readings, the first that says something counts."""
    own, english = signs(language, spanish), signs("en", spanish, coded=True)
    theirs = [_Pair(english, english, Lettering.ENGLISH)]
    ours = [_Pair(own, own, Lettering.OWN), _Pair(english, own, Lettering.OWN, mixed=True)]
    others = [signs(each, spanish) for each in spoken() if each not in (language, "en")]
    foreign = [_Pair(other, other, None) for other in others]
    if language == "en" and (not spanish or code is Lettering.ENGLISH):
        return (theirs, False), (foreign, True)
    if code is None:
        return ([*ours, *theirs], False), (foreign, True)
    first, second = (ours, theirs) if code is Lettering.OWN else (theirs, ours)
    return (first, False), (second, False), (foreign, True)


def _by_pair(group: Tokens, pair: _Pair) -> Iterator[Sense]:
    """Some tokens split in every way into a rank and a suit, in both orders; or one of them."""
    ranks = pair.ranks.rank_letters if pair.mixed else pair.ranks.ranks
    suits = pair.suits.suits
    whole = " ".join(group)
    if not pair.mixed:
        for alone in (*ranks.get(whole, ()), *suits.get(whole, ())):
            yield Sense(alone, pair.code, None)
        if len(group) > 1 and whole in suits:
            return  # `a spade` is any
    for left, right in _splits(group):
        for rank_part, suit_part, rank_first in ((left, right, True), (right, left, False)):
            if rank_part not in ranks or suit_part not in suits:
                continue
            if (len(group) == 1 or pair.code is None) and not _alike(rank_part, suit_part, pair):
                continue  # `diamantes` is no `diamante` and `S`
            for rank in ranks[rank_part]:
                for suit in suits[suit_part]:
                    yield Sense(Card(rank, suit), pair.code, rank_first)


def _alike(rank: str, suit: str, pair: _Pair) -> bool:
    """Whether a rank and a suit are both letters or both words, as far as they are either."""
    letters = rank in pair.ranks.rank_letters, suit in pair.suits.suit_letters
    return not rank.isalpha() or not suit.isalpha() or letters[0] == letters[1]


def _splits(group: Tokens) -> Iterator[tuple[str, str]]:
    if len(group) == 1:
        yield from ((group[0][:at], group[0][at:]) for at in range(1, len(group[0])))
    else:
        yield from ((" ".join(group[:at]), " ".join(group[at:])) for at in range(1, len(group)))


def _without_suit(group: Tokens, known: list[Signs], context: Expected) -> set[Sense]:
    """A joker, wizard or jester, by its code or by its name with or without its number.

    They are all alike, so that without a number the first of those held is meant.
    """
    pack = _odd(context.pack)
    if not pack:
        return set()
    if len(group) == 1 and len(group[0]) == 2:
        coded = [card for card in pack if str(card).lower() == group[0]]
        if coded:
            return {Sense(coded[0], None, None)}
    kinds = {some.kinds[group[0]] for some in known if group[0] in some.kinds}
    found: set[Sense] = set()
    for kind in kinds:
        alike = [card for card in pack if card.suit is kind]
        if len(group) == 2:
            alike = [card for card in alike if card.rank.sign == group[1]]
        first = [card for card in context.legal if card in alike]
        first += [card for card in context.hand if card in alike]
        if alike and len(group) <= 2:
            found.add(Sense([*first, *alike][0], None, None))
    return found

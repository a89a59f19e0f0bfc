"""The signs of ranks and suits: words, letters, digits and symbols, language by language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from engine import Rank, Suit
from pbem.orders.words import Lists, words

_SUIT_SIGNS = {
    **dict.fromkeys("♠♤", Suit.SPADES),
    **dict.fromkeys("♥♡❤", Suit.HEARTS),
    **dict.fromkeys("♦♢", Suit.DIAMONDS),
    **dict.fromkeys("♣♧", Suit.CLUBS),
}
_KINDS = {"joker": Suit.JOKERS, "wizard": Suit.WIZARDS, "jester": Suit.JESTERS}
_RANKS = {rank.sign: rank for rank in Rank}
_DIGITS = {**{str(n): Rank(n) for n in range(2, 11)}, "1o": Rank.TEN}
_SPANISH_DIGITS = {
    **{str(n): Rank(n) for n in range(2, 10)},
    "1": Rank.ACE,
    "10": Rank.JACK,
    "11": Rank.QUEEN,
    "12": Rank.KING,
}
"""Spanish cards count the jack, the horseman and the king as 10, 11 and 12."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What each sign stands for in one language; some letters stand for several.

    `rank_letters` are those of the `ranks` that are letters, `suit_letters` those of the `suits`.
    """

    ranks: Mapping[str, frozenset[Rank]]
    rank_letters: Mapping[str, frozenset[Rank]]
    suits: Mapping[str, frozenset[Suit]]
    suit_letters: frozenset[str]
    kinds: Mapping[str, Suit]


@cache
def signs(language: str, spanish: bool, *, coded: bool = False) -> Signs:
    """The signs of a language, with the names and letters of Spanish cards if such are played.

    Where they are `coded`, as taps write them, the letters are those of every pack.
    """
    known = words(language)
    rank_letters, suit_letters = known.rank_letters, known.suit_letters
    if spanish and not coded:
        rank_letters = known.spanish_rank_letters or rank_letters
        suit_letters = known.spanish_suit_letters or suit_letters
    ranks = _words([known.ranks, known.spanish_ranks] if spanish else [known.ranks])
    suits = _words([known.suits, known.spanish_suits] if spanish else [known.suits])
    letters = {
        sign: frozenset(_RANKS[rank] for rank in some)
        for sign, some in _words([rank_letters]).items()
    }
    digits = _SPANISH_DIGITS if spanish else _DIGITS
    return Signs(
        ranks={
            **{word: frozenset([_RANKS[rank]]) for word, rank in ranks.items()},
            **letters,
            **{sign: frozenset([rank]) for sign, rank in digits.items()},
        },
        rank_letters=letters,
        suits={
            **{word: frozenset([Suit(suit)]) for word, suit in suits.items()},
            **{sign: frozenset(map(Suit, some)) for sign, some in _words([suit_letters]).items()},
            **{sign: frozenset([suit]) for sign, suit in _SUIT_SIGNS.items()},
        },
        suit_letters=frozenset(_words([suit_letters])),
        kinds={word: _KINDS[kind] for word, kind in _words([known.kinds]).items()},
    )


def _words(lists: Iterable[Lists]) -> dict[str, str]:
    return {" ".join(phrase): name for some in lists for phrase, name in some.items()}

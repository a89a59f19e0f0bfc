"""The names and letters of cards in seven languages."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Card, Rank, Suit
from engine.cards import RANKS, SUITS

_TABLE = {
    "en": ("A ace, K king, Q queen, J jack, 10 ten", "S spades, H hearts, D diamonds, C clubs"),
    "fr": ("A as, R roi, D dame, V valet, 10 dix", "P pique, C cœur, K carreau, T trèfle"),
    "de": ("A Ass, K König, D Dame, B Bube, 10 Zehn", "P Pik, H Herz, Ka Karo, Kr Kreuz"),
    "it": ("A asso, K re, Q donna, J fante, 10 dieci", "P picche, C cuori, Q quadri, F fiori"),
    "es": ("A as, K rey, Q dama, J sota, 10 diez", "P picas, C corazones, D diamantes, T tréboles"),
    "nl": ("A aas, H heer, V vrouw, B boer, 10 tien", "S schoppen, H harten, R ruiten, K klaveren"),
    "ro": ("A as, K rege, Q damă, J valet, 10 zece", "P pică, C inimă roșie, K caro, T treflă"),
}  # fmt: skip
_OTHER_RANKS = {
    "en": "J knave, 2 deuce",
    "fr": "A 1",
    "de": "A As",
    "it": "K R, Q D, J F, Q regina",
    "es": "K R, Q D, J V, J S, Q reina, J jota",
    "nl": "",
    "ro": "K R, K P, Q D, J V, K popă, J juvete, 2 două",
}
_OTHER_SUITS = {
    "en": "S spade, H heart, D diamond, C club",
    "fr": "H Co, D Ca",
    "de": "S Pi, D K, C K, C T, C Treff",
    "it": "",
    "es": "D R, D rombos, H corazón, C trébol",
    "nl": "",
    "ro": "H I, H inimă, H cupă, S inimă neagră, D R, D romb, C cruce",
}
_NUMBERS = {
    "en": "nine eight seven six five four three two",
    "fr": "neuf huit sept six cinq quatre trois deux",
    "de": "Neun Acht Sieben Sechs Fünf Vier Drei Zwei",
    "it": "nove otto sette sei cinque quattro tre due",
    "es": "nueve ocho siete seis cinco cuatro tres dos",
    "nl": "negen acht zeven zes vijf vier drie twee",
    "ro": "nouă opt șapte șase cinci patru trei doi",
}
_NAMED = {
    "en": "{rank} of {suit}",
    "fr": "{rank} de {suit}",
    "de": "{suit} {rank}",
    "it": "{rank} di {suit}",
    "es": "{rank} de {suit}",
    "nl": "{suit} {rank}",
    "ro": "{rank} de {suit}",
}
POLITE = {
    "en": "I play the {}, please",
    "fr": "Bonjour, je joue {}, merci",
    "de": "Ich spiele {}, danke",
    "it": "Gioco {}, grazie",
    "es": "Juego {}, por favor",
    "nl": "Ik speel {}, dank je",
    "ro": "Joc {}, mulțumesc",
}
SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
LANGUAGES = tuple(_TABLE)
PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)


def _pairs(told: str) -> Iterator[tuple[str, str]]:
    for pair in filter(None, told.split(", ")):
        letter, word = pair.split(" ", 1)
        yield letter, word


def rank_names(language: str) -> dict[Rank, tuple[str, str]]:
    """Letter or digits, and word, of every rank."""
    high = dict(zip(reversed(RANKS), _pairs(_TABLE[language][0]), strict=False))
    low = zip(range(9, 1, -1), _NUMBERS[language].split(), strict=True)
    return high | {Rank(number): (str(number), word) for number, word in low}


def suit_names(language: str) -> dict[Suit, tuple[str, str]]:
    """Letter and word of every suit."""
    order = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    return dict(zip(order, _pairs(_TABLE[language][1]), strict=True))


def other_ranks(language: str) -> Iterator[tuple[Rank, str]]:
    """The letters and words of ranks that are understood, and not printed."""
    codes = {rank.sign: rank for rank in RANKS}
    yield from ((codes[code], name) for code, name in _pairs(_OTHER_RANKS[language]))


def other_suits(language: str) -> Iterator[tuple[Suit, str]]:
    """The letters and words of suits that are understood, and not printed."""
    yield from ((Suit(code), name) for code, name in _pairs(_OTHER_SUITS[language]))


def words_of(card: Card, language: str) -> str:
    """`queen of hearts` in a language."""
    rank, suit = rank_names(language)[card.rank][1], suit_names(language)[card.suit][1]
    return _NAMED[language].format(rank=rank, suit=suit)


def code_of(card: Card, language: str, *, rank_first: bool = True) -> str:
    """The letters of a card in a language; English ones as people write them, `10H`."""
    rank, suit = rank_names(language)[card.rank][0], suit_names(language)[card.suit][0]
    return rank + suit if rank_first else suit + rank


def sign_of(card: Card, language: str, *, rank_first: bool = True) -> str:
    """A letter for the rank and the sign of the suit."""
    rank, suit = rank_names(language)[card.rank][0], SIGNS[card.suit]
    return rank + suit if rank_first else suit + rank

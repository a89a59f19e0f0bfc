"""Cards in words, signs and letters, as the reader of a letter wants them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations

from engine import Card, Rank, Suit
from pbem.letters.looks import USUAL_LOOK, Look
from pbem.letters.words import SUIT_SIGNS
from pbem.orders.words import data, lists_at

_KINDS = {Suit.JOKERS: "joker", Suit.WIZARDS: "wizard", Suit.JESTERS: "jester"}


@dataclass(frozen=True, slots=True)
class CardNames:
    """What cards are called in one language, and how its reader wants them written.

    Single words are the first of the lists that answers are read with, so that every word a letter
    shows can be sent back; sentences come from the catalogue.
    """

    code: str
    messages: NullTranslations
    look: Look = USUAL_LOOK

    def say(self, section: str, name: str) -> str:
        """The usual one of the words a reader may send: `say("requests", "undo")`."""
        own, english = (lists_at(data(code), (section,)) for code in (self.code, "en"))
        return (own.get(name) or english[name])[0]

    def rank_sign(self, rank: Rank) -> str:
        """`10` for the ten, otherwise the letter of the language or the rank's one character."""
        if rank is Rank.TEN:
            return "10"
        letters = self._letters_of("ranks").get(rank.sign)
        return letters[0] if letters else rank.sign

    def rank_word(self, rank: Rank) -> str:
        """`queen`, `ten`."""
        return "1" if rank is Rank.ONE else self._named("ranks", rank.sign)

    def suit_word(self, suit: Suit) -> str:
        """`hearts`; `jokers` for cards without a suit."""
        match suit:
            # NOTE: These stand where else a suit stands: "jokers  1 2".
            case Suit.JOKERS:
                return self.messages.pgettext("suit", "jokers")
            case Suit.WIZARDS:
                return self.messages.pgettext("suit", "wizards")
            case Suit.JESTERS:
                return self.messages.pgettext("suit", "jesters")
            case _:
                return self._named("suits", suit.value)

    def suit_sign(self, suit: Suit) -> str:
        """`♥`, or `H` or `hearts` for a reader who wants no signs."""
        match self.look.cards:
            case "words":
                return self.suit_word(suit)
            case "letters":
                return self._letters_of("suits").get(suit.value, [suit.value])[0]
            case _:
                return SUIT_SIGNS[suit]

    def card_sign(self, card: Card) -> str:
        """`10♦`; `W1` for a wizard; `10D` or `ten of diamonds` for a reader who wants no signs."""
        if self.look.cards == "words":
            return self.card_words(card)
        if not card.plain:
            return self.suit_sign(card.suit) + card.rank.sign
        return self.rank_sign(card.rank) + self.suit_sign(card.suit)

    def card_told(self, card: Card) -> str:
        """`10♦ ten of diamonds`, or the words alone."""
        words = self.card_words(card)
        return words if self.look.cards == "words" else f"{self.card_sign(card)} {words}"

    def card_signs(self, cards: Iterable[Card]) -> str:
        """`10♦ 4♣`; words stand with a comma between."""
        return (", " if self.look.cards == "words" else " ").join(map(self.card_sign, cards))

    def cards_typed(self, cards: Iterable[Card]) -> str:
        """How to type several so that they are never asked back: signs or words, no letters."""
        if self.look.cards == "symbols":
            return self.card_signs(cards)
        return ", ".join(map(self.card_words, cards))

    def card_words(self, card: Card) -> str:
        """`ten of diamonds`; `wizard 1`."""
        if not card.plain:
            return f"{self.kind(card)} {card.rank.sign}"
        named = self._spanish_card(card.suit) if self.look.spanish else self._card
        return named % {"rank": self.rank_word(card.rank), "suit": self.suit_word(card.suit)}

    def kind(self, card: Card) -> str:
        """What a card without a suit is called: `joker`."""
        return self.say("kinds", _KINDS[card.suit])

    def card_typed(self, card: Card) -> str:
        """How to type it so that it is never asked back: `QH` in English, elsewhere words."""
        if self._letters != "en" or self.look.cards == "words" or self.look.spanish:
            return self.card_words(card)
        return self.rank_sign(card.rank) + card.suit if card.plain else str(card)

    @property
    def _card(self) -> str:
        # NOTE: The name of a card: "queen of hearts", "Herz-Dame". What it becomes must be
        # NOTE: something players may also send as an answer.
        return self.messages.pgettext("card", "%(rank)s of %(suit)s")

    def _spanish_card(self, suit: Suit) -> str:
        match suit:
            # NOTE: The name of a card of the Spanish pack: "knight of coins".
            case Suit.DIAMONDS:
                return self.messages.pgettext("card", "%(rank)s of coins")
            case Suit.HEARTS:
                return self.messages.pgettext("card", "%(rank)s of cups")
            case Suit.SPADES:
                return self.messages.pgettext("card", "%(rank)s of swords")
            case _:
                return self.messages.pgettext("card", "%(rank)s of batons")

    def _named(self, section: str, name: str) -> str:
        """The usual word for a rank or a suit of the pack that is played with."""
        if self.look.spanish:
            words = lists_at(data(self.code), ("spanish", section)).get(name)
            if words:
                return words[0]
        return self.say(section, name)

    def _letters_of(self, section: str) -> Mapping[str, list[str]]:
        """The letters that ranks or suits are written with, for the pack that is played with."""
        whole = data(self._letters)
        spanish = lists_at(whole, ("spanish", "letters", section)) if self.look.spanish else {}
        own = lists_at(whole, ("letters", section))
        return {**own, **{name: some for name, some in spanish.items() if some}}

    @property
    def _letters(self) -> str:
        """The language whose letters cards are written with."""
        return "en" if self.look.english else self.code

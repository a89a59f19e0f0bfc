"""How a reader wants letters to look: cards, colours, subjects, whatever the language."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Pack, PackKind
from pbem.domain.model import Player
from pbem.orders.keywords import Key
from pbem.orders.reading import Lettering
from pbem.orders.words import data, lists_at

_AS = {"DIAMONDS": "HEARTS", "CLUBS": "SPADES"}
"""Of two colours: whose a suit takes."""

_SPANISH_AS = {"SPADES": "DIAMONDS", "DIAMONDS": "COINS"}
"""Of four on Spanish cards: swords are blue, coins golden, cups red, batons green."""


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are written: `symbols`, `words` or `letters`; suits in `four` colours or `two`.

    With `english` the letters are those of the English code, whatever the language. `spanish`
    cards are named coins, cups, swords and batons, which have no symbols. The `subject` is of
    `each` letter alone, or one for all of a `deal`. The page is in `usual` or in `large` print.
    """

    cards: str = "symbols"
    colours: str = "four"
    english: bool = False
    spanish: bool = False
    subject: str = "each"
    print: str = "usual"

    def suit_like(self, suit: str) -> str:
        """The suit, by name, in whose colour another is written."""
        of_four = _SPANISH_AS if self.spanish else {}
        return (_AS if self.colours == "two" else of_four).get(suit, suit)


USUAL_LOOK = Look()


def usual_look(pack: Pack) -> Look:
    """How cards of a pack look to somebody who has asked for nothing."""
    spanish = pack.kind is PackKind.SPANISH
    return Look("words", spanish=True) if spanish else USUAL_LOOK


def look_of(player: Player, pack: Pack) -> Look:
    """How a player has asked for cards, colours and subjects, for a pack.

    Spanish cards are written in words where the player's language has no letters for them.
    """
    english = player.notation is not None and player.notation.code is Lettering.ENGLISH
    cards, colours = player.mailing.value(Key.CARDS), player.mailing.value(Key.COLOURS)
    spanish = pack.kind is PackKind.SPANISH
    if spanish and not (cards == "letters" and _has_spanish_letters(player.language)):
        cards = "words"
    english = english and cards == "letters" and not spanish
    subject, size = player.mailing.value(Key.SUBJECT), player.mailing.value(Key.PRINT)
    return Look(cards, colours, english, spanish, subject, size)


def _has_spanish_letters(language: str) -> bool:
    letters = lists_at(data(language), ("spanish", "letters", "suits")).values()
    return all(letters) and len({one[0] for one in letters}) == len(letters)

"""How a reader wants cards and colours to look, whatever the language."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.domain.model import Player
from pbem.orders.keywords import Key
from pbem.orders.reading import Lettering

_AS = {"DIAMONDS": "HEARTS", "CLUBS": "SPADES"}
"""Of two colours: whose a suit takes."""


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are written: `symbols`, `words` or `letters`; suits in `four` colours or `two`.

    With `english` the letters are those of the English code, whatever the language.
    """

    cards: str = "symbols"
    colours: str = "four"
    english: bool = False

    def suit_like(self, suit: str) -> str:
        """The suit, by name, in whose colour another is written."""
        return _AS.get(suit, suit) if self.colours == "two" else suit


USUAL_LOOK = Look()


def look_of(player: Player) -> Look:
    """How a player has asked for cards and colours."""
    english = player.notation is not None and player.notation.code is Lettering.ENGLISH
    cards, colours = player.mailing.value(Key.CARDS), player.mailing.value(Key.COLOURS)
    return Look(cards, colours, english and cards == "letters")

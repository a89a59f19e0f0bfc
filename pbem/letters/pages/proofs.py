"""Letters that prove the deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Card
from engine.shuffle import Words
from pbem.letters.page import Page
from pbem.letters.parts import Fingerprint, Opened


def said_by(names: Sequence[str], words: Words) -> tuple[tuple[str, str], ...]:
    """Words with the names of who said them; the number of the seat where the name is not known."""
    return tuple((names[at] if at < len(names) else f"#{at}", word) for at, word in words)


@dataclass(frozen=True, slots=True)
class Salted(Page):
    """A short word back: the player's word is mixed into the next shuffle.

    `word` is None when there is no shuffle to come, or with `match`, when the words for all
    shuffles were taken before the first card.
    """

    word: str | None
    match: bool = False


@dataclass(frozen=True, slots=True)
class ProvedDeal:
    """A deal in the proof: its fingerprint, what it was shuffled from, and every hand.

    Deal 0 is the draw for dealer. `opened` is None while it is not over, and for a deal older than
    fingerprints, which has no `fingerprint` either.
    """

    deal: int
    fingerprint: Fingerprint | None
    opened: Opened | None
    hands: tuple[tuple[str, tuple[Card, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Proof(Page):
    """What the deals that are over were shuffled from, with the record to check it."""

    deals: tuple[ProvedDeal, ...]
    record: str

    @property
    def record_file(self) -> str:
        """What the attached record is called."""
        return "".join(c if c.isalnum() and c.isascii() else "-" for c in self.frame.game) + ".txt"

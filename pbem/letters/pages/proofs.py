"""Letters that prove the deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Self

from engine import Card, CardsDealt, Hand
from engine.proof import Section, write_proof
from engine.shuffle import Words
from pbem.letters.page import Attachment, Page
from pbem.letters.parts import Fingerprint, Opened
from pbem.letters.reader import Reader
from pbem.letters.words import by_suit

SCRIPT = "check_deals.txt"
"""The script in the mail with the proof, which lies in the room of the letters."""


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

    @classmethod
    def of(cls, reader: Reader, word: str | None) -> Self:
        """The word back to a player's word for the next shuffle."""
        return cls(reader.frame, word, reader.table.match is not None)


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

    @classmethod
    def of(cls, reader: Reader, deals: Sequence[Section], speakers: Sequence[str]) -> Self:
        """What the deals were shuffled from; `speakers` may have said a word for the shuffles."""
        proved = tuple(_proved(reader, section, speakers) for section in deals)
        table = reader.table
        record = write_proof(table.name, reader.names, deals, table.shuffled_as)
        return cls(reader.frame, proved, record)

    @property
    def attached(self) -> tuple[Attachment, ...]:
        """The record, and what works out every pack anew from it."""
        script = (files("pbem.letters") / SCRIPT).read_text("utf-8")
        return Attachment(self.record_file, self.record), Attachment(SCRIPT, script)

    @property
    def record_file(self) -> str:
        """What the attached record is called."""
        return "".join(c if c.isalnum() and c.isascii() else "-" for c in self.frame.game) + ".txt"


def _proved(reader: Reader, section: Section, speakers: Sequence[str]) -> ProvedDeal:
    shown, names = section.shown, reader.names
    hands: tuple[tuple[str, Hand], ...] = ()
    for event in section.events[:1]:
        if isinstance(event, CardsDealt):
            hands = tuple((names[at], tuple(by_suit(hand))) for at, hand in enumerate(event.hands))
    words = said_by(speakers, shown.words)
    return ProvedDeal(
        shown.deal,
        Fingerprint(shown.deal, shown.fingerprint) if shown.fingerprint else None,
        Opened(shown.deal, shown.secret, words) if shown.secret else None,
        hands,
    )

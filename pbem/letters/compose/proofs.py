"""Letters that prove the deals."""

from __future__ import annotations

from collections.abc import Sequence

from engine import CardsDealt, Hand
from engine.proof import Section, write_proof
from pbem.letters.compose.parts import frame_of
from pbem.letters.pages.proofs import Proof, ProvedDeal, Salted, said_by
from pbem.letters.parts import Fingerprint, Opened
from pbem.letters.reader import Reader
from pbem.letters.words import by_suit


def salted(reader: Reader, word: str | None) -> Salted:
    """The word back to a player's word for the next shuffle."""
    return Salted(frame_of(reader), word, reader.table.match is not None)


def proof(reader: Reader, deals: Sequence[Section], speakers: Sequence[str]) -> Proof:
    """What the deals were shuffled from; `speakers` may have said a word for the shuffles."""
    proved = tuple(_proved(reader, section, speakers) for section in deals)
    table = reader.table
    record = write_proof(table.name, reader.names, deals, table.shuffled_as)
    return Proof(frame_of(reader), proved, record)


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

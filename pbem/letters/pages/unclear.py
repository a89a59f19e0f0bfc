"""Letters that ask back: which card, or which order, was meant?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from engine import Hand
from pbem.domain.model import Question
from pbem.letters.deal_page import round_and_due, round_of
from pbem.letters.deals import Round
from pbem.letters.page import Page, Trait
from pbem.letters.pages.replies import Old
from pbem.letters.parts import Due, HandCard, Offer
from pbem.letters.reader import Reader
from pbem.letters.typed import code, in_words
from pbem.letters.words import quoted
from pbem.orders.answers import Answer, Bid, Play
from pbem.orders.cards import notation_of
from pbem.orders.keywords import Ask
from pbem.orders.model import Away, Request, Setting


@dataclass(frozen=True, slots=True)
class WhichCard(Page, asks=Ask.PLAY, traits=Trait.REFUSES | Trait.SHOWS):
    """An answer that may be several cards. `remembers` tells that it is asked only once.

    Of the candidates, those that may be played now have a tap.
    """

    wrote: str
    candidates: tuple[HandCard, ...]
    remembers: bool
    round: Round
    due: Due

    @classmethod
    def of(cls, reader: Reader, wrote: str, among: Hand, question: Question) -> Self:
        """Which card is meant? `among` is what was written may mean."""
        may, words = reader.view.legal_cards, reader.speech.card_words
        taps = [reader.taps.to(str(card), words(card)) if card in may else None for card in among]
        return cls(
            frame=reader.frame,
            wrote=quoted(wrote),
            candidates=tuple(map(HandCard, among, taps)),
            remembers=_tells_notation(reader, wrote, among),
            round=round_of(reader, reader.deal, asked=True),
            due=reader.due(question),
        )

    @property
    def open(self) -> tuple[HandCard, ...]:
        """The candidates that may be played now."""
        return tuple(card for card in self.candidates if card.tap)

    @property
    def shut(self) -> tuple[HandCard, ...]:
        """The candidates in the reader's hand that may not."""
        held = [one.card for one in self.round.hand]
        return tuple(one for one in self.candidates if not one.tap and one.card in held)

    @property
    def elsewhere(self) -> tuple[HandCard, ...]:
        """The candidates that the reader does not hold."""
        held = [one.card for one in self.round.hand]
        return tuple(one for one in self.candidates if one.card not in held)


@dataclass(frozen=True, slots=True)
class DidYouMean(Page, traits=Trait.REFUSES | Trait.SHOWS):
    """Words that may be one of several orders, `offers`, as a correction below an answer.

    `stands` is the answer in words that stands meanwhile, if one does, hidden from others `until`
    then if there is such a time; the offers hold it, too, at their end.
    """

    wrote: str
    offers: tuple[Offer, ...]
    stands: str
    until: datetime | None
    round: Round | None
    due: Due | None

    @classmethod
    def of(
        cls,
        reader: Reader,
        wrote: str,
        among: Sequence[Answer | Request | Away | Setting],
        question: Question | None,
        standing: Question | None = None,
        until: datetime | None = None,
    ) -> Self:
        """Which of the orders `among` is meant? What cannot be done is left out.

        `standing` is the question whose answer stands meanwhile, `until` how long it is hidden.
        """
        shown, due = round_and_due(reader, question)
        offers = {
            words: reader.taps.to(code(order), words)
            for order in among
            if (words := in_words(order, reader.speech)) and _possible(reader, order, standing)
        }
        stands = Old.of(reader, standing)
        if stands and standing and standing.answer:
            offers.setdefault(stands.answer, reader.taps.to(standing.answer, stands.answer))
        return cls(
            frame=reader.frame,
            wrote=quoted(wrote),
            offers=tuple(Offer(words, tap) for words, tap in offers.items()),
            stands=stands.answer if stands else "",
            until=until,
            round=shown,
            due=due,
        )

    @property
    def meant(self) -> str:
        """What was most likely meant; empty if that is open."""
        others = [offer.words for offer in self.offers if offer.words != self.stands]
        few = len(others) == 1 if self.stands else 0 < len(others) <= 2
        return others[0] if few else ""


def _possible(
    reader: Reader, order: Answer | Request | Away | Setting, standing: Question | None
) -> bool:
    """Whether an answer to the open question is allowed; what replaces one is judged later."""
    match order:
        case Bid(tricks, otherwise) if not standing:
            return any(number in reader.view.legal_bids for number in (tricks, *otherwise))
        case Play(card) if not standing:
            return card in reader.view.legal_cards
        case _:
            return True


def _tells_notation(reader: Reader, wrote: str, among: Hand) -> bool:
    """Whether the letters of a text mean another card in each of a player's notations."""
    pack = reader.view.rules.pack_for(reader.view.players)
    told = [notation_of(wrote, card, reader.player.language, pack) for card in among]
    return len({notation for notation in told if notation}) > 1

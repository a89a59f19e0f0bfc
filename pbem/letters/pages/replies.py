"""Letters back to a player's answer: understood, refused, unclear, too early."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import Reason
from pbem.domain.outcomes import Outcome, kind
from pbem.domain.vocabulary import Why
from pbem.letters.deals import Round
from pbem.letters.page import Page
from pbem.letters.parts import Answered, Due, HandCard, KeptStep, Offer


@dataclass(frozen=True, slots=True)
class Old:
    """A closed question: what it asked, of which deal and trick, and how it was settled."""

    ask: str
    deal: int
    trick: int
    closed: str
    answer: str


@dataclass(frozen=True, slots=True)
class Refused(Page):
    """Why an answer could not be taken, and what can.

    `old` is the question that was answered, where it is closed.
    """

    wrote: str
    why: Why | Reason
    round: Round | None
    due: Due | None
    old: Old | None = None


@dataclass(frozen=True, slots=True)
class WhichCard(Page):
    """An answer that may be several cards. `remembers` tells that it is asked only once.

    Of the candidates, those that may be played now have a tap.
    """

    wrote: str
    candidates: tuple[HandCard, ...]
    remembers: bool
    round: Round
    due: Due

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
class DidYouMean(Page):
    """Words that may be one of several orders, `offers`, as a correction below an answer.

    `stands` is the answer in words that stands meanwhile, if one does, hidden from others `until`
    then if there is such a time; the offers hold it, too, at their end.
    """

    wrote: str
    offers: tuple[Offer, ...]
    stands: str
    until: datetime | None
    undo_tap: str
    round: Round | None
    due: Due | None

    @property
    def meant(self) -> str:
        """What was most likely meant; empty if that is open."""
        others = [offer.words for offer in self.offers if offer.words != self.stands]
        few = len(others) == 1 if self.stands else 0 < len(others) <= 2
        return others[0] if few else ""


@dataclass(frozen=True, slots=True)
class InOrOut(Page):
    """An answer to an invitation that was neither yes nor no."""

    wrote: str
    yes_tap: str
    no_tap: str


@dataclass(frozen=True, slots=True)
class GotIt(Page):
    """What an answer was read as, where that was not plain; or that something is kept.

    `did` is the move made. It can be taken back until `until` at least, if there is such a time.
    `news` says what is not told by the move and the plans: `forgotten`, `policy`, `no policy`;
    `first` that a new player is told so of each answer.
    """

    wrote: str
    did: Answered | None = None
    until: datetime | None = None
    keeps: bool = False
    news: str = ""
    undo_tap: str = ""

    @property
    def cards(self) -> tuple[HandCard, ...]:
        """The card that was played, to look at."""
        return (HandCard(self.did.card, None),) if self.did and self.did.card else ()


@dataclass(frozen=True, slots=True)
class NotYet(Page):
    """A good card before its turn. `step` is what would be kept; `old` what was answered."""

    wrote: str
    steps: tuple[KeptStep, ...]
    waiting_for: tuple[str, ...]
    keep_tap: str
    forget_tap: str
    keep_words: str
    old: Old | None = None


@dataclass(frozen=True, slots=True)
class Became:
    """What became of a mail of the reader's at one of the tables; `game` names another than its
    own.
    """

    what: Outcome
    game: str = ""

    @property
    def kind(self) -> str:
        """What kind of outcome it is."""
        return kind(self.what)


@dataclass(frozen=True, slots=True)
class Got:
    """A mail of the reader's that came in: when, its subject, and what became of it, if it does not
    wait. `silent` tells that an answer was held back because there had been too many.
    """

    at: datetime
    subject: str
    became: tuple[Became, ...] = ()
    silent: bool = False


@dataclass(frozen=True, slots=True)
class WhatWeGot(Page):
    """What became of the reader's last mails, the newest first."""

    mails: tuple[Got, ...]

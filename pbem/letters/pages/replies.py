"""Letters back to a player's answer: understood, refused, too early; and what became of mails."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from engine import Choice, Reason
from pbem.domain.model import Question
from pbem.domain.outcomes import Outcome, kind
from pbem.domain.vocabulary import Why
from pbem.letters.deal_page import round_and_due
from pbem.letters.deals import Round
from pbem.letters.news import answered
from pbem.letters.page import Page, Trait
from pbem.letters.pages.people import Invitation, days_offered
from pbem.letters.parts import Answered, Due, HandCard, Offer
from pbem.letters.reader import Reader
from pbem.letters.talk import for_the_table
from pbem.letters.typed import answered as answered_in_words
from pbem.letters.typed import code, typed
from pbem.letters.words import quoted
from pbem.orders.answers import Plan, Play
from pbem.orders.keywords import Ask
from pbem.orders.reading import Reading


@dataclass(frozen=True, slots=True)
class Old:
    """A closed question: what it asked, of which deal and trick, and how it was settled."""

    ask: str
    deal: int
    trick: int
    closed: str
    answer: str

    @classmethod
    def of(cls, reader: Reader, question: Question | None) -> Self | None:
        """A question that is not open any more, for its reader; None for none."""
        if question is None:
            return None
        closed, ask = question.closed.value if question.closed else "", question.ask.value
        answer = answered_in_words(question.answer, ask, reader.speech) if question.answer else ""
        return cls(ask, question.deal, question.trick, closed, answer)


@dataclass(frozen=True, slots=True)
class Refused(Page, asks=Ask.PLAY, traits=Trait.REFUSES | Trait.SHOWS):
    """Why an answer could not be taken, and what can.

    `old` is the question that was answered, where it is closed. `for_table` are words that may have
    been meant for the table.
    """

    wrote: str
    why: Why | Reason
    round: Round | None
    due: Due | None
    old: Old | None = None
    for_table: str = ""

    @classmethod
    def of(
        cls,
        reader: Reader,
        wrote: str,
        why: Why | Reason,
        old: Question | None = None,
    ) -> Self:
        """Why an answer could not be taken; `old` is the closed question that was answered.

        Whom a computer plays for is not asked himself.
        """
        asked = None if why is Why.COMPUTER_PLAYS else reader.asked
        shown, due = round_and_due(reader, asked)
        return cls(
            frame=reader.frame,
            wrote=quoted(wrote),
            why=why,
            round=shown,
            due=due,
            old=Old.of(reader, old),
            for_table=for_the_table(wrote) if why is Why.UNREADABLE and reader.may_talk else "",
        )


@dataclass(frozen=True, slots=True)
class InOrOut(Page, asks=Ask.INVITATION, traits=Trait.REFUSES):
    """An answer to an invitation that was neither yes nor no; a question is told the `offer`.

    `said` is who else has said what to it, by name.
    """

    wrote: str
    offer: Invitation | None = None
    said: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, reader: Reader, wrote: str, *, asked: bool = False) -> Self:
        """An answer to an invitation that is neither yes nor no: was it `asked` as a question?"""
        page = cls(frame=reader.frame, wrote=quoted(wrote))
        if not asked:
            return page
        return replace(
            page,
            offer=Invitation.of(reader, ""),
            said=tuple(
                (player.name, word.value)
                for player, word in zip(reader.table.players, reader.table.said, strict=True)
                if player.id != reader.player.id
            ),
        )


@dataclass(frozen=True, slots=True)
class GotIt(Page, traits=Trait.SHOWS):
    """What an answer was read as, where that was not plain; or that something is kept.

    `did` is the move made. It can be taken back until `until` at least, if there is such a time.
    `news` says what is not told by the move and the plans: `forgotten`, `policy`, `no policy`;
    `first` that a new player is told so of each answer, `days` that it comes for `away` alone. What
    stood beside the answer is not done: `away` books the days it told of, and `for_table` are words
    that may be meant for the table.
    """

    wrote: str
    did: Answered | None = None
    until: datetime | None = None
    keeps: bool = False
    news: str = ""
    away: Offer | None = None
    for_table: str = ""

    @classmethod
    def of(
        cls,
        reader: Reader,
        said: Reading,
        *,
        did: Choice | None = None,
        until: datetime | None = None,
        keeps: bool = False,
        news: str = "",
    ) -> Self:
        """How an answer was read; `did` is the move that was made, if one was."""
        days = None if reader.table.setup.trial else said.away
        return cls(
            frame=reader.frame,
            wrote=quoted(said.line),
            away=days_offered(reader, days) if days else None,
            for_table=for_the_table(said.remark) if reader.may_talk else "",
            did=answered(None, did) if did else None,
            until=until,
            keeps=keeps,
            news=news,
        )

    @property
    def cards(self) -> tuple[HandCard, ...]:
        """The card that was played, to look at."""
        return (HandCard(self.did.card, None),) if self.did and self.did.card else ()


@dataclass(frozen=True, slots=True)
class NotYet(Page, asks=Ask.PLAY, traits=Trait.REFUSES | Trait.SHOWS):
    """A good card before its turn. `old` is what was answered."""

    wrote: str
    waiting_for: tuple[str, ...]
    keep_tap: str
    keep_words: str
    old: Old | None = None

    @classmethod
    def of(cls, reader: Reader, wrote: str, order: Play | Plan, old: Question | None) -> Self:
        """Shall an order before its turn be kept?"""
        keep = f"{reader.speech.say('plan', 'keep')} {typed(order, reader.speech)}"
        return cls(
            frame=reader.frame,
            wrote=quoted(wrote),
            waiting_for=reader.waiting_for,
            keep_tap=reader.taps.to(f"keep {code(order)}", keep),
            keep_words=keep,
            old=Old.of(reader, old),
        )


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

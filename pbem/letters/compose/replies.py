"""Letters back to a player's answer: understood, refused, unclear, too early."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Choice, Hand, Reason
from pbem.domain.model import Question
from pbem.domain.vocabulary import Why
from pbem.letters.compose.parts import deal_of, frame_of
from pbem.letters.deal_page import round_of
from pbem.letters.news import answered
from pbem.letters.notes import steps_of
from pbem.letters.pages.replies import (
    DidYouMean,
    Got,
    GotIt,
    InOrOut,
    NotYet,
    Old,
    Refused,
    WhatWeGot,
    WhichCard,
)
from pbem.letters.parts import HandCard, Offer
from pbem.letters.reader import Reader, due_of
from pbem.letters.typed import answered as answered_in_words
from pbem.letters.typed import code, in_words, typed
from pbem.letters.words import shorten
from pbem.orders.answers import Answer, Bid, Plan, Play
from pbem.orders.cards import notation_of
from pbem.orders.model import Request
from pbem.turns.plans import Kept

_MOST_QUOTED = 160
"""So many characters of what a player wrote are quoted back."""


def refused(
    reader: Reader,
    wrote: str,
    why: Why | Reason,
    old: Question | None = None,
) -> Refused:
    """Why an answer could not be taken; `old` is the closed question that was answered."""
    deal, question = reader.view.deal, reader.asked
    return Refused(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        why=why,
        round=round_of(reader, deal, asked=question is not None) if deal else None,
        due=due_of(reader, question) if question and deal else None,
        old=_old(reader, old),
    )


def got_it(
    reader: Reader,
    wrote: str,
    *,
    did: Choice | None = None,
    until: datetime | None = None,
    keeps: bool = False,
    news: str = "",
) -> GotIt:
    """How an answer was read; `did` is the move that was made, if one was."""
    return GotIt(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        did=answered(None, did) if did else None,
        until=until,
        keeps=keeps,
        news=news,
        undo_tap=reader.request("undo"),
    )


def not_yet(
    reader: Reader, wrote: str, order: Play | Plan, kept: Kept, old: Question | None
) -> NotYet:
    """Shall a card that comes before its turn be kept? `kept` is the order as it would be kept."""
    keep = f"{reader.speech.say('plan', 'keep')} {typed(order, reader.speech)}"
    return NotYet(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        steps=tuple(steps_of(kept)),
        waiting_for=tuple(reader.names[seat] for seat in reader.view.awaiting),
        keep_tap=reader.taps.to(f"keep {code(order)}", keep),
        forget_tap=reader.request("forget_plan"),
        keep_words=keep,
        old=_old(reader, old),
    )


def which_card(reader: Reader, wrote: str, among: Hand, question: Question) -> WhichCard:
    """Which card is meant? `among` is what was written may mean."""
    may, words = reader.view.legal_cards, reader.speech.card_words
    taps = [reader.taps.to(str(card), words(card)) if card in may else None for card in among]
    return WhichCard(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        candidates=tuple(map(HandCard, among, taps)),
        remembers=_tells_notation(reader, wrote, among),
        round=round_of(reader, deal_of(reader), asked=True),
        due=due_of(reader, question),
    )


def did_you_mean(
    reader: Reader,
    wrote: str,
    among: Sequence[Answer | Request],
    question: Question | None,
    standing: Question | None = None,
    until: datetime | None = None,
) -> DidYouMean:
    """Which of the orders `among` is meant? What cannot be done is left out.

    `standing` is the question whose answer stands meanwhile, `until` how long it is hidden.
    """
    deal = reader.view.deal
    offers = {
        words: reader.taps.to(code(order), words)
        for order in among
        if (words := in_words(order, reader.speech)) and _possible(reader, order, standing)
    }
    stands = _old(reader, standing)
    if stands and standing and standing.answer:
        offers.setdefault(stands.answer, reader.taps.to(standing.answer, stands.answer))
    return DidYouMean(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        offers=tuple(Offer(words, tap) for words, tap in offers.items()),
        stands=stands.answer if stands else "",
        until=until,
        undo_tap=reader.request("undo") if stands else "",
        round=round_of(reader, deal, asked=question is not None) if deal else None,
        due=due_of(reader, question) if question and deal else None,
    )


def in_or_out(reader: Reader, wrote: str) -> InOrOut:
    """An answer to an invitation that is neither yes nor no."""
    return InOrOut(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        yes_tap=reader.answer("yes"),
        no_tap=reader.answer("no"),
    )


def what_we_got(reader: Reader, mails: Sequence[Got]) -> WhatWeGot:
    """What became of a player's last mails."""
    return WhatWeGot(frame_of(reader), tuple(mails))


def _possible(reader: Reader, order: Answer | Request, standing: Question | None) -> bool:
    """Whether an answer to the open question is allowed; what replaces one is judged later."""
    match order:
        case Bid(tricks, otherwise) if not standing:
            return any(number in reader.view.legal_bids for number in (tricks, *otherwise))
        case Play(card) if not standing:
            return card in reader.view.legal_cards
        case _:
            return True


def _old(reader: Reader, question: Question | None) -> Old | None:
    if question is None:
        return None
    closed, ask = question.closed.value if question.closed else "", question.ask.value
    answer = answered_in_words(question.answer, ask, reader.speech) if question.answer else ""
    return Old(ask, question.deal, question.trick, closed, answer)


def _tells_notation(reader: Reader, wrote: str, among: Hand) -> bool:
    """Whether the letters of a text mean another card in each of a player's notations."""
    pack = reader.view.rules.pack_for(reader.view.players)
    told = [notation_of(wrote, card, reader.player.language, pack) for card in among]
    return len({notation for notation in told if notation}) > 1

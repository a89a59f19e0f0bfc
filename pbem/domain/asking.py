"""What a deal asks of the seats it waits for, and how the answer to it is written."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from engine import (
    Card,
    Choice,
    Deal,
    DealStage,
    DealView,
    Game,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Seat,
    codes,
    view,
)
from engine.bidding import BidMode
from pbem.domain.model import Question
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected

NO_TRUMP = "no trump"


def asked_of(deal: Deal | DealView) -> Ask:
    """What the seats a deal waits for are asked."""
    match deal.stage:
        case DealStage.NAME_TRUMP:
            return Ask.TRUMP
        case DealStage.BID:
            return Ask.LAY if deal.rules.bid_mode is BidMode.CARDS else Ask.BID
        case DealStage.PLAY:
            return Ask.PLAY
        case _:
            assert_never(deal.stage)


def in_game(nothing: Expected, game: Game, seat: Seat, question: Question | None) -> Expected:
    """What a seat's answer in a game is read against; `nothing` is it before the game.

    Without a question it is read for what the table is busy with.
    """
    seen = view(game, seat)
    at_large = asked_of(game.deal) if game.deal else Ask.PLAY
    context = replace(
        nothing,
        ask=question.ask if question else at_large,
        hand=seen.hand,
        legal=seen.legal_cards,
        size=seen.deal.size if seen.deal else 0,
        bids=seen.legal_bids,
        pack=seen.rules.pack_for(seen.players),
        trump=seen.deal.trump if seen.deal else None,
    )
    if question and question.closed and question.ask is Ask.PLAY and question.answer:
        # Sent twice, `Q` must mean the queen it meant the first time.
        played = tuple(filter(None, map(_card, question.answer.replace(";", " ").split())))
        if context.held:
            return replace(context, answered=played)
        return replace(context, hand=played or context.hand, legal=played or context.legal)
    return context


def _card(code: str) -> Card | None:
    """The card a code names, or None."""
    with suppress(ValueError):
        return Card.parse(code)
    return None


@dataclass(frozen=True, slots=True)
class Waited:
    """Since when the table waits for an answer, or when it is only then asked for one."""

    since: datetime | None = None
    until: datetime | None = None


def waited(asked: Iterable[Question], now: datetime) -> Waited:
    """How long the table has waited for the first of those who are asked."""
    first = min((one.asked_at for one in asked), default=None)
    return Waited(until=first) if first and first > now else Waited(since=first)


def said(choice: Choice) -> str:
    """A choice in the English code of an answer: `3`, `QH`, `*1 high`, `2H as AC`."""
    match choice:
        case MakeBid(_, tricks):
            return str(tricks)
        case LayBid(_, laid, premium):
            return f"lay {codes(laid)}" + (f" {premium}" if premium else "")
        case NameTrump(_, trump):
            return trump.name.lower() if trump else NO_TRUMP
        case PlayCard(_, card, Card() as call):
            return str(card) if call == card else f"{card} as {call}"
        case PlayCard(_, card, call):
            return f"{card} {call}" if call else str(card)
        case _:
            assert_never(choice)


def stands(asked: Question, game: Game, length: int) -> bool:
    """Whether a question about a deal still asks what the table waits for.

    `length` is that of the log. Nothing has happened since it was asked, or only what its reader
    may not know: other sealed bids.
    """
    deal = game.deal
    if deal is None or asked.seat not in game.awaiting:
        return False
    sealed = deal.rules.bid_mode.sealed and deal.stage is DealStage.BID
    same = sealed and asked.deal == deal.number and asked.ask is asked_of(deal)
    return same or asked.seq == length

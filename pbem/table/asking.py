"""What a deal asks of the seats it waits for, and how the answer to it is written."""

from __future__ import annotations

from typing import assert_never

from engine import Choice, Deal, LayBid, MakeBid, NameTrump, PlayCard, Stage, codes
from engine.bidding import BidMode
from pbem.orders.model import Ask

NO_TRUMP = "no trump"


def asked_in(deal: Deal) -> Ask:
    """What the seats a deal waits for are asked."""
    match deal.stage:
        case Stage.NAME_TRUMP:
            return Ask.TRUMP
        case Stage.BID:
            return Ask.LAY if deal.rules.bid_mode is BidMode.CARDS else Ask.BID
        case Stage.PLAY:
            return Ask.PLAY
        case _:
            assert_never(deal.stage)


def said(choice: Choice) -> str:
    """A choice in the English code of an answer: `3`, `QH`, `*1 high`, `lay 6D 7S KC`, `hearts`."""
    match choice:
        case MakeBid(_, tricks):
            return str(tricks)
        case LayBid(_, laid, premium):
            return f"lay {codes(laid)}" + (f" {premium}" if premium else "")
        case NameTrump(_, trump):
            return trump.name.lower() if trump else NO_TRUMP
        case PlayCard(_, card, call):
            return f"{card} {call}" if call else str(card)
        case _:
            assert_never(choice)

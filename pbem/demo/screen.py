"""A game on one screen, for who plays the short demo: the table, the trick, the hand, the need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import DealView, Trick, View
from pbem.letters.speech import Speech
from pbem.letters.words import by_suit


def screen_of(seen: View, names: Sequence[str], said: Speech) -> Iterator[str]:
    """The lines that a player reads before an answer; none between two deals."""
    deal, me = seen.deal, seen.seat
    if deal is None or me is None:
        return
    trump = f"{said.suit_sign(deal.trump)} {said.suit_word(deal.trump)}" if deal.trump else "none"
    of = f" of {seen.deal_count}" if seen.deal_count else ""
    if seen.past:
        yield from (_ended(seen.past[-1], names), "")
    yield f"Deal {deal.number}{of}, trump {trump}, {deal.bid_total} bid of {deal.size}"
    yield ""
    for seat in deal.seats:
        who = f"{names[seat]} (you)" if seat == me else names[seat]
        bid = "bid ?" if deal.bids[seat] is None else f"bid {deal.bids[seat]}"
        taken = "" if deal.bidding else f"took {deal.taken[seat]}"
        yield f"  {who:16}{bid:8}{taken:9}{seen.totals[seat]:4}"
    yield ""
    if deal.trick.cards:
        yield f"  On the table: {_cards(deal, deal.trick, names, said)}"
    elif deal.tricks:
        yield f"  Last trick:   {_cards(deal, deal.tricks[-1], names, said)}"
    yield from (f"  Your hand:    {_hand(seen, said)}", "", status_line(seen))


def status_line(seen: View) -> str:
    """What is asked, and how the bid stands: `Your card. You need one more trick.`"""
    deal, me = seen.deal, seen.seat
    if deal is None or me is None:
        return ""
    if seen.legal_trumps:
        return "Name the trump."
    if deal.bidding:
        bids = ", ".join(map(str, seen.legal_bids))
        return f"Your bid: {bids}." if bids else "Lay cards aside for your bid."
    bid, taken = deal.bids[me], deal.taken[me]
    if bid is None:
        return "Your card."
    more = bid - taken
    if more > 0:
        return f"Your card. You need {more} more {'trick' if more == 1 else 'tricks'}."
    return "Your card. You need no more tricks." if more == 0 else "Your card. Your bid is missed."


def _ended(deal: DealView, names: Sequence[str]) -> str:
    """How a deal ended: `Deal 1: Anna made it +11, Bruno missed +2`."""
    told = zip(names, deal.points or (), deal.made, strict=True)
    lines = (f"{name} {'made it' if made else 'missed'} {points:+}" for name, points, made in told)
    return f"Deal {deal.number}: {', '.join(lines)}"


def _cards(deal: DealView, trick: Trick, names: Sequence[str], said: Speech) -> str:
    played = trick.by_seat(deal.players, deal.way)
    return ", ".join(f"{names[seat]} {said.card_sign(card)}" for seat, card in played)


def _hand(seen: View, said: Speech) -> str:
    """The hand; a card that may not be played now stands in brackets."""
    choice = seen.deal is not None and not seen.deal.bidding
    return " ".join(
        said.card_sign(card)
        if not choice or card in seen.legal_cards
        else f"({said.card_sign(card)})"
        for card in by_suit(seen.hand)
    )

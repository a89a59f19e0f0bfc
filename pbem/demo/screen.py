"""A game on one screen, for who plays the short demo: the table, the trick, the hand, the need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import Card, DealView, Seat, View
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
        yield f"{_ended(seen.past[-1], names)}"
        yield ""
    yield f"Deal {deal.number}{of}, trump {trump}, {deal.bid_total} bid of {deal.size}"
    yield ""
    for seat in deal.seats:
        who = f"{names[seat]} (you)" if seat == me else names[seat]
        yield f"  {who:16}{_bid(deal, seat):8}{_taken(deal, seat):9}{seen.totals[seat]:4}"
    yield ""
    if deal.tricks and not deal.trick.cards:
        last = deal.tricks[-1]
        yield f"  Last trick:   {_cards(deal, last.by_seat(deal.players, deal.way), names, said)}"
    if deal.trick.cards:
        played = deal.trick.by_seat(deal.players, deal.way)
        yield f"  On the table: {_cards(deal, played, names, said)}"
    yield f"  Your hand:    {_hand(seen, said)}"
    yield ""
    yield status_line(seen)


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


def _bid(deal: DealView, seat: Seat) -> str:
    bid = deal.bids[seat]
    return "bid ?" if bid is None else f"bid {bid}"


def _taken(deal: DealView, seat: Seat) -> str:
    return "" if deal.bidding else f"took {deal.taken[seat]}"


def _cards(
    deal: DealView, played: Sequence[tuple[Seat, Card]], names: Sequence[str], said: Speech
) -> str:
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

"""A deal as its reader sees it: the table, the hand, and what is asked with its taps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine import (
    Card,
    Choice,
    DealStage,
    DealView,
    Hand,
    LayBid,
    NameTrump,
    PlayCard,
    Seat,
    View,
)
from engine.bidding import BidMode, bid_by
from engine.order import led_suit, power
from engine.scoring import Bonus
from engine.specials import Call
from pbem.domain.asking import asked_of, said
from pbem.domain.model import Question
from pbem.letters.badges import Badge
from pbem.letters.deals import BidTap, Line, Place, Round
from pbem.letters.leads import with_lead
from pbem.letters.parts import Due, HandCard, Offer
from pbem.letters.reader import Reader
from pbem.letters.typed import order_of, typed
from pbem.letters.words import by_suit
from pbem.orders.keywords import Ask


def round_of(reader: Reader, deal: DealView, *, asked: bool) -> Round:
    """The deal for its reader; with `asked`, what may be answered has its taps."""
    view, badges = reader.view, reader.badges
    asked = asked and view.seat in view.awaiting
    ask = asked_of(deal) if asked else None
    calls = dict(view.calls)
    hand = (
        HandCard(card, _tap(reader, card, calls) if asked else None, _says(reader, card, calls))
        for card in by_suit(view.hand)
    )
    return Round(
        size=deal.size,
        trick_number=deal.trick_number,
        turn_up=deal.turn_up,
        trump=deal.trump,
        waits_for_trump=waits_for_trump(deal),
        dealer=badges[deal.dealer].name,
        lines=_lines(view, deal, badges),
        bid_total=deal.bid_total,
        knows_bids=bool(deal.bidders) and None not in [deal.bids[seat] for seat in deal.bidders],
        bidding=deal.bidding,
        mode=deal.rules.bid_mode.value,
        blind=deal.bidding and deal.rules.bid_mode is BidMode.BLIND,
        hand=tuple(sorted(hand, key=lambda held: not held.may)),
        laid=tuple(by_suit(view.own_laid)),
        shown=tuple((badges[seat].name, tuple(by_suit(cards))) for seat, cards in deal.shown),
        trick=_places(view, deal, badges) if deal.stage is DealStage.PLAY else (),
        led=led_suit(deal.trick.cards, deal.ranking, deal.trick.calls),
        ask=ask.value if ask else "",
        bids=_bid_taps(reader, deal) if ask is Ask.BID else (),
        offers=_offers(reader, deal, ask),
        with_lead=with_lead(view, deal, reader.taps, reader.speech) if ask is Ask.PLAY else (),
        premium=deal.rules.bonus is Bonus.PREMIUM,
        times=deal.rules.times,
        least=deal.rules.bid_min,
    )


def round_and_due(reader: Reader, question: Question | None) -> tuple[Round | None, Due | None]:
    """The deal under way, if there is one, and what silence brings where something is asked."""
    if reader.view.deal is None:
        return None, None
    shown = round_of(reader, reader.view.deal, asked=question is not None)
    return shown, reader.due(question) if question else None


def waits_for_trump(deal: DealView) -> str:
    """What the trump still waits for: `bids`, or the name of the one who names it."""
    if deal.namer is not None:
        return "naming"
    unknown = deal.trump is None and deal.turn_up is None and deal.bidding
    after = deal.rules.trump.value in ("turn_up_after_bids", "highest_bidder_names")
    return "bids" if unknown and after else ""


def _lines(view: View, deal: DealView, badges: Sequence[Badge]) -> tuple[Line, ...]:
    bidding = deal.stage is DealStage.BID
    unknown = [seat for seat in deal.bidders if deal.bids[seat] is None]
    sealed = [seat for seat in unknown if not (bidding and seat in view.awaiting) and _is_in(deal)]
    return tuple(
        Line(
            badge=badges[seat],
            you=seat == view.seat,
            dealer=seat == deal.dealer,
            leads=seat == deal.known_leader,
            bid=deal.bids[seat],
            bids=seat in deal.bidders,
            taken=deal.taken[seat],
            total=view.totals[seat],
            next_to_bid=bidding and seat in view.awaiting,
            sealed=seat in sealed,
        )
        for seat in deal.seats
    )


def _is_in(deal: DealView) -> bool:
    """Whether a bid that is not known has been made: it is sealed, and not still to come."""
    return deal.rules.bid_mode.sealed and deal.stage is not DealStage.NAME_TRUMP


def _tap(reader: Reader, card: Card, calls: dict[Card, tuple[Call, ...]]) -> str | None:
    """The link that plays a card as it is; None where it may not be, or something must be said."""
    view = reader.view
    if card not in view.legal_cards or view.seat is None or card not in calls.get(card, (card,)):
        return None
    choice = PlayCard(view.seat, card)
    return reader.taps.to(said(choice), typed(order_of(choice), reader.speech))


def _says(reader: Reader, card: Card, calls: dict[Card, tuple[Call, ...]]) -> tuple[Offer, ...]:
    """The links for what may be said with a card: high or low, or the best card of each suit."""
    view = reader.view
    if card not in calls or view.seat is None or view.deal is None:
        return ()
    ranking = view.deal.ranking
    best: dict[object, Call] = {}
    for call in calls[card]:
        if not isinstance(call, Card):
            best[call] = call
        elif call.suit not in best or power(call, ranking) > power(best[call.suit], ranking):  # type: ignore[arg-type]  # a suit holds a card
            best[call.suit] = call
    choices = [PlayCard(view.seat, card, call) for call in best.values()]
    return tuple(_offer(reader, choice) for choice in choices)


def _offer(reader: Reader, choice: Choice) -> Offer:
    words = typed(order_of(choice), reader.speech)
    return Offer(words, reader.taps.to(said(choice), words))


def _bid_taps(reader: Reader, deal: DealView) -> tuple[BidTap, ...]:
    view = reader.view
    words = reader.speech.number
    return tuple(
        BidTap(n, reader.taps.to(str(n), words(n)) if n in view.legal_bids else None)
        for n in range(deal.size + 1)
    )


def _offers(reader: Reader, deal: DealView, ask: Ask | None) -> tuple[Offer, ...]:
    """Answers as buttons: the suits to name, or for each bid the lowest cards that make it."""
    view = reader.view
    if view.seat is None:
        return ()
    if ask is Ask.TRUMP:
        named = [NameTrump(view.seat, suit) for suit in view.legal_trumps]
        return tuple(_offer(reader, choice) for choice in named)
    if ask is Ask.LAY:
        offers = []
        for bid, laid in sorted(_lowest_for_each_bid(view.hand, deal).items()):
            cards, choice = reader.speech.card_signs(laid), LayBid(view.seat, laid)
            tap = reader.taps.to(said(choice), typed(order_of(choice), reader.speech))
            offers.append(Offer(f"{bid}: {cards}", tap))
        return tuple(offers)
    return ()


def _lowest_for_each_bid(hand: Hand, deal: DealView) -> dict[int, Hand]:
    """For each bid the hand can lay, the lowest cards that make it."""
    found: dict[int, Hand] = {}
    low = sorted(hand, key=lambda card: power(card, deal.ranking))
    for laid in sorted(combinations(low, deal.rules.bid_mode.laid), key=_height):
        found.setdefault(bid_by(laid, deal.turn_up), laid)
    return found


def _height(laid: Hand) -> int:
    return sum(card.rank for card in laid)


def _places(view: View, deal: DealView, badges: Sequence[Badge]) -> tuple[Place, ...]:
    trick = deal.trick
    best = trick.best(deal.ranking, view.players, deal.way)
    seats = [Seat((trick.leader + i * deal.way) % view.players) for i in range(view.players)]
    return tuple(
        Place(
            badge=badges[seat],
            you=seat == view.seat,
            card=trick.cards[at] if at < len(trick.cards) else None,
            call=trick.call(at) if at < len(trick.cards) else None,
            led=at == 0,
            best=seat == best,
        )
        for at, seat in enumerate(seats)
    )

"""Chances by sampling: deals that agree with what a seat sees, played on by steady players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bidding import BidMode
from engine.cards import Card, Hand, Seat
from engine.commands import PlayCard
from engine.fold import evolve, start
from engine.game import decide
from engine.play import Visibility
from engine.players.steady import choose
from engine.shuffle import shuffle
from engine.specials import Call
from engine.state import Deal, DealStage, Game
from engine.trump import Naming, TrumpBy
from engine.view import DealView, View, view


def tricks_odds(seen: View, secret: bytes, samples: int = 100) -> tuple[float, ...]:
    """The chance of a seat to take 0, 1, 2 ... tricks of the deal under way.

    Every unseen card is dealt anew `samples` times, as the secret has it, and all seats go on as
    the steady player would. Raises ValueError between deals and for a spectator.
    """
    seat, deal = _seat_in(seen)
    counts = [0] * (deal.size + 1)
    for game in _worlds(seen, deal, seat, secret, samples):
        counts[_played_out(game).taken[seat]] += 1
    return tuple(count / samples for count in counts)


def card_odds(
    seen: View, card: Card, secret: bytes, samples: int = 100, call: Call | None = None
) -> float:
    """The chance that a card the seat may play now takes the trick under way; as `tricks_odds`."""
    seat, deal = _seat_in(seen)
    number, takes = len(deal.tricks), 0
    for game in _worlds(seen, deal, seat, secret, samples):
        for event in decide(game, PlayCard(seat, card, call)):
            game = evolve(game, event)
        takes += _played_out(game, tricks=number + 1).tricks[number].taker == seat
    return takes / samples


def _seat_in(seen: View) -> tuple[Seat, DealView]:
    if seen.seat is None or seen.deal is None:
        raise ValueError("odds need a seat in a deal")
    return seen.seat, seen.deal


def _worlds(seen: View, deal: DealView, seat: Seat, secret: bytes, samples: int) -> Iterator[Game]:
    """Games that this seat cannot tell from the real one, each with other hidden cards."""
    known = _known(seen, deal, seat)
    open_ = [card for trick in (*deal.tricks, deal.trick) for card in trick.cards]
    open_ += [card for hand in (*known.values(), *deal.laid) for card in hand]
    if deal.turn_up is not None and deal.turn_up not in open_:
        open_.append(deal.turn_up)
    pack = seen.rules.pack_for(seen.players).cards()
    hidden = list((Counter(pack) - Counter(open_)).elements())
    for sample in range(samples):
        mixed = iter(shuffle(hidden, secret + sample.to_bytes(4, "big")))
        hands = tuple(
            known.get(Seat(other)) or tuple(next(mixed) for _ in range(_held(deal, Seat(other))))
            for other in range(seen.players)
        )
        yield _game(seen, deal, hands, next(mixed, None))


def _known(seen: View, deal: DealView, seat: Seat) -> dict[Seat, Hand]:
    """The hands a seat sees."""
    hidden = deal.rules.visibility is Visibility.OTHERS_ONLY or (
        deal.rules.bid_mode is BidMode.BLIND and deal.stage is DealStage.BID
    )
    return dict(deal.shown) | ({} if hidden else {seat: seen.hand})


def _held(deal: DealView, seat: Seat) -> int:
    """How many cards a seat holds, with those it may still lay aside."""
    played = any(other == seat for other, _ in deal.trick.by_seat(deal.players, deal.way))
    to_lay = deal.rules.bid_mode.laid if deal.stage is DealStage.BID and not deal.laid[seat] else 0
    return deal.size - len(deal.tricks) - played + to_lay


def _game(seen: View, deal: DealView, hands: tuple[Hand, ...], next_card: Card | None) -> Game:
    """A game in the deal under way; a bid nobody may know is a fair one."""
    fair = round(deal.size / deal.players)
    unknown = deal.rules.bid_mode.sealed
    bids = tuple(
        fair if bid is None and unknown and seat not in seen.awaiting else bid
        for seat, bid in enumerate(deal.bids)
    )
    waits = deal.turn_up is None and deal.stage is DealStage.BID and deal.namer is None
    face_down = next_card if waits and deal.rules.trump is TrumpBy.TURN_UP_AFTER_BIDS else None
    return start(seen.rules, seen.players, deal.dealer)._replace(
        deal=Deal(
            number=deal.number,
            size=deal.size,
            dealer=deal.dealer,
            rules=deal.rules,
            hands=hands,
            turn_up=deal.turn_up,
            trump=deal.trump,
            naming=_naming(deal),
            face_down=face_down,
            bidders=deal.bidders,
            bids=bids,
            laid=deal.laid,
            premiums=(None,) * deal.players,
            way=deal.way,
            ranking=deal.ranking,
            trick=deal.trick,
            tricks=deal.tricks,
        ),
    )


def _naming(deal: DealView) -> Naming | None:
    if deal.stage is DealStage.PLAY:
        return None
    if deal.rules.trump is TrumpBy.HIGHEST_BIDDER_NAMES:
        return Naming.HIGHEST_BIDDER
    return Naming.DEALER if deal.stage is DealStage.NAME_TRUMP else None


def _played_out(game: Game, tricks: int | None = None) -> Deal:
    """The deal under way after so many tricks, or at its end."""
    deal = game.deal
    while deal is not None and (tricks is None or len(deal.tricks) < tricks):
        command = choose(view(game, game.awaiting[0]))
        for event in decide(game, command):
            game = evolve(game, event)
        deal = game.deal
    return deal or game.deals[-1]

"""What a seat should have done in a deal that is over, by what it could see when it chose.

Each choice is judged in deals that looked like this one then, as `engine.weighing` has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Card, Hand, Seat
from engine.commands import MakeBid, PlayCard
from engine.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Entry,
    GameStarted,
)
from engine.fold import evolve, standing, start
from engine.play import seat_at
from engine.players.steady import choose
from engine.players.trials import (
    guise_of,
    play_of,
    unlike_plays,
)
from engine.players.worlds import SeenTable
from engine.rules import Rules
from engine.specials import Call
from engine.state import Game
from engine.view import View, view
from engine.weighing import Judged, Tried, judge, weigh_bid, weigh_card


@dataclass(frozen=True, slots=True)
class BidReview:
    """A bid: what was bid, what was best, and what the allowed bids near it bring, each.

    `tricks` is the chance of each number of tricks, played for the bid that was made; `steady` is
    what the steady player would have bid.
    """

    bid: int
    best: int
    judged: Judged
    tricks: tuple[float, ...]
    open: tuple[tuple[int, Tried], ...]
    steady: int | None = None


@dataclass(frozen=True, slots=True)
class CardReview:
    """A card of the own hand where others could have been played; `trick` is from 1.

    `steady` is what the steady player would have played.
    """

    trick: int
    led: bool
    card: Card
    call: Call | None
    best: Card
    best_call: Call | None
    judged: Judged
    steady: Card | None = None
    steady_call: Call | None = None


@dataclass(frozen=True, slots=True)
class DealReview:
    """A deal that is over from one seat: its bid, None where no number was chosen, and its cards.

    `cards` are those with a choice, in the order they were played.
    """

    number: int
    size: int
    bid: BidReview | None
    cards: tuple[CardReview, ...]

    @property
    def mistakes(self) -> tuple[CardReview, ...]:
        """The cards that another would surely have been better than, that cost most first."""
        wrong = [card for card in self.cards if card.judged.cost > 0]
        return tuple(sorted(wrong, key=lambda card: -card.judged.cost))


def review_deal(log: Iterable[Entry], seat: Seat, number: int, seed: bytes) -> DealReview:
    """What a seat should have done in the deal of a number, from 1.

    It follows from the seed and from what the seat saw as it chose. ValueError if no such deal of
    the log is over.
    """
    bid: BidReview | None = None
    cards: list[CardReview] = []
    size = 0
    for game, event in _happenings(log):
        if game.deal is None or game.deal.number != number:
            continue
        match event:
            case BidMade(by) | BidChanged(by) if by == seat:
                bid = review_bid(view(_unbid(game, seat), seat), event.tricks, seed)
            case CardPlayed(by, card, call) if by == seat:
                judged = review_card(view(game, seat), PlayCard(seat, card, call), seed)
                cards += [judged] if judged else []
            case DealScored():
                size = game.deal.size
            case _:
                pass
    if not size:
        raise ValueError(f"no deal {number} that is over")
    return DealReview(number, size, bid, tuple(cards))


def _unbid(game: Game, seat: Seat) -> Game:
    """A game under bidding in which a seat has taken back what it had bid."""
    deal = game.deal
    assert deal is not None
    bids = (*deal.bids[:seat], None, *deal.bids[seat + 1 :])
    return game._replace(deal=deal._replace(bids=bids))


def _happenings(log: Iterable[Entry]) -> Iterator[tuple[Game, Entry]]:
    """Each event that stands, with the game before it."""
    game: Game | None = None
    for event in standing(log):
        if isinstance(event, GameStarted):
            game = start(event.rules, event.players, event.first_dealer)
        elif game is not None:
            yield game, event
            game = evolve(game, event)


def review_card(seen: View, play: PlayCard, seed: bytes) -> CardReview | None:
    """A card beside the others that could have been played; None if none does anything else."""
    weighing = weigh_card(seen, seed, play)
    if weighing is None:
        return None
    deal, table = weighing.table.deal, weighing.table
    chosen = choose(seen)
    assert isinstance(chosen, PlayCard)
    made = guise_of(table, play)
    steady = _alike(table, weighing.choices, made, guise_of(table, chosen))
    best, judged = judge(weighing, made, steady)
    better, usual = play_of(table, best), play_of(table, steady)
    return CardReview(
        trick=len(deal.tricks) + 1,
        led=not deal.trick.cards,
        card=play.card,
        call=play.call,
        best=better.card,
        best_call=better.call,
        judged=judged,
        steady=usual.card,
        steady_call=usual.call,
    )


def _alike(table: SeenTable, options: Sequence[int], made: int, guise: int) -> int:
    """Of the options the one that does the same as a guise; the one that was made, if it does."""
    lowest = unlike_plays(table)
    stands = {one: max(at for at in lowest if at <= one) for one in (*options, guise)}
    return next(one for one in (made, *options) if stands[one] == stands[guise])


def review_bid(seen: View, made: int, seed: bytes) -> BidReview | None:
    """A bid beside the others that were open.

    None where it is not a number that is chosen, or where trump is made by the bids or after them.
    """
    chosen = choose(seen)
    steady = chosen.tricks if isinstance(chosen, MakeBid) else made
    weighing = weigh_bid(seen, seed, (made, steady))
    if weighing is None:
        return None
    best, judged = judge(weighing, made, steady)
    seat, some = weighing.table.seat, weighing.some
    tricks = [0.0] * (weighing.table.deal.size + 1)
    whole = sum(some.weights[at] for at in weighing.telling)
    for at in weighing.telling:
        _, taken = weighing.ends(made, at)
        tricks[taken[seat]] += some.weights[at] / whole
    open_ = tuple(weighing.told(weighing.choices).items())
    return BidReview(made, best, judged, tuple(tricks), open_, steady)


def hand_odds(
    hand: Hand, players: int, turn_up: Card | None, seed: bytes, rules: Rules | None = None
) -> tuple[tuple[int, Tried], ...]:
    """What bids bring to a hand whose holder bids first: none, and those near to its worth.

    It is the standard game unless another is given; without a turn-up there is no trump.

    ValueError for cards that the pack does not have, or not so often, or that are too many.
    """
    rules = rules or Rules(players=(players, players))
    left = Counter(rules.pack_for(players).cards())
    for card in (*hand, *([turn_up] if turn_up else [])):
        if not left[card]:
            raise ValueError(f"no {card} left in the pack")
        left[card] -= 1
    others = list(left.elements())
    if not hand or len(hand) * (players - 1) > len(others):
        raise ValueError(f"{players} players cannot hold {len(hand)} cards each")
    game = start(rules, players)
    first = seat_at(rules.bid_first, game.first_dealer, players)
    hands = tuple(
        hand if one == first else tuple(others.pop() for _ in hand) for one in range(players)
    )
    trump = turn_up.suit if turn_up and turn_up.plain else None
    dealt = evolve(game, CardsDealt(game.first_dealer, hands, turn_up, trump))
    judged = review_bid(view(dealt, first), 0, seed)
    if judged is None:
        raise ValueError("no number is bid here, or not with cards and trump known")
    return judged.open

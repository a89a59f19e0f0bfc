"""What a seat should have done in a deal that is over, by what it could see when it chose.

Each choice is judged in deals that look like this one did: the hidden cards are dealt anew so that
they fit all that the seat had seen, likelier ones more often by what was bid. All ways they may lie
are gone through where they are few, else some are drawn as a seed has it. In each the deal is
played on by seats who see their own cards and what was played, and want their own bids: the
playouts of the strong player (`engine.players.playout`). A chance is one against that play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from engine.bidding import BidMode, legal_bids
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
from engine.game import plays_itself
from engine.kernel import LEAD, Position
from engine.play import first_leader, seat_at
from engine.players.dice import dice_at
from engine.players.playout import chances, play_out, worth
from engine.players.steady import choose
from engine.players.trials import (
    bids_in,
    guise_of,
    needs,
    play_of,
    played_on,
    scored,
    table_odds,
    unlike_plays,
)
from engine.players.worlds import SeenTable, World, every_world, table_of, weights, worlds
from engine.rules import Rules
from engine.specials import Call
from engine.state import Game
from engine.trump import TrumpBy
from engine.view import DealView, View, view

MOST_ENUMERATED = 400
"""So many ways the hidden cards may lie are gone through; of more some are drawn."""

_TO_CHOOSE, _TO_TELL = 60, 200
"""So many deals find the best choice, and so many others tell what it brings: of some that are
about as good the luckiest is found, and what found it would flatter it."""

_BIDS = 8
"""So many bids are tried: the one that was made, the steady player's, and those nearest to what the
hand is worth."""

_ERRORS = 2.0
"""A choice counts as worse if it is by more than so many standard errors."""

_TRUMP_TO_COME = (TrumpBy.TURN_UP_AFTER_BIDS, TrumpBy.HIGHEST_BIDDER_NAMES)
_BID_WITH_CARDS_SEEN = (BidMode.SEQUENTIAL, BidMode.SIMULTANEOUS)


class Tried(NamedTuple):
    """What a choice brings: the chance to take exactly the bid, and the points in the mean."""

    keep: float
    points: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice beside the best one.

    `made` is what the choice brings, `best` what the best does, the same if none is surely better;
    `deals` is in how many ways the hidden cards lay, `exact` whether those were all there are, and
    `error` the standard error of the difference in points. `steady` is what the steady player's
    choice brings, None unless the one that was made is surely better.
    """

    made: Tried
    best: Tried
    deals: int
    exact: bool
    error: float
    steady: Tried | None = None

    @property
    def cost(self) -> float:
        """The points that the choice cost in the mean; 0 where none was surely better."""
        return self.best.points - self.made.points

    @property
    def gain(self) -> float:
        """The points that it brought more than the steady player's; 0 where that is not sure."""
        return self.made.points - self.steady.points if self.steady else 0.0


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
                bid = review_bid(view(game, seat), event.tricks, seed)
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


def _happenings(log: Iterable[Entry]) -> Iterator[tuple[Game, Entry]]:
    """Each event that stands, with the game before it."""
    game: Game | None = None
    for event in standing(log):
        if isinstance(event, GameStarted):
            game = start(event.rules, event.players, event.first_dealer)
        elif game is not None:
            yield game, event
            game = evolve(game, event)


class _Worlds(NamedTuple):
    """Ways the hidden cards may lie, how much each weighs, and whether they are all there are.

    The first `choosing` find the best choice, and the others tell what it brings; 0 if all do both.
    """

    worlds: list[World]
    weights: list[float]
    exact: bool
    choosing: int


def _worlds(table: SeenTable, seed: bytes) -> _Worlds:
    every = every_world(table, MOST_ENUMERATED)
    if every is not None:
        return _Worlds(every, weights(table, every), True, 0)
    count = _TO_CHOOSE + _TO_TELL
    some = worlds(table, dice_at(seed, table.deal), count)
    return _Worlds(some, [1.0] * len(some), False, _TO_CHOOSE)


Ends = Callable[[int, int], tuple[Sequence[int | None], Sequence[int]]]
"""All bids and the tricks each seat has in the end, by a choice and the number of a world."""


def _judge(
    table: SeenTable, chosen: Sequence[int], made: int, steady: int, some: _Worlds, ends: Ends
) -> tuple[int, Judged]:
    """The best of some choices; how the one made stands beside it and the steady player's."""
    deal, seat = table.deal, table.seat

    def brings(choice: int, at: int) -> Tried:
        bids, taken = ends(choice, at)
        return Tried(float(bids[seat] == taken[seat]), scored(deal, bids, taken, seat))

    everywhere = range(len(some.worlds))
    first = range(some.choosing) if some.choosing else everywhere
    then = range(some.choosing, len(some.worlds))
    found = {choice: [brings(choice, at) for at in first] for choice in chosen}
    weights_ = [some.weights[at] for at in first]
    means = {choice: _mean(found[choice], weights_).points for choice in chosen}
    best = max(chosen, key=lambda choice: (means[choice], choice == made))
    if some.choosing:
        found = {choice: [brings(choice, at) for at in then] for choice in (made, best, steady)}
        weights_ = [some.weights[at] for at in then]
    mine, its, others = (_mean(found[one], weights_) for one in (made, best, steady))
    error = 0.0 if some.exact else _error(found[made], found[best])
    if its.points - mine.points <= max(_ERRORS * error, 1e-9):
        best, its = made, mine
    doubt = 0.0 if some.exact else _error(found[steady], found[made])
    beaten = mine.points - others.points > max(_ERRORS * doubt, 1e-9)
    return best, Judged(mine, its, len(then), some.exact, error, others if beaten else None)


def _error(some: Sequence[Tried], others: Sequence[Tried]) -> float:
    """The standard error of the difference in points between two choices in the same worlds."""
    more = [b.points - a.points for a, b in zip(some, others, strict=True)]
    mean = sum(more) / len(more)
    return sqrt(sum((one - mean) ** 2 for one in more) / len(more) / (len(more) - 1))


def _mean(found: Sequence[Tried], weights_: Sequence[float]) -> Tried:
    whole = sum(weights_)
    weighed = list(zip(found, weights_, strict=True))
    keep = sum(one.keep * by for one, by in weighed) / whole
    return Tried(keep, sum(one.points * by for one, by in weighed) / whole)


def review_card(seen: View, play: PlayCard, seed: bytes) -> CardReview | None:
    """A card beside the others that could have been played; None if none does anything else."""
    deal, seat = seen.deal, play.seat
    assert deal is not None
    if plays_itself(deal.rules):
        return None
    table = table_of(seen, deal, seat)
    made = guise_of(table, play)
    options = unlike_plays(table, made)
    if len(options) < 2:
        return None
    some = _worlds(table, seed)
    odds = table_odds(table, [bid for bid in deal.bids if bid is not None])

    def ends(guise: int, at: int) -> tuple[Sequence[int | None], Sequence[int]]:
        bids = bids_in(table, some.worlds[at])
        return bids, played_on(table, some.worlds[at], guise, bids, odds)

    chosen = choose(seen)
    assert isinstance(chosen, PlayCard)
    steady = _alike(table, options, made, guise_of(table, chosen))
    best, judged = _judge(table, options, made, steady, some, ends)
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
    deal, seat = seen.deal, seen.seat
    assert deal is not None
    assert seat is not None
    rules = deal.rules
    if rules.bid_mode not in _BID_WITH_CARDS_SEEN or rules.trump in _TRUMP_TO_COME:
        return None
    if plays_itself(rules) and deal.size > 1:
        return None
    table = table_of(seen, deal, seat)
    some = _worlds(table, seed)
    pack, stock = table.frame.all, len(table.kernel.cards) - deal.players * deal.size
    odds = chances(deal.players, max(0, stock - (deal.turn_up is not None)), 0, bidding=True)
    worths = [
        [worth(table.frame, hand, pack & ~hand, odds) for hand in world.hands]
        for world in some.worlds
    ]
    short = (deal.size - sum(map(sum, worths)) / len(worths)) / deal.players
    fair = short + sum(one[seat] for one in worths) / len(worths)
    chosen = choose(seen)
    assert isinstance(chosen, MakeBid)
    steady = chosen.tricks
    kept = made, steady
    near = sorted(seen.legal_bids, key=lambda bid: (bid not in kept, abs(bid - fair), bid))
    bids_tried = sorted(near[:_BIDS])
    cooked: dict[tuple[int, int], tuple[Sequence[int | None], Sequence[int]]] = {}

    def ends(bid: int, at: int) -> tuple[Sequence[int | None], Sequence[int]]:
        if (bid, at) not in cooked:
            bids = _bids(deal, seat, bid, [one + short for one in worths[at]])
            cooked[bid, at] = bids, _played(table, some.worlds[at], bids)
        return cooked[bid, at]

    best, judged = _judge(table, bids_tried, made, steady, some, ends)
    tricks = [0.0] * (deal.size + 1)
    tried = {bid: [0.0, 0.0] for bid in bids_tried}
    whole = sum(some.weights[some.choosing :])
    for at in range(some.choosing, len(some.worlds)):
        share = some.weights[at] / whole
        for bid in bids_tried:
            bids, taken = ends(bid, at)
            tried[bid][0] += share * (taken[seat] == bid)
            tried[bid][1] += share * scored(deal, bids, taken, seat)
            if bid == made:
                tricks[taken[seat]] += share
    open_ = tuple((bid, Tried(*both)) for bid, both in tried.items())
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


def _bids(deal: DealView, seat: Seat, mine: int, worths: Sequence[float]) -> list[int | None]:
    """All bids, if this seat bids `mine` and those behind about what their hands are worth."""
    rules = deal.rules
    bids: list[int | None] = [*deal.bids]
    bids[seat] = mine
    for place, one in enumerate(deal.bidders):
        if bids[one] is None:
            others = [bids[other] for other in deal.bidders if other != one]
            may = legal_bids(
                deal.size,
                [bids[other] or 0 for other in deal.bidders[:place]],
                last=None not in others,
                hook=rules.hook,
                others=sum(bid or 0 for bid in others),
                hook_above=rules.hook_above,
                zero_limit=rules.zero_limit,
                least=rules.bid_min,
            )
            bids[one] = min(may, key=lambda bid: abs(bid - worths[one]))
    return bids


def _played(table: SeenTable, world: World, bids: Sequence[int | None]) -> list[int]:
    """The tricks each seat takes in a world with some bids, from the opening lead."""
    deal = table.deal
    odds = table_odds(table, [bid for bid in bids if bid is not None])
    dealt = deal.rules.lead, deal.dealer, deal.players
    leader = int(first_leader(*dealt, deal.bidders, bids))
    trick = 0, LEAD, leader, 0
    here = Position(table.kernel, world.hands, deal.way, leader, deal.players, trick, True)
    return play_out(here, table.frame, odds, needs(deal, bids, deal.taken), table.unplayed)

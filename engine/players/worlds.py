"""Deals that one seat cannot tell from the real one: hidden cards dealt anew as the seed has it.

What was seen stands: cards laid, hands that lie open, suits that a seat is out of. What was bid
weighs: a deal counts for more where each hand is about worth its bid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp
from typing import NamedTuple

from engine.bidding import BidMode, bid_by
from engine.cards import Card, Seat
from engine.kernel import LEAD, Kernel, Position, TrickSoFar, kernel
from engine.play import Visibility, VoidRule
from engine.players.dice import Dice
from engine.players.playout import Frame, chances, frame, worth
from engine.state import DealStage
from engine.trump import TrumpBy
from engine.view import DealView, View

_TRIES = 12
"""So often hidden cards are dealt anew until they fit what was seen."""

_MOST_BEFORE_VOIDS = 50
"""So many times more ways than asked for are gone through to find which fit the suits seen out."""

_DOUBT = 1.1
"""How many tricks a bid is off what a hand looks worth, as a standard deviation."""


class World(NamedTuple):
    """One way the hidden cards may lie.

    What each seat holds now and held at first; the cards in the stock, in any order; what each
    seat has laid aside, by bits.
    """

    hands: tuple[int, ...]
    dealt: tuple[int, ...]
    stock: tuple[int, ...]
    laid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What a seat knows of the deal under way, in integers.

    `table` is the trick under way, `to_play` how many have still to play to it; `played` are the
    cards each seat has played, `lacks` those that it cannot hold, `known` the hands that lie open,
    None for the others, `pinned` cards of those that are shown, and `held` how many each holds, to
    which `to_lay` come that lie aside unseen. `hidden` are the cards that may be
    anywhere, `unplayed` those that may still come for all that is open.
    """

    seat: Seat
    deal: DealView
    kernel: Kernel
    frame: Frame
    table: TrickSoFar
    to_play: int
    played: tuple[int, ...]
    lacks: tuple[int, ...]
    known: tuple[int | None, ...]
    held: tuple[int, ...]
    pinned: tuple[int, ...]
    to_lay: tuple[int, ...]
    hidden: int
    unplayed: int

    def position(self, hands: tuple[int, ...], turn: int) -> Position:
        """The deal with certain hands, from the seat whose turn it is."""
        first = not self.deal.tricks
        return Position(self.kernel, hands, self.deal.way, turn, self.to_play, self.table, first)


def table_of(view: View, deal: DealView, seat: Seat) -> SeenTable:
    """What a seat knows of the deal under way."""
    rules, players = deal.rules, deal.players
    pack = view.rules.pack_for(players)
    made = kernel(pack, deal.ranking, rules.void_rule, rules.trump_lead)
    taken, played, lacks = 0, [0] * players, [0] * players
    said = 0
    table: TrickSoFar = 0, LEAD, deal.trick.leader, 0
    for trick in (*deal.tricks, deal.trick):
        table = 0, LEAD, trick.leader, said & made.once
        for place, (by, card) in enumerate(trick.by_seat(players, deal.way)):
            bit, call = made.mask([card], taken), trick.call(place)
            taken |= bit
            guise = bit.bit_length() - 1 if call is None else made.guise(call)
            played[by] |= bit
            lacks[by] |= _lacking(made, table, guise, bit)
            table = made.after(table, guise, by)
            said = table[3]
    unseen = rules.visibility is Visibility.OTHERS_ONLY or (
        rules.bid_mode is BidMode.BLIND and deal.stage is DealStage.BID
    )
    open_: dict[Seat, tuple[Card, ...]] = dict(deal.shown) | ({} if unseen else {seat: view.hand})
    known: list[int | None] = [None] * players
    for by, hand in open_.items():
        known[by] = made.mask(hand, taken)
        taken |= known[by] or 0
    own_laid = made.mask(deal.laid[seat], taken)
    taken |= own_laid
    pinned, out = [0] * players, own_laid
    if deal.turn_up is not None:
        turned = made.mask([deal.turn_up], taken)
        if not _in_play(deal, len(made.cards)):
            out |= turned
        elif turned:
            pinned[deal.dealer] = turned
        taken |= turned
    all_played = sum(played)
    in_trick = {by for by, _ in deal.trick.by_seat(players, deal.way)}
    held = tuple(deal.size - len(deal.tricks) - (one in in_trick) for one in range(players))
    to_lay = tuple(
        0 if one == seat and deal.laid[seat] else rules.bid_mode.laid for one in range(players)
    )
    everything = frame(made).all
    return SeenTable(
        seat=seat,
        deal=deal,
        kernel=made,
        frame=frame(made),
        table=table,
        to_play=players - len(deal.trick.cards),
        played=tuple(played),
        lacks=tuple(lacks),
        known=tuple(known),
        held=held,
        pinned=tuple(pinned),
        to_lay=to_lay,
        hidden=everything & ~taken,
        unplayed=everything & ~all_played & ~out,
    )


def _in_play(deal: DealView, cards: int) -> bool:
    """Whether the card that shows the trump is one of the dealer's own."""
    last = deal.rules.trump is TrumpBy.DEALERS_LAST_CARD
    return last or deal.players * (deal.size + deal.rules.bid_mode.laid) == cards


def _lacking(made: Kernel, table: TrickSoFar, guise: int, bit: int) -> int:
    """The cards a seat shows that it does not hold, by the card it plays to a trick."""
    led, best, _, said = table
    if best < 0 and bit & made.closed and not said >> len(made.marks) & 1:
        return ~made.closed & (1 << len(made.cards)) - 1
    if led <= 0 or bit & made.free or bit & made.called:
        return 0
    overtakes = made.void_rule is VoidRule.MUST_OVERTAKE
    better = made.beaten_by[best] & ~made.free
    if bit & led:
        short = overtakes and not made.beaten_by[best] >> guise & 1 and better & led
        return better & led if short else 0
    lacking = led & ~made.free
    if made.void_rule is VoidRule.MUST_TRUMP and not bit & made.trumps:
        lacking |= made.trumps & ~made.free
    overtrumps = overtakes or made.void_rule is VoidRule.MUST_OVERTRUMP
    if overtrumps and not made.beaten_by[best] >> guise & 1:
        lacking |= better & made.trumps
    return lacking


def worlds(table: SeenTable, dice: Dice, count: int, *, drawn: int = 4) -> list[World]:
    """So many ways the hidden cards may lie, likelier ones more often.

    `drawn` times as many are dealt, and of those the ones kept that fit the bids.
    """
    weighs = _weighs(table)
    some = [_world(table, dice) for _ in range(count * drawn if weighs else count)]
    return _likely(some, weighs(some), count, dice) if weighs else some


def weights(table: SeenTable, some: list[World]) -> list[float]:
    """How much each of some worlds weighs by the bids; 1 where no bid tells anything."""
    weighs = _weighs(table)
    return weighs(some) if weighs else [1.0] * len(some)


def every_world(table: SeenTable, most: int) -> list[World] | None:
    """All ways the hidden cards may lie, if they are no more than `most`; else None.

    Cards in the stock and laid aside come in any order, so that one order stands for all.
    """
    players = table.deal.players
    piles = [
        (one, table.held[one] - bool(table.pinned[one]), table.lacks[one])
        for one in range(players)
        if table.known[one] is None
    ]
    piles += [(players + one, table.to_lay[one], 0) for one in range(players) if one != table.seat]
    found: list[tuple[tuple[int, ...], int]] = [((), table.hidden)]
    for _, count, lacks in piles:
        if len(found) * comb(found[0][1].bit_count(), count) > _MOST_BEFORE_VOIDS * most:
            return None
        found = [
            ((*chosen, sum(some)), left ^ sum(some))
            for chosen, left in found
            for some in combinations(_bits(left & ~lacks), count)
        ]
        if not 0 < len(found) <= most:
            return None
    fixed = [table.pinned[one] if hand is None else hand for one, hand in enumerate(table.known)]
    worlds_ = []
    for chosen, left in found:
        held = [*fixed, *[0] * players]
        for (place, _, _), some in zip(piles, chosen, strict=True):
            held[place] |= some
        hands, laid = tuple(held[:players]), tuple(held[players:])
        dealt = tuple(hand | played for hand, played in zip(hands, table.played, strict=True))
        worlds_.append(World(hands, dealt, tuple(_bits(left)), laid))
    return worlds_


def _world(table: SeenTable, dice: Dice) -> World:
    players = table.deal.players
    hidden = _bits(table.hidden)
    hands = [table.pinned[one] if hand is None else hand for one, hand in enumerate(table.known)]
    laid = [0] * players
    wants = [
        (one, table.held[one] - bool(table.pinned[one]))
        for one in range(players)
        if table.known[one] is None and table.held[one]
    ]
    stock = _dealt(hidden, wants, table.lacks, hands, dice)
    for one in range(players):
        if one != table.seat and table.to_lay[one]:
            count = table.to_lay[one]
            laid[one], stock = sum(stock[:count]), stock[count:]
    dealt = tuple(hand | played for hand, played in zip(hands, table.played, strict=True))
    return World(tuple(hands), dealt, tuple(stock), tuple(laid))


def _dealt(
    hidden: list[int],
    wants: list[tuple[int, int]],
    lacks: tuple[int, ...],
    hands: list[int],
    dice: Dice,
) -> list[int]:
    """Deal hidden cards to the seats that want some, into `hands`; what is left."""
    if not any(lacks[one] for one, _ in wants):
        dice.mix(hidden)
        at = 0
        for one, count in wants:
            hands[one] |= sum(hidden[at : at + count])
            at += count
        return hidden[at:]
    room = {one: sum(not bit & lacks[one] for bit in hidden) - count for one, count in wants}
    order = sorted(wants, key=lambda want: room[want[0]])
    for tried in range(_TRIES):
        dice.mix(hidden)
        left, chosen = hidden, {}
        for one, count in order:
            fits = [bit for bit in left if not bit & lacks[one]][:count]
            if len(fits) < count:
                if tried < _TRIES - 1:
                    break
                fits += [bit for bit in left if bit & lacks[one]][: count - len(fits)]
            chosen[one] = mine = sum(fits)
            left = [bit for bit in left if not bit & mine]
        else:
            break
    for one, mine in chosen.items():
        hands[one] |= mine
    return left


def _weighs(table: SeenTable) -> Callable[[list[World]], list[float]] | None:
    """What weighs worlds by bids; None where no bid tells anything."""
    deal = table.deal
    laid = deal.rules.bid_mode is BidMode.CARDS
    tell = [
        one
        for one in range(deal.players)
        if one != table.seat
        and table.known[one] is None
        and (deal.bids[one] is not None or (laid and deal.stage is DealStage.PLAY))
    ]
    bound = deal.rules.bid_mode in (BidMode.ZERO, BidMode.NONE, BidMode.BLIND)
    if not tell or bound or deal.rules.visibility is Visibility.OTHERS_ONLY:
        return None

    def weigh(some: list[World]) -> list[float]:
        own = table.known[table.seat] or 0
        odds = chances(deal.players, _stock(table), 0, bidding=True)
        pack = table.frame.all
        worths = [
            [worth(table.frame, world.dealt[one], pack & ~world.dealt[one], odds) for one in tell]
            for world in some
        ]
        mine = own | table.played[table.seat]
        own_worth = worth(table.frame, mine, pack & ~mine, odds)
        mean = sum(map(sum, worths)) / len(worths) / len(tell)
        fair = (deal.size - own_worth) / max(1, deal.players - 1)
        shift = (fair - mean) / 2
        weights = []
        for world, of in zip(some, worths, strict=True):
            amiss = 0.0
            for one, tricks in zip(tell, of, strict=True):
                bid = deal.bids[one]
                if bid is None:
                    bid = laid_bid(table, world.laid[one])
                amiss += (tricks + shift - bid) ** 2
            weights.append(exp(-amiss / (2 * _DOUBT * _DOUBT)))
        return weights

    return weigh


def laid_bid(table: SeenTable, laid: int) -> int:
    """The bid that some cards laid aside make."""
    cards = table.kernel.cards
    return bid_by([cards[bit.bit_length() - 1] for bit in _bits(laid)], table.deal.turn_up)


def _stock(table: SeenTable) -> int:
    deal = table.deal
    return max(0, len(table.kernel.cards) - deal.players * deal.size - (deal.turn_up is not None))


def _likely(some: list[World], weights: list[float], count: int, dice: Dice) -> list[World]:
    """So many of some worlds, each as often as it weighs; those that weigh much more than once."""
    whole = sum(weights)
    if whole <= 0:
        return some[:count]
    step = whole / count
    mark, sofar = step * dice.chance(), 0.0
    kept: list[World] = []
    for world, weight in zip(some, weights, strict=True):
        sofar += weight
        while mark < sofar and len(kept) < count:
            kept.append(world)
            mark += step
    while len(kept) < count:
        kept.append(some[-1])
    dice.mix(kept)
    return kept


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found

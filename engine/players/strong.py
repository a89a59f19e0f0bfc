"""The strong player: tries each choice in deals that look like this one, and takes the best.

It sees a View and nothing else. The hidden cards are dealt anew, so that they fit what was seen
and bid; each deal is played on by players who want their bids, the last tricks of it by players
who see all cards. How many deals are tried depends on the size of the table alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from engine.bidding import BidMode, bid_by, legal_bids
from engine.cards import SUITS, Card, Hand, Seat, Suit
from engine.commands import Choice, LayBid, MakeBid, NameTrump, PlayCard
from engine.game import plays_itself
from engine.kernel import LEAD, Position
from engine.order import best_card
from engine.play import Visibility
from engine.players.dice import Dice, dice_at
from engine.players.endgame import Endgame
from engine.players.hands import worth_of
from engine.players.playout import Chances, chances, play_out, worth
from engine.players.sight import sight
from engine.players.steady import choose
from engine.players.worlds import SeenTable, World, laid_bid, table_of, worlds
from engine.scoring import Score, score_deal
from engine.specials import Call
from engine.trump import TrumpBy
from engine.view import DealView, View

_CARDS_TRIED = 8_000
_BIDS_TRIED = 20_000
"""So many cards are laid, all in all, to choose a card, or to choose a bid or a trump."""

_MOST_WORLDS = 160
_ROUNDS = 3
"""After each round the worse half of the choices is left out."""

_OPEN = 3
"""So many tricks before the end all hands are opened and every way to play is tried."""

_SEARCHED = 5
"""A card is searched for when so many or fewer are held; before, the steady player's is as good."""

_BIDS = 4
_LAID = 8
"""So many bids, those nearest to what the hand is worth, or so many ways to lay one, are tried."""

T = TypeVar("T")


def choose_strong(view: View, seed: bytes) -> Choice:
    """What this player would choose; ValueError if it is not its turn.

    It follows from the view and the seed, whatever the hidden cards are.
    """
    usual = choose(view)
    deal, seat = view.deal, view.seat
    assert deal is not None
    assert seat is not None
    dice = dice_at(seed, deal)
    match usual:
        case PlayCard():
            return _card(view, deal, seat, usual, dice)
        case NameTrump():
            return NameTrump(seat, _trump(view, deal, seat, dice))
        case LayBid():
            return LayBid(seat, _laid(view, deal, seat, usual, dice))
        case MakeBid():
            return MakeBid(seat, _bid(view, deal, seat, usual, dice))


def _best(choices: Sequence[T], trials: int, worth_in: Callable[[T, int], float]) -> T:
    """The choice of the best mean over some trials; each is tried in the same, the worse in fewer.

    `worth_in` tells what a choice brings in a trial, by its number. Of equals the first is taken.
    """
    left = list(range(len(choices)))
    sums = [0.0] * len(choices)
    done = 0
    for round_ in range(_ROUNDS):
        share = trials // (_ROUNDS - round_) // len(left)
        trials -= share * len(left)
        for trial in range(done, done + share):
            for one in left:
                sums[one] += worth_in(choices[one], trial)
        done += share
        left.sort(key=lambda one: (-sums[one], one))
        left = left[: max(2, (len(left) + 1) // 2)] if round_ < _ROUNDS - 1 else left[:1]
    return choices[left[0]]


def _trials(tried: int, deal: DealView, left: int, choices: int) -> int:
    """How many times choices are tried, all together, where each lays so many cards."""
    most = tried // (deal.players * max(1, left))
    return min(max(most, 4 * choices), _MOST_WORLDS * choices)


def _worlds_for(trials: int, choices: int) -> int:
    """How many worlds the last round may come to; see `_best`."""
    left, done = choices, 0
    for round_ in range(_ROUNDS):
        share = trials // (_ROUNDS - round_) // left
        trials -= share * left
        done += share
        left = max(2, (left + 1) // 2)
    return done


# The play of the cards


def _card(view: View, deal: DealView, seat: Seat, usual: PlayCard, dice: Dice) -> PlayCard:
    if len(view.hand) > _SEARCHED:
        return usual
    table = table_of(view, deal, seat)
    kernel, own = table.kernel, table.known[seat] or 0
    first = not deal.tricks
    legal = kernel.legal(own, table.table, first=first)
    guises = kernel.guises(legal, table.table)
    if guises & (guises - 1) == 0:
        return usual
    rivals = table.hidden
    for hand in table.known:
        rivals |= hand or 0
    rivals &= ~own
    if rivals & kernel.called:
        rivals |= kernel.to_say
    if table.table[1] >= 0:
        rivals |= 1 << table.table[1]
    options = kernel.unlike(guises, rivals)
    if len(options) == 1:
        return _play(table, options[0], own)
    said_first = _guise(table, usual, own)
    options.sort(key=lambda guise: guise != said_first)
    left = own.bit_count()
    trials = _trials(_CARDS_TRIED, deal, left, len(options))
    some = worlds(table, dice, _worlds_for(trials, len(options)))
    bids = [_bids_in(table, world) for world in some]
    if left <= _OPEN:
        solved: dict[int, Endgame] = {}

        def brings(guise: int, at: int) -> float:
            if at not in solved:
                points = [
                    [_points(deal, bids[at], one, tricks) for tricks in range(deal.size + 1)]
                    for one in range(deal.players)
                ]
                here = table.position(some[at].hands, seat)
                solved[at] = Endgame(here, points, deal.taken)
            return _scored(deal, bids[at], solved[at].after(guise), seat)

    else:
        odds = _odds(deal, table, [bid for bid in deal.bids if bid is not None])
        after = Seat((seat + deal.way) % deal.players)

        def brings(guise: int, at: int) -> float:
            world = some[at]
            bit = kernel.card(guise, own)
            hands = [*world.hands]
            hands[seat] ^= bit
            laid = kernel.after(table.table, guise, seat)
            taken = [*deal.taken]
            if table.to_play > 1:
                turn, to_play = int(after), table.to_play - 1
            else:
                turn, to_play = laid[2], deal.players
                taken[turn] += 1
                laid = 0, LEAD, turn, laid[3] & kernel.once
            now_first = first and table.to_play > 1
            here = Position(kernel, tuple(hands), deal.way, turn, to_play, laid, now_first)
            needs = _needs(deal, bids[at], taken)
            more = play_out(here, table.frame, odds, needs, table.unplayed & ~bit)
            ends = [mine + its for mine, its in zip(taken, more, strict=True)]
            return _scored(deal, bids[at], ends, seat)

    return _play(table, _best(options, trials, brings), own)


def _play(table: SeenTable, guise: int, own: int) -> PlayCard:
    """The order that plays a guise."""
    kernel = table.kernel
    card = kernel.cards[kernel.card(guise, own).bit_length() - 1]
    call: Call | None = None
    if guise >= len(kernel.cards):
        call = kernel.calls[guise - len(kernel.cards)]
    return PlayCard(table.seat, card, call)


def _guise(table: SeenTable, play: PlayCard, own: int) -> int:
    """The guise of a card that is played."""
    kernel = table.kernel
    if play.call is not None:
        return kernel.guise(play.call)
    return (kernel.places[play.card] & own).bit_length() - 1


def _needs(deal: DealView, bids: Sequence[int | None], taken: Sequence[int]) -> list[int]:
    """The tricks each seat still wants; who has no bid wants all of them."""
    left = deal.size - sum(taken)
    return [left if bid is None else bid - its for bid, its in zip(bids, taken, strict=True)]


def _bids_in(table: SeenTable, world: World) -> list[int | None]:
    """All bids; one by cards that is hidden is that of the cards that lie aside."""
    bids = list(table.deal.bids)
    if table.deal.rules.bid_mode is BidMode.CARDS:
        return [
            laid_bid(table, world.laid[one]) if bid is None else bid for one, bid in enumerate(bids)
        ]
    return bids


def _odds(deal: DealView, table: SeenTable, bids: Sequence[int]) -> Chances:
    stock = len(table.kernel.cards) - deal.players * deal.size - (deal.turn_up is not None)
    over = sum(bids) - deal.size if len(bids) == deal.players else 0
    fair = (deal.players - 1) / deal.players
    return chances(deal.players, max(0, stock), round(10 * fair * over / deal.size))


def _points(deal: DealView, bids: Sequence[int | None], seat: int, tricks: int) -> float:
    """The points of a seat for so many tricks, if the others' do not matter."""
    score, bid = deal.rules.score, bids[seat]
    if score is Score.MOST_TRICKS:
        return float(tricks)
    if score is Score.NINETY_NINE:
        return tricks + 20.0 * (bid == tricks)
    return float(score_deal(score, [bid], [tricks], deal.size)[0])


def _scored(deal: DealView, bids: Sequence[int | None], taken: Sequence[int], seat: int) -> float:
    """The points of a seat at the end of a deal."""
    return float(score_deal(deal.rules.score, bids, taken, deal.size)[seat])


# Bids, trumps and cards laid aside


class _Bidding:
    """Worlds before the first lead, each with its trump: what bids bring in them."""

    def __init__(self, view: View, deal: DealView, seat: Seat, dice: Dice, count: int) -> None:
        self.view, self.deal, self.seat, self.dice = view, deal, seat, dice
        self.plain = table_of(view, deal, seat)
        self.worlds = worlds(self.plain, dice, count)
        self.tables: dict[Suit | None, SeenTable] = {deal.trump: self.plain}
        self.shifts: dict[Suit | None, float] = {}

    def turned(self, world: World) -> tuple[Suit | None, Card | None]:
        """The trump that is turned after the bids in a world, and the card that shows it."""
        if not world.stock:
            return None, None
        card = self.plain.kernel.cards[world.stock[0].bit_length() - 1]
        return (card.suit if card.plain else None), card

    def table(self, trump: Suit | None, turn_up: Card | None = None) -> SeenTable:
        """The table with some trump."""
        if trump not in self.tables:
            deal = replace(self.deal, trump=trump, turn_up=turn_up or self.deal.turn_up)
            self.tables[trump] = table_of(self.view, deal, self.seat)
        return self.tables[trump]

    def hands(self, world: World, table: SeenTable) -> tuple[int, ...]:
        """A world's hands, in the bits of a table of another trump."""
        if table is self.plain:
            return world.hands
        cards, found, taken = self.plain.kernel.cards, [], 0
        for hand in world.hands:
            held = [cards[at] for at in range(hand.bit_length()) if hand >> at & 1]
            found.append(table.kernel.mask(held, taken))
            taken |= found[-1]
        return tuple(found)

    def worths(self, table: SeenTable, hands: Sequence[int]) -> list[float]:
        """What each hand looks worth."""
        deal = self.deal
        stock = len(table.kernel.cards) - deal.players * deal.size - (deal.turn_up is not None)
        odds = chances(deal.players, max(0, stock), 0, bidding=True)
        pack = table.frame.all
        return [worth(table.frame, hand, pack & ~hand, odds) for hand in hands]

    def shift(self, table: SeenTable) -> float:
        """What to add to worths so that all are worth the tricks of the deal, in the mean."""
        trump = table.deal.trump
        if trump not in self.shifts:
            some = self.worlds[:24]
            whole = sum(sum(self.worths(table, self.hands(one, table))) for one in some)
            short = self.deal.size - whole / len(some)
            self.shifts[trump] = short / self.deal.players
        return self.shifts[trump]

    def expected(self, table: SeenTable, hands: Sequence[int]) -> list[float]:
        """What each hand is worth, on the scale of the deal."""
        shift = self.shift(table)
        return [one + shift for one in self.worths(table, hands)]

    def best_suits(
        self, world: World, seats: Sequence[int]
    ) -> dict[int, tuple[float, Suit | None]]:
        """For some seats the trump they would name, and what their hand is worth with it."""
        found: dict[int, tuple[float, Suit | None]] = {}
        for trump in SUITS:
            table = self.table(trump)
            worths = self.worths(table, self.hands(world, table))
            for one in seats:
                if one not in found or worths[one] > found[one][0]:
                    found[one] = worths[one], trump
        return found

    def others(self, worths: Sequence[float], mine: int) -> list[int | None]:
        """All bids, if this seat bids `mine` and those behind about what their hands are worth."""
        deal = self.deal
        rules, size = deal.rules, deal.size
        bids: list[int | None] = list(deal.bids)
        bids[self.seat] = mine
        for place, one in enumerate(deal.bidders):
            if bids[one] is not None:
                continue
            known = [bids[other] for other in deal.bidders if other != one]
            may = legal_bids(
                size,
                [bids[other] or 0 for other in deal.bidders[:place]],
                last=None not in known,
                hook=rules.hook,
                others=sum(bid or 0 for bid in known),
                hook_above=rules.hook_above,
                zero_limit=rules.zero_limit,
            )
            worth = worths[one]
            bids[one] = min(may, key=lambda bid: abs(bid - worth))
        return bids

    def plays(
        self, table: SeenTable, hands: tuple[int, ...], bids: Sequence[int | None]
    ) -> list[int]:
        """The tricks each takes in the end."""
        deal = self.deal
        odds = _odds(deal, table, [bid for bid in bids if bid is not None])
        leader = int(deal.opening_leader)
        here = Position(
            table.kernel, hands, deal.way, leader, deal.players, (0, LEAD, leader, 0), True
        )
        return play_out(here, table.frame, odds, _needs(deal, bids, deal.taken), table.unplayed)


def _bid(view: View, deal: DealView, seat: Seat, usual: MakeBid, dice: Dice) -> int:
    if len(view.legal_bids) == 1:
        return usual.tricks
    options = sorted(view.legal_bids, key=lambda bid: (abs(bid - usual.tricks), bid))[:_BIDS]
    trials = _trials(_BIDS_TRIED, deal, deal.size, len(options))
    bidding = _Bidding(view, deal, seat, dice, _worlds_for(trials, len(options)))
    if plays_itself(deal.rules):
        return _best(options, trials, lambda bid, at: _itself(bidding, bid, at))
    cooked: dict[int, tuple[SeenTable, tuple[int, ...], list[float], dict[int, float]]] = {}

    def brings(bid: int, at: int) -> float:
        world = bidding.worlds[at]
        if deal.rules.trump is TrumpBy.HIGHEST_BIDDER_NAMES:
            return _named_in(bidding, world, bid)
        if at not in cooked:
            table = bidding.plain
            if deal.rules.trump is TrumpBy.TURN_UP_AFTER_BIDS:
                table = bidding.table(*bidding.turned(world))
            hands = bidding.hands(world, table)
            behind = bidding.expected(bidding.plain, world.hands)
            cooked[at] = table, hands, behind, {}
        table, hands, worths, _ = cooked[at]
        bids = bidding.others(worths, bid)
        return _scored(deal, bids, bidding.plays(table, hands, bids), seat)

    return _best(options, trials, brings)


def _named_in(bidding: _Bidding, world: World, bid: int) -> float:
    """What a bid brings where the first to bid the most names the trump."""
    deal, seat = bidding.deal, bidding.seat
    bidders = [one for one in deal.bidders if deal.bids[one] is None and one != seat]
    best = bidding.best_suits(world, range(deal.players))
    worths = [0.0] * deal.players
    for one in bidders:
        mean = deal.size / deal.players
        worths[one] = (best[one][0] + mean) / 2
    bids = bidding.others(worths, bid)
    namer = max(deal.bidders, key=lambda one: bids[one] or 0)
    table = bidding.table(best[namer][1])
    return _scored(deal, bids, bidding.plays(table, bidding.hands(world, table), bids), seat)


def _itself(bidding: _Bidding, bid: int, at: int) -> float:
    """What a bid brings where the cards come in any order, nobody chooses."""
    deal, world = bidding.deal, bidding.worlds[at]
    cards = bidding.plain.kernel.cards
    dice = Dice(b"%d" % at)
    hands = []
    for hand in world.hands:
        held = [cards[bit] for bit in range(hand.bit_length()) if hand >> bit & 1]
        dice.mix(held)
        hands.append(held)
    if deal.rules.visibility is not Visibility.OTHERS_ONLY:
        hands[bidding.seat] = list(bidding.view.hand)
    trump, turn_up = deal.trump, deal.turn_up
    if deal.rules.trump is TrumpBy.TURN_UP_AFTER_BIDS:
        trump, turn_up = bidding.turned(world)
    ranking = deal.rules.ranking(trump, turn_up)
    taken, leader = [0] * deal.players, int(deal.opening_leader)
    for number in range(deal.size):
        order = [(leader + at * deal.way) % deal.players for at in range(deal.players)]
        trick = tuple(hands[one][number] for one in order)
        leader = order[best_card(trick, ranking)]
        taken[leader] += 1
    worths = bidding.expected(bidding.plain, world.hands)
    return _scored(deal, bidding.others(worths, bid), taken, bidding.seat)


def _trump(view: View, deal: DealView, seat: Seat, dice: Dice) -> Suit | None:
    options = list(view.legal_trumps)
    trials = _trials(_BIDS_TRIED, deal, deal.size, len(options))
    bidding = _Bidding(view, deal, seat, dice, _worlds_for(trials, len(options)))

    def brings(trump: Suit | None, at: int) -> float:
        table = bidding.table(trump)
        hands = bidding.hands(bidding.worlds[at], table)
        bids = list(deal.bids)
        if None in [bids[one] for one in deal.bidders]:
            worths = bidding.expected(table, hands)
            bids = bidding.others(worths, max(0, min(deal.size, round(worths[seat]))))
        return _scored(deal, bids, bidding.plays(table, hands, bids), seat)

    return _best(options, trials, brings)


def _laid(view: View, deal: DealView, seat: Seat, usual: LayBid, dice: Dice) -> Hand:
    """The cards to lay aside, of those that leave a hand that is about worth their bid."""
    seen = sight(seat, deal, view.hand, view.rules.pack_for(view.players))

    def amiss(laid: Hand) -> float:
        left = tuple(card for card in view.hand if card not in laid)
        return abs(worth_of(seen, left) - bid_by(laid, deal.turn_up))

    every = list(combinations(view.hand, deal.rules.bid_mode.laid))
    options = sorted(every, key=amiss)[:_LAID]
    trials = _trials(_BIDS_TRIED, deal, deal.size, len(options))
    bidding = _Bidding(view, deal, seat, dice, _worlds_for(trials, len(options)))
    table = bidding.plain

    def brings(laid: Hand, at: int) -> float:
        world = bidding.worlds[at]
        aside = table.kernel.mask(laid)
        hands = list(world.hands)
        hands[seat] = (table.known[seat] or 0) & ~aside
        bids = [laid_bid(table, one) for one in world.laid]
        bids[seat] = bid_by(laid, deal.turn_up)
        return _scored(deal, bids, bidding.plays(table, tuple(hands), bids), seat)

    return _best(options, trials, brings)

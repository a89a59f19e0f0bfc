"""Rules: one frozen field per axis, checked as a whole when they are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from engine.bidding import Announce, BidAmend, BidMode
from engine.cards import STANDARD_PACK, Card, Pack, PackKind, Suit
from engine.dealer import FirstDealer
from engine.deals import AXES, SpecialDeal
from engine.ending import End, Tie
from engine.errors import PlayersError, RulesError
from engine.formula import Scoring, problem_with
from engine.order import EqualCards, Ranking, RankOrder
from engine.play import Direction, Lead, Place, TrumpLead, Visibility, VoidRule
from engine.schedule import DealList, Multiples, Schedule, scheduled, times_of
from engine.scoring import Bonus, Score
from engine.specials import Specials
from engine.stakes import Settle
from engine.trump import NoStock, TrumpBy

_JOKERS = {
    Specials.BRADER: 2,
    Specials.ATKINSON: 2,
    Specials.SUPER_SCREW: 2,
    Specials.TURN_UP_JOKER: 1,
}
"""How many jokers the specials that know jokers need."""

_UNSEEN_TRUMPS = (
    TrumpBy.TURN_UP_AFTER_BIDS,
    TrumpBy.FIXED,
    TrumpBy.CYCLE,
    TrumpBy.NONE,
    TrumpBy.LAST_SUCCESSES,
)
"""The trumps that show no card before the bids."""


MOST_PLAYERS = 12
"""So many play at a table at most."""

MOST_TIMES = 10
"""So often the points of a deal count at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything that can differ between two games of the family.

    Raises RulesError with the reason when the axes cannot work together. `hand_max` pairs each
    number of players with the largest hand, `packs` some of them with a pack of their own;
    `hand_min` is the smallest hand of a schedule that goes straight up or down; `deals_each` how
    often everybody deals where the schedule is constant. `special_deals` pairs the number of a
    deal, counted from the end if negative, with what is different in it, and `one_card` says the
    same of all deals of one card. `multiples` pairs it with how often its points count; of a deal
    by itself that is `times`.
    """

    players: tuple[int, int] = (3, 7)
    pack: Pack = STANDARD_PACK
    packs: tuple[tuple[int, Pack], ...] = ()
    order: RankOrder = RankOrder.STANDARD
    hand_max: tuple[tuple[int, int], ...] = ((3, 10), (4, 10), (5, 10), (6, 8), (7, 7))
    hand_min: int = 1
    schedule: Schedule | DealList = Schedule.DOWN_UP
    deals_each: int | None = None
    multiples: Multiples = ()
    times: int = 1
    special_deals: tuple[tuple[int, SpecialDeal], ...] = ()
    one_card: SpecialDeal | None = None
    trump: TrumpBy = TrumpBy.TURN_UP
    trump_cycle: tuple[Suit | None, ...] = ()
    no_trump_from: int | None = None
    trump_if_no_stock: NoStock = NoStock.NO_TRUMP
    bid_mode: BidMode = BidMode.SEQUENTIAL
    bid_first: Place = Place.LEFT_OF_DEALER
    bid_amend: BidAmend = BidAmend.UNTIL_NEXT_BID
    hook: bool = True
    hook_above: int | None = None
    zero_limit: int | None = None
    bid_min: int = 0
    announce: Announce = Announce.NO
    lead: Lead = Lead.LEFT_OF_DEALER
    direction: Direction = Direction.CLOCKWISE
    trump_lead: TrumpLead = TrumpLead.ANY
    void_rule: VoidRule = VoidRule.FREE
    specials: Specials = Specials.NONE
    equal_cards: EqualCards = EqualCards.FIRST_WINS
    visibility: Visibility = Visibility.OWN_HAND
    score: Score | Scoring = Score.COMMON
    bonus: Bonus = Bonus.NONE
    lock: int | None = None
    end: End = End.SCHEDULE
    target: int | None = None
    tie: Tie = Tie.JOINT
    settle: Settle = Settle.NONE
    first_dealer: FirstDealer = FirstDealer.HIGH_CUT

    def __post_init__(self) -> None:
        by_hand = (_wrong_bids, _wrong_table, _wrong_cards, _wrong_trump)
        by_end = (_wrong_end, _wrong_deals, _wrong_score)
        for problem in chain.from_iterable(wrong(self) for wrong in (*by_hand, *by_end)):
            raise problem

    def pack_for(self, players: int) -> Pack:
        """The pack for so many players: `packs` may name one, otherwise it is `pack`."""
        return dict(self.packs).get(players, self.pack)

    def sizes(self, players: int) -> tuple[int, ...]:
        """The hand size of every deal of the schedule; PlayersError for a wrong number of players.

        A game to a target goes through them again and again.
        """
        least, most = self.players
        if not least <= players <= most:
            raise PlayersError(least, most, players)
        return _sizes(self, players)

    def deal_count(self, players: int) -> int | None:
        """How many deals a game has, short of extra ones; None where a target ends it."""
        return len(self.sizes(players)) if self.end is End.SCHEDULE else None

    def size(self, number: int, players: int) -> int:
        """The hand size of a deal by its number, from 1; extra deals are of the largest size."""
        sizes = self.sizes(players)
        if self.end is not End.SCHEDULE:
            return sizes[(number - 1) % len(sizes)]
        return sizes[number - 1] if number <= len(sizes) else max(sizes)

    def ranking(self, trump: Suit | None, turn_up: Card | None) -> Ranking:
        """What ranks the cards of a deal once its trump is known."""
        return Ranking(trump, self.order, self.equal_cards, self.specials, turn_up)

    def for_deal(self, number: int, players: int) -> Rules:
        """The rules of one deal: these, but for what is different in a special deal."""
        if not (self.special_deals or self.multiples or self.one_card):
            return self
        specials = dict(self.special_deals)
        count = self.deal_count(players)
        special = specials.get(number)
        if special is None and count is not None and number <= count:
            special = specials.get(number - 1 - count)
        if special is None and self.one_card and self.size(number, players) == 1:
            special = self.one_card
        times = times_of(self.multiples, number, count)
        return self if special is None and times == 1 else _changed(self, special, times)


@lru_cache(maxsize=256)
def _changed(rules: Rules, special: SpecialDeal | None, times: int = 1) -> Rules:
    axes = AXES[special] if special else {}
    return replace(rules, special_deals=(), one_card=None, multiples=(), times=times, **axes)


@lru_cache(maxsize=256)
def _sizes(rules: Rules, players: int) -> tuple[int, ...]:
    hand = dict(rules.hand_max)[players]
    sizes = scheduled(rules.schedule, hand, players)
    if rules.deals_each:
        return sizes * (rules.deals_each * players)
    return tuple(size for size in sizes if size >= rules.hand_min)


def _wrong_table(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with players, hands and schedule."""
    least, most = rules.players
    if not 2 <= least <= most <= MOST_PLAYERS:
        yield RulesError(
            "players %(least)s to %(most)s: two can play at least, and %(limit)s at most",
            least=least,
            most=most,
            limit=MOST_PLAYERS,
        )
    straight = (Schedule.UP, Schedule.DOWN, Schedule.UP_DOWN)
    if rules.hand_min != 1 and rules.schedule not in straight:
        yield RulesError("hand_min %(n)s needs a schedule up, down, or up_down", n=rules.hand_min)
    if rules.deals_each is not None and rules.schedule is not Schedule.CONSTANT:
        yield RulesError("deals_each says how long a constant schedule is, no other")
    if rules.schedule is Schedule.CONSTANT and rules.end is End.SCHEDULE and not rules.deals_each:
        yield RulesError("a constant schedule needs deals_each, or a target that ends the game")
    hands = dict(rules.hand_max)
    for players in range(least, most + 1):
        if players not in hands:
            yield RulesError("hand_max says nothing about %(players)s players", players=players)
        sizes = _sizes(rules, players)
        hand = max(sizes, default=0)
        held = len(rules.pack_for(players).cards())
        if hand < 1 or players * hand > held:
            yield RulesError(
                "%(players)s players with %(hand)s cards each cannot be dealt from %(held)s cards",
                players=players,
                hand=hand,
                held=held,
            )
        if not 0 <= rules.bid_min <= max(hand, 1):
            yield RulesError("nobody can bid %(n)s tricks at least", n=rules.bid_min)
        if rules.bid_mode.laid >= min(sizes, default=0):
            yield RulesError(
                "no card is left of a hand of %(n)s once the bid is laid aside", n=min(sizes)
            )


def _wrong_cards(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with packs, orders and cards with powers of their own."""
    for pack in (rules.pack, *dict(rules.packs).values()):
        jokers = _JOKERS.get(rules.specials, 0)
        if pack.jokers != jokers and not (rules.specials is Specials.NONE and not pack.jokers):
            yield RulesError(
                "jokers in the pack for specials %(specials)s: %(jokers)s, not %(held)s",
                specials=rules.specials,
                jokers=jokers,
                held=pack.jokers,
            )
        if (pack.kind is PackKind.WIZARD) != (rules.specials is Specials.WIZARD):
            yield RulesError("the Wizard pack and specials wizard need each other")
    if rules.order is RankOrder.BOWERS and rules.specials is not Specials.NONE:
        yield RulesError(
            "bowers and specials %(specials)s would both make cards change their suit",
            specials=rules.specials,
        )
    called = rules.specials in (Specials.ATKINSON, Specials.TWOS_WILD)
    plays_itself = rules.void_rule is VoidRule.TOP_CARD or (
        rules.visibility is Visibility.OTHERS_ONLY
    )
    if called and plays_itself:
        yield RulesError(
            "cards that play themselves cannot be called (specials %(specials)s)",
            specials=rules.specials,
        )


def _wrong_trump(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with the way trump is fixed."""
    if bool(rules.trump_cycle) != (rules.trump in (TrumpBy.FIXED, TrumpBy.CYCLE)):
        yield RulesError("trump_cycle names the suits of a fixed trump or a cycle, no other")
    if rules.no_trump_from and rules.trump is not TrumpBy.TURN_UP_BUT_BIG_DEALS:
        yield RulesError("no_trump_from says which deals turn_up_but_big_deals leaves out")
    if rules.trump is TrumpBy.LAST_SUCCESSES and rules.players[1] > 3:
        yield RulesError("trump by the last successes is for three players at most")
    by_bids = rules.trump is TrumpBy.HIGHEST_BIDDER_NAMES or rules.lead.by_bids
    if by_bids and rules.bid_mode not in (
        BidMode.SEQUENTIAL,
        BidMode.SIMULTANEOUS,
        BidMode.BLIND,
    ):
        yield RulesError(
            "with bid_mode %(mode)s nobody is known to have bid most", mode=rules.bid_mode
        )
    known = rules.specials in (Specials.WIZARD, Specials.TURN_UP_JOKER)
    if rules.trump is TrumpBy.TURN_UP_AFTER_BIDS and known:
        yield RulesError(
            "specials %(specials)s must know the turn-up before the bids", specials=rules.specials
        )


def _wrong_bids(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with the way bids are made."""
    in_turn = rules.bid_mode in (BidMode.SEQUENTIAL, BidMode.BLIND)
    if rules.hook and not in_turn:
        yield RulesError(
            "bids that are not made in turn cannot be hooked: bid_mode %(mode)s",
            mode=rules.bid_mode,
        )
    if rules.zero_limit is not None and not in_turn:
        yield RulesError(
            "zeros in a row need bids in turn, not bid_mode %(mode)s", mode=rules.bid_mode
        )
    if rules.bid_mode is BidMode.BLIND and rules.trump not in _UNSEEN_TRUMPS:
        yield RulesError("blind bids come before any card is seen: turn trump up after the bids")
    if rules.bid_mode is BidMode.CARDS and rules.specials not in (
        Specials.NONE,
        Specials.TURN_UP_JOKER,
    ):
        yield RulesError(
            "a bid by cards needs a suit on every card, not specials %(specials)s",
            specials=rules.specials,
        )
    if rules.bid_mode is BidMode.CARDS and rules.bid_min:
        yield RulesError(
            "cards laid aside may bid zero: bid_min %(n)s needs bids that are said", n=rules.bid_min
        )
    if rules.bonus is Bonus.PREMIUM and rules.bid_mode is not BidMode.CARDS:
        yield RulesError("a premium is offered with a bid by cards, with no other")
    if rules.score is Score.NINETY_NINE and rules.players[1] > 3:
        yield RulesError("the score ninety_nine is for three players at most")


def _wrong_score(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with a scoring of the players' own."""
    least, most = rules.players
    if isinstance(rules.score, Scoring):
        deals = ((size, n) for n in range(least, most + 1) for size in rules.sizes(n))
        if problem := problem_with(rules.score, frozenset(deals)):
            yield problem


def _wrong_end(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with the end of the game."""
    if (rules.target is None) != (rules.end is End.SCHEDULE):
        yield RulesError("a target ends the game, or the schedule does, and not both")
    if rules.target is not None and rules.target < 1:
        yield RulesError("target %(n)s: nobody could play for it", n=rules.target)


def _wrong_deals(rules: Rules) -> Iterator[RulesError]:
    """What is wrong with the deals that differ."""
    if rules.one_card:
        _changed(rules, rules.one_card)
    least, most = rules.players
    for number, times in rules.multiples:
        if not 1 <= times <= MOST_TIMES:
            yield RulesError(
                "a deal counts once to %(limit)s times, not %(n)s", limit=MOST_TIMES, n=times
            )
        tables = [[*_no_such_deal(rules, number, n)] for n in range(least, most + 1)]
        yield from tables[0] if all(tables) else ()
    for number, special in rules.special_deals:
        for players in range(least, most + 1):
            yield from _no_such_deal(rules, number, players)
            count = rules.deal_count(players)
            place = number if number > 0 or count is None else count + 1 + number
            forehead = special is SpecialDeal.FOREHEAD
            if forehead and rules.size(place, players) != 1:
                yield RulesError("cards on the forehead are for deals of one card")
        try:
            _changed(rules, special)
        except RulesError as problem:
            yield RulesError(
                "deal %(n)s, %(special)s: %(problem)s", n=number, special=special, problem=problem
            )


def _no_such_deal(rules: Rules, number: int, players: int) -> Iterator[RulesError]:
    """Why a game of so many players has no deal of a number."""
    count = rules.deal_count(players)
    if number == 0 or (count is None and number < 0):
        yield RulesError("there is no deal %(n)s", n=number)
    if count is not None and abs(number) > count:
        yield RulesError(
            "there is no deal %(n)s with %(players)s players, only %(count)s",
            n=number,
            players=players,
            count=count,
        )

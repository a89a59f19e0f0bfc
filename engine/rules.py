"""Rules: one frozen field per axis, checked as a whole when they are made."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from engine.bidding import Announce, BidAmend, BidMode
from engine.cards import STANDARD_PACK, Pack, PackKind, Suit
from engine.ending import End, FirstDealer, Settle, Tie
from engine.errors import RulesError
from engine.order import EqualCards, RankOrder
from engine.play import Direction, Place, Specials, Visibility, VoidRule
from engine.schedule import SCHEDULES, Schedule
from engine.scoring import SCORES, Bonus, Score
from engine.trump import TRUMPS, NoStock, TrumpBy

_WORKING: dict[str, Collection[StrEnum]] = {
    "order": {RankOrder.STANDARD, RankOrder.ACES_LOW, RankOrder.SPANISH, RankOrder.BOWERS},
    "schedule": SCHEDULES,
    "trump": TRUMPS,
    "bid_mode": {BidMode.SEQUENTIAL},
    "bid_amend": {BidAmend.UNTIL_NEXT_BID, BidAmend.NEVER},
    "specials": {Specials.NONE},
    "visibility": {Visibility.OWN_HAND},
    "score": SCORES,
    "bonus": {Bonus.NONE},
    "end": {End.SCHEDULE},
    "tie": {Tie.JOINT},
    "settle": {Settle.NONE},
    "first_dealer": {FirstDealer.HIGH_CUT},
}
"""For each axis that is not complete the values that work; any other is refused by name."""

_UNUSED: tuple[str, ...] = ("lock", "target")
"""Axes whose only working value is None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything that can differ between two games of the family.

    Raises RulesError when the axes cannot work together, or when one has a value that does not
    work yet. `hand_max` pairs each number of players with the largest hand, `packs` some of them
    with a pack of their own.
    """

    players: tuple[int, int] = (3, 7)
    pack: Pack = STANDARD_PACK
    packs: tuple[tuple[int, Pack], ...] = ()
    order: RankOrder = RankOrder.STANDARD
    hand_max: tuple[tuple[int, int], ...] = ((3, 10), (4, 10), (5, 10), (6, 8), (7, 7))
    schedule: Schedule = Schedule.DOWN_UP
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
    announce: Announce = Announce.NO
    lead: Place = Place.LEFT_OF_DEALER
    direction: Direction = Direction.CLOCKWISE
    void_rule: VoidRule = VoidRule.FREE
    specials: Specials = Specials.NONE
    equal_cards: EqualCards = EqualCards.FIRST_WINS
    visibility: Visibility = Visibility.OWN_HAND
    score: Score = Score.COMMON
    bonus: Bonus = Bonus.NONE
    lock: int | None = None
    end: End = End.SCHEDULE
    target: int | None = None
    tie: Tie = Tie.JOINT
    settle: Settle = Settle.NONE
    first_dealer: FirstDealer = FirstDealer.HIGH_CUT

    def __post_init__(self) -> None:
        self._refuse_what_does_not_work_yet()
        least, most = self.players
        if not 2 <= least <= most:
            raise RulesError(f"players {least} to {most}: at least two can play")
        if bool(self.trump_cycle) != (self.trump in (TrumpBy.FIXED, TrumpBy.CYCLE)):
            raise RulesError("trump_cycle names the suits of a fixed trump or a cycle, no other")
        if self.no_trump_from and self.trump is not TrumpBy.TURN_UP_BUT_BIG_DEALS:
            raise RulesError("no_trump_from says which deals turn_up_but_big_deals leaves out")
        hands = dict(self.hand_max)
        for players in range(least, most + 1):
            if players not in hands:
                raise RulesError(f"hand_max says nothing about {players} players")
            hand, held = hands[players], len(self.pack_for(players).cards())
            if hand < 1 or players * hand > held:
                raise RulesError(
                    f"{players} players with {hand} cards each cannot be dealt from {held} cards"
                )

    def _refuse_what_does_not_work_yet(self) -> None:
        for axis, working in _WORKING.items():
            value = getattr(self, axis)
            if value not in working:
                raise RulesError(f"{axis} {value} does not work yet")
        for axis in _UNUSED:
            if (value := getattr(self, axis)) is not None:
                raise RulesError(f"{axis} {value} does not work yet")
        for pack in (self.pack, *dict(self.packs).values()):
            if pack.kind is PackKind.WIZARD:
                raise RulesError(f"pack kind {pack.kind} does not work yet")
            if pack.jokers:
                raise RulesError(f"pack jokers {pack.jokers} does not work yet")

    def pack_for(self, players: int) -> Pack:
        """The pack for so many players: `packs` may name one, otherwise it is `pack`."""
        return dict(self.packs).get(players, self.pack)

    def sizes(self, players: int) -> tuple[int, ...]:
        """The hand size of every deal of a game; RulesError for a wrong number of players."""
        least, most = self.players
        if not least <= players <= most:
            range_ = f"{least}" if least == most else f"{least} to {most}"
            raise RulesError(f"this game is for {range_} players, not {players}")
        return SCHEDULES[self.schedule](dict(self.hand_max)[players], players)

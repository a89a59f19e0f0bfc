"""A turn: one command, then everything that is not a choice, until somebody must think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine import (
    Card,
    Choice,
    Command,
    DealCards,
    Entry,
    Game,
    Level,
    Rules,
    Seat,
    TakenBack,
    View,
    choices,
    decide,
    evolve,
    open_game,
    replay,
    view,
)
from engine.ending import Tie
from engine.players import player, takes_long, usual
from engine.settled import foregone
from pbem.domain.logged import BY_COMPUTER, Actor, Logged
from pbem.turns.plans import (
    NO_ORDERS,
    KeptChange,
    Part,
    StandingOrders,
    WhyDropped,
    by_policy,
    planned,
)

SLOW = frozenset({Level.STRONG})
"""Levels at which the choice of a card may take too long for an open transaction."""

Packs = Callable[[int], tuple[Card, ...]]
"""The shuffled pack for a deal by its number; 0 is the draw for first dealer."""


def computer(level: Level) -> Actor:
    """Who a computer of a level is in the log."""
    return Actor.KEEPER if level is Level.STEADY else Actor.COMPUTER


@dataclass(frozen=True, slots=True)
class ToLog:
    """One entry to log: who brought it about, and for which seat."""

    actor: Actor
    seat: Seat | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn did: the game after it, what goes into the log, and what became of plans.

    `deal` is the number of the deal those plans are for, `orders` what stands after the turn.
    """

    game: Game
    steps: tuple[ToLog, ...]
    changes: tuple[KeptChange, ...] = ()
    deal: int = 0
    orders: StandingOrders = NO_ORDERS


def begin(rules: Rules, players: int, packs: Packs, orders: StandingOrders = NO_ORDERS) -> Turn:
    """The first turn of a game: dealer drawn, cards dealt. RulesError for a wrong table size."""
    started = open_game(rules, players, packs(0))
    return _Run(replay([started]), [ToLog(Actor.SERVER, None, started)], packs, orders).to_rest()


def act(
    game: Game,
    command: Command,
    actor: Actor,
    packs: Packs,
    orders: StandingOrders = NO_ORDERS,
    keeps: KeptChange | None = None,
) -> Turn:
    """One command and all that follows of itself; IllegalAction if the rules refuse it.

    `keeps` is what the player leaves with the server from this answer on.
    """
    run = _Run(game, [], packs, orders)
    run.apply(command, actor)
    if keeps is not None:
        run.change(keeps)
    return run.to_rest()


def resume(game: Game, packs: Packs, orders: StandingOrders) -> Turn:
    """What follows of itself when something was left with the server meanwhile; perhaps nothing."""
    return _Run(game, [], packs, orders).to_rest()


def own_turn(log: Sequence[Logged], seat: Seat) -> TakenBack | None:
    """The entry that undoes the last turn of a log; None if that turn was not this seat's own.

    What took a turn back is none that could be taken back, nor is what a computer has answered.
    """
    if not log:
        return None
    first = next(entry for entry in log if entry.seq == log[-1].turn)
    undo = isinstance(first.entry, TakenBack)
    answered = any(one.seq > first.seq and one.actor in BY_COMPUTER for one in log)
    if undo or answered or first.actor is not Actor.PLAYER or first.seat != seat:
        return None
    return TakenBack(first.seq)


def standing_log(log: Sequence[Logged]) -> list[Logged]:
    """A log without the entries that were taken back; the TakenBack entries stay."""
    kept: list[Logged] = []
    for logged in log:
        if isinstance(logged.entry, TakenBack):
            to = logged.entry.to
            kept = [one for one in kept if one.seq < to or isinstance(one.entry, TakenBack)]
        kept.append(logged)
    return kept


def without_slips(log: Sequence[Logged], told: int, seat: Seat | None) -> list[Logged]:
    """A standing log without the TakenBack entries that are no news to a seat, or a spectator.

    They took back what came after the first `told` entries, so that the seat has never heard of
    it, or were its own doing and are mended already.
    """
    last = max((one.seq for one in log if one.seat == seat), default=-1)
    return [
        one
        for one in log
        if not isinstance(one.entry, TakenBack)
        or one.entry.to < told
        or (one.seat == seat and one.seq == last)
    ]


def shuffles_to_come(game: Game) -> tuple[int, ...]:
    """The deals to announce beside the one under way: the next; at first the draw and deal 1."""
    if game.over:
        return ()
    if game.deal is None and not game.deals:
        return 0, 1
    number = len(game.deals) + 2
    last = game.deal_count
    ends = last is not None and number > last and game.rules.tie is not Tie.EXTRA_MAX_DEALS
    return () if ends else (number,)


@dataclass(slots=True)
class _Run:
    """A turn under way."""

    game: Game
    steps: list[ToLog]
    packs: Packs
    orders: StandingOrders
    changes: list[KeptChange] = field(default_factory=list)
    foregone: int = 0

    def to_rest(self) -> Turn:
        """Deal, and make every move that asks nobody, until a seat has a choice or all is over.

        Forced moves come first, then what players have left with the server for this turn, then
        the rest of a deal that nobody can change.
        """
        deal = self.game.deal.number if self.game.deal else len(self.game.deals)
        while not self.game.over:
            if not self.game.awaiting:
                self.apply(DealCards(self.packs(len(self.game.deals) + 1)), Actor.SERVER)
                self.orders = replace(self.orders, kept={})
                continue
            move = self._next_move()
            if move is None:
                break
            self.apply(*move)
        return Turn(self.game, tuple(self.steps), tuple(self.changes), deal, self.orders)

    def apply(self, command: Command, actor: Actor) -> None:
        """Carry out one command."""
        seat = None if isinstance(command, DealCards) else command.seat
        for event in decide(self.game, command):
            self.steps.append(ToLog(actor, seat, event))
            self.game = evolve(self.game, event)

    def change(self, change: KeptChange) -> None:
        """Keep something for a seat from now on, or nothing any more."""
        self.orders = self.orders.after(change)
        self.changes.append(replace(change, at=max(change.at, len(self.steps))))

    def _next_move(self) -> tuple[Choice, Actor] | None:
        for seat in self.game.awaiting:
            seen = view(self.game, seat)
            level = self.orders.at_once.get(seat)
            if level is not None and not takes_long(level, seen):
                return player(level)(seen, self.orders.seed), computer(level)
            choice = self._kept(seen, seat)
            if not self.orders.play_out and (only := _only_choice(seen)):
                return only, Actor.SERVER
            if choice is None and (policies := self.orders.policies.get(seat)):
                choice = by_policy(seen, policies)
            if choice:
                return choice, Actor.PLAN
        if not self.orders.play_out and self._is_foregone():
            return usual(view(self.game, self.game.awaiting[0])), Actor.SERVER
        return None

    def _is_foregone(self) -> bool:
        """Whether no card of the deal changes a trick any more; it stays so to its end."""
        deal = len(self.game.deals) + 1
        if self.foregone != deal and foregone(self.game):
            self.foregone = deal
        return self.foregone == deal

    def _kept(self, seen: View, seat: Seat) -> Choice | None:
        """What is kept for this turn; it is kept no longer, done or not."""
        for part in Part:
            kept = self.orders.kept.get((seat, part))
            found = planned(seen, kept) if kept else None
            if kept is None or found is None:
                continue
            if isinstance(found, WhyDropped):
                self.change(KeptChange(seat, part, None, kept, found))
                continue
            self.change(KeptChange(seat, part, kept.rest, at=len(self.steps) + 1))
            return found
        return None


def _only_choice(seen: View) -> Choice | None:
    """What a seat must do, when there is only one thing it may."""
    open_ = choices(seen)
    return open_[0] if len(open_) == 1 else None

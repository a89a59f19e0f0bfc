"""A turn: one command, then everything that is not a choice, until somebody must think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import (
    Card,
    Command,
    DealCards,
    Entry,
    Game,
    Rules,
    Seat,
    TakenBack,
    choices,
    decide,
    evolve,
    open_game,
    replay,
    view,
)
from pbem.table.model import Actor, Logged

Packs = Callable[[int], tuple[Card, ...]]
"""The shuffled pack for a deal by its number; 0 is the draw for first dealer."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry to log: who brought it about, and for which seat."""

    actor: Actor
    seat: Seat | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn did: the game after it, and what goes into the log."""

    game: Game
    steps: tuple[Step, ...]


def begin(rules: Rules, players: int, packs: Packs) -> Outcome:
    """The first turn of a game: dealer drawn, cards dealt. RulesError for a wrong table size."""
    started = open_game(rules, players, packs(0))
    return _settled(replay([started]), [Step(Actor.SERVER, None, started)], packs)


def act(game: Game, command: Command, actor: Actor, packs: Packs) -> Outcome:
    """One command and all that follows of itself; IllegalAction if the rules refuse it."""
    steps: list[Step] = []
    game = _apply(game, command, actor, steps)
    return _settled(game, steps, packs)


def take_back(log: Sequence[Logged], seat: Seat) -> TakenBack | None:
    """The entry that undoes the last turn of a log; None if that turn was not this seat's own."""
    if not log:
        return None
    first = next(entry for entry in log if entry.seq == log[-1].turn)
    if first.actor is not Actor.PLAYER or first.seat != seat:
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


def _settled(game: Game, steps: list[Step], packs: Packs) -> Outcome:
    """Deal, and make every move that is the only one, until a seat has a choice or all is over."""
    while not game.over:
        if not game.awaiting:
            pack = packs(len(game.deals) + 1)
            game = _apply(game, DealCards(pack), Actor.SERVER, steps)
            continue
        forced = [only for seat in game.awaiting if (only := _only_choice(game, seat))]
        if not forced:
            break
        game = _apply(game, forced[0], Actor.SERVER, steps)
    return Outcome(game, tuple(steps))


def _only_choice(game: Game, seat: Seat) -> Command | None:
    """What a seat must do, when there is only one thing it may."""
    open_ = choices(view(game, seat))
    return open_[0] if len(open_) == 1 else None


def _apply(game: Game, command: Command, actor: Actor, steps: list[Step]) -> Game:
    seat = None if isinstance(command, DealCards) else command.seat
    for event in decide(game, command):
        steps.append(Step(actor, seat, event))
        game = evolve(game, event)
    return game

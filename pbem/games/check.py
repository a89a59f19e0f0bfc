"""Refold every game and compare: does the log hold exactly what the rules give?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import (
    BidChanged,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    Choice,
    Command,
    DealCards,
    Game,
    GameStarted,
    IllegalAction,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Rules,
    TakenBack,
    TrumpNamed,
    choices,
    decide,
    evolve,
    open_game,
    replay,
    view,
)
from engine.players import choose, usual
from engine.settled import foregone
from engine.shuffle import fingerprint
from pbem.context.shuffles import kept_packs
from pbem.domain.logged import Actor, Logged
from pbem.domain.model import Stage, Table
from pbem.store import shuffles
from pbem.store.archived import ArchiveTrouble
from pbem.store.database import Session
from pbem.store.events import read_log
from pbem.store.games import load_table
from pbem.turns.turn import Packs


class Broken(Exception):
    """An entry of a log that the rules do not give."""


def check_game(session: Session, number: int) -> str | None:
    """What is wrong with a game, in one sentence, or None if every entry is as it must be.

    Each entry is compared with what `decide` gives for the command it came from, deals with what
    their secrets and words give, the server's own moves with what is forced or announced.
    """
    table = load_table(session, number)
    try:
        log = read_log(session, number)
        if not log:
            started = table.stage in (Stage.PLAYING, Stage.OVER)
            return f"{table.name}: it has begun, but its log is empty" if started else None
        rules = table.setup.rules
        shuffled = _packs(session, table, rules)
        game = _refold(log, open_game(rules, len(table.players), shuffled(0)), shuffled)
    except Broken as broken:
        return f"{table.name}: {broken}"
    except ArchiveTrouble as problem:
        return str(problem)
    except (ValueError, TypeError, LookupError) as problem:
        return f"{table.name}: its log cannot be read ({problem!r})"
    if game != replay(logged.entry for logged in log):
        return f"{table.name}: the fold of its log differs from its replay"
    if game.over != (table.stage is Stage.OVER):
        return f"{table.name}: its stage is {table.stage}, but the log says otherwise"
    return None


def _packs(session: Session, table: Table, rules: Rules) -> Packs:
    """The packs as secrets and words fix them, once it is clear that they were announced so."""
    for deal in range((shuffles.last_fixed(session, table.id) or 0) + 1):
        fixed = shuffles.fixed(session, table.id, deal)
        if fixed is None:
            raise Broken(f"the secret of deal {deal} is missing")
        if fixed.announced not in (None, fingerprint(fixed.secret)):
            raise Broken(f"the secret of deal {deal} is not the one that was announced")
    return kept_packs(session, table, rules)


def _refold(log: Sequence[Logged], started: GameStarted, shuffled: Packs) -> Game:
    states: list[Game] = []
    stand: list[int] = []  # Where the entries are that count, as in `engine.fold.standing`.
    at = 0
    while at < len(log):
        logged = log[at]
        if logged.seq != at:
            raise Broken(f"entry {at} is missing")
        if isinstance(logged.entry, TakenBack):
            if not 0 < logged.entry.to <= at or log[logged.entry.to].turn != logged.entry.to:
                raise Broken(f"entry {at} takes back to {logged.entry.to}, where no turn begins")
            stand = [one for one in stand if one < logged.entry.to]
            states.append(states[stand[-1]])
            at += 1
            continue
        for expected in _expected(states[-1], logged, shuffled) if states else [started]:
            found = log[at].entry if at < len(log) else None
            if found != expected:
                raise Broken(f"entry {at} should be {type(expected).__name__}")
            assert not isinstance(found, TakenBack | None)
            states.append(evolve(states[-1], found) if states else replay([found]))
            stand.append(at)
            at += 1
    return states[-1]


def _expected(game: Game, logged: Logged, shuffled: Packs) -> Iterator[object]:
    """The events that must stand in the log from this entry on, by the rules."""
    command = _command(game, logged, shuffled)
    try:
        yield from decide(game, command)
    except IllegalAction as refusal:
        raise Broken(f"entry {logged.seq} breaks a rule: {refusal}") from refusal


def _command(game: Game, logged: Logged, shuffled: Packs) -> Command:
    match logged.entry:
        case CardsDealt():
            return DealCards(shuffled(len(game.deals) + 1))
        case BidMade(seat, tricks) | BidChanged(seat, tricks):
            return _checked(game, logged, MakeBid(seat, tricks))
        case BidLaid(seat, _, laid, premium):
            return _checked(game, logged, LayBid(seat, laid, premium))
        case TrumpNamed(seat, trump):
            return _checked(game, logged, NameTrump(seat, trump))
        case CardPlayed(seat, card, call):
            return _checked(game, logged, PlayCard(seat, card, call))
        case other:
            raise Broken(f"entry {logged.seq} is {type(other).__name__} out of place")


def _checked(game: Game, logged: Logged, chosen: Choice) -> Choice:
    """A choice, once it is clear that whoever is logged for it could make it."""
    seen = view(game, chosen.seat)
    if logged.actor is Actor.SERVER and choices(seen) != (chosen,) and not foregone(game):
        raise Broken(f"entry {logged.seq} was made by the server, but was not forced")
    if logged.actor is Actor.KEEPER and choose(seen) != chosen:
        raise Broken(f"entry {logged.seq} is not what the computer plays there")
    if logged.actor is Actor.DEADLINE and usual(seen) != chosen:
        raise Broken(f"entry {logged.seq} is not what the player had been told of")
    return chosen

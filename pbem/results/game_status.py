"""How games stand, for an organiser at the command line: nobody's cards, everybody's turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from engine import DealView, Seat, view
from pbem.context import Context
from pbem.context.known import as_known, sealed
from pbem.domain.asking import Waited, waited
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.letters.looks import usual_look
from pbem.letters.speech import speech
from pbem.results.record import public_record
from pbem.results.shown import public_log
from pbem.store.bounces import bouncing
from pbem.store.database import Session
from pbem.store.games import all_games, load_table
from pbem.store.questions import oldest_open, open_questions


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game in the list."""

    name: str
    players: int
    stage: str
    waiting_for: str
    waited: Waited


def overview(ctx: Context) -> list[GameSummary]:
    """All games, oldest first; moves that are held back do not show yet."""
    return [_row(ctx, load_table(ctx.session, n)) for n in all_games(ctx.session)]


def longest_waiting(ctx: Context, most: int) -> list[GameSummary]:
    """The games that have waited longest for somebody, at most so many."""
    games = dict.fromkeys(asked.game for asked in oldest_open(ctx.session, most))
    return [_row(ctx, load_table(ctx.session, number)) for number in games]


def _row(ctx: Context, table: Table) -> GameSummary:
    asked = open_questions(ctx.session, table.id)
    waiting = ", ".join(_named(ctx.session, table.players[q.seat]) for q in asked)
    how_long = waited(asked, ctx.now)
    stage = str(table.stage)
    if table.stage is Stage.PLAYING:
        seen = as_known(ctx.services, ctx.session, table, ctx.now)
        if seen.hiding:
            waiting = ", ".join(table.players[seat].name for seat in seen.game.awaiting)
            how_long = Waited()
        stage = f"deal {len(seen.game.deals) + 1}{_of(seen.game.deal_count)}"
    elif table.stage is Stage.INVITING and Reply.NO in table.said:
        refused = table.players[table.said.index(Reply.NO)].name
        stage = f"inviting; {refused} said no"
    return GameSummary(table.name, len(table.players), stage, waiting, how_long)


def _named(session: Session, player: Player) -> str:
    """A player's name, with why nobody hears from him if his mail comes back."""
    known = bouncing(session, player.address)
    return f"{player.name} (mail comes back)" if known and known.stopped_at else player.name


def describe(ctx: Context, number: int) -> str:
    """One game in words, as a spectator may know it."""
    return "\n".join(_lines(ctx, load_table(ctx.session, number)))


def _lines(ctx: Context, table: Table) -> Iterator[str]:
    setup = table.setup
    yield f"{table.name}: {setup.preset}, organised by {table.organiser.name}"
    brief = ", one while all answer at once" if setup.follows else ""
    yield f"answers within {setup.answer_in} hours, moves held {setup.hold} minutes{brief}"
    if not table.begun:
        yield f"stage: {table.stage}"
        for player, said, where in zip(table.players, table.said, _where(table), strict=True):
            answer = "has not answered" if said is Reply.NOTHING else f"said {said}"
            yield f"  {player.name:24} {where:32} {'' if player.is_computer else answer}".rstrip()
        return
    known = as_known(ctx.services, ctx.session, table, ctx.now)
    seen = view(known.game)
    for at, (player, where) in enumerate(zip(table.players, _where(table), strict=True)):
        won = "  won" if at in (seen.winners or ()) else ""
        yield f"  {player.name:24} {where:32} {seen.totals[at]:5} points{won}"
    if seen.deal is None:
        yield f"over after {len(seen.past)} deals"
        return
    if sealed(ctx.session, table, ctx.now):
        yield f"deal {seen.deal.number}{_of(seen.deal_count)}: sealed, as other tables play it too"
        return
    yield from _deal(seen.deal, seen.deal_count, [player.name for player in table.players])
    if table.stage is Stage.CANCELLED:
        yield "cancelled before its end"
        return
    if known.hiding:
        yield f"waiting for {', '.join(table.players[seat].name for seat in seen.awaiting)}"
        return
    for asked in open_questions(ctx.session, table.id):
        later = (
            f", asked on {asked.asked_at:%a %d %b %H:%M} UTC" if asked.asked_at > ctx.now else ""
        )
        due = f", due {asked.due_at:%a %d %b %H:%M} UTC" if asked.due_at else ""
        yield f"waiting for {table.players[asked.seat].name} to {asked.ask}{later}{due}"


def _where(table: Table) -> Iterator[str]:
    """By seat where its player is written to; of a computer, at which level it plays."""
    for at, player in enumerate(table.players):
        level = table.computers.get(Seat(at))
        yield f"computer, {level}" if level else player.address


def _of(count: int | None) -> str:
    """How many deals there are, where that is known."""
    return "" if count is None else f" of {count}"


def _deal(deal: DealView, count: int | None, names: list[str]) -> Iterator[str]:
    english = speech("en", usual_look(deal.rules.pack))
    trump = english.suit_word(deal.trump) if deal.trump else "none"
    cards = "1 card" if deal.size == 1 else f"{deal.size} cards"
    yield f"deal {deal.number}{_of(count)}: {cards}, trump {trump}"
    for seat in deal.seats:
        bid = "-" if deal.bids[seat] is None else deal.bids[seat]
        dealer = ", dealer" if seat == deal.dealer else ""
        yield f"  {names[seat]:24} bid {bid}, took {deal.taken[seat]}{dealer}"
    if deal.trick.cards:
        played = deal.trick.by_seat(deal.players, deal.way)
        on_table = (f"{names[seat]} {english.card_sign(card)}" for seat, card in played)
        yield "on the table: " + ", ".join(on_table)


def record(session: Session, number: int, now: datetime) -> str:
    """A game's readable record, without what nobody may see yet, nor moves held back.

    CannotExport while another table plays the same deals.
    """
    return public_record(*public_log(session, number, now))

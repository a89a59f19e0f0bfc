"""What the operator orders of the whole server, by mail or at the command line."""

from __future__ import annotations

from dataclasses import replace

from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.handlers import run
from pbem.context import Context
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player
from pbem.domain.server_orders import ServerOrdered, ServerOutcome
from pbem.games.blocks import CannotBlock, Protected, block, pattern_of, unblock
from pbem.notifications.adopting import tell_adopted
from pbem.orders.organiser.model import HandOver
from pbem.orders.organiser.set_up import Guest
from pbem.orders.server_orders import ServerLine, ServerOrder
from pbem.store.blocks import blocks
from pbem.store.games import find_game, load_table
from pbem.store.locks import take_games


def do(ctx: Context, operator: Player, line: ServerLine, unique: str) -> ServerOutcome:
    """Do what one line of the operator's mail orders; what came of it."""
    match line.order:
        case ServerOrder.BLOCK | ServerOrder.UNBLOCK:
            told = _at_the_door(ctx, line)
        case ServerOrder.BLOCKS:
            known = tuple((one.pattern, one.since, one.words) for one in blocks(ctx.session))
            told = ServerOutcome(ServerOrdered.LISTED, blocks=known)
        case ServerOrder.ADOPT:
            told = _adopted(ctx, operator, line, unique)
        case None:
            told = ServerOutcome(ServerOrdered.NO_ORDER)
    return replace(told, written=line.written)


def _at_the_door(ctx: Context, line: ServerLine) -> ServerOutcome:
    """Shut somebody out, or let in again."""
    whom, _, words = line.rest.partition(" ")
    try:
        pattern = pattern_of(whom.strip("<>,;:.!"))
        if line.order is ServerOrder.BLOCK:
            seats = tuple(block(ctx, pattern, words.strip(" ,;:")))
            return ServerOutcome(ServerOrdered.BLOCKED, pattern, seats)
        kind = ServerOrdered.UNBLOCKED if unblock(ctx, pattern) else ServerOrdered.NOT_BLOCKED
    except Protected:
        return ServerOutcome(ServerOrdered.PROTECTED, pattern)
    except CannotBlock:
        return ServerOutcome(ServerOrdered.NO_ADDRESS)
    return ServerOutcome(kind, pattern)


def _adopted(ctx: Context, operator: Player, line: ServerLine, unique: str) -> ServerOutcome:
    name = line.rest.strip(" .,;:!\"'")
    number = find_game(ctx.session, name)
    if number is None:
        return ServerOutcome(ServerOrdered.NO_GAME, name)
    guest = Guest(operator.name, operator.address)
    told = adopt(ctx, number, HandOver(guest), line.written, unique)
    known = {
        CommandKind.HANDED_OVER: ServerOrdered.ADOPTED,
        CommandKind.ORGANISES_ALREADY: ServerOrdered.ADOPTED_ALREADY,
    }
    kind = known.get(told.kind, ServerOrdered.NOT_ADOPTED)
    return ServerOutcome(kind, load_table(ctx.session, number).name)


def adopt(ctx: Context, number: int, to: HandOver, line: str, unique: str) -> CommandOutcome:
    """Let somebody organise a game by the operator's word; the table and who did so are told."""
    take_games(ctx.session, [number])
    desk = Desk(ctx.services, ctx.session, ctx.now, number=number, line=line, unique=unique)
    before = load_table(ctx.session, number).organiser
    told = run(desk, to)
    if told.done:
        tell_adopted(desk, load_table(ctx.session, number), [before], unique)
    return told

"""A handler of a player's orders: what it is given, what it gives back, its row in the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine import Game, Reason, Seat
from pbem.commands.player.held import held_answer
from pbem.context import Context
from pbem.context.known import table_as_known
from pbem.domain import outcomes
from pbem.domain.code_powers import Grave, Power
from pbem.domain.model import Player, Question, Stage, Table
from pbem.domain.outcomes import Outcome
from pbem.domain.vocabulary import Why
from pbem.letters.page import Page
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.replies import Refused
from pbem.letters.reader import Reader
from pbem.mail.codes import Purpose
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say, say_at
from pbem.orders.model import Order, Request, Setting
from pbem.orders.reading import Reading
from pbem.store import questions
from pbem.store.games import load_table
from pbem.turns.plans import StandingOrders


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatContext(Context):
    """Who orders, from which seat, in answer to which question, and in which words.

    `table` is as that player may know it. `here` tells that the mail's code is of this table, and
    `renewed` that it was made worthless. `meant_for` is the deal a tap was written for. With `aged`
    the code could be anybody's by now, so that whatever is changed is told. It is the `nth` order
    that the mail gives to this table.
    """

    inbound: int
    table: Table
    seat: Seat
    question: Question | None
    reading: Reading
    meant_for: int | None = None
    here: bool = True
    renewed: bool = False
    aged: bool = False
    nth: int = 0

    @property
    def player(self) -> Player:
        """Who orders."""
        return self.table.players[self.seat]


@dataclass(frozen=True, slots=True)
class LetterBack:
    """The letter back to who ordered: its page, made for its reader.

    It is answered to what `code` names; without it to the question that is open for that seat, or
    else to the one whose answer nobody has seen, so that another takes its place. `latest` is
    the game as the order has left it, `orders` are those standing if it has changed none; both are
    looked up where they are not given.
    """

    page: Callable[[Reader], Page]
    code: tuple[Purpose, int] | None = None
    latest: Game | None = None
    orders: StandingOrders | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an order, and the one letter about this seat that says so, if any does."""

    outcome: Outcome
    letter: LetterBack | None = None


OrderKind = type[Order] | str
"""What a row is for: an order by its type, a request by its wish, a setting by its key."""

ANY = frozenset(Stage)
INVITING = frozenset({Stage.INVITING})
PLAYING = frozenset({Stage.PLAYING})
OVER = frozenset({Stage.OVER})
BEGUN = PLAYING | OVER
CLOSED = ANY - INVITING - BEGUN

Handler = Callable[[SeatContext, Any], Done]
"""Does an order of the kinds in its rows: changes what is to be changed, and tells others."""


@dataclass(frozen=True, slots=True)
class Row:
    """All there is to say of a kind of order beside its words: who handles it at which stages of
    the game, and what its mail's code must be good for, which is judged before anything is done:
    what is grave is asked back. With `account` it needs no seat: it is about the person.

    Kinds that count `below` another order answer nothing, end no game and do not tell all of a
    player's data. A misspelt word may stand for a request that is `mended`, since that does no
    harm; behind one that is `opening` more may stand on its line, behind one that is `naming` a
    name or some other words. `line` is what help says of it.
    """

    kind: OrderKind
    run: Handler
    stages: frozenset[Stage] = ANY
    needs: Power | Grave = Power.ANY
    account: bool = False
    below: bool = False
    mended: bool = False
    opening: bool = False
    naming: bool = False
    line: HelpLine | None = None


def kind_of(order: Order) -> OrderKind:
    """What an order is in the table."""
    match order:
        case Request(wish=wish):
            return wish
        case Setting(key=key):
            return key
        case _:
            return type(order)


def refuse(ctx: SeatContext, why: Why | Reason, line: str | None = None) -> Done:
    """What became of an order that cannot be, with the letter that says why; `line` is what was
    written, if not all that was read.
    """
    page = partial(Refused.of, wrote=ctx.reading.line if line is None else line, why=why)
    return Done(outcomes.Refused(why), LetterBack(page))


def reply(ctx: SeatContext, letter: LetterBack) -> None:
    """Write a letter back, about the table as its reader may know it now."""
    table = load_table(ctx.session, ctx.table.id)
    at = moment_for(ctx, table, ctx.seat, latest=letter.latest, orders=letter.orders)
    code = letter.code or _held_code(ctx, table, hiding=at.hiding is not None)
    if code is None:
        say(at, ctx.seat, letter.page, ctx.inbound, ctx.nth)
    else:
        say_at(at, ctx.seat, letter.page, code, ctx.inbound, ctx.nth)


def say_found(
    ctx: Context, game: int, seat: Seat, page: Callable[[Reader], Page], inbound: int, nth: int
) -> None:
    """Write a letter back that had to be worked out first, about the table as its reader may know
    it by then.
    """
    at = moment_for(ctx, load_table(ctx.session, game), seat)
    say(at, seat, page, inbound, nth)


def _held_code(ctx: SeatContext, table: Table, *, hiding: bool) -> tuple[Purpose, int] | None:
    """What an answer to a letter is about while the last one is held and nothing else is asked.

    A question that comes after what the player may not know yet is not asked, nor is the game over.
    """
    known = table_as_known(ctx.session, table, ctx.now, ctx.seat)
    if known.stage is not Stage.PLAYING or ctx.seat in table.kept:
        return None
    if not hiding and questions.open_at(ctx.session, table.id, ctx.seat) is not None:
        return None
    held = held_answer(ctx, table, ctx.seat)
    return None if held is None else (Purpose.QUESTION, held.id)

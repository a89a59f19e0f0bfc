"""The table of players' orders: the rows of all who handle some, and those of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from pbem.casefolding import folded
from pbem.commands.player import (
    address_change,
    adopting,
    away,
    hint,
    invitation,
    leave,
    muting,
    open_games,
    pause,
    rematch,
    reporting,
    review,
    settings,
    talk,
    tell,
    trials,
    watching,
    why,
)
from pbem.commands.player.play import play
from pbem.commands.player.row import (
    ANY,
    BEGUN,
    INVITING,
    OVER,
    PLAYING,
    Done,
    Handler,
    LetterBack,
    OrderKind,
    Row,
    SeatContext,
    kind_of,
)
from pbem.domain.code_powers import Grave, Power
from pbem.domain.model import Stage
from pbem.domain.outcomes import Told
from pbem.letters.pages.helping import Help, HelpLine, Sendable
from pbem.orders.answers import Bid, Join, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.asked import thanks_first
from pbem.orders.keywords import Key
from pbem.orders.model import (
    HousePolicy,
    Locked,
    Order,
    Request,
    Salt,
    Setting,
    Talk,
    Unread,
    Unsure,
    WhichOrder,
)

_MOVES: tuple[OrderKind, ...] = (
    *(Bid, Pass, Play, Plan, Keep, Trump, Lay, HousePolicy, Unsure, WhichOrder),
    "forget_plan",
)
_ANSWERS = Power.ANSWERS


def _after_the_end(ctx: SeatContext, order: Unread) -> Done:
    """What cannot be read once a game is over, and needs no answer if it begins with thanks."""
    return (
        tell.thanked(ctx, order)
        if thanks_first(order.line, ctx.player.language)
        else play(ctx, order)
    )


def _help(ctx: SeatContext, order: Request) -> Done:
    """How to write to the server, or about one topic."""
    topic, mailbox = order.topic, ctx.services.addresses.mailbox
    page = LetterBack(lambda reader: Help.of(reader, topic, mailbox, SENDABLE))
    return Done(Told("help", topic), page)


ROWS = (
    *(Row(one, play, BEGUN, _ANSWERS) for one in _MOVES),
    Row(Join, play, PLAYING, _ANSWERS),
    Row(Unread, play, PLAYING, _ANSWERS),
    Row(Unread, _after_the_end, OVER, _ANSWERS),
    Row(Locked, tell.locked, ANY, _ANSWERS),
    Row("help", _help, INVITING | BEGUN, below=True, mended=True, opening=True),
    *tell.ROWS,
    *why.ROWS,
    *review.ROWS,
    *hint.ROWS,
    Row(
        *("undo", play, BEGUN, _ANSWERS),
        mended=True,
        opening=True,
        line=HelpLine("take your answer back, as long as nobody has seen it"),
    ),
    *settings.ROWS,
    *trials.ROWS,
    *away.ROWS,
    *pause.ROWS,
    *rematch.ROWS,
    *open_games.ROWS,
    *watching.ROWS,
    *talk.ROWS,
    *muting.ROWS,
    *reporting.ROWS,
    *adopting.ROWS,
    *leave.ROWS,
    *address_change.ROWS,
    *invitation.ROWS,
)
"""In the order in which help tells of them."""

_UNLESS: Mapping[Stage, Handler] = {
    Stage.DRAFT: invitation.no_game,
    Stage.INVITING: invitation.in_or_out,
    Stage.CANCELLED: invitation.no_game,
}


def _at_every_stage() -> dict[tuple[OrderKind, Stage], Row]:
    found = {(row.kind, stage): row for row in ROWS for stage in row.stages}
    for row in ROWS:
        for stage, run in _UNLESS.items():
            found.setdefault((row.kind, stage), replace(row, run=run))
    return found


HANDLERS: Mapping[tuple[OrderKind, Stage], Row] = MappingProxyType(_at_every_stage())
"""The row of each kind of order at each stage of a game: there is exactly one."""

BELOW = frozenset(row.kind for row in ROWS if row.below)
"""The kinds of orders that count below another."""

_SECTIONS: Mapping[OrderKind, tuple[str, str]] = {Talk: ("talk", "words"), Salt: ("salt", "words")}
SENDABLE: tuple[Sendable, ...] = tuple(
    (*_SECTIONS.get(row.kind, ("requests", str(row.kind))), row.line) for row in ROWS if row.line
)
"""What help tells of orders."""

MENDED = frozenset(str(row.kind) for row in ROWS if row.mended)
OPENING = frozenset(str(row.kind) for row in ROWS if row.opening)
NAMING = frozenset(str(row.kind) for row in ROWS if row.naming)

GRAVE = {row.kind: row.needs for row in ROWS if isinstance(row.needs, Grave)}
OF_PERSONS = frozenset(GRAVE[row.kind] for row in ROWS if row.account and row.kind in GRAVE)
AT_THE_DOOR = frozenset(str(row.kind) for row in ROWS if row.account) - GRAVE.keys()
"""What can be asked for by who is not a player yet."""


def grave(order: Order) -> tuple[Grave, str] | None:
    """What has to be asked back before an order is done, with the new address it names, if any."""
    what = GRAVE.get(kind_of(order))
    return None if what is None else (what, detail_of(order))


def detail_of(order: Order) -> str:
    """The new address that an order names, if any."""
    return folded(order.value) if isinstance(order, Setting) else ""


def ordered(what: Grave, detail: str) -> Order:
    """The order that was asked back."""
    if what is Grave.ADDRESS:
        return Setting(Key.ADDRESS, detail)
    return Request(next(str(kind) for kind, one in GRAVE.items() if one is what))

"""Organisers' orders at the command line: the lines that can be mailed, one command each."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Annotated

import typer

from pbem.cli.base import (
    ConfigFile,
    GameName,
    Sorry,
    app,
    at_desk,
    at_work,
    game_number,
    tell,
)
from pbem.orders.organiser.typed import TYPED_ORDERS, TypedOrder

Words = Annotated[
    list[str] | None, typer.Argument(metavar="[WORDS]...", help="As in a mail; see the example.")
]

_OF_THEIR_OWN = (
    *("new", "new_league", "next_round", "score"),
    *("status", "log", "standings", "members", "export"),
)
"""Orders that other commands give."""

DAYS = {"a_day": "12.10.", "few_days": "24.12.-2.1.", "some_days": "3.8.-17.8.", "year": "2026"}
"""The days in the examples, and the year."""


def given() -> dict[str, list[TypedOrder]]:
    """The orders that are given here, each by the name of its command."""
    found: dict[str, list[TypedOrder]] = {}
    for one in TYPED_ORDERS:
        if one.name not in _OF_THEIR_OWN:
            found.setdefault(one.command, []).append(one)
    return found


def _help(orders: list[TypedOrder]) -> str:
    """What each use of an order does, with its example."""
    told = "; ".join(f"{one.says}: {shlex.join(one.typed('Lindy', **DAYS))}" for one in orders)
    return told[0].upper() + told[1:]


def _order(name: str) -> Callable[..., None]:
    def command(game: GameName, words: Words = None, config: ConfigFile = None) -> None:
        _give(game, " ".join([name, *(words or [])]), config)

    return command


def _give(game: str, line: str, config: ConfigFile) -> None:
    """Carry an order out and print what came of it; Sorry if it was not done."""
    from pbem.commands.organiser.handlers import run
    from pbem.orders.organiser.parse import read_commands
    from pbem.store.locks import take_games

    with at_work(config) as ctx:
        [read] = read_commands([line], "en", ctx.now.date())
        if len(read.commands) != 1:
            why = "can be read in two ways" if read.commands else "is not clear"
            raise Sorry(f"{line!r} {why}, and nothing was done; `pbem {line.split()[0]} --help`")
        number = game_number(ctx.session, game)
        take_games(ctx.session, [number])
        told = run(at_desk(ctx, number=number, line=line), read.commands[0])
    tell(ctx.services, told)


for _name, _orders in given().items():
    # Points that are lost, as in `set Lindy missed -2d`, are no options.
    app.command(_name, help=_help(_orders), context_settings={"ignore_unknown_options": True})(
        _order(_name)
    )

"""Organisers' orders at the command line: the lines that can be mailed, one command each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from pbem.cli.base import (
    ConfigFile,
    GameName,
    Sorry,
    app,
    game_number,
    load,
    open_services,
    tell,
    unique_at,
)

Words = Annotated[
    list[str] | None, typer.Argument(metavar="[WORDS]...", help="As in a mail; see the example.")
]

_ORDERS = {
    "start": "Invite those of a draft, or begin with who said yes: start Lindy now",
    "cancel": "End a game before its end: cancel Lindy now",
    "invite": "Ask one more, before the start: invite Lindy Eva eva@cards.example '(en)'",
    "uninvite": "Do without a player, before the start: uninvite Lindy Eva",
    "duplicate": "Draft a table for the same deals: duplicate Lindy Eva eva@cards.example, ...",
    "open": "Offer seats to whoever asks, before the start: open Lindy 2 seats until 12.10.",
    "set": "Change rules before the start, the pace at any time: set Lindy no hook, hold 5",
    "pause": "Let nobody be late, or not on some days: pause Lindy 24.12.-2.1.",
    "resume": "Let deadlines count again: resume Lindy",
    "extend": "Give more time for what is asked now: extend Lindy Ruth 3 days",
    "deadline": "Set the time for an answer from the next question on: deadline Lindy 2 days",
    "remind": "Remind a player now, once a day at most: remind Lindy Ruth",
    "away": "Note days a player is away: away Lindy Ruth 3.8.-17.8.",
    "replace": "Let somebody else play: replace Lindy Ruth with Jan jan@cards.example",
    "standby": "Keep people ready to take a seat: standby Lindy Jan jan@cards.example",
    "drop": "Do without a player; a computer plays on: drop Lindy Ruth",
    "address": "Ask a player at another address: address Lindy Ruth ruth@cards.example",
    "roll-back": "Play again from a trick, if all agree: roll-back Lindy to trick 2 because ...",
    "digest": "Say how often the organiser hears of all games: digest Lindy only when needed",
    "same-again": "Draft a game of the same people and rules: same-again Lindy",
    "organiser": "Let somebody else give orders, too: organiser Lindy Jan jan@cards.example",
    "hand-over": "Let somebody else organise: hand-over Lindy to Jan jan@cards.example",
    "undo": "Take the last order back, within ten minutes: undo Lindy",
    "close": "Put a game that has ended away: close Lindy",
    "announce": "Tell all players something: announce Lindy Happy new year!",
}


def _order(name: str) -> Callable[..., None]:
    def command(game: GameName, words: Words = None, config: ConfigFile = None) -> None:
        _give(game, " ".join([name, *(words or [])]), config)

    return command


def _give(game: str, line: str, config: ConfigFile) -> None:
    """Carry an order out and print what came of it; Sorry if it was not done."""
    from pbem.commands.organiser.desk import Desk
    from pbem.commands.organiser.handlers import run
    from pbem.orders.organiser.parse import read_commands
    from pbem.server.clock import now
    from pbem.store.locks import take_games

    services, at = open_services(load(config)[0]), now()
    [read] = read_commands([line], "en", at.date())
    if len(read.commands) != 1:
        why = "can be read in two ways" if read.commands else "is not clear"
        raise Sorry(f"{line!r} {why}, and nothing was done; `pbem {line.split()[0]} --help`")
    with services.db.begin() as session:
        number = game_number(session, game)
        take_games(session, [number])
        unique = unique_at(at)
        told = run(
            Desk(services, session, at, number=number, line=line, unique=unique), read.commands[0]
        )
    tell(services, told)


for _name, _help in _ORDERS.items():
    app.command(_name, help=_help)(_order(_name))

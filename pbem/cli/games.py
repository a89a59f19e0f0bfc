"""Commands for games: begin one, look at one, check them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import (
    SPARE_HOURS,
    AnswerIn,
    ConfigFile,
    GameName,
    RulesName,
    Sorry,
    app,
    at_work,
    game_number,
    load,
    open_services,
    out,
    print_rows,
    say,
)
from pbem.doctor.finding import counted

if TYPE_CHECKING:
    from engine import Level
    from pbem.context import Context
    from pbem.domain.asking import Waited


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The game's name, as in the mails' subjects.")],
    people: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="'Anna <anna@cards.example> (fr)' ...")
    ],
    computers: Annotated[int, typer.Option(min=0, max=11, help="So many computers play, too.")] = 0,
    level: Annotated[
        str, typer.Option(help="How well they play: easy, steady or strong.")
    ] = "steady",
    organiser: Annotated[
        str | None, typer.Option(help="Who invites; the first player if nobody is named.")
    ] = None,
    preset: RulesName = "ohhell_pagat",
    answer_in: AnswerIn = None,
    hold: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=60,
            help="Minutes a move can be undone, even where all answer at once.",
        ),
    ] = None,
    weekends: Annotated[
        bool, typer.Option(" /--no-weekends", help="Saturdays and Sundays do not count.")
    ] = True,
    skip: Annotated[
        list[str] | None, typer.Option(metavar="DAYS", help="Days that do not count: 24.12.-2.1.")
    ] = None,
    away_days: Annotated[
        int, typer.Option(min=0, max=366, help="How many days each player may be away.")
    ] = 21,
    spare_hours: Annotated[
        int,
        typer.Option(min=0, max=720, help="Hours each player has in reserve for late answers."),
    ] = SPARE_HOURS,
    play_out: Annotated[
        bool,
        typer.Option("--play-it-out", help="Ask for every card, even the only one."),
    ] = False,
    hints: Annotated[
        bool,
        typer.Option("--hints", help="Who is asked may have a hint; counts for no rating."),
    ] = False,
    words: Annotated[str, typer.Option(help="A word of yours in the invitation.")] = "",
    start: Annotated[
        bool, typer.Option("--start", help="Ask nobody: all have agreed already.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Set up a game and invite its players."""
    from engine import combine
    from pbem.domain.setup import GameSetup
    from pbem.games.guests import Person, person
    from pbem.games.set_up import days, new_game
    from pbem.notifications.organisers import send_your_game
    from pbem.orders.organiser.set_up import ComputerGuest

    persons = [person(one) for one in people]
    everybody: list[Person | ComputerGuest] = list(persons)
    everybody += [ComputerGuest(_level(level))] * computers
    if hold is None and computers and len(persons) == 1:
        hold = 0
    rules = combine(preset)
    with at_work(config) as ctx:
        setup = GameSetup(
            rules.name,
            rules.rules,
            answer_in=ctx.settings.answer_in if answer_in is None else answer_in,
            hold=ctx.settings.hold if hold is None else hold,
            follows=hold is None,
            play_out=play_out,
            hints=hints,
            weekends=weekends,
            days_off=tuple(days(one, ctx.now.date()) for one in skip or ()),
            away_days=away_days,
            spare_hours=spare_hours,
        )
        table = new_game(
            ctx,
            name=name,
            setup=setup,
            organiser=person(organiser) if organiser else persons[0],
            people=everybody,
            zone=ctx.settings.zone,
            language=ctx.settings.language,
            words=words,
            invite=not start,
        )
        send_your_game(ctx, table)
    for one, player in zip(persons, table.players, strict=False):
        if one.name != player.name:
            out.print(f"{one.address} is known as {player.name}; that name is kept.", markup=False)
    names = ", ".join(player.name for player in table.players)
    what = "The first hands" if start else "Invitations"
    out.print(f"{table.name}: {names}.", markup=False)
    out.print(f"{what} are in the outbox; `pbem serve` sends them if it is running.")
    if not start:
        out.print("The game begins when everybody has said yes; `pbem games` shows who has.")


def _level(written: str) -> Level:
    from engine import Level

    try:
        return Level(written)
    except ValueError:
        raise Sorry(f"there is no level '{written}': easy, steady or strong") from None


@app.command()
def games(
    open_: Annotated[
        bool, typer.Option("--open", help="Only those that can be joined, and their free seats.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """List all games: where each stands, and whom it waits for."""
    from pbem.results.game_status import overview
    from pbem.store.database import shown
    from pbem.store.inbox import inbound_counts

    with at_work(config) as ctx:
        if open_:
            _list_open(ctx)
            return
        rows = overview(ctx)
        parked = inbound_counts(ctx.session).get("parked", 0)
    if not rows:
        out.print(f"No games yet in {shown(ctx.settings.database)}.", markup=False)
        out.print("Start one: pbem new Lindy anna@cards.example bruno@... ruth@...")
        return
    told = (
        (row.name, str(row.players), row.stage, row.waiting_for, _since(row.waited)) for row in rows
    )
    print_rows(told, "Game", "Players", "Stage", "Waiting for", "Since (UTC)")
    if parked:
        mails = counted(parked, "mail")
        out.print(f"{mails} failed three times; `pbem inbox --parked` lists what is parked.")


def _since(waited: Waited) -> str:
    if waited.until:
        return f"asked on {waited.until:%d %b %H:%M}"
    return f"{waited.since:%d %b %H:%M}" if waited.since else ""


def _list_open(ctx: Context) -> None:
    """Print the games that can be joined."""
    from pbem.commands.player.open_games import joinable
    from pbem.store.offers import offer

    rows = []
    for table in joinable(ctx.session, ctx.now):
        open_ = offer(ctx.session, table.id)
        assert open_ is not None
        seats = f"{open_.free(table)} of {open_.room}"
        until = f"{open_.until:%d %b %H:%M}" if open_.until else ""
        hours, who = str(table.setup.answer_in), table.organiser.name
        rows.append((table.name, table.setup.preset, seats, hours, who, until))
    heads = ("Game", "Rules", "Free seats", "Hours to answer", "Organiser", "Until (UTC)")
    none = "No game can be joined; `pbem open GAME 2 seats` offers seats of one."
    print_rows(rows, *heads, none=none)


@app.command()
def show(game: GameName, config: ConfigFile = None) -> None:
    """Show how a game stands, as a spectator sees it: no hands."""
    from pbem.results.game_status import describe

    with at_work(config) as ctx:
        out.print(describe(ctx, game_number(ctx.session, game)), markup=False)


@app.command("log")
def log_(game: GameName, config: ConfigFile = None) -> None:
    """Print a game's record; the hands of a deal only when it is over."""
    from pbem.results.game_status import record

    with at_work(config) as ctx:
        say(record(ctx.session, game_number(ctx.session, game), ctx.now))


@app.command()
def check(config: ConfigFile = None) -> None:
    """Refold every game and compare each recorded event with what the rules give."""
    from rich.progress import track

    from pbem.games.check import check_game
    from pbem.store.games import all_games

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        numbers = all_games(session)
    wrong: list[str] = []
    for number in track(
        numbers, "Checking", console=out, transient=True, disable=not out.is_terminal
    ):
        with services.db.begin() as session:
            wrong += filter(None, [check_game(session, number)])
    for sentence in wrong:
        say(sentence)
    if wrong:
        raise Sorry(f"{len(wrong)} of {len(numbers)} games are broken")
    out.print(f"{counted(len(numbers), 'game')} checked: every event is what the rules give.")

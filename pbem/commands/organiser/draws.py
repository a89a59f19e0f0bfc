"""Club nights: who plays where in a round is drawn, and what proves it is published."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from engine.shuffle import seed
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.context import Context
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.draws import DrawnRound, PublishedDraw, drawn_round, write_draws
from pbem.domain.model import Player
from pbem.letters.page import Attachment
from pbem.results.finished import file_name
from pbem.store import draws, people
from pbem.store.database import Session
from pbem.store.draws import Draw
from pbem.store.leagues import League, entered_for

SCRIPT = "check_draws.txt"
"""The script in the mail with the draws, which lies in the room of the letters."""


def must_be_drawn(desk: Desk) -> None:
    """NotDone if the game is the draft that all are in until their tables are drawn."""
    if night := entered_for(desk.session, desk.number):
        raise NotDone(CommandKind.NOT_DRAWN, game=night, offers=(f"next round {night}",))


def announce(ctx: Context, league: League, number: int) -> None:
    """Fix the draw of a round, of which only the fingerprint is told before it."""
    draws.fix(ctx.session, league.id, number, ctx.services.secrets(league.name, number))


def draw_tables(
    ctx: Context, league: League, number: int, present: Sequence[Player]
) -> tuple[list[list[Player]], list[Player]]:
    """The tables of a round, as its draw fixes them, and who rests; that of the next round, if one
    comes, is fixed.

    Who has entered earlier counts before who is `present` for the first time.
    """
    past = draws.draws_of(ctx.session, league.id)
    numbers = _numbers(past, [one.id for one in present])
    entered = sorted(present, key=lambda one: numbers[one.id])
    before = [_by_number(one, numbers) for one in past[: number - 1]]
    told = drawn_round(
        [numbers[one.id] for one in entered],
        league.size,
        before,
        seed(league.name, number, past[number - 1].secret),
        exact=league.exact,
    )
    whose = {numbers[one.id]: one for one in present}
    tables = [[whose[one] for one in table] for table in told.tables]
    rests = [whose[one] for one in told.rests]
    draws.write_down(
        *(ctx.session, league.id, number, [one.id for one in entered]),
        [[one.id for one in table] for table in tables],
        [one.id for one in rests],
    )
    if number < league.rounds:
        announce(ctx, league, number + 1)
    return tables, rests


def resting(session: Session, league: League, number: int) -> list[Player]:
    """Who rests in a round that was drawn."""
    past = draws.draws_of(session, league.id)[number - 1 : number] if number else []
    return [people.player(session, one) for draw in past for one in draw.rests]


def next_print(session: Session, league: League) -> str:
    """The fingerprint of the draw to come; empty if none comes."""
    return next(
        (one.fingerprint for one in draws.draws_of(session, league.id) if not one.entered), ""
    )


def draw_files(session: Session, league: League) -> tuple[Attachment, ...]:
    """The record of a club night's draws, and what works them out anew; nothing before the first,
    and for a league whose tables are not drawn.
    """
    past = draws.draws_of(session, league.id)
    if not any(one.entered for one in past):
        return ()
    numbers = _numbers(past, ())
    names = {at: people.player(session, one).name for one, at in numbers.items()}
    shown = [
        PublishedDraw(
            *(one.fingerprint, one.secret.hex(), tuple(numbers[who] for who in one.entered)),
            _by_number(one, numbers),
        )
        if one.entered
        else PublishedDraw(one.fingerprint)
        for one in past
    ]
    record = write_draws(league.name, league.size, names, shown, exact=league.exact)
    script = (files("pbem.letters") / SCRIPT).read_text("utf-8")
    return Attachment(f"{file_name(league.name)}-draws.txt", record), Attachment(SCRIPT, script)


def _numbers(past: Sequence[Draw], present: Sequence[int]) -> dict[int, int]:
    """The number of each player who has ever been there, in the order they came."""
    came = dict.fromkeys([*(one for draw in past for one in draw.entered), *present])
    return {one: at for at, one in enumerate(came, 1)}


def _by_number(draw: Draw, numbers: dict[int, int]) -> DrawnRound:
    tables = tuple(tuple(numbers[one] for one in table) for table in draw.tables)
    return DrawnRound(tables, tuple(numbers[one] for one in draw.rests))

"""Letters that organisers get unasked: a game set up, all have answered, a player is silent."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from engine import RulesError, Seat
from pbem.context import Context
from pbem.domain.command_outcomes import CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.strangers import Unwritten
from pbem.letters.pages.organisers import AllAnswered, CommandResult, SilentPlayer, YourGame
from pbem.letters.speech import speech
from pbem.letters.taps import Taps, taps_of
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify
from pbem.store.codes import mint
from pbem.store.games import load_table


@dataclass(frozen=True, slots=True)
class OrganiserTaps:
    """Where an organiser's answers about a game go, and the links that send a finished line."""

    language: str
    address: str
    tag: str
    links: Taps

    def to(self, line: str, game: str = "", about: str = "") -> str:
        """The link that orders a line, for another game than the letter is about if need be."""
        return self.links.to(f"{game}: {line}" if game and game != about else line)


def organiser_taps(ctx: Context, table: Table) -> OrganiserTaps:
    """The answer address of a game's organiser, which nobody else gets."""
    said = speech(table.organiser.language)
    code = mint(ctx.session, ctx.services.addresses, Purpose.ORGANISER, table.id)
    taps = taps_of(code, table.name, said.code)
    return OrganiserTaps(said.code, taps.address, taps.tag, taps)


def send_your_game(
    ctx: Context,
    table: Table,
    *,
    inbound: int | None = None,
    to: Player | None = None,
    wanted_by: tuple[str, ...] = (),
    by: int | None = None,
) -> Unwritten | None:
    """The game as it was understood, and how it is run by mail; to its organiser, or another
    who may give orders. Why not, if he has not agreed to be written to; `by` whose order it is.
    """
    reader = to or table.organiser
    taps = organiser_taps(ctx, table)
    sizes: tuple[int, ...] = ()
    with suppress(RulesError):
        sizes = table.setup.rules.sizes(len(table.players))
    page = YourGame(
        language=taps.language,
        game=table.name,
        to=reader.name,
        drafted=table.stage is Stage.DRAFT,
        players=tuple((player.name, player.address) for player in table.players),
        setup=table.setup,
        sizes=sizes,
        start_tap="" if table.begun else taps.to("start"),
        pause_tap=taps.to("pause") if table.stage is Stage.PLAYING else "",
        status_tap=taps.to("status"),
        cancel_tap=taps.to("cancel"),
        evening_tap=taps.to("set hold 0"),
        tag=taps.tag,
        today=ctx.now.astimezone(ZoneInfo(reader.zone)).date(),
        wanted_by=wanted_by,
    )
    unique = f"set-up.{reader.id}" if to else "set-up"
    return notify(
        ctx, page, reader, unique, reply_to=taps.address, game=table, inbound=inbound, by=by
    )


def tell_answers(ctx: Context, number: int, unique: str) -> None:
    """Tell once everybody who was invited has answered; `unique` tells it from others."""
    table = load_table(ctx.session, number)
    if Reply.NOTHING in table.said:
        return
    taps = organiser_taps(ctx, table)
    yes = sum(said is Reply.YES for said in table.said)
    page = AllAnswered(
        language=taps.language,
        game=table.name,
        said=tuple(
            (player.name, said.value)
            for player, said in zip(table.players, table.said, strict=True)
        ),
        yes=yes,
        begun=table.begun,
        start_tap=taps.to("start now"),
        tag=taps.tag,
    )
    notify(ctx, page, table.organiser, unique, reply_to=taps.address, game=table)


def tell_organiser(ctx: Context, table: Table, told: CommandOutcome, unique: str) -> None:
    """What came of an order that others had to agree to."""
    taps = organiser_taps(ctx, table)
    page = CommandResult(
        language=taps.language,
        game=table.name,
        zone=table.organiser.zone,
        told=((told, tuple((line, taps.to(line)) for line in told.offers)),),
        games=(),
        record=(),
        tag=taps.tag,
        today=ctx.now.astimezone(ZoneInfo(table.organiser.zone)).date(),
    )
    notify(ctx, page, table.organiser, unique, reply_to=taps.address, game=table)


def tell_silence(ctx: Context, number: int, seat: Seat, missed: int) -> None:
    """Tell that a player has missed some deadlines in a row; perhaps a computer plays now."""
    table = load_table(ctx.session, number)
    player = table.players[seat]
    if player.id == table.organiser.id:
        return
    taps = organiser_taps(ctx, table)
    # Not `extend`: by now the turn is another's, and what comes next should wait.
    first = ctx.now.astimezone(ZoneInfo(player.zone)).date()
    wait = f"away {player.name} {first} to {first + timedelta(days=2)}"
    page = SilentPlayer(
        language=taps.language,
        game=table.name,
        player=player.name,
        missed=missed,
        kept=seat in table.kept,
        wait=wait,
        wait_tap=taps.to(wait),
        replace_tap=taps.to(f"replace {player.name} with computer"),
        tag=taps.tag,
    )
    notify(
        ctx,
        page,
        table.organiser,
        f"{seat}.{missed}.{int(ctx.now.timestamp())}",
        reply_to=taps.address,
        game=table,
    )

"""Open games: which can be joined, and a seat for whoever asks for one."""

from __future__ import annotations

from datetime import datetime

from engine import Seat
from pbem.commands.player.invitation import invitation
from pbem.commands.player.row import ANY, INVITING, Done, Row, SeatContext, refuse
from pbem.context import Context
from pbem.context.known import not_begun
from pbem.domain import outcomes
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Outsider, Player, Reply, Stage, Table
from pbem.domain.names import look
from pbem.domain.outcomes import Changed, Outcome, Refused
from pbem.domain.setup import NEWCOMER
from pbem.domain.vocabulary import Change, Unmet, Why
from pbem.games.start import begin_if_ready, free
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.open_games import NoSeat, OpenGame, OpenGames
from pbem.letters.pages.people import Noted
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.notifications.mailer import notify, seat_taps
from pbem.notifications.moment import Moment
from pbem.notifications.notifier import say
from pbem.notifications.organisers import tell_answers, tell_organiser
from pbem.notifications.silence import left_unanswered
from pbem.orders.answers import Join
from pbem.orders.model import Request
from pbem.orders.organiser.words import similar
from pbem.store import answers, offers
from pbem.store.consent import wants_mail
from pbem.store.database import Session
from pbem.store.games import games_of, load_table
from pbem.store.locks import take_games
from pbem.store.matches import knows_the_deals
from pbem.store.seats import add_seat, set_said


def open_games(ctx: SeatContext, order: Request) -> Done:
    """Give a player a seat, or tell which games can be joined, where games may be joined at all."""
    if not ctx.settings.open_games:
        return refuse(ctx, Why.NO_OPEN_GAMES)
    taps = seat_taps(ctx, ctx.table, ctx.seat)
    return Done(heard(ctx, ctx.player, order, taps, ctx.inbound))


def seat_by_name(ctx: SeatContext, order: Request) -> Done:
    """Yes by the name of the game, as whoever finds it in a list says it; or another game."""
    named = similar(order.topic, (ctx.table.name,)) is not None
    return invitation(ctx, Join(True)) if named else open_games(ctx, order)


def registered_already(ctx: SeatContext, _order: Request) -> Done:
    """A player is registered."""
    return refuse(ctx, Why.REGISTERED)


def heard(ctx: Context, player: Player, asked: Request, taps: Taps, inbound: int) -> Outcome:
    """Give a player a seat, or tell which games can be joined; what became of it."""
    joins = asked.wish == "join"
    found = place_for(ctx.session, player, asked.topic, ctx.now) if joins else None
    if isinstance(found, Table):
        return sit_down(ctx, found, player, inbound)
    tell_games(ctx, player, player.language, taps, inbound, found)
    return Refused(found.why) if found else outcomes.Told("games")


def tell_games(
    ctx: Context,
    to: Player | Outsider,
    language: str,
    taps: Taps,
    inbound: int,
    no_seat: NoSeat | None = None,
) -> None:
    """Write which games can be joined, and why one cannot that was asked for."""
    if left_unanswered(ctx, inbound, to.id, "open_games"):
        return
    page = OpenGames(
        taps,
        zone=to.zone if isinstance(to, Player) else ctx.settings.zone,
        games=joinable_games(ctx, taps, language),
        no_seat=no_seat,
    )
    notify(ctx, page, to, f"in{inbound}", inbound=inbound)


def joinable_games(ctx: Context, taps: Taps, language: str) -> tuple[OpenGame, ...]:
    """The games with a free seat, where games may be joined at all."""
    if not ctx.settings.open_games:
        return ()
    return tuple(
        _open_game(ctx.session, table, taps, language) for table in joinable(ctx.session, ctx.now)
    )


def joinable(session: Session, now: datetime) -> list[Table]:
    """The tables with a free seat."""
    tables = [load_table(session, number) for number in offers.offered(session, now)]
    return [table for table in tables if free(session, table)]


def _open_game(session: Session, table: Table, taps: Taps, language: str) -> OpenGame:
    open_ = offers.offer(session, table.id)
    assert open_ is not None
    rules = table.setup.rules
    words = f"{speech(language).say('requests', 'join')} {table.name}"
    return OpenGame(
        name=table.name,
        organiser=table.organiser.name,
        preset=table.setup.preset,
        rules=rules,
        sizes=rules.sizes(open_.room),
        room=open_.room,
        free=open_.free(table),
        answer_in=table.setup.answer_in,
        reliable=table.setup.reliable,
        hints=table.setup.hints,
        until=open_.until,
        tap=taps.to(f"join {table.name}", words),
    )


def place_for(
    session: Session, player: Player | Outsider, wanted: str, now: datetime
) -> Table | NoSeat:
    """The table with a seat for somebody, or why there is none."""
    names = offers.ever_offered(session)
    name = similar(wanted, tuple(names))
    if name is None:
        return NoSeat(Unmet.NO_GAME, wanted[:40])
    take_games(session, [names[name]])
    table = load_table(session, names[name])
    open_ = offers.offer(session, table.id)
    if player.id in [one.id for one in table.players]:
        return NoSeat(Unmet.THERE_ALREADY, name)
    if player.id is not None and knows_the_deals(session, table.match, table.id, player.id):
        return NoSeat(Unmet.OTHER_TABLE, name)
    if table.begun or table.stage is not Stage.INVITING:
        return NoSeat(Unmet.BEGUN, name)
    if open_ is None or open_.over(now):
        return NoSeat(Unmet.CLOSED, name)
    if not open_.free(table):
        return NoSeat(Unmet.FULL, name)
    if look(player.name) in [look(one.name) for one in table.players]:
        return NoSeat(Unmet.SAME_NAME, name)
    if player.id is not None and (known := reliability(session, player.id)) is not None:
        answered, missed = known
        if 100 * answered < table.setup.reliable * (answered + missed):
            came = 100 * answered // (answered + missed)
            return NoSeat(Unmet.UNRELIABLE, name, came, table.setup.reliable)
    return table


def reliability(session: Session, player: int) -> tuple[int, int] | None:
    """How many answers of a player came in time and how many did not; None of a newcomer."""
    counts = answers.on_time(session, games_of(session, player)).get(player, (0, 0))
    return counts if sum(counts) >= NEWCOMER else None


def sit_down(ctx: Context, table: Table, player: Player, inbound: int) -> Changed:
    """Seat a player who has asked for it; the game begins if nobody is waited for any more."""
    seat = Seat(len(table.players))
    add_seat(ctx.session, table.id, seat, player.id, ctx.now)
    set_said(ctx.session, table.id, [seat], Reply.YES)
    wants_mail(ctx.session, player.id, ctx.now)
    table = load_table(ctx.session, table.id)
    if begin_if_ready(ctx, table):
        tell_answers(ctx, table.id, f"after{inbound}")
        return Changed(Change.JOINED_LAST, table.name)
    left = free(ctx.session, table)
    at = Moment(ctx, table, not_begun(table), 0)
    say(at, seat, lambda reader: Noted(reader.frame, "joined"), inbound)
    told = CommandOutcome(
        CommandKind.JOINED, game=table.name, name=player.name, n=left, offers=("start now",)
    )
    tell_organiser(ctx, table, told, f"join{inbound}")
    return Changed(Change.JOINED, table.name)


ROWS = (
    Row(
        *("games", open_games),
        account=True,
        below=True,
        line=HelpLine("which games can be joined, where the server allows it", "rarely"),
    ),
    Row(
        *("join", open_games, ANY - INVITING),
        account=True,
        naming=True,
        line=HelpLine("a seat in one of them", "rarely", "Lindy"),
    ),
    Row("join", seat_by_name, INVITING),
    Row("register", registered_already, account=True),
)

"""Settings that a player changes by mail, and what follows of them."""

from __future__ import annotations

from functools import partial

from pbem.commands.player.row import Done, LetterBack, Row, SeatContext, refuse
from pbem.domain.names import is_name, look
from pbem.domain.outcomes import Changed, Refused, Told
from pbem.domain.preferences import USUAL
from pbem.domain.vocabulary import Change, Unmet, Why
from pbem.letters.choices import value_of
from pbem.letters.pages.accounts import NoSuchValue, SettingChanged, Settings
from pbem.letters.pages.helping import HelpLine
from pbem.notifications.waiting import let_leave
from pbem.orders.keywords import Key
from pbem.orders.model import Request, Setting, UnknownValue
from pbem.orders.reading import Lettering, Notation
from pbem.store import deadlines, people, postponed, questions, time_zones
from pbem.store.database import Session
from pbem.store.games import games_of, load_table
from pbem.store.mutes import muted
from pbem.store.people import set_notation


def settings(ctx: SeatContext, _order: Request) -> Done:
    """Which settings there are, and how they stand."""
    names = [name for _, name in muted(ctx.session, ctx.player.id)]
    return Done(Told("settings"), LetterBack(lambda reader: Settings.of(reader, names)))


def mailing(ctx: SeatContext, order: Setting) -> Done:
    """When to write to the player, and about what; letters that wait leave as he wants it now."""
    people.set_mailing(ctx.session, ctx.player.id, order.key, order.value)
    let_leave(ctx, postponed.not_tried(ctx.session, ctx.player.id))
    return _set(ctx, order)


def language(ctx: SeatContext, order: Setting) -> Done:
    """The language of the player's letters."""
    people.change_player(ctx.session, ctx.player.id, language=order.value)
    return _set(ctx, order)


def time_zone(ctx: SeatContext, order: Setting) -> Done:
    """The clock by which the player is told times."""
    people.change_player(ctx.session, ctx.player.id, zone=order.value)
    time_zones.decide(ctx.session, ctx.player.id)
    return _set(ctx, order)


def reminders(ctx: SeatContext, order: Setting) -> Done:
    """How many reminders there are of a question, of the open ones as well."""
    people.change_player(ctx.session, ctx.player.id, reminders=int(order.value))
    for asked in questions.open_to(ctx.session, ctx.player.id):
        if asked.due_at is None:
            continue
        table = load_table(ctx.session, asked.game)
        first = table.reminder(asked.seat, asked.asked_at, asked.due_at)
        times = (first, first and table.last_call(asked.seat, first, asked.due_at))
        at = next((one for one in times if one and one > ctx.now), None)
        deadlines.set_due(ctx.session, asked.id, asked.due_at, at)
    return _set(ctx, order)


def notation(ctx: SeatContext, order: Setting) -> Done:
    """Whose letters the player writes for cards."""
    set_notation(ctx.session, ctx.player.id, Notation(Lettering(order.value)))
    return _set(ctx, order)


def name(ctx: SeatContext, order: Setting) -> Done:
    """What others call the player."""
    if not name_is_free(ctx.session, ctx.player.id, order.value):
        return refuse(ctx, Why.NAME)
    people.change_player(ctx.session, ctx.player.id, name=order.value)
    return _set(ctx, order)


def no_such_value(ctx: SeatContext, order: UnknownValue) -> Done:
    """A setting that cannot be so: nothing changes, and the values that there are."""
    near = [one for one in order.among if isinstance(one, Setting)]
    page = partial(NoSuchValue.of, key=order.key, near=near)
    return Done(Refused(Unmet.NO_SUCH_VALUE), LetterBack(page))


def name_is_free(session: Session, player: int, wanted: str) -> bool:
    """Whether a player may have a name: nobody at the same table has one that looks like it."""
    others = (
        other.name
        for number in games_of(session, player)
        for table in [load_table(session, number)]
        for other in (*table.players, table.organiser)
        if other.id != player
    )
    return is_name(wanted) and look(wanted) not in map(look, others)


def _set(ctx: SeatContext, order: Setting) -> Done:
    """The word back: `ctx` knows the player as he was before."""
    page = partial(SettingChanged.of, key=order.key, before=value_of(ctx.player, order.key))
    return Done(Changed(Change.SETTING, order.key.value), LetterBack(page))


ROWS = (
    Row(
        *("settings", settings),
        mended=True,
        line=HelpLine("your language, your clock, and how many mails you get", "yours"),
    ),
    *(Row(key, mailing, below=True) for key in USUAL),
    Row(Key.LANGUAGE, language, below=True),
    Row(Key.TIME_ZONE, time_zone, below=True),
    Row(Key.REMINDERS, reminders, below=True),
    Row(Key.NOTATION, notation, below=True),
    Row(Key.NAME, name, below=True),
    Row(UnknownValue, no_such_value),
)

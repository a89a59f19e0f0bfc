"""Mails about watching a game that come without a seat's code: at the door, and from watchers.

Anybody can write any address into From: before it has said yes, nothing of a game is sent there.
"""

from __future__ import annotations

from pbem.commands.player import no_table
from pbem.commands.player.open_games import heard
from pbem.commands.player.trials import begin_trial
from pbem.commands.player.watching import end_watching, say_what_comes, tell_watchable, wished
from pbem.context import Context
from pbem.context.known import asked_openly, sealed
from pbem.domain.asking import Waited, waited
from pbem.domain.model import Outsider, Player, Stage, Table
from pbem.domain.names import name_of
from pbem.domain.outcomes import (
    AskedBack,
    Changed,
    NotActed,
    Outcome,
    Outcomes,
    Refused,
    Said,
    Thanked,
    Told,
    Unchanged,
    at,
)
from pbem.domain.preferences import USUAL
from pbem.domain.strangers import DAY, WEEK
from pbem.domain.vocabulary import Already, Back, Change, To, Why, WhyNot
from pbem.games.watching import to_watch
from pbem.letters.answered import yes_or_no
from pbem.letters.choices import value_of
from pbem.letters.pages.accounts import SettingChanged
from pbem.letters.pages.status import DealLog, Status
from pbem.letters.pages.watching import Watchable
from pbem.letters.taps import Taps
from pbem.mail.authentication import Dmarc
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.notifications.mailer import no_taps, notify, taps_for
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say
from pbem.notifications.silence import left_unanswered
from pbem.orders.answers import Join
from pbem.orders.keywords import Key
from pbem.orders.model import Request, Setting, Thanks
from pbem.store import people, registration, watching
from pbem.store.consent import agree
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, set_player
from pbem.store.people import player_at
from pbem.store.registration import Signup


def at_the_door(
    ctx: Context, inbound: Inbound, mail: Mail, asked: Request, language: str, verdict: Dmarc
) -> Outcome | None:
    """Ask whoever wants to watch, at that address, whether it is meant; what became of the mail,
    None if that is not to be had here.

    A player is asked once a day, and not at all where our mail server vouches for the sender; to
    watch no more takes no asking. A stranger is asked once in a week.
    """
    address, allowed = mail.sender or "", ctx.settings.watchers
    number = people.owner(ctx.session, address)
    if number is None and (allowed != "anybody" or asked.wish == "unwatch"):
        return None
    player = None if number is None else people.player(ctx.session, number)
    if player is not None:
        set_player(ctx.session, inbound.id, player.id)
        if asked.wish == "unwatch" or (verdict is Dmarc.PASS and allowed != "nobody"):
            return wished(ctx, player, asked, no_taps(ctx, player.language), inbound.id)
        if allowed == "nobody":
            return None
        if people.has_stopped(ctx.session, player.id):
            return NotActed(WhyNot.STOPPED)
        address, language = player.address, player.language
    if registration.asked_since(ctx.session, address, ctx.now - (DAY if player else WEEK)):
        return NotActed(WhyNot.ASKED_LATELY)
    to = player or Outsider(name_of(mail.name, address), address)
    return _ask(ctx, inbound, to, asked.topic, language)


def _ask(
    ctx: Context, inbound: Inbound, to: Player | Outsider, wanted: str, language: str
) -> Outcome:
    found = to_watch(ctx, to, wanted)
    table = found if isinstance(found, Table) else None
    signup = registration.add(
        *(ctx.session, to.address, to.name, language, ctx.now),
        table.name if table else "",
        watches=True,
    )
    taps = signup_taps(ctx, signup)
    if not isinstance(found, Table):
        written = tell_watchable(ctx, to, language, taps, inbound.id, found, wanted)
    elif left_unanswered(ctx, inbound.id, to.id, Watchable.kind):
        written = False
    else:
        over = found.stage is Stage.OVER
        page = Watchable(taps, found.name, found.organiser.name, over=over)
        written = notify(ctx, page, to, f"signup{signup.id}", inbound=inbound.id) is None
    if not written:
        registration.close(ctx.session, signup.id, registration.NOT_ASKED)
        return NotActed(WhyNot.SILENT)
    return AskedBack(Back.WATCH)


def confirmed(
    ctx: Context,
    inbound: Inbound,
    mail: Mail,
    asked: Signup,
    player: Player | None,
    order: Request | None,
) -> Outcomes:
    """Let somebody watch who was asked about it at that address, and says yes or names a game."""
    names = order is not None and order.wish == "watch"
    if player is not None:
        set_player(ctx.session, inbound.id, player.id)
    if asked.closed is not None and not (names and player):
        return at(None, Unchanged(Already.ANSWERED))
    said = True if names else yes_or_no(mail, asked.language)
    if said is None or (said and not names and not asked.wish):
        return at(None, NotActed(WhyNot.UNCLEAR))
    registration.close(ctx.session, asked.id, "yes" if said else "no")
    if not said:
        return at(None, Said(False, To.WATCH))
    player, new = let_in(ctx, asked, player)
    wish = order if names and order else Request("watch", asked.wish)
    return new + at(None, wished(ctx, player, wish, signup_taps(ctx, asked), inbound.id))


def let_in(ctx: Context, asked: Signup, player: Player | None) -> tuple[Player, Outcomes]:
    """Who has said yes at the address that was asked, a player from now on, if he was none yet;
    what became of it.
    """
    new: Outcomes = ()
    if player is None:
        player = player_at(
            *(ctx.session, asked.address, asked.name),
            zone=ctx.settings.zone,
            language=asked.language,
            now=ctx.now,
        )
        new = at(None, Changed(Change.REGISTERED, player.name))
    agree(ctx.session, player.id, ctx.now)
    return player, new


def answered(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Do what somebody orders who watches a game, or has; what became of it."""
    one = watching.watcher(ctx.session, number)
    if one is None or one.player != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    set_player(ctx.session, inbound.id, player)
    reader, table = people.player(ctx.session, player), load_table(ctx.session, one.game)
    order = no_table.order_in(mail, reader.language)
    match order:
        case Join(yes=False) | Request("leave" | "unsubscribe") | Request("unwatch", ""):
            return at(table.id, end_watching(ctx, table, reader, inbound.id))
        # What can be asked for from any letter, with a seat or without.
        case Request("test" | "practice"):
            return at(table.id, begin_trial(ctx, reader, order, inbound.id))
        case Request("watch" | "unwatch" | "games" | "join" as wish):
            taps = taps_for(ctx, Purpose.WATCH, number, table.name, reader.language)
            done = heard if wish in ("games", "join") else wished
            return at(table.id, done(ctx, reader, order, taps, inbound.id))
        case Thanks():
            return at(table.id, Thanked())
    about_person = no_table.heard(ctx, inbound, mail, player, WhyNot.NOTHING_OPEN)
    if about_person is not None:
        return about_person
    if not one.watches:
        return at(table.id, end_watching(ctx, table, reader, inbound.id))
    return at(table.id, _told(ctx, table, reader, order, inbound.id))


def _told(ctx: Context, table: Table, reader: Player, order: object, inbound: int) -> Outcome:
    """Tell somebody who watches what all may know, or how to ask for it."""
    now = moment_for(ctx, table, None)
    match order:
        case Setting(key, value) if key in USUAL or key is Key.LANGUAGE:
            if key is Key.LANGUAGE:
                people.change_player(ctx.session, reader.id, language=value)
            else:
                people.set_mailing(ctx.session, reader.id, key, value)
            before, changed = value_of(reader, key), people.player(ctx.session, reader.id)
            say(now, changed, lambda to: SettingChanged.of(to, key=key, before=before), inbound)
            return Changed(Change.SETTING, key.value)
        case Request("status" | "hand" | "standings") if not sealed(ctx.session, table, ctx.now):
            if not table.begun:
                say(now, reader, Status.before_start, inbound)
            else:
                say(now, reader, lambda to: Status.of(to, _waited(ctx, table, now.hiding)), inbound)
            return Told("status")
        case Request("log", topic) if table.begun and not sealed(ctx.session, table, ctx.now):
            last = len(now.game.deals) + (now.game.deal is not None)
            deal = min(int(topic or last), last) or 1
            say(now, reader, lambda to: DealLog.of(to, deal) or Status.before_start(to), inbound)
            return Told("log")
    say_what_comes(ctx, table, reader, inbound, unread=True)
    return Refused(Why.UNREADABLE)


def _waited(ctx: Context, table: Table, hiding: int | None) -> Waited:
    """How long all have waited, as far as those may know who watch."""
    if table.stage is not Stage.PLAYING:
        return waited((), ctx.now)
    asked = asked_openly(ctx.session, table, ctx.now, hiding=hiding is not None)
    return waited(asked, ctx.now)


def signup_taps(ctx: Context, asked: Signup) -> Taps:
    """Where answers go that prove that somebody reads the address of a signup."""
    name = asked.wish or "watch" if asked.watches else "register"
    return taps_for(ctx, Purpose.REGISTER, asked.id, name, asked.language)

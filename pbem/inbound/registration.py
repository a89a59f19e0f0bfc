"""Becoming a player from outside, where that is allowed, after one mail to confirm the address.

Anybody can write any address into From, so until that mail is answered nothing else is sent there.
"""

from __future__ import annotations

from pbem.commands.player.handlers import AT_THE_DOOR, NAMING
from pbem.commands.player.open_games import heard, joinable_games, place_for, tell_games
from pbem.commands.player.trials import begin_trial
from pbem.context import Context
from pbem.domain.model import Outsider, Player, Table
from pbem.domain.names import name_of
from pbem.domain.outcomes import (
    AskedBack,
    Changed,
    NotActed,
    Outcome,
    Outcomes,
    Told,
    Unchanged,
    at,
)
from pbem.domain.strangers import DAY, WEEK
from pbem.domain.vocabulary import Already, Back, Change, Unmet, WhyNot
from pbem.inbound import watching
from pbem.inbound.nothing_new import nothing_new
from pbem.inbound.organiser_orders import may_organise
from pbem.languages import spoken
from pbem.letters.answered import lines_of, yes_or_no
from pbem.letters.pages.open_games import NoSeat
from pbem.letters.pages.registration import ConfirmRegistration, Welcome
from pbem.mail.authentication import Dmarc, dmarc
from pbem.mail.mail import Mail
from pbem.notifications.mailer import notify
from pbem.notifications.silence import left_unanswered
from pbem.orders.model import Request
from pbem.orders.requests import read_request
from pbem.orders.text import tokens
from pbem.orders.words import words
from pbem.store import people, registration
from pbem.store.consent import agree, has_agreed
from pbem.store.inbound import Inbound, set_player
from pbem.store.registration import Signup
from pbem.store.trials import trials_since

VALID = WEEK
"""How long the mail can be answered, and how long nobody is asked again."""

_TRIALS = ("test", "practice")
_NEW_HERE = ("register", *_TRIALS)
"""What a stranger may ask for where registration is open."""


def wish_of(mail: Mail) -> tuple[Request, str] | None:
    """What somebody without a code wants whom we may answer, and in which language; None if
    the first line of the mail asks for nothing of that kind.
    """
    lines, _ = lines_of(mail, [], "en")
    first = tokens((lines or (mail.subject,))[0])
    for language in spoken():
        asked = read_request(first, words(language), NAMING)
        if asked is not None and asked.wish in AT_THE_DOOR:
            return asked, language
    return None


def ask_to_confirm(ctx: Context, inbound: Inbound, mail: Mail) -> Outcome | None:
    """Send the one mail somebody gets who asks to be registered, or for an open game, a test or a
    game to watch; what became of his, None if it asks for none of them, or that is not to be had
    here.
    """
    found, address = wish_of(mail), mail.sender
    if found is None or address is None or ctx.services.addresses.is_ours(address):
        return None
    asked, language = found
    verdict = dmarc(mail.results, ctx.settings.authserv_id, address.rpartition("@")[2])
    if asked.wish in ("watch", "unwatch"):
        if verdict is Dmarc.FAIL:
            return NotActed(WhyNot.FORGED)
        return watching.at_the_door(ctx, inbound, mail, asked, language, verdict)
    number = people.owner(ctx.session, address)
    if asked.wish not in _NEW_HERE and not ctx.settings.open_games:
        return None
    if not _lets_in(ctx, asked, address) and (number is None or asked.wish == "register"):
        return None
    if number is not None and asked.wish == "register":
        return NotActed(WhyNot.REGISTERED)
    if verdict is Dmarc.FAIL:
        return NotActed(WhyNot.FORGED)
    to = Outsider(name_of(mail.name, address), address)
    player = people.player(ctx.session, number) if number is not None else None
    new = player is None or asked.wish in _TRIALS
    if new and (told := nothing_new(ctx, inbound, player or to, language)) is not None:
        return told
    if player is not None:
        set_player(ctx.session, inbound.id, player.id)
        if asked.wish in _TRIALS:
            return _trial(ctx, inbound, player, asked, verdict)
        return _tell_player(ctx, inbound, player, asked, verdict)
    if registration.asked_since(ctx.session, address, ctx.now - VALID):
        return NotActed(WhyNot.ASKED_LATELY)
    if left_unanswered(ctx, inbound.id, None, ConfirmRegistration.kind):
        return NotActed(WhyNot.SILENT)
    place = place_for(ctx.session, to, asked.topic, ctx.now) if asked.wish == "join" else None
    wish = place.name if isinstance(place, Table) else ""
    signup = registration.add(ctx.session, address, to.name, language, ctx.now, wish)
    taps = watching.signup_taps(ctx, signup)
    page = ConfirmRegistration(
        taps,
        name=signup.name,
        zone=ctx.settings.zone,
        wish=wish,
        games=joinable_games(ctx, taps, language),
        no_seat=place if isinstance(place, NoSeat) else None,
    )
    if notify(ctx, page, to, f"signup{signup.id}", inbound=inbound.id) is not None:
        registration.close(ctx.session, signup.id, registration.NOT_ASKED)
        return NotActed(WhyNot.SILENT)
    return AskedBack(Back.REGISTER)


def _lets_in(ctx: Context, asked: Request, address: str) -> bool:
    """Whether a stranger may become a player by such a wish; who may organise, by a trial."""
    return ctx.settings.open_registration or (
        asked.wish in _TRIALS and may_organise(ctx.settings.organisers, address)
    )


def _trial(
    ctx: Context, inbound: Inbound, player: Player, asked: Request, verdict: Dmarc
) -> Outcome:
    """Begin a trial for a player who wrote without a code: once a day, as `_tell_player`, and
    if he has ever said yes to anything.
    """
    if verdict is Dmarc.PASS:
        agree(ctx.session, player.id, ctx.now)
    elif not has_agreed(ctx.session, player.address, ctx.now):
        return NotActed(WhyNot.NOT_AGREED)
    elif trials_since(ctx.session, player.id, ctx.now - DAY, tests=asked.wish == "test"):
        return NotActed(WhyNot.ASKED_LATELY)
    return begin_trial(ctx, player, asked, inbound.id)


def _tell_player(
    ctx: Context, inbound: Inbound, player: Player, asked: Request, verdict: Dmarc
) -> Outcome:
    """Tell a player who wrote without a code which games can be joined, under a code.

    Once a day, unless our mail server vouches for the sender: anybody may have written that.
    """
    if people.has_stopped(ctx.session, player.id):
        return NotActed(WhyNot.STOPPED)
    lately = registration.asked_since(ctx.session, player.address, ctx.now - DAY)
    if lately and verdict is not Dmarc.PASS:
        return NotActed(WhyNot.ASKED_LATELY)
    no_seat = None
    if asked.wish == "join":
        found = place_for(ctx.session, player, asked.topic, ctx.now)
        no_seat = NoSeat(Unmet.SEND_AGAIN, found.name) if isinstance(found, Table) else found
    signup = registration.add(ctx.session, player.address, player.name, player.language, ctx.now)
    taps = watching.signup_taps(ctx, signup)
    tell_games(ctx, player, player.language, taps, inbound.id, no_seat)
    return Told("games")


def registered(ctx: Context, inbound: Inbound, mail: Mail, number: int) -> Outcomes:
    """Make a player of who answers yes from the address that was asked, and seat who asks for
    an open game; what became of it.
    """
    asked, sender = registration.signup(ctx.session, number), mail.sender or ""
    if asked is None:
        return at(None, NotActed(WhyNot.NOT_ASKED))
    known = people.owner(ctx.session, asked.address)
    if sender != asked.address and (known is None or people.owner(ctx.session, sender) != known):
        return at(None, NotActed(WhyNot.NOT_ASKED))
    player = people.player(ctx.session, known) if known is not None else None
    order, _ = wish_of(mail) or (None, "")
    if asked.watches:
        if ctx.now > asked.asked_at + VALID:
            return at(None, NotActed(WhyNot.TOO_LATE))
        return watching.confirmed(ctx, inbound, mail, asked, player, order)
    tries = order is not None and order.wish in _TRIALS
    seat = ctx.settings.open_games and order is not None and order.wish in ("games", "join")
    wants = tries or seat
    said = True if wants else yes_or_no(mail, asked.language)
    if player is None:
        if asked.closed is not None:
            return at(None, Unchanged(Already.ANSWERED))
        if ctx.now > asked.asked_at + VALID:
            return at(None, NotActed(WhyNot.TOO_LATE))
        if said is None:
            return at(None, NotActed(WhyNot.UNCLEAR))
    elif not wants:
        return at(None, Unchanged(Already.ANSWERED))
    else:
        set_player(ctx.session, inbound.id, player.id)
    if not said:
        registration.close(ctx.session, asked.id, "no")
        return at(None, Changed(Change.NOT_REGISTERED))
    to = player or Outsider(asked.name, asked.address)
    new = player is None or tries
    if new and (told := nothing_new(ctx, inbound, to, asked.language, asked)) is not None:
        return at(None, told)
    if order is None and asked.wish and ctx.settings.open_games:
        order = Request("join", asked.wish)
    return _welcomed(ctx, inbound, asked, player, order)


def _welcomed(
    ctx: Context, inbound: Inbound, asked: Signup, player: Player | None, order: Request | None
) -> Outcomes:
    """Register who is no player yet, and do what is asked of open games."""
    taps = watching.signup_taps(ctx, asked)
    if player is None:
        if order is not None and order.wish == "games":
            to = Outsider(asked.name, asked.address)
            tell_games(ctx, to, asked.language, taps, inbound.id)
            return at(None, Told("games"))
        registration.close(ctx.session, asked.id, "yes")
    player, new = watching.let_in(ctx, asked, player)
    if order is not None and order.wish in _TRIALS:
        return new + at(None, begin_trial(ctx, player, order, inbound.id))
    if order is not None:
        return new + at(None, heard(ctx, player, order, taps, inbound.id))
    games = joinable_games(ctx, taps, asked.language)
    page = Welcome(taps, player.name, player.address, player.zone, games)
    notify(ctx, page, player, f"player{player.id}", inbound=inbound.id)
    return new

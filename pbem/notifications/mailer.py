"""The one way into the outbox: a page becomes a letter, and nobody gets one unasked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine import Seat
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.computers import is_computer
from pbem.domain.model import Outsider, Player, Table
from pbem.domain.seats import seat_number
from pbem.domain.strangers import WEEK, Asks, Unwritten, WhyUnwritten
from pbem.letters.kinds import kinds_with
from pbem.letters.mime import Envelope, mime
from pbem.letters.page import AnyPage, Attachment, Notice, Trait
from pbem.letters.pages.operators import ServerNotice
from pbem.letters.pages.questions import YourTables
from pbem.letters.parts import ServerMoved
from pbem.letters.taps import Taps, taps_of
from pbem.mail.addresses import Names, Way
from pbem.mail.codes import Purpose
from pbem.mail.mail import own_name
from pbem.notifications.moved import news_of_the_move
from pbem.notifications.strangers import before, unwritten
from pbem.store import consent, outbox
from pbem.store.blocks import is_blocked
from pbem.store.codes import mint
from pbem.store.database import Session
from pbem.store.erasure import NOWHERE
from pbem.store.inbound import stored
from pbem.store.outbox import Written


@dataclass(frozen=True, slots=True)
class ToSend:
    """A letter to be written, from its page.

    `taps` are the links of its answers; a letter that has none is answered to `reply_to` alone.
    `unique` tells it from others of its kind about the same game and seat, `thread` what it hangs
    together with. It leaves at `due_at`, or `gathered` with others. `question` is the one that it
    asks, `seq` the length of the log that it tells, `turn` the turn that caused it, `inbound` the
    mail that it answers, `by` the player whose order brings it. With `agreed` it is known that the
    reader has agreed to our mail; without it that is looked up.
    """

    page: AnyPage
    to: Player | Outsider
    unique: str
    thread: str
    reply_to: str
    due_at: datetime
    taps: Taps | None = None
    game: Table | None = None
    seat: Seat | None = None
    question: int | None = None
    seq: int = 0
    turn: int | None = None
    inbound: int | None = None
    gathered: bool = False
    by: int | None = None
    asks: Asks = Asks.FIRST
    attached: Sequence[Attachment] = ()
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter's Message-ID, and why it is not written, if its reader has not agreed to it."""

    message_id: str
    why_not: Unwritten | None


def taps_for(ctx: Context, purpose: Purpose, number: int, name: str, language: str) -> Taps:
    """Where answers about something go, under the code about it; `name` is what the tag begins
    with.
    """
    return taps_of(mint(ctx.session, ctx.services.addresses, purpose, number), name, language)


def seat_taps(ctx: Context, table: Table, seat: Seat) -> Taps:
    """The links of who sits there, in whatever letter."""
    number = seat_number(table, seat)
    return taps_for(ctx, Purpose.SEAT, number, table.name, table.players[seat].language)


def no_taps(ctx: Context, language: str) -> Taps:
    """Where answers go that prove nothing."""
    mailbox = ctx.services.addresses.mailbox
    return Taps(mailbox, mailbox, language)


def queue(ctx: Context, letter: ToSend) -> Sent:
    """Put a letter into the outbox, if its reader may be written to."""
    moved = news_of_the_move(ctx, letter.to.id) if ctx.services.before_the_move > 0 else None
    names, raw = written(ctx.services, letter, _answered(ctx.session, letter), moved)
    game, kind = letter.game, letter.page.kind
    seat = "" if letter.seat is None else f".seat{letter.seat}"
    mail = Written(
        message_id=names.message_id,
        name=f"game{game.id if game else 0}{seat}.{kind}.{letter.unique}",
        kind=kind,
        player=letter.to.id,
        game=game.id if game else None,
        seat=letter.seat,
        question=letter.question,
        seq=letter.seq,
        turn=letter.turn,
        rcpt=letter.to.address,
        raw=raw,
        due_at=letter.due_at,
        inbound=letter.inbound,
        gathered=letter.gathered,
        by=letter.by,
    )
    return Sent(mail.message_id, send(ctx, mail, letter.asks, agreed=letter.agreed))


def send(
    ctx: Context, mail: Written, asks: Asks = Asks.FIRST, *, agreed: bool = False
) -> Unwritten | None:
    """Put a finished mail into the outbox; why not, if its reader has not agreed to such a one.

    Whoever has agreed gets every letter, and whoever writes under the code of a seat gets the
    answer. Anybody else gets only the kinds that may be first, and of these as few as
    `pbem.domain.strangers` says. With `agreed` it is known that the reader has agreed. Nothing is
    written to who is forgotten or a computer, and none that may be first to who is shut out; any
    other of his is left behind where letters leave.
    """
    if mail.rcpt.endswith(f"@{NOWHERE}") or is_computer(mail.rcpt):
        return None
    if mail.kind in kinds_with(Trait.FIRST) and is_blocked(ctx.session, mail.rcpt):
        return Unwritten(WhyUnwritten.BLOCKED)
    coded = mail.seat is not None and mail.inbound is not None
    if coded or agreed or consent.has_agreed(ctx.session, mail.rcpt, ctx.now - WEEK):
        outbox.queue(ctx.session, mail, ctx.now)
        return None
    earlier = before(ctx.session, mail, ctx.now)
    why = unwritten(ctx.services, mail, earlier, asks)
    if why is None:
        outbox.queue(ctx.session, replace(mail, first=not earlier.game), ctx.now)
    return why


def _answered(session: Session, letter: ToSend) -> str:
    """The Message-ID of the mail that a letter answers, if its reader wrote one.

    Of the mails before it nothing is said: where a provider gives letters other names, an answer
    would be found by an older one of ours, and belong to a question of before.
    """
    mail = stored(session, letter.inbound) if letter.inbound is not None else None
    return own_name(mail.raw, letter.to.address) if mail else ""


def written(
    services: Services, letter: ToSend, answers: str = "", moved: ServerMoved | None = None
) -> tuple[Names, bytes]:
    """A letter as it is sent, under names of its own; `answers` is the Message-ID of a mail, and
    `moved` is told in it.

    Its date is that of the time at which it leaves: the one of its writing would tell how long
    somebody had thought, and mail programs sort by it.
    """
    game, taps, page = letter.game, letter.taps, letter.page
    rendered, mailbox = services.templates.render(page, moved), services.addresses.mailbox
    if taps is not None and services.addresses.way is Way.FIXED:
        # Nothing else is sure to come back: mail programs may answer without any reference.
        rendered = replace(rendered, subject=f"{rendered.subject} [{taps.tag.split()[-1]}]")
    about = f"{game.id} {game.name}" if game else ""
    names = services.addresses.names(letter.thread, about)
    envelope = Envelope(
        game=_heading(page, game),
        list_id=names.list_id,
        mailbox=mailbox,
        to_name=letter.to.name,
        to_address=letter.to.address,
        reply_to=letter.reply_to,
        help_link=taps.help_link if taps else f"mailto:{mailbox}?subject=help",
        leave_link=taps.leave_link if taps else _stop_link(letter, mailbox),
        message_id=names.message_id,
        thread=names.thread,
        date=letter.due_at,
        language=page.language,
        replied=letter.inbound is not None,
        answers=answers,
        plain=isinstance(letter.to, Player) and letter.to.mailing.plain,
        digests=tuple(one.so_far for one in page.frames if one.so_far),
        fingerprints=tuple(print_ for one in page.frames for print_ in one.fingerprints),
    )
    return names, mime(rendered, envelope, (*page.attached, *letter.attached))


def _stop_link(letter: ToSend, mailbox: str) -> str | None:
    """The link by which a player ends all our letters, from one that is about no seat."""
    known = isinstance(letter.to, Player) and not isinstance(letter.page, ServerNotice)
    return f"mailto:{mailbox}?subject=stop&body=stop" if known else None


def notify(
    ctx: Context,
    page: Notice,
    to: Player | Outsider,
    unique: str,
    *,
    game: Table | None = None,
    inbound: int | None = None,
    attached: Sequence[Attachment] = (),
    by: int | None = None,
    hold: timedelta = timedelta(0),
    turn: int | None = None,
) -> Unwritten | None:
    """Put a letter that is about no seat into the outbox, to be sent at once, or after `hold`; why
    it is not written, if its reader has not agreed to it. It does not leave if the `turn` that it
    tells of is taken back before.
    """
    about = f"{game.id} {game.name}" if game else "server"
    letter = ToSend(
        page,
        to,
        unique,
        f"{about} {page.kind}",
        page.taps.address,
        ctx.now + hold,
        taps=page.taps if Trait.ENDS in page.traits else None,
        game=game,
        turn=turn,
        inbound=inbound,
        by=by,
        attached=attached,
    )
    return queue(ctx, letter).why_not


def _heading(page: AnyPage, game: Table | None) -> str:
    """In whose name a letter comes: the game's, that of several games, or the server's."""
    if isinstance(page, YourTables):
        return ", ".join(page.names)
    return game.name if game else "Server"

"""Mails of ours that come back: addresses are scored, no more sent there, organisers told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.bounce_score import HARD, SOFT
from pbem.domain.deadlines import deadline
from pbem.domain.model import Player, Table
from pbem.domain.outcomes import Automatic, Changed, NotActed, Outcomes, Unchanged, at
from pbem.domain.seats import SEATS
from pbem.domain.vocabulary import Already, Change, WhyNot
from pbem.letters.pages.organisers import MailComesBack
from pbem.letters.taps import Taps, taps_of
from pbem.logs import log
from pbem.mail.codes import Purpose, Token
from pbem.mail.mail import Mail, returned_ids
from pbem.mail.robots import RobotKind
from pbem.notifications.mailer import notify
from pbem.notifications.moment import Moment
from pbem.notifications.questions import tell_late
from pbem.notifications.silence import why_silent
from pbem.outbox.faults import without_addresses
from pbem.store import bounces, deadlines, outbox, questions
from pbem.store.bounces import BouncedMail
from pbem.store.codes import mint, told_by
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, leave_unanswered
from pbem.store.people import find_player
from pbem.store.requeue import send_again


def note_robot(ctx: Context, inbound: Inbound, mail: Mail) -> Outcomes:
    """Write down what an automatic mail tells of an address.

    It is never answered and never a move.
    """
    assert mail.robot is not None
    said = str(mail.robot)
    if mail.robot.kind not in (RobotKind.BOUNCE, RobotKind.DELAY, RobotKind.COMPLAINT):
        return at(None, Automatic(said))
    sent = _returned(ctx, inbound, mail)
    if sent is None:
        return at(None, Automatic(said, ours=False))
    complaint = mail.robot.kind is RobotKind.COMPLAINT
    points = HARD if mail.robot.hard else SOFT
    _count(ctx, sent, points, mail.robot.said, complaint=complaint)
    return at(sent.game, Automatic(said))


def note_refused(services: Services, number: int, said: str, now: datetime) -> None:
    """Count a mail that the smarthost refused for good because of its address."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        sent = bounces.sent_mail(session, number)
        if sent is not None:
            _count(ctx, sent, HARD, said)


def write_again(ctx: Context, address: str, tapped: int | None = None) -> bool:
    """Send to an address again, and ask its player anew what is open; False if nothing was wrong.

    The time to answer begins anew, too. Mail gets through there as far as is known, unless all that
    says so is that the organiser of a game, `tapped`, wishes to try.
    """
    known = bounces.bouncing(ctx.session, address)
    if known is None:
        return False
    if tapped is None:
        bounces.forget_bounces(ctx.session, address)
    else:
        bounces.try_again(ctx.session, address, tapped)
    player = find_player(ctx.session, address)
    if known.stopped_at is not None and player is not None:
        _ask_anew(ctx, player)
        log.info("address works again", player=player.id)
    return bool(known.stopped_at or known.score.points)


def asked_to_write_again(ctx: Context, inbound: Inbound, mail: Mail, number: int) -> Outcomes:
    """Do what an organiser's tap asks: write to a player again."""
    table, player = _table_and_player(ctx.session, number)
    if mail.sender != table.organiser.address:
        return at(table.id, NotActed(WhyNot.NOT_ORGANISER))
    if player is None:
        return at(table.id, Unchanged(Already.GONE_ON))
    anew = write_again(ctx, player.address, table.id)
    taps = _taps(ctx, table, number)
    page = _page(table, taps, number % SEATS, "", again=True, anew=anew)
    if why := why_silent(ctx, table.organiser.id, page.kind):
        leave_unanswered(ctx.session, inbound.id, why)
    else:
        unique = f"in{inbound.id}"
        notify(ctx, page, table.organiser, unique, game=table, inbound=inbound.id)
    outcome = Changed(Change.WRITTEN_AGAIN, player.name) if anew else Unchanged(Already.WRITTEN_TO)
    return at(table.id, outcome)


def _returned(ctx: Context, inbound: Inbound, mail: Mail) -> BouncedMail | None:
    """The mail of ours that came back: by the address it came back to, or by its Message-ID.

    Who else the report names does not count: the mail may have been forwarded.
    """
    ours = ctx.services.addresses
    codes = ours.codes_in([inbound.recipient, *mail.delivered, *mail.named])
    for number in _numbers(told_by(ctx.session, codes, ours.domains)):
        return bounces.sent_mail(ctx.session, number)
    return bounces.sent_as(ctx.session, returned_ids(inbound.raw, ours.domains))


def _numbers(tokens: Iterable[Token]) -> list[int]:
    return [token.number for token in tokens if token.purpose is Purpose.BOUNCE]


def _count(
    ctx: Context, sent: BouncedMail, points: int, said: str, *, complaint: bool = False
) -> None:
    if not sent.rcpt:
        return
    said = without_addresses(said)
    counts = max(0, points - sent.counted)
    bounces.set_counted(ctx.session, sent.id, max(points, sent.counted))
    if complaint:
        bounces.set_complained(ctx.session, sent.id)
    if not bounces.count_bounce(ctx.session, sent.rcpt, counts, said, ctx.now, stop=complaint):
        return
    player = find_player(ctx.session, sent.rcpt)
    log.warning("address bounces", player=player.id if player else None, said=said)
    if player is None:
        return
    for game, seat in bounces.seats_of(ctx.session, player.id):
        table = load_table(ctx.session, game)
        if table.organiser.id == player.id or not bounces.to_tell(
            ctx.session, sent.rcpt, game, ctx.now
        ):
            continue
        taps = _taps(ctx, table, game * SEATS + seat)
        page = _page(table, taps, seat, said, complaint=complaint)
        # The same letter may come back again as soon as it is sent anew.
        nth = bounces.told_before(ctx.session, game)
        unique = f"{seat}.{sent.id}.{int(ctx.now.timestamp())}.{nth}"
        notify(ctx, page, table.organiser, unique, game=table)


def _taps(ctx: Context, table: Table, number: int) -> Taps:
    """Where an organiser says that a player shall be written to again."""
    code = mint(ctx.session, ctx.services.addresses, Purpose.AGAIN, number)
    return taps_of(code, table.name, table.organiser.language)


def _page(
    table: Table,
    taps: Taps,
    seat: int,
    said: str,
    *,
    complaint: bool = False,
    again: bool = False,
    anew: bool = False,
) -> MailComesBack:
    return MailComesBack(
        taps,
        game=table.name,
        to=table.organiser.name,
        player=table.players[seat].name,
        said=said,
        complaint=complaint,
        again=again,
        anew=anew,
    )


def _ask_anew(ctx: Context, player: Player) -> None:
    """Send the questions that are open for a player again, with a new time to answer.

    One whose time to be asked has not come was not sent in vain: it may tell of a move that can
    still be taken back, and leaves by itself.
    """
    for game, seat in bounces.seats_of(ctx.session, player.id):
        table = load_table(ctx.session, game)
        for asked in questions.open_questions(ctx.session, game):
            mail = outbox.asking(ctx.session, asked.id) if asked.seat == seat else None
            if mail is None or asked.asked_at > ctx.now:
                continue
            if asked.due_at is not None:
                due = deadline(ctx.now, table.setup.answer_in, table.pace(seat))
                deadlines.set_due(ctx.session, asked.id, due)
                again = questions.question(ctx.session, asked.id)
                folded, length = ctx.services.games.game(ctx.session, game)
                assert again is not None
                at = Moment(ctx, table, folded, length)
                tell_late(at, again, mail.id, mail.kind)
            send_again(ctx.session, mail.id, ctx.now)


def _table_and_player(session: Session, number: int) -> tuple[Table, Player | None]:
    """The table and player of a tap; nobody where fewer are invited by now."""
    game, seat = divmod(number, SEATS)
    table = load_table(session, game)
    return table, table.players[seat] if seat < len(table.players) else None

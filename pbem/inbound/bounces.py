"""Mails of ours that come back: addresses are scored, no more sent there, organisers told."""

from __future__ import annotations

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
from pbem.logs import log
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail, returned_ids
from pbem.mail.robots import REPORTS, RobotKind
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.moment import Moment
from pbem.notifications.questions import tell_late
from pbem.notifications.silence import left_unanswered
from pbem.outbox.faults import without_addresses
from pbem.store import bounces, deadlines, outbox, questions
from pbem.store.bounces import BouncedMail
from pbem.store.codes import told_by
from pbem.store.games import load_table
from pbem.store.inbound import Inbound
from pbem.store.people import find_player
from pbem.store.requeue import send_again


def note_robot(ctx: Context, inbound: Inbound, mail: Mail) -> Outcomes:
    """Write down what an automatic mail tells of an address.

    It is never answered and never a move.
    """
    robot = mail.robot
    assert robot is not None
    if robot.kind not in REPORTS:
        return at(None, Automatic(str(robot)))
    sent = _returned(ctx, inbound, mail)
    if sent is None:
        return at(None, Automatic(str(robot), ours=False))
    complaint = robot.kind is RobotKind.COMPLAINT
    _count(ctx, sent, HARD if robot.hard else SOFT, robot.said, complaint=complaint)
    return at(sent.game, Automatic(str(robot)))


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
    game, seat = divmod(number, SEATS)
    table = load_table(ctx.session, game)
    if mail.sender != table.organiser.address:
        return at(game, NotActed(WhyNot.NOT_ORGANISER))
    if seat >= len(table.players):  # fewer are invited by now
        return at(game, Unchanged(Already.GONE_ON))
    player = table.players[seat]
    anew = write_again(ctx, player.address, game)
    page = _page(ctx, table, seat, "", again=True, anew=anew)
    if not left_unanswered(ctx, inbound.id, table.organiser.id, page.kind):
        notify(ctx, page, table.organiser, f"in{inbound.id}", game=table, inbound=inbound.id)
    if not anew:
        return at(game, Unchanged(Already.WRITTEN_TO))
    return at(game, Changed(Change.WRITTEN_AGAIN, player.name))


def _returned(ctx: Context, inbound: Inbound, mail: Mail) -> BouncedMail | None:
    """The mail of ours that came back: by the address it came back to, or by its Message-ID.

    Who else the report names does not count: the mail may have been forwarded.
    """
    ours = ctx.services.addresses
    codes = ours.codes_in([inbound.recipient, *mail.delivered, *mail.named])
    for token in told_by(ctx.session, codes, ours.domains):
        if token.purpose is Purpose.BOUNCE:
            return bounces.sent_mail(ctx.session, token.number)
    return bounces.sent_as(ctx.session, returned_ids(inbound.raw, ours.domains))


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
        page = _page(ctx, table, seat, said, complaint=complaint)
        # The same letter may come back again as soon as it is sent anew.
        nth = bounces.told_before(ctx.session, game)
        unique = f"{seat}.{sent.id}.{int(ctx.now.timestamp())}.{nth}"
        notify(ctx, page, table.organiser, unique, game=table)


def _page(
    ctx: Context,
    table: Table,
    seat: int,
    said: str,
    *,
    complaint: bool = False,
    again: bool = False,
    anew: bool = False,
) -> MailComesBack:
    """What an organiser reads, and answers if a player shall be written to again."""
    number, language = table.id * SEATS + seat, table.organiser.language
    return MailComesBack(
        taps_for(ctx, Purpose.AGAIN, number, table.name, language),
        game=table.name,
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
                tell_late(Moment(ctx, table, folded, length), again, mail.id, mail.kind)
            send_again(ctx.session, mail.id, ctx.now)

"""What a mail says to the table it is about: read against its question, and answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.commands.player.handlers import MENDED, NAMING, OPENING
from pbem.commands.player.held import before_the_held
from pbem.context import Context
from pbem.context.known import as_known, table_as_known
from pbem.domain.asking import in_game
from pbem.domain.model import Closed, Player, Question, Stage, Table
from pbem.languages import spoken
from pbem.letters.answered import code_of, lines_of
from pbem.letters.page import Page
from pbem.letters.reader import Reader
from pbem.mail.mail import Mail, all_sent_texts
from pbem.mail.text import only_quoted
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say
from pbem.orders import answers
from pbem.orders.asides import with_asides
from pbem.orders.keywords import Ask
from pbem.orders.model import Locked, Unread
from pbem.orders.parse import read_answer
from pbem.orders.plans import joined
from pbem.orders.reading import Expected, Lettering, Notation, Reading
from pbem.store import pause, questions, sent_mail
from pbem.store.database import Session
from pbem.store.games import games_of, load_table
from pbem.store.inbound import Inbound
from pbem.store.noted import OfSender, of_sender
from pbem.turns.decide import may_bid_again

_MOST_QUOTED = 20
"""So many lines of a quotation are looked at."""


@dataclass(frozen=True, slots=True)
class MailPlace:
    """What a mail is about: a seat at a table, and the question it answers if it names one.

    `renewed` tells that its code names a seat, and was made worthless.
    """

    table: Table
    seat: Seat
    question: Question | None
    renewed: bool = False

    @property
    def player(self) -> Player:
        """Who sits there."""
        return self.table.players[self.seat]


def read_first(ctx: Context, mail: Mail, place: MailPlace) -> Reading:
    """The first thing a mail says, read against what it answers."""
    return read(ctx, mail, place)[0]


def read(
    ctx: Context, mail: Mail, place: MailPlace, noted: OfSender | None = None
) -> Sequence[Reading]:
    """What a mail says, at least one thing, read against what it answers.

    What is `noted` about its sender is looked up if it is not given.
    """
    place = replace(place, table=table_as_known(ctx.session, place.table, ctx.now, place.seat))
    table, seat, question = place.table, place.seat, place.question
    quotable = sent_mail.answered(
        ctx.session,
        table.id,
        seat,
        question=question.id if question else None,
        message_ids=mail.answers,
    )
    noted = noted or of_sender(ctx.session, table.id, place.player)
    context = _context(ctx, place, wish=noted.wish)
    sent = all_sent_texts(quotable)
    lines, language = lines_of(mail, sent, place.player.language)
    context = replace(context, language=language)
    if lines == code_of(mail):
        context = replace(context, notation=Notation(Lettering.ENGLISH))
    tables = {table.name: context}
    for other in other_tables(ctx.session, place) if noted.elsewhere else ():
        # Only the name ties a line to the question there, so a lone digit is no card.
        there = _context(ctx, other, wish=True)
        tables[other.table.name] = replace(there, language=language, bound=False)
    said = with_asides(joined(read_answer(lines, context, tables)), lines, context)
    match said[0].order:
        case Unread() if mail.locked:
            return [replace(said[0], order=Locked(mail.locked))]
        case Unread(line) if line and _answers(only_quoted(mail.body, sent), context):
            return [replace(said[0], order=Unread(line, quoted=True))]
    return said


def _is_polled(session: Session, table: Table, seat: Seat) -> bool:
    """Whether a pause that another has proposed waits for a seat's yes."""
    if table.stage is not Stage.PLAYING or seat in table.kept:
        return False
    wish = pause.pause_wish(session, table.id)
    return wish is not None and seat in wish.waits_for(table)


def _answers(lines: Sequence[str], context: Expected) -> bool:
    """Whether one of some lines would be an answer."""
    read = (read_answer([line], context)[0].order for line in lines[:_MOST_QUOTED])
    return any(isinstance(order, answers.Answer) for order in read)


def other_tables(session: Session, place: MailPlace) -> list[MailPlace]:
    """Where else a player plays, and no computer instead, with the question that is open there."""
    player = place.player.id
    numbers = [one for one in games_of(session, player, Stage.PLAYING) if one != place.table.id]
    seats = [
        (table, Seat([one.id for one in table.players].index(player)))
        for table in (load_table(session, number) for number in numbers)
    ]
    return [
        MailPlace(table, seat, questions.open_at(session, table.id, seat))
        for table, seat in seats
        if seat not in table.kept
    ]


def write_back(
    ctx: Context, inbound: Inbound, place: MailPlace, page: Callable[[Reader], Page]
) -> None:
    """Answer the one who sits there, about the table as that seat may know it."""
    say(moment_for(ctx, place.table, place.seat), place.seat, page, inbound.id)


def _context(ctx: Context, place: MailPlace, *, wish: bool) -> Expected:
    """What a seat's answer is read against: its question, or else what the table is busy with.

    Without `wish` it is known that no pause is proposed there.
    """
    table, seat, question = place.table, place.seat, place.question
    player = table.players[seat]
    nothing = Expected(
        ask=question.ask if question else Ask.INVITATION,
        language=player.language if player.language in spoken() else "en",
        bound=question is not None,
        closed=question is not None and question.closed is not None,
        notation=player.notation,
        doubt=question.doubt if question else None,
        today=ctx.now.astimezone(ZoneInfo(player.zone)).date(),
        invited=table.stage is Stage.INVITING,
        mended=MENDED,
        opening=OPENING,
        naming=NAMING,
        polled=wish and _is_polled(ctx.session, table, seat),
        names=(*(one.name for one in table.players), table.name),
        writer=player.name,
    )
    if not table.begun or (table.stage is Stage.OVER and question is None):
        return nothing
    if (before := before_the_held(ctx, table, question)) is not None:
        return in_game(replace(nothing, held=True), before, seat, question)
    game = as_known(ctx.services, ctx.session, table, ctx.now, seat).game
    context = in_game(nothing, game, seat, question)
    if question is None or question.closed is not Closed.ANSWERED:
        return context
    return replace(context, held=may_bid_again(question, game))

"""All that is open to one player in one mail: `mails daily`, and reminders at several tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.asking import stands
from pbem.domain.model import Question, Stage
from pbem.domain.vocabulary import WhyNot
from pbem.letters.pages.questions import Asking, YourTables
from pbem.logs import log
from pbem.notifications.moment import Moment, moment_for
from pbem.notifications.questions import ask_at_tables, question_page
from pbem.store import gathering, outbox, questions
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.locks import games_around, take_games

_MOST = 3
"""So many tables go into one mail, so that none gets too big."""


def gather_next(services: Services, now: datetime) -> bool:
    """Write the mail in which all questions of the next player leave; False when none is due.

    A question that is the only one leaves by itself.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        player = gathering.next_to_gather(session, now)
        if player is None:
            return False
        take_games(session, games_around(session, [player]))
        gathering.drop_answered(session, player, now)
        due = gathering.asked_in_those_due(session, player, now)
        asked = open_now(ctx, player, first=due)
        gathered = [one.id for one, _ in asked if one.id in due]
        if len(asked) > 1 and gathered:
            message_id = write(session, asked, f"{now:%Y%m%d%H%M}")
            gathering.go_with(session, message_id, gathered)
        else:
            gathering.leave_alone(session, player, now)
    log.info("questions gathered", player=player, questions=len(asked))
    return True


def open_now(
    ctx: Context, player: int, *, first: Sequence[int] = (), most: int | None = _MOST
) -> list[tuple[Question, Moment]]:
    """What a player may be told is open at the tables, as many as go into a mail.

    Those in `first` come first; of the others those that were asked in a mail that has left.
    """
    found = []
    for asked in sorted(
        questions.open_to(ctx.session, player), key=lambda one: one.id not in first
    ):
        table = load_table(ctx.session, asked.game)
        away = table.stage is not Stage.PLAYING or table.paused_at or asked.seat in table.kept
        if away or not (asked.id in first or outbox.asked_in(ctx.session, asked.id)):
            continue
        at = moment_for(ctx, table, asked.seat)
        if asked.due_at and at.hiding is None and stands(asked, at.game, at.length):
            found.append((asked, at))
    return found[:most]


def write(
    session: Session,
    asked: Sequence[tuple[Question, Moment]],
    unique: str,
    *,
    reminder: bool = False,
    why: WhyNot | None = None,
    inbound: int | None = None,
) -> str:
    """Write the mail about several tables, from the first of them; its Message-ID.

    `inbound` is the mail that it answers, if it does, and `why` what kept that from counting.
    """
    pages: list[Asking] = []
    for one, at in asked:
        mail = outbox.asking(session, one.id)
        pages.append(question_page(at, one, mail.id if mail else None))
    first, at = asked[0]
    page = YourTables(pages[0].frame, tuple(pages), reminder, why)
    return ask_at_tables(at, first, page, unique, inbound)

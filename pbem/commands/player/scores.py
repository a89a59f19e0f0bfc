"""Mails of who keeps the scores of a table with real cards, line by line."""

from __future__ import annotations

from pbem.context import Context
from pbem.domain.outcomes import NotActed, Ordered, Outcomes, at
from pbem.domain.score_lines import LineKind, LineOutcome, take_down
from pbem.domain.vocabulary import WhyNot
from pbem.letters.answered import lines_of
from pbem.mail.mail import Mail, all_sent_texts
from pbem.notifications.scores import send_scores, send_sheets
from pbem.notifications.silence import left_unanswered
from pbem.orders.scores import read_scores
from pbem.store import people, score_sheets, sent_mail
from pbem.store.consent import agree
from pbem.store.inbound import Inbound, set_player


def written_down(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Write down what each line says, and tell what came of it; at the end all get the sheet."""
    kept = score_sheets.sheet(ctx.session, number)
    if kept is None or kept.keeper != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    keeper = people.player(ctx.session, player)
    set_player(ctx.session, inbound.id, player)
    agree(ctx.session, player, ctx.now)
    quotable = sent_mail.named(ctx.session, mail.answers)
    lines, language = lines_of(mail, all_sent_texts(quotable), keeper.language)
    told: list[LineOutcome] = []
    before = kept
    for line in read_scores([line for line in lines if line.strip()], language):
        kept, one = take_down(kept, line)
        told.append(one)
    if kept != before:
        score_sheets.write_down(ctx.session, kept, ctx.now)
    sent = send_sheets(ctx, kept)
    if not left_unanswered(ctx, inbound.id, player, "scores_kept"):
        shown = told or [LineOutcome("", LineKind.SHOWN)]
        send_scores(ctx, kept, keeper, shown, f"in{inbound.id}", inbound.id, sent)
    return at(None, Ordered(sum(one.done for one in told), len(told)))

"""The operator's mails: what each line orders of the whole server."""

from __future__ import annotations

from pbem.commands.operator import do
from pbem.context import Context
from pbem.domain.outcomes import AskedBack, NotActed, Ordered, Outcomes, at
from pbem.domain.strangers import DAY
from pbem.domain.vocabulary import Back, WhyNot
from pbem.inbound.trust import Origin
from pbem.letters.answered import lines_of
from pbem.letters.pages.operators import ServerAnswer, ServerOrdersMeant
from pbem.mail.authentication import Dmarc
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail, all_sent_texts
from pbem.notifications.mailer import notify
from pbem.notifications.operator import operator_of, operator_taps
from pbem.notifications.silence import left_unanswered
from pbem.orders.server_orders import read_server_lines
from pbem.store import sent_mail
from pbem.store.frequency import answered_at
from pbem.store.inbound import Inbound, set_player

_MOST_ASKED = 3
"""So often a day the operator is asked whether a mail is his."""


def ordered(ctx: Context, inbound: Inbound, mail: Mail, origin: Origin) -> Outcomes | None:
    """Do what a mail orders that seems to come from the operator's address; None if nothing.

    It counts under a code that stands in letters to there. Without one it counts if our mail server
    vouches for the sender; else the operator is asked.
    """
    under = origin.tokens[0].purpose if origin.tokens else None
    coded = under is Purpose.OPERATOR
    if origin.ours or under not in (None, Purpose.OPERATOR, Purpose.ORGANISER):
        return None
    operator = operator_of(ctx)
    if operator is None:
        return None
    if origin.verdict is Dmarc.FAIL:
        return at(None, NotActed(WhyNot.FORGED)) if coded else None
    sent = all_sent_texts(sent_mail.named(ctx.session, mail.answers))
    lines = read_server_lines(*lines_of(mail, sent, operator.language))
    if not coded and not any(line.order for line in lines):
        return None
    set_player(ctx.session, inbound.id, operator.id)
    taps = operator_taps(ctx, operator)
    if not coded and origin.verdict is not Dmarc.PASS:
        kinds = {ServerOrdersMeant.kind}
        asked = answered_at(ctx.session, ctx.now - DAY, player=operator.id, kinds=kinds)
        if len(asked) >= _MOST_ASKED:
            return at(None, NotActed(WhyNot.ASKED_LATELY))
        meant = ServerOrdersMeant.of(taps, lines)
        notify(ctx, meant, operator, f"in{inbound.id}", inbound=inbound.id)
        return at(None, AskedBack(Back.SENDER))
    told = tuple(do(ctx, operator, line, f"in{inbound.id}.{nth}") for nth, line in enumerate(lines))
    if not left_unanswered(ctx, inbound.id, operator.id, ServerAnswer.kind):
        page = ServerAnswer(taps, operator.zone, told)
        notify(ctx, page, operator, f"in{inbound.id}", inbound=inbound.id)
    return at(None, Ordered(sum(one.done for one in told), len(told)))

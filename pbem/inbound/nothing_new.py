"""Who would join, or begin something, where the server ends: one letter says so, and no more."""

from __future__ import annotations

from datetime import timedelta

from pbem.context import Context
from pbem.domain.model import Outsider, Player
from pbem.domain.outcomes import NotActed, Outcome, Refused
from pbem.domain.vocabulary import Why, WhyNot
from pbem.letters.pages.farewell import NothingNew
from pbem.notifications.mailer import no_taps, notify
from pbem.notifications.silence import left_unanswered
from pbem.store import people, registration
from pbem.store.farewell import ends_on
from pbem.store.inbound import Inbound
from pbem.store.registration import Signup

_AGAIN = timedelta(days=7)
"""So long nobody is told once more."""


def nothing_new(
    ctx: Context,
    inbound: Inbound,
    to: Player | Outsider,
    language: str,
    asked: Signup | None = None,
) -> Outcome | None:
    """Tell who would become a player, or wants a trial, that nothing new begins here; None where it
    does. It is the answer to a yes if that was `asked`.
    """
    day = ends_on(ctx.session)
    if day is None:
        return None
    if isinstance(to, Player):
        if people.has_stopped(ctx.session, to.id):
            return NotActed(WhyNot.STOPPED)
        language = to.language
    if asked is None:
        if registration.asked_since(ctx.session, to.address, ctx.now - _AGAIN):
            return NotActed(WhyNot.ASKED_LATELY)
        asked = registration.add(ctx.session, to.address, to.name, language, ctx.now)
    registration.close(ctx.session, asked.id, "server ends")
    if left_unanswered(ctx, inbound.id, to.id, NothingNew.kind):
        return NotActed(WhyNot.SILENT)
    page = NothingNew(no_taps(ctx, language), day)
    if notify(ctx, page, to, f"in{inbound.id}", inbound=inbound.id) is not None:
        return NotActed(WhyNot.SILENT)
    return Refused(Why.SERVER_ENDS)

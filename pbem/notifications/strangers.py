"""How much is written to somebody who has agreed to nothing yet."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from pbem.context.services import Services
from pbem.domain.strangers import (
    DAY,
    WEEK,
    Asks,
    Before,
    Unwritten,
    WhyUnwritten,
    unwritten_answer,
    unwritten_first,
)
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Trait
from pbem.store import consent
from pbem.store.database import Session
from pbem.store.outbox import Written


def unwritten(services: Services, mail: Written, earlier: Before, asks: Asks) -> Unwritten | None:
    """Why a mail is not written after what was written before; None if it may be."""
    limits = services.settings.limits
    if mail.inbound is not None and mail.kind in kinds_with(Trait.AT_THE_DOOR):
        return unwritten_answer(earlier, server=limits.all_strangers_a_day)
    if mail.kind not in kinds_with(Trait.FIRST):
        return Unwritten(WhyUnwritten.NEVER)
    each = None if mail.by is None else limits.strangers_a_day
    return unwritten_first(earlier, asks, organiser=each, server=limits.all_strangers_a_day)


def before(session: Session, mail: Written, now: datetime) -> Before:
    """What was written to somebody who has agreed to nothing, and to others like that."""
    to, day = mail.rcpt, now - DAY
    first, door = kinds_with(Trait.FIRST), kinds_with(Trait.AT_THE_DOOR)
    since = partial(consent.first_letters_since, session)
    return Before(
        game=consent.letters_about(session, to, mail.game, first) if mail.game else (),
        week=since(now - WEEK, first, to=to),
        organiser=since(day, first, by=mail.by) if mail.by else (),
        server=since(day, first, ordered=True),
        answers=since(day, door, to=to, ordered=False),
        door=since(day, door, ordered=False),
    )

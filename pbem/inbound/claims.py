"""Which mails are ours in a mailbox that a person reads as well; all others are left alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from pbem.context.services import Services
from pbem.inbound.identify import looked_into
from pbem.inbound.organiser_orders import may_organise, names_new_game
from pbem.inbound.registration import wish_of
from pbem.mail.mail import Mail, may_report, read_mail, returned_ids
from pbem.mail.robots import RobotKind
from pbem.receivers.personal import Claim
from pbem.store import bounces, people
from pbem.store.database import Session

_ADDRESS = re.compile(r"[\w.+=-]{1,100}@[\w.-]{1,200}")


class MailboxClaims:
    """Ours is what carries a code of ours in an address or its subject, answers a letter of ours,
    returns one, or begins a game or a registration in its subject and comes from who may.

    A letter of ours is its reader's, who may have it here. A fault of ours leaves a mail to the
    person, and no other with it.
    """

    def __init__(self, services: Services, now: Callable[[], datetime]) -> None:
        self._services = services
        self._now = now

    def by_heads(self, heads: Sequence[bytes]) -> Sequence[Claim]:
        """Whose some mails are, by their headers."""
        with self._services.db.begin() as session:
            return [
                looked_into(partial(self._by_head, session, head), Claim.THEIRS) for head in heads
            ]

    def by_texts(self, mails: Sequence[bytes]) -> Sequence[bool]:
        """Whether mails are ours, by their headers and the begin of their text."""
        with self._services.db.begin() as session:
            return [looked_into(partial(self._by_text, session, mail), False) for mail in mails]

    def _by_head(self, session: Session, head: bytes) -> Claim:
        ours, mail = self._services.addresses, read_mail(head)
        if mail.robot is not None and mail.robot.kind is RobotKind.OWN:
            return Claim.THEIRS
        if ours.codes_in([*mail.delivered, *mail.named]):
            return Claim.OURS
        if mail.sender is not None and ours.is_ours(mail.sender):
            return Claim.THEIRS
        if ours.tags_in(mail.subject):
            return Claim.OURS
        if mail.answers and bounces.sent_as(session, mail.answers):
            return Claim.OURS
        known = people.owner(session, mail.sender) if mail.sender else None
        if mail.robot is None and self._begins(mail, known):
            return Claim.OURS
        return Claim.PERHAPS if known is not None or may_report(head) else Claim.THEIRS

    def _begins(self, mail: Mail, known: int | None) -> bool:
        """Whether a subject begins a game or a registration, and the sender may."""
        settings = self._services.settings
        if mail.sender is None:
            return False
        if may_organise(settings.organisers, mail.sender):
            today = self._now().astimezone(ZoneInfo(settings.zone)).date()
            if names_new_game(mail.subject, today):
                return True
        wish = wish_of(mail) if settings.open_registration and known is None else None
        return wish is not None and wish[0].wish == "register"

    def _by_text(self, session: Session, raw: bytes) -> bool:
        ours, mail = self._services.addresses, read_mail(raw)
        if ours.nearest_tag(mail.body):
            return True
        words = raw.decode("utf-8", "replace")
        if ours.codes_in([*_ADDRESS.findall(mail.body), *_ADDRESS.findall(words)]):
            return True
        if not may_report(raw):
            return False
        return bounces.sent_as(session, returned_ids(raw, ours.domains)) is not None

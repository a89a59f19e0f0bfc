"""Letters that are about no seat at a table: to organisers and to the operator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.house import House
from pbem.letters.mime import Attachment, Envelope, mime
from pbem.letters.pages import Notice
from pbem.letters.render import kind_of
from pbem.store import outbox
from pbem.store.database import Session
from pbem.table.model import Outsider, Player, Table


def notify(
    house: House,
    session: Session,
    page: Notice,
    to: Player | Outsider,
    unique: str,
    now: datetime,
    *,
    reply_to: str,
    game: Table | None = None,
    inbound: int | None = None,
    attached: Sequence[Attachment] = (),
) -> None:
    """Put a letter into the outbox, to be sent at once; `unique` tells it from others of its kind.

    `inbound` is the mail that it answers, if it answers one.
    """
    domain = house.addresses.domain
    about = f"game{game.id}" if game else "server"
    name = f"{about}.{kind_of(page)}.{unique}"
    message_id = f"<{name}.{house.addresses.keys.seal(name)}@{domain}>"
    raw = mime(
        house.templates.render(page),
        Envelope(
            game=game.name if game else "Server",
            list_id=f"{about}.{domain}",
            mailbox=house.addresses.mailbox,
            to_name=to.name,
            to_address=to.address,
            reply_to=reply_to,
            help_link=f"mailto:{house.addresses.mailbox}?subject=help",
            leave_link=None,
            message_id=message_id,
            thread=f"<{about}.{kind_of(page)}@{domain}>",
            date=now,
            language=page.language,
            replied=inbound is not None,
            plain=isinstance(to, Player) and to.mailing.plain,
        ),
        attached,
    )
    outbox.queue(
        session,
        outbox.Written(
            message_id=message_id,
            kind=kind_of(page),
            player=to.id,
            game=game.id if game else None,
            seat=None,
            question=None,
            seq=0,
            turn=None,
            rcpt=to.address,
            raw=raw,
            due_at=now,
            inbound=inbound,
        ),
        now,
    )

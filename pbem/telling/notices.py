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
from pbem.table.strangers import Unwritten
from pbem.telling import gate
from pbem.telling.codes import list_id, message_id, thread


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
    by: int | None = None,
) -> Unwritten | None:
    """Put a letter into the outbox, to be sent at once; `unique` tells it from others of its kind.

    `inbound` is the mail that it answers, if it answers one; `by` is the player whose order brings
    it. Returns why it is not written, if its reader has not agreed to it.
    """
    about = f"{game.id} {game.name}" if game else "server"
    fresh = message_id(house)
    raw = mime(
        house.templates.render(page),
        Envelope(
            game=game.name if game else "Server",
            list_id=list_id(house, game),
            mailbox=house.addresses.mailbox,
            to_name=to.name,
            to_address=to.address,
            reply_to=reply_to,
            help_link=f"mailto:{house.addresses.mailbox}?subject=help",
            leave_link=None,
            message_id=fresh,
            thread=thread(house, f"{about} {kind_of(page)}"),
            date=now,
            language=page.language,
            replied=inbound is not None,
            plain=isinstance(to, Player) and to.mailing.plain,
        ),
        attached,
    )
    return gate.send(
        house,
        session,
        outbox.Written(
            message_id=fresh,
            name=f"game{game.id if game else 0}.{kind_of(page)}.{unique}",
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
            by=by,
        ),
        now,
    )

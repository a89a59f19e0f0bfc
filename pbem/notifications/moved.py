"""That the server has another address, told to everybody once."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pbem.context import Context
from pbem.letters.parts import ServerMoved
from pbem.store.farewell import farewell
from pbem.store.moved import is_to_be_told


def news_of_the_move(ctx: Context, player: int | None) -> ServerMoved | None:
    """What somebody's next letter says of the move of the server; None if a letter has said it,
    which counts unless it was kept from leaving. Older mails are answered until the server ends,
    and from then on it is to be written to at no address.
    """
    settings, before = ctx.settings, ctx.services.before_the_move
    if player is None or not settings.earlier_mailboxes:
        return None
    if not is_to_be_told(ctx.session, player, before):
        return None
    until = max(one.until for one in settings.earlier_mailboxes)
    known = farewell(ctx.session)
    if known is not None and known.stands:
        if ctx.now >= known.at:
            return None
        until = min(until, known.day)
    today = ctx.now.astimezone(ZoneInfo(settings.zone)).date()
    return ServerMoved(settings.mailbox, until if today <= until else None)

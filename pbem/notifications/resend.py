"""Mails of players with no code, or one that is about nothing: all that is open is sent again.

Nothing in them is ever played, and they move no deadline.
"""

from __future__ import annotations

from engine import Seat
from pbem.context import Context
from pbem.domain.model import Reply, Stage
from pbem.domain.outcomes import NotActed, Resent
from pbem.domain.strangers import DAY
from pbem.domain.vocabulary import WhyNot
from pbem.letters.pages.status import GameNews
from pbem.notifications.gathering import open_now, write
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say
from pbem.notifications.silence import left_unanswered
from pbem.store import people
from pbem.store.frequency import asked_again
from pbem.store.games import games_of, load_table
from pbem.store.outbox import TABLES

_MOST = 3
"""So often without an answer between that counts: anybody may write such mails in any name."""


def ask_again(ctx: Context, inbound: int, player: int, why: WhyNot) -> NotActed | Resent:
    """Send a player's registered address all that is open, once a day; what became of the mail."""
    lately, unanswered = asked_again(ctx.session, player, ctx.now - DAY)
    if people.has_stopped(ctx.session, player):
        return NotActed(why, WhyNot.STOPPED)
    if lately or unanswered >= _MOST:
        return NotActed(why, WhyNot.ASKED_LATELY)
    asked = open_now(ctx, player, most=None)
    if not asked:
        told = _told(ctx, inbound, player, why)
        return Resent(why) if told else NotActed(why, WhyNot.NOTHING_OPEN)
    if left_unanswered(ctx, inbound, player, TABLES):
        return NotActed(why, WhyNot.SILENT)
    write(ctx.session, asked, f"in{inbound}", why=why, inbound=inbound)
    return Resent(why)


def _told(ctx: Context, inbound: int, player: int, why: WhyNot) -> bool:
    """Tell a player of whom nothing is asked that a mail did not count; False if he plays nowhere.

    Whoever answered a letter of ours believes to have played; who did not may want something else.
    """
    what = "uncounted" if why is WhyNot.UNKNOWN_CODE else "codeless"
    begun = games_of(ctx.session, player, Stage.PLAYING)
    for number in (*begun, *games_of(ctx.session, player, Stage.INVITING)):
        table = load_table(ctx.session, number)
        seat = Seat([one.id for one in table.players].index(player))
        if table.said[seat] is Reply.YES and seat not in table.kept:
            at = moment_for(ctx, table, seat)
            say(at, seat, lambda reader: GameNews(reader.frame, what), inbound)
            return True
    return False

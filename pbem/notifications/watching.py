"""Who watches a game is told of it: each deal once it is over, and the end."""

from __future__ import annotations

from functools import partial

from pbem.domain.model import Player
from pbem.letters.pages.results import Digest
from pbem.letters.pages.status import GameNews
from pbem.letters.reader import Reader
from pbem.notifications.moment import Moment, moment_for
from pbem.notifications.notifier import say, tell, tell_result, whole_deals
from pbem.notifications.recipients import spectator, with_talk
from pbem.notifications.writer import write
from pbem.orders.keywords import Watchers
from pbem.store import people, watching
from pbem.store.answers import answers_by_seat
from pbem.store.events import load_log
from pbem.turns.turn import standing_log


def tell_watchers(at: Moment) -> None:
    """Tell those who watch how the last deals ended, as soon as all may know."""
    for player in _watching(at):
        tell_result(at, player)


def tell_watchers_the_end(at: Moment) -> None:
    """Send those who watch the final score, with the tricks of the last deal.

    Of a match nothing is told before all of its tables have ended.
    """
    for player in _watching(at):
        reader = spectator(at, player)
        if reader is not None:
            write(at, reader, _end(at, reader), None, str(at.length))


def tell_the_end_to(at: Moment, player: Player, inbound: int) -> None:
    """Send somebody the final score of a game that was over before, in answer to a mail."""
    say(at, player, lambda reader: _end(at, reader), inbound)


def _end(at: Moment, reader: Reader) -> Digest:
    """The final score as somebody reads it who has watched, with the tricks of the last deal."""
    session, table = at.ctx.session, at.table
    return Digest.of(
        with_talk(at, reader),
        answers_by_seat(session, table.id, at.game.players),
        table.ended_at or at.ctx.now,
        log=whole_deals(standing_log(load_log(session, table.id)), 0),
    )


def tell_watchers_of_cancel(at: Moment, what: str) -> None:
    """Tell those who watch that there is nothing more to watch, by the words for what happened."""
    for player in _watching(at):
        tell(moment_for(at.ctx, at.table, None), player, partial(GameNews.of, what=what), what)


def _watching(at: Moment) -> list[Player]:
    """Those who watch and may, want mail, and have no seat by now."""
    session, table = at.ctx.session, at.table
    if table.setup.watchers is Watchers.NO or at.ctx.settings.watchers == "nobody":
        return []
    seated = {one.id for seat, one in enumerate(table.players) if seat not in table.left}
    found = [one for one in watching.watchers(session, table.id) if one not in seated]
    gone = people.stopped(session, found)
    return [people.player(session, one) for one in found if one not in gone]

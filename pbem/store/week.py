"""What a server did in a span of time, counted in its database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Executable, func, select, text
from sqlmodel import Session, col

from pbem.domain.model import Stage
from pbem.domain.week import DomainMails, Slowest, Week
from pbem.store.outbox import Sending
from pbem.store.rows import between
from pbem.store.server import server_value, set_server_value
from pbem.store.tables.games import GameRow
from pbem.store.tables.mails import InboundRow, OutboxRow
from pbem.store.tables.people import PlayerRow

MOST_DOMAINS = 10
"""So many domains are told one by one, those that most mails went to; the others as one."""

_BYTES = "bytes a week ago"
_SIZES = {
    "sqlite": "select page_count * page_size from pragma_page_count, pragma_page_size",
    "postgresql": "select pg_database_size(current_database())",
}
_AT_ONCE = 1000
"""So many mails are looked at at once."""


def week(session: Session, since: datetime, until: datetime) -> Week:
    """What a server did after one moment and up to another; games of practice do not count."""
    within = partial(between, since=since, until=until)

    def count(what: Any, *holds: ColumnElement[bool]) -> int:
        return session.scalar(select(func.count(what)).where(*holds)) or 0

    games, known = col(GameRow.id), col(GameRow.trial).is_(False)
    came = within(InboundRow.received_at)
    return Week(
        began=count(games, known, within(GameRow.started_at)),
        ended=count(games, known, within(GameRow.ended_at)),
        playing=count(games, known, col(GameRow.stage) == Stage.PLAYING.value),
        came=count(col(PlayerRow.id), within(PlayerRow.created_at)),
        writers=count(func.distinct(col(InboundRow.player_id)), came),
        mails=count(col(InboundRow.id), came),
        domains=_domains(session, within(OutboxRow.done_at)),
        slowest=_slowest(session, within(InboundRow.done_at)),
    )


def database_bytes(session: Session) -> int:
    """How big the database is."""
    return session.scalar(text(_SIZES[session.get_bind().dialect.name])) or 0


def grown_since_last(session: Session) -> tuple[int, int | None]:
    """How big the database is, and how much more than when this was asked last; None at first."""
    now = database_bytes(session)
    before = int(server_value(session, _BYTES, b"-1"))
    set_server_value(session, _BYTES, str(now).encode())
    return now, None if before < 0 else now - before


def _domains(session: Session, within: ColumnElement[bool]) -> tuple[DomainMails, ...]:
    """By domain, what became of mails; those first that most went to, the small ones as one."""
    query = select(
        col(OutboxRow.rcpt),
        col(OutboxRow.state),
        col(OutboxRow.attempts),
        col(OutboxRow.bounced),
        col(OutboxRow.complained),
    ).where(within, col(OutboxRow.state).in_((Sending.SENT.value, Sending.FAILED.value)))
    fates: Counter[tuple[str, str]] = Counter()
    sizes: Counter[str] = Counter()
    for address, state, attempts, bounced, complained in _rows(session, query):
        domain = address.rpartition("@")[2].lower()
        sizes[domain] += 1
        fates[domain, "taken" if state == Sending.SENT.value else "failed"] += 1
        fates[domain, "later"] += state == Sending.SENT.value and attempts > 1
        fates[domain, "bounced"] += bounced > 0 and not complained
        fates[domain, "complained"] += complained
    told = [domain for domain, _ in sizes.most_common(MOST_DOMAINS)]
    small = sizes.keys() - {*told}
    return tuple(
        DomainMails(
            name,
            *(
                sum(fates[domain, what] for domain in some)
                for what in ("taken", "later", "failed", "bounced", "complained")
            ),
        )
        for name, some in [*((one, {one}) for one in told), ("", small)]
        if some
    )


def _slowest(session: Session, within: ColumnElement[bool]) -> Slowest | None:
    query = select(col(InboundRow.id), col(InboundRow.received_at), col(InboundRow.done_at)).where(
        within
    )
    took = ((done - came, number) for number, came, done in _rows(session, query))
    longest = max(took, default=None)
    return longest and Slowest(longest[1], longest[0])


def _rows(session: Session, query: Executable) -> Iterable[Any]:
    return session.execute(query.execution_options(yield_per=_AT_ONCE))

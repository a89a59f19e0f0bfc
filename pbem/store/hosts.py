"""The servers that the URL of a PostgreSQL names, each as it answers now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from pbem.store.backup import is_file
from pbem.store.named_hosts import Answer, ask, hang_up, named_hosts
from pbem.store.postgres import reaching
from pbem.store.primary import old_primaries
from pbem.store.timelines import Timelines


@dataclass(frozen=True, slots=True)
class Host:
    """One of them: whether it is the primary, and what is wrong with it, in a sentence, or empty.

    `old` is a primary that is none any more; one that `waits` ends no commit that is to last, since
    the standby that it wants follows it no more. `grant` is what an administrator types where it
    may not be asked which it is.
    """

    name: str
    primary: bool = False
    old: bool = False
    waits: bool = False
    trouble: str = ""
    grant: str = ""


def hosts(url: str) -> list[Host]:
    """All that are named, in their order; none where the database is a file."""
    if is_file(url):
        return []
    engine = create_engine(url)
    answers: list[Answer] = []
    try:
        _, given = engine.dialect.create_connect_args(make_url(url))
        answers = [ask(engine.dialect, one) for one in named_hosts({**reaching(url), **given})]
        waiting = [one for one in answers if one.timeline and _waits(one.connection)]
    finally:
        hang_up(answers)
        engine.dispose()
    old = dict(old_primaries(answers, Timelines()))
    return [
        Host(
            one.place.name,
            primary=one.timeline > 0 and one not in old,
            old=one in old,
            waits=one in waiting,
            trouble=old.get(one) or one.problem,
            grant=one.grant,
        )
        for one in answers
    ]


def _waits(connection: Any) -> bool:
    """Whether a primary wants a standby to have each commit, and none follows it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('synchronous_standby_names') != ''"
            " AND NOT EXISTS (SELECT FROM pg_stat_replication)"
        )
        return bool(cursor.fetchone()[0])


def old_hosts(url: str) -> list[str]:
    """A sentence for each primary that is none any more, beside the others that are named."""
    found = hosts(url)
    return [one.trouble for one in found if one.old and len(found) > 1]

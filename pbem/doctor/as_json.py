"""How the server does, for machines: an object in JSON, and its condition as monitors want it.

docs/status.schema.json says what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any

from pbem.doctor.health import Health

VERSION = 1
"""The number of the form: it grows when something is taken out or means another thing."""

LATE = timedelta(minutes=5)
"""Mails that wait longer than this wait too long."""

OLD = timedelta(days=2)
"""A copy that is older than this is too old, where copies are made."""


class Condition(IntEnum):
    """How a server does, by the exit codes that Nagios and its kin go by."""

    OK = 0
    WARNING = 1
    CRITICAL = 2


def as_json(
    found: Health, ended: Sequence[str] = (), old: Sequence[str] = ()
) -> tuple[dict[str, Any], Condition]:
    """What is known of a server, and how it does; `ended` are the logins at providers that have,
    `old` tells of primaries that are none any more.
    """
    troubles = list(_troubles(found, ended))
    if old:
        troubles.append(("old_primary", Condition.WARNING))
    condition = max((one for _, one in troubles), default=Condition.OK)
    copies, rests, ends = found.copied, found.rests, found.farewell
    told = {
        "version": VERSION,
        "at": _moment(found.at),
        "condition": condition.name.lower(),
        "troubles": [name for name, _ in troubles],
        "server": {"at_work": found.running, "heard_of": _moment(found.worked)},
        "games": {stage: found.games.get(stage, 0) for stage in found.stages},
        "questions": {"open": found.open, "overdue": found.late},
        "mail_in": {
            "new": found.inbound.get("new", 0),
            "parked": found.inbound.get("parked", 0),
            "waits_seconds": _seconds(found.waits_in),
        },
        "mail_out": {
            "queued": found.outbox.get("queued", 0),
            "failed": found.outbox.get("failed", 0),
            "due": found.due_out,
            "waits_seconds": _seconds(found.waits_out),
        },
        "post": {
            "rests_until": _moment(rests.until) if rests else None,
            "why": rests.why if rests else None,
        },
        "logins_ended": list(ended),
        "old_primaries": list(old),
        "copies": {
            "newest": _moment(copies.made),
            "bytes": copies.bytes if copies.made else None,
            "failing_since": _moment(copies.failing.since) if copies.failing else None,
            "kept_here_since": _moment(copies.kept_here.since) if copies.kept_here else None,
        },
        "farewell": {"day": ends.day.isoformat(), "stage": ends.stage.value} if ends else None,
    }
    return told, condition


def _troubles(found: Health, ended: Sequence[str]) -> Iterator[tuple[str, Condition]]:
    """What is wrong, the worst first."""
    closed = found.farewell is not None and found.farewell.closed
    if not found.running and not closed:
        yield "not_at_work", Condition.CRITICAL
    if found.waits_in > LATE:
        yield "mail_in_waits", Condition.CRITICAL
    if ended:
        yield "login_ended", Condition.CRITICAL
    if found.rests:
        yield "post_rests", Condition.WARNING
    elif found.waits_out > LATE:
        yield "mail_out_waits", Condition.WARNING
    if found.late:
        yield "overdue", Condition.WARNING
    if found.inbound.get("parked", 0):
        yield "parked", Condition.WARNING
    if found.copied.failing:
        yield "copy_failing", Condition.WARNING
    if found.copied.kept_here:
        yield "copy_kept_here", Condition.WARNING
    if found.copied.made is not None and found.at - found.copied.made > OLD:
        yield "copy_old", Condition.WARNING


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())

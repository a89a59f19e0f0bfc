"""How the server does, for machines: an object in JSON, and its condition as monitors want it.

docs/status.schema.json says what is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    troubles = _troubles(found, ended, old)
    condition = max(troubles.values(), default=Condition.OK)
    copies, rests, ends = found.copied, found.rests, found.farewell
    told = {
        "version": VERSION,
        "at": _moment(found.at),
        "condition": condition.name.lower(),
        "troubles": list(troubles),
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


def _troubles(found: Health, ended: Sequence[str], old: Sequence[str]) -> dict[str, Condition]:
    """What is wrong, the worst first, and how bad it is."""
    closed = found.farewell is not None and found.farewell.closed
    made = found.copied.made
    critical = {
        "not_at_work": not found.running and not closed,
        "mail_in_waits": found.waits_in > LATE,
        "login_ended": ended,
    }
    warning = {
        "post_rests": found.rests,
        "mail_out_waits": not found.rests and found.waits_out > LATE,
        "overdue": found.late,
        "parked": found.inbound.get("parked"),
        "copy_failing": found.copied.failing,
        "copy_kept_here": found.copied.kept_here,
        "copy_old": made is not None and found.at - made > OLD,
        "old_primary": old,
    }
    return {
        **{name: Condition.CRITICAL for name, holds in critical.items() if holds},
        **{name: Condition.WARNING for name, holds in warning.items() if holds},
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())

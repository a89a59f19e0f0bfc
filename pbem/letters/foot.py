"""The words that a letter about a game offers below its matter, by their lists."""

from __future__ import annotations

Words = tuple[tuple[str, str], ...]

FOOT: Words = (
    *(("dates", "away"), ("requests", "status"), ("settings", "mails")),
    *(("requests", "help"), ("requests", "leave")),
)
TRIAL_FOOT: Words = (("requests", "status"), ("requests", "help"), ("requests", "leave"))

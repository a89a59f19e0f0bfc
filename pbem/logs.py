"""The server's own log: lines a person reads, on the terminal or in a file."""

from __future__ import annotations

import logging
from typing import TextIO

import structlog

log: structlog.typing.FilteringBoundLogger = structlog.get_logger()


def log_to(stream: TextIO, *, verbose: bool = False) -> None:
    """Send the log to a stream; `verbose` adds every mail that comes and goes."""
    level = logging.INFO if verbose else logging.WARNING
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    # aiosmtpd and APScheduler say every step at INFO; only their trouble is ours to show.
    logging.basicConfig(stream=stream, level=logging.WARNING, force=True)
    # It warns whenever a tick takes longer than its interval, which is nothing to worry about.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)

"""The server's own log: lines a person reads, on the terminal or in a file."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TextIO, cast

import structlog

log: structlog.typing.FilteringBoundLogger = structlog.get_logger()


class _Calm:
    """A stream whose trouble is not that of whoever has something to say.

    A full disk is an OSError, a stream that was closed a ValueError.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.flush()


def log_to(stream: TextIO, *, verbose: bool = False) -> None:
    """Send the log to a stream; `verbose` adds every mail that comes and goes."""
    level = logging.INFO if verbose else logging.WARNING
    calm = cast(TextIO, _Calm(stream))
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(calm),
        cache_logger_on_first_use=False,
    )
    # aiosmtpd and APScheduler say every step at INFO; only their trouble is ours to show.
    logging.basicConfig(stream=calm, level=logging.WARNING, force=True)
    # It warns whenever a tick takes longer than its interval, which is nothing to worry about.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)

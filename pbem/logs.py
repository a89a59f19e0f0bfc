"""The server's own log: lines a person reads, or JSON for a collector; never a secret in it."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from typing import Any, Literal, TextIO, cast

import structlog

log: structlog.typing.FilteringBoundLogger = structlog.get_logger()

Style = Literal["lines", "json"]

_SECRETS = (
    # The code in an answer address, and one by itself: whoever has it can answer for its player.
    (re.compile(r"\+[a-z2-9]{18,}(?=@|%40)", re.IGNORECASE), "+..."),
    (re.compile(r"\b[a-km-np-z2-9]{18,29}\b", re.IGNORECASE), "..."),
    (re.compile(r"(://[^:/@\s]*):[^@\s]*@"), r"\1:...@"),
    (re.compile(r"((?:password|passwd|secret)['\"]?\s*[=:]\s*)\S+", re.IGNORECASE), r"\1..."),
)


def redacted(text: str) -> str:
    """A text without what lets somebody else in: codes, passwords, the password of a URL.

    >>> redacted("no such address: table+qb7k3vm2x9dp4rtn6wejt5cz@cards.example")
    'no such address: table+...@cards.example'
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


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


def log_to(stream: TextIO, *, verbose: bool = False, style: Style = "lines") -> None:
    """Send the log to a stream; `verbose` adds every mail that comes and goes."""
    level = logging.INFO if verbose else logging.WARNING
    calm = cast(TextIO, _Calm(stream))
    written: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    )
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _without_secrets,
        written,
    ]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(calm),
        cache_logger_on_first_use=False,
    )
    # aiosmtpd and APScheduler say every step at INFO; only their trouble is ours to show.
    handler = logging.StreamHandler(calm)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=processors[:2],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *processors[2:],
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # It warns whenever a tick takes longer than its interval, which is nothing to worry about.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)


def _without_secrets(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> Mapping[str, Any]:
    return {
        name: redacted(value) if isinstance(value, str) else value for name, value in event.items()
    }

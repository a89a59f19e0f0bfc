"""Headers as text, whatever they hold."""

from __future__ import annotations

import email.errors
import email.header
from email.message import Message

LONGEST = 10_000
"""Characters of a header that are looked at."""


def header(message: Message, name: str) -> str:
    """The first header of a name, empty if there is none."""
    return next(iter(headers(message, name)), "")


def headers(message: Message, name: str) -> list[str]:
    """All headers of a name, in order."""
    low = name.lower()
    return [_text(value) for key, value in message.raw_items() if key.lower() == low]


def _text(value: object) -> str:
    """A header as the parser keeps it, with what is not ASCII as UTF-8 (RFC 6532)."""
    return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def in_words(value: str) -> str:
    """A header with its encoded words decoded, on one line."""
    value = value[:LONGEST]
    try:
        words = email.header.make_header(email.header.decode_header(value))
        return " ".join(str(words).split())
    except (ValueError, LookupError, email.errors.MessageError):
        return " ".join(value.split())

"""Bytes to a message, in bounded time: what makes the standard library's parser labour is cut off.

It takes quadratic time for a header of many parameters, recurses into nested parts, and works and
keeps something for each line.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from itertools import islice

MOST_PARTS = 50
"""Parts of a mail that are looked at."""

_MOST_NESTED = 60
_MOST_DASHED = 600
_LONGEST_HEAD = 64_000
_MOST_HEADER_LINES = 1000
_LINES, _SHORT = 5_000, 40
"""A mail of more lines than these, and one for each so many bytes, is cut: no files are like that,
and a text is not read that far.
"""

_LINE_END = re.compile(rb"\r\n?|\n")
_HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
_LONG_HEADER = re.compile(
    rb"^(content-[a-z]{1,20}:(?:[^\r\n]|\r?\n[ \t]){0,2000}+)(?:[^\r\n]|\r?\n[ \t])++",
    re.IGNORECASE | re.MULTILINE,
)


def message_of(raw: bytes) -> Message:
    """The message in some bytes; one of too many parts, or too deep, is not taken apart."""
    raw = _LONG_HEADER.sub(rb"\1", _of_lines(_short_headed(raw)))
    low = raw.lower()
    nested = low.count(b"boundary") + low.count(b"message/")
    # compat32: the modern policy raises on hostile headers while it parses.
    if raw.count(b"\n--") > _MOST_DASHED or nested > _MOST_NESTED:
        return BytesParser(policy=email.policy.compat32).parsebytes(raw, headersonly=True)
    return email.message_from_bytes(raw, policy=email.policy.compat32)


def head_of(raw: bytes) -> Message:
    """The message without its body, which costs the same however long that is."""
    found = _HEAD_END.search(raw)
    return message_of(raw[: found.end()] if found else raw)


def parts_of(message: Message) -> Iterator[Message]:
    """The first parts of a mail, not those of a mail that it returns."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        yield part
        if part.get_content_maintype() == "multipart":
            waiting += [p for p in part.get_payload() if isinstance(p, Message)]


def _of_lines(raw: bytes) -> bytes:
    """A mail with no more lines than one of its size has."""
    most = _LINES + len(raw) // _SHORT
    if raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n") <= most:
        return raw
    return raw[: next(islice(_LINE_END.finditer(raw), most, None)).start()]


def _short_headed(raw: bytes) -> bytes:
    """A mail with its header block cut to a length that any real one keeps to."""
    found = _HEAD_END.search(raw)
    end = found.start() if found else len(raw)
    if end <= _LONGEST_HEAD and raw.count(b"\n", 0, end) <= _MOST_HEADER_LINES:
        return raw
    lines = raw[: min(end, _LONGEST_HEAD)].split(b"\n", _MOST_HEADER_LINES)[:_MOST_HEADER_LINES]
    return b"\n".join(lines) + raw[end:]

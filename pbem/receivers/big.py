"""What is fetched of a mail in a mailbox that is too big to be read as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from imapclient import IMAPClient

from pbem.mail.parse import message_of

_MOST_OF_HEADERS = 100_000
_MOST_OF_A_PART = 10_000
_SLACK = 1_000_000
_DEEPEST = 10

ABOUT = ["BODYSTRUCTURE", f"BODY.PEEK[HEADER]<0.{_MOST_OF_HEADERS}>"]
"""What tells where the text of a mail is."""


class TooMuch(OSError):
    """The server sends more than it was asked for."""


def bound(client: IMAPClient, most: int) -> None:
    """Have a client refuse to read more at once than is ever asked for; TooMuch if it must."""
    # Python's imaplib reads a literal of any length a server names, but says "you may override".
    read: Callable[[int], bytes] = client._imap.read

    def bounded(size: int) -> bytes:
        if size > most + _SLACK:
            raise TooMuch(f"it sends {size} bytes at once")
        return read(size)

    client._imap.read = bounded


def section(data: Mapping[bytes, Any], name: str) -> bytes | None:
    """The bytes of a section in what was fetched, None if they are not there."""
    begins = f"BODY[{name}]".encode()
    found = (value for key, value in data.items() if key.upper().startswith(begins))
    return next((bytes(value) for value in found if value), None)


def text_part(structure: Any) -> str | None:
    """The number of the first part that holds plain text, or else HTML; None if none does.

    `structure` is a BODYSTRUCTURE (RFC 3501 7.4.2). Files and forwarded mails do not count. A mail
    of one part has no number of its own: "TEXT" is its text.
    """
    texts = _texts(structure, "", 0)
    found = [number for number, kind in texts if kind == b"plain"] or [one for one, _ in texts]
    return found[0] if found else None


def _texts(structure: Any, number: str, depth: int) -> list[tuple[str, bytes]]:
    if structure and isinstance(structure[0], list):
        if depth == _DEEPEST:
            return []
        parts = [
            _texts(part, f"{number}.{at}".strip("."), depth + 1)
            for at, part in enumerate(structure[0], 1)
        ]
        return [found for part in parts for found in part]
    kind, form = (bytes(word or b"").lower() for word in structure[:2])
    # The disposition: its name and its parameters, or, as some servers have it, its name alone.
    named = (one[0] if isinstance(one, tuple) and one else one for one in structure[8:])
    file = any(isinstance(name, bytes) and name.lower() == b"attachment" for name in named)
    return [(number or "TEXT", form)] if kind == b"text" and not file else []


def parts_of(part: str, most: int) -> list[str]:
    """What to fetch of a part: its headers and its text, no more than so many bytes."""
    text = f"BODY.PEEK[{part}]<0.{most}>"
    return [text] if part == "TEXT" else [f"BODY.PEEK[{part}.MIME]<0.{_MOST_OF_A_PART}>", text]


def shortened(head: bytes, part: str | None, data: Mapping[bytes, Any]) -> bytes | None:
    """A mail of its own headers and one of its parts; None if there is no text in it."""
    text = section(data, part) if part else None
    if part is None or text is None:
        return None
    head = head.rstrip(b"\r\n") + b"\r\n\r\n"
    if part == "TEXT":
        return head + text
    boundary = message_of(head).get_boundary()
    mime = section(data, f"{part}.MIME")
    if boundary is None or mime is None:
        return None
    line = b"\r\n--" + boundary.encode("utf-8", "surrogateescape")
    mime = mime.rstrip(b"\r\n") + b"\r\n\r\n"
    return head + line[2:] + b"\r\n" + mime + text + line + b"--\r\n"

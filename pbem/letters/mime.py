"""A rendered letter as MIME bytes: text first, HTML last, one recipient, headers that thread."""

from __future__ import annotations

import base64
import binascii
import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.utils import format_datetime, formataddr

from pbem.letters.page import Attachment
from pbem.letters.parts import Fingerprint
from pbem.letters.render import Rendered
from pbem.mail.robots import LOOP_HEADER

_SUPPRESS = "DR, RN, NRN, OOF, AutoReply"


@dataclass(frozen=True, slots=True)
class Envelope:
    """The headers of one letter. `thread` is the same in all mails of one deal to one player.

    `replied` tells that a mail has brought it about, `answers` is the Message-ID of that mail if
    its reader wrote it, and `plain` tells that it has no HTML part.
    `digests` are those of the games it tells of, `fingerprints` those of their next shuffles.
    """

    game: str
    list_id: str
    mailbox: str
    to_name: str
    to_address: str
    reply_to: str
    help_link: str
    leave_link: str | None
    message_id: str
    thread: str
    date: datetime
    language: str
    replied: bool
    answers: str = ""
    plain: bool = False
    digests: tuple[str, ...] = ()
    fingerprints: tuple[Fingerprint, ...] = ()


def mime(letter: Rendered, envelope: Envelope, attached: Sequence[Attachment] = ()) -> bytes:
    """The bytes to send, CRLF lines, quoted-printable parts; what is attached is in base64.

    All is written here and not by EmailMessage, whose folding of a long HTML part would be the
    slowest step of a whole turn.
    """
    boundary = "=_" + hashlib.sha256(envelope.message_id.encode()).hexdigest()[:32]
    head = _headers(letter.subject, envelope).encode()
    body = _part("plain", letter.text, envelope.language)
    if not envelope.plain:
        html = _part("html", letter.html, envelope.language)
        body = _multipart("alternative", boundary, [body, html])
    if attached:
        body = _multipart("mixed", boundary + "-", [body, *map(_attachment, attached)])
    return head + body


def _multipart(kind: str, boundary: str, parts: Sequence[bytes]) -> bytes:
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'
    line = f"--{boundary}\r\n".encode()
    return b"".join(
        [head.encode(), *(line + part for part in parts), f"--{boundary}--\r\n".encode()]
    )


def _attachment(one: Attachment) -> bytes:
    charset = '; charset="utf-8"' if isinstance(one.held, str) else ""
    held = one.held.encode() if isinstance(one.held, str) else one.held
    head = (
        f"Content-Type: {one.kind}{charset}\r\n"
        f'Content-Disposition: attachment; filename="{one.name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode() + base64.encodebytes(held).replace(b"\n", b"\r\n")


def _headers(subject: str, envelope: Envelope) -> str:
    """The header lines; what programs read in them is neither folded nor encoded (RFC 2369)."""
    sender = _mailbox(f"{envelope.game} (Oh Hell!)", envelope.mailbox)
    lines = {
        "From": sender,
        "To": _mailbox(envelope.to_name, envelope.to_address),
        "Reply-To": envelope.reply_to,
        "Subject": _text(subject, "Subject"),
        "Date": format_datetime(envelope.date),
        "Message-ID": envelope.message_id,
        "In-Reply-To": envelope.answers or envelope.thread,
        "References": f"{envelope.thread} {envelope.answers}".rstrip(),
        "List-Id": f"<{envelope.list_id}>",
        "List-Help": f"<{envelope.help_link}>",
        "List-Unsubscribe": envelope.leave_link and f"<{envelope.leave_link}>",
        "Auto-Submitted": "auto-replied" if envelope.replied else "auto-generated",
        "X-Auto-Response-Suppress": _SUPPRESS,
        "X-OhHell-Digest": ", ".join(envelope.digests),
        "X-OhHell-Fingerprint": ", ".join(
            f"{one.digits} (deal {one.deal})" for one in envelope.fingerprints
        ),
        "Content-Language": envelope.language,
        "MIME-Version": "1.0",
        LOOP_HEADER: envelope.list_id,
    }
    return "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)


def _mailbox(name: str, address: str) -> str:
    """A name and an address as From and To write them; ValueError if either would end the line."""
    for part in (name, address):
        if not _is_shown(part):
            raise ValueError(f"{part!r} cannot stand in a header")
    if (name + address).isascii():
        return formataddr((name, address))
    return f"{_text(name, 'From')} <{address}>"


def _is_shown(text: str) -> bool:
    """Whether all of it is signs and blanks, of which French has one before a colon.

    >>> _is_shown("Une partie\u00a0: Anna"), _is_shown("Anna\\nBcc: x"), _is_shown("a\u2028b")
    (True, False, False)
    """
    return all(sign.isprintable() or unicodedata.category(sign) == "Zs" for sign in text)


def _text(text: str, header: str) -> str:
    """Words as a header has them, encoded unless they are ASCII and folded if they are long.

    ValueError if they hold a sign that no font shows, such as a line break.
    """
    if not _is_shown(text):
        raise ValueError(f"{text!r} cannot stand in a header")
    charset = "us-ascii" if text.isascii() else "utf-8"
    return Header(text, charset, header_name=header).encode(linesep="\r\n")


def _part(kind: str, text: str, language: str) -> bytes:
    head = (
        f'Content-Type: text/{kind}; charset="utf-8"\r\n'
        f"Content-Language: {language}\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    )
    body = binascii.b2a_qp(text.replace("\n", "\r\n").encode(), istext=True)
    return head.encode() + body + b"\r\n"

"""A rendered letter as MIME bytes: text first, HTML last, one recipient, headers that thread."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from importlib.resources import files

from pbem.letters.pages import Page, Proof, YourData
from pbem.letters.render import Rendered
from pbem.reading.robots import LOOP_HEADER

SCRIPT = "check_deals.txt"
"""The script that works out every pack anew, beside this file and in the mail with the proof."""

_UNFOLDED = SMTP.clone(max_line_length=998)
"""For what programs read: folded, a long link or Message-ID would become an encoded word."""

_SUPPRESS = "DR, RN, NRN, OOF, AutoReply"


@dataclass(frozen=True, slots=True)
class Envelope:
    """The headers of one letter. `thread` is the same in all mails of one deal to one player.

    `replied` tells that it answers a mail of the player's, `plain` that it has no HTML part.
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
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text that goes with a letter, under the name of a file, byte for byte."""

    name: str
    text: str
    kind: str = "text/plain"


def attached_to(page: Page) -> tuple[Attachment, ...]:
    """What goes with a letter: with the proof, the record and the script that checks it."""
    if isinstance(page, YourData):
        return (Attachment("my-data.json", page.data),)
    if not isinstance(page, Proof):
        return ()
    script = (files(__package__) / SCRIPT).read_text("utf-8")
    return Attachment(page.record_file, page.record), Attachment(SCRIPT, script)


def mime(letter: Rendered, envelope: Envelope, attached: Sequence[Attachment] = ()) -> bytes:
    """The bytes to send, CRLF lines, quoted-printable parts; what is attached is in base64.

    The two bodies are encoded here and not by EmailMessage, whose folding of a long HTML part is
    the slowest step of a whole turn.
    """
    boundary = "=_" + hashlib.sha256(envelope.message_id.encode()).hexdigest()[:32]
    # EmailMessage refuses line breaks in headers, so no name or subject can add one of its own.
    head = _for_people(letter.subject, envelope) + _for_programs(envelope)
    body = _part("plain", letter.text, envelope.language)
    if not envelope.plain:
        kind = f'Content-Type: multipart/alternative; boundary="{boundary}"\r\n\r\n'
        line, end = f"--{boundary}\r\n".encode(), f"--{boundary}--\r\n".encode()
        html = _part("html", letter.html, envelope.language)
        body = b"".join([kind.encode(), line, body, line, html, end])
    if attached:
        body = _mixed(boundary + "-", body, attached)
    return head + body


def _mixed(boundary: str, body: bytes, attached: Sequence[Attachment]) -> bytes:
    line = f"--{boundary}\r\n".encode()
    parts = [line + body]
    for one in attached:
        head = (
            f'Content-Type: {one.kind}; charset="utf-8"\r\n'
            f'Content-Disposition: attachment; filename="{one.name}"\r\n'
            "Content-Transfer-Encoding: base64\r\n\r\n"
        )
        code = base64.encodebytes(one.text.encode()).replace(b"\n", b"\r\n")
        parts.append(line + head.encode() + code)
    kind = f'Content-Type: multipart/mixed; boundary="{boundary}"\r\n\r\n'
    return b"".join([kind.encode(), *parts, f"--{boundary}--\r\n".encode()])


def _for_people(subject: str, envelope: Envelope) -> bytes:
    head = EmailMessage(policy=SMTP)
    local, _, domain = envelope.mailbox.rpartition("@")
    to_local, _, to_domain = envelope.to_address.rpartition("@")
    head["From"] = Address(f"{envelope.game} (Oh Hell!)", local, domain)
    head["To"] = Address(envelope.to_name, to_local, to_domain)
    head["Subject"] = subject
    return _lines(head)


def _for_programs(envelope: Envelope) -> bytes:
    head = EmailMessage(policy=_UNFOLDED)
    head["Reply-To"] = envelope.reply_to
    head["Date"] = format_datetime(envelope.date)
    head["Message-ID"] = envelope.message_id
    head["In-Reply-To"] = envelope.thread
    head["References"] = envelope.thread
    head["List-Id"] = f"<{envelope.list_id}>"
    head["List-Help"] = f"<{envelope.help_link}>"
    if envelope.leave_link:
        head["List-Unsubscribe"] = f"<{envelope.leave_link}>"
    head["Auto-Submitted"] = "auto-replied" if envelope.replied else "auto-generated"
    head["X-Auto-Response-Suppress"] = _SUPPRESS
    head["Content-Language"] = envelope.language
    head["MIME-Version"] = "1.0"
    head[LOOP_HEADER] = envelope.list_id
    return _lines(head)


def _lines(head: EmailMessage) -> bytes:
    return head.as_bytes().rstrip(b"\r\n") + b"\r\n"


def _part(kind: str, text: str, language: str) -> bytes:
    head = (
        f'Content-Type: text/{kind}; charset="utf-8"\r\n'
        f"Content-Language: {language}\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    )
    body = binascii.b2a_qp(text.replace("\n", "\r\n").encode(), istext=True)
    return head.encode() + body + b"\r\n"

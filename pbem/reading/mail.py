"""Bytes to Mail: who wrote, to whom, whether a robot did, and the text before any cutting."""

from __future__ import annotations

import email
import email.header
import email.policy
import re
from dataclasses import dataclass
from email.message import Message
from email.utils import getaddresses

from selectolax.lexbor import LexborHTMLParser

LOOP_HEADER = "X-OhHell-Server"
"""We set it on every mail we send, and never act on a mail that carries it."""

_DELIVERED = (
    "Delivered-To",
    "X-Original-To",
    "X-Delivered-To",
    "Envelope-To",
    "X-Envelope-To",
    "X-Gm-Original-To",
    "X-Forwarded-To",
)
_QUOTED_HTML = (
    "script, style, head, .gmail_quote, .gmail_quote_container, .gmail_extra, "
    "blockquote, #divRplyFwdMsg, #divRplyFwdMsg ~ *, #appendonsend ~ *, "
    ".moz-cite-prefix, .moz-cite-prefix ~ *, .yahoo_quoted, [class^=protonmail_quote], "
    "[name=messageReplySection], #OLK_SRC_BODY_SECTION"
)
_AWAY = re.compile(
    r"(out of (the )?office|auto(matic|matische|mated)?[- ]?(reply|response|antwort)|"
    r"abwesenheit\w*|réponse automatique|absence du bureau|risposta automatica|fuori ufficio|"
    r"respuesta automática|fuera de la oficina|automatisch antwoord|afwezig|răspuns automat)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[^\s@<>(),:;\"\[\]\\\x00-\x1f\x7f]+@[^\s@<>(),:;\"\[\]\\\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail as far as it matters here.

    `sender` is None unless there is exactly one From that holds exactly one plain address.
    `recipients` are the addresses it was delivered to, then those it names. `robot` says why a
    mail counts as automatic; None means a person wrote it.
    """

    sender: str | None
    recipients: tuple[str, ...]
    subject: str
    body: str
    robot: str | None


def read_mail(raw: bytes, mail_from: str | None = None) -> Mail:
    """The mail in some bytes; `mail_from` is the envelope sender, empty for a bounce, if known.

    Never raises for what a mail holds: a part that cannot be decoded is read as well as it can be.
    """
    # compat32: the modern policy raises on hostile headers while it parses.
    message = email.message_from_bytes(raw, policy=email.policy.compat32)
    return Mail(
        sender=_sender(message),
        recipients=_recipients(message),
        subject=_decoded(_header(message, "Subject")),
        body=_body(message),
        robot=_robot(message, mail_from),
    )


def _header(message: Message, name: str) -> str:
    value = message.get(name)
    return "" if value is None else str(value)


def _headers(message: Message, name: str) -> list[str]:
    return [str(value) for value in message.get_all(name, [])]


def _decoded(value: str) -> str:
    try:
        words = email.header.decode_header(value)
        made = email.header.make_header(words)
        return " ".join(str(made).split())
    except (ValueError, LookupError, email.errors.MessageError):
        return " ".join(value.split())


def _sender(message: Message) -> str | None:
    """The address of the one From, strictly: `display <address>` or a bare address."""
    froms = _headers(message, "From")
    if len(froms) != 1:
        return None
    value = " ".join(froms[0].split())
    display, bracket, rest = value.rpartition("<")
    if not bracket:
        address = value
    elif not rest.endswith(">") or "@" in display or "<" in display:
        return None
    else:
        address = rest[:-1]
    return address.lower() if _ADDRESS.fullmatch(address) else None


def _recipients(message: Message) -> tuple[str, ...]:
    delivered = [value.strip() for name in _DELIVERED for value in _headers(message, name)]
    named = [*_headers(message, "To"), *_headers(message, "Cc")]
    try:
        addresses = [address for _, address in getaddresses(named)]
    except (ValueError, IndexError):
        addresses = []
    return tuple(dict.fromkeys(a for a in (*delivered, *addresses) if a))


def _robot(message: Message, mail_from: str | None) -> str | None:
    """Why this mail is automatic, or None (RFC 3834, and what mail servers really send)."""
    if message.get(LOOP_HEADER) is not None:
        return "one of our own mails"
    submitted = _header(message, "Auto-Submitted").strip().lower()
    if submitted and submitted.split(";")[0].strip() != "no":
        return "automatic answer"
    returned = _header(message, "Return-Path").strip()
    if mail_from in ("", "<>") or returned == "<>":
        return "bounce"
    if message.get_content_type() == "multipart/report" or message.get("X-Failed-Recipients"):
        return "bounce"
    if _header(message, "Precedence").strip().lower() in {"bulk", "junk", "list", "auto_reply"}:
        return "bulk mail"
    marks = ("X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Mail-Autoreply", "List-Id")
    if any(message.get(name) is not None for name in marks):
        return "automatic answer"
    if _AWAY.match(_decoded(_header(message, "Subject"))):
        return "automatic answer"
    sender = _header(message, "From").lower()
    if re.search(r"\b(mailer-daemon|postmaster)@", sender):
        return "bounce"
    return None


def _body(message: Message) -> str:
    """The first plain text part, or the text of the first HTML part without its quotes."""
    plain = html = None
    for part in _parts(message):
        kind = part.get_content_type()
        if kind == "text/plain" and plain is None:
            plain = _text(part)
        elif kind == "text/html" and html is None:
            html = _text(part)
    if plain and plain.strip():
        return plain
    return _html_text(html) if html else ""


def _parts(message: Message) -> list[Message]:
    """The parts a reader sees: no attachments, nothing inside a forwarded mail; at most 50."""
    found: list[Message] = []
    waiting = [message]
    while waiting and len(found) < 50:
        part = waiting.pop(0)
        if part.get_content_type() == "message/rfc822":
            continue
        if part.is_multipart():
            inside = part.get_payload()
            waiting = [p for p in inside if isinstance(p, Message)] + waiting
        elif part.get_content_disposition() != "attachment":
            found.append(part)
    return found


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    for charset in (part.get_content_charset(), "utf-8", "windows-1252"):
        try:
            text = data.decode(charset or "utf-8")
            break
        except (LookupError, UnicodeDecodeError):
            continue
    else:
        text = data.decode("latin-1")
    text = text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n")
    return _unflowed(text) if str(part.get_param("format", "")).lower() == "flowed" else text


def _unflowed(text: str) -> str:
    """Undo format=flowed (RFC 3676): a line that ends in a space goes on in the next."""
    lines: list[str] = []
    flowing = False
    for line in text.split("\n"):
        line = line[1:] if line.startswith(" ") else line
        soft = line.endswith(" ") and line != "-- " and not line.startswith(">")
        if flowing and not line.startswith(">") and line != "-- ":
            lines[-1] += line
        else:
            lines.append(line)
        flowing = soft
    return "\n".join(lines)


def _html_text(html: str) -> str:
    tree = LexborHTMLParser(html)
    for node in tree.css(_QUOTED_HTML):
        node.decompose()
    for node in tree.css("br"):
        node.replace_with("\n")
    return tree.body.text(separator="\n") if tree.body else ""

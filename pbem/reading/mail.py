"""Bytes to Mail: who wrote, to whom, whether a robot did, and the text before any cutting."""

from __future__ import annotations

import email.errors
import email.header
import re
from dataclasses import dataclass
from email.message import Message

from pbem.reading.parse import message_of
from pbem.reading.parts import body_of, texts_of

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
_AWAY = re.compile(
    r"(out of (the )?office|auto(matic|matische|mated)?[- ]?(reply|response|antwort)|"
    r"abwesenheit\w*|réponse automatique|absence du bureau|risposta automatica|fuori ufficio|"
    r"respuesta automática|fuera de la oficina|automatisch antwoord|afwezig|răspuns automat)\b",
    re.IGNORECASE,
)
_LONGEST_HEADER = 10_000
_MOST_RUNS = 20
_ODD = re.compile(r"[@<>\x00-\x1f\x7f]")
_BOUNCED = re.compile(
    r"returned mail|undeliver|mail delivery (failed|warning)|delivery fail(ure|ed)|"
    r"could not be delivered|failure notice",
    re.IGNORECASE,
)
_SERVER = re.compile(r"\b(mailer-daemon|postmaster)\b", re.IGNORECASE)
_MESSAGE_ID = re.compile(r"<[^<>\s]{3,250}>")
_BETWEEN = re.compile(r"[\s<>(),:;\"\[\]\\]+")
_ADDRESS = re.compile(r"[^\s@<>(),:;\"\[\]\\\x00-\x1f\x7f]+@[^\s@<>(),:;\"\[\]\\\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail as far as it matters here.

    `sender` is None unless there is exactly one From that holds exactly one plain address.
    `delivered` are the addresses it was delivered to, as the servers on its way say, `named` those
    in To and Cc. `answers` are the Message-IDs of the mails it answers, as far as it says so, the
    nearest first. `results` are its Authentication-Results from the top, those that stand together
    in one. `body` holds the quotation too.
    `robot` says why a mail counts as automatic; None means a person wrote it.
    """

    sender: str | None
    delivered: tuple[str, ...]
    named: tuple[str, ...]
    answers: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]
    subject: str
    body: str
    robot: str | None


def read_mail(raw: bytes, mail_from: str | None = None) -> Mail:
    """The mail in some bytes; `mail_from` is the envelope sender, empty for a bounce, if known.

    Never raises for what a mail holds: a part that cannot be decoded is read as well as it can be.
    """
    message = message_of(raw)
    return Mail(
        sender=_sender(message),
        delivered=_delivered(message),
        named=_named(message),
        answers=_answers(message),
        results=_results(message),
        subject=_decoded(_header(message, "Subject")),
        body=body_of(message),
        robot=_robot(message, mail_from),
    )


def answered_at(raw: bytes) -> tuple[str, str]:
    """Where one of our own mails has its answers sent to, and its subject."""
    message = message_of(raw)
    return _header(message, "Reply-To").strip(), _decoded(_header(message, "Subject"))


def sent_texts(raw: bytes) -> tuple[str, ...]:
    """What one of our own mails says: its text, and its HTML as text."""
    return texts_of(message_of(raw))


def _header(message: Message, name: str) -> str:
    value = message.get(name)
    return "" if value is None else str(value)


def _headers(message: Message, name: str) -> list[str]:
    return [str(value) for value in message.get_all(name, [])]


def _decoded(value: str) -> str:
    value = value[:_LONGEST_HEADER]
    try:
        words = email.header.decode_header(value)
        made = email.header.make_header(words)
        return " ".join(str(made).split())
    except (ValueError, LookupError, email.errors.MessageError):
        return " ".join(value.split())


def _sender(message: Message) -> str | None:
    """The address of the one From, strictly: `display <address>` or a bare address.

    Readers disagree about all that is odder than that (EMAIL.md 2.3), so it names nobody. A display
    name may be the address once more, as some mail programs write it, but no other address.
    """
    froms = _headers(message, "From")
    if len(froms) != 1:
        return None
    value = " ".join(froms[0].split())
    display, bracket, rest = value.rpartition("<")
    address = rest.removesuffix(">") if bracket else value
    if not value.isprintable() or not _ADDRESS.fullmatch(address):
        return None
    named = display.strip(" \"'").lower()
    if (bracket and not rest.endswith(">")) or (named != address.lower() and _ODD.search(named)):
        return None
    return address.lower()


def _delivered(message: Message) -> tuple[str, ...]:
    found = [value.strip() for name in _DELIVERED for value in _headers(message, name)][:50]
    return tuple(dict.fromkeys(filter(None, found)))


def _named(message: Message) -> tuple[str, ...]:
    named = " ".join([*_headers(message, "To"), *_headers(message, "Cc")])[:_LONGEST_HEADER]
    # The standard library's parser recurses into comments until it is out of stack.
    return tuple(dict.fromkeys(w for w in _BETWEEN.split(named) if _ADDRESS.fullmatch(w)))


def _results(message: Message) -> tuple[tuple[str, ...], ...]:
    runs: list[list[str]] = [[]]
    for name, value in message.items():
        if name.lower() == "authentication-results":
            runs[-1].append(str(value))
        elif runs[-1]:
            runs.append([])
    return tuple(tuple(run) for run in runs[:_MOST_RUNS] if run)


def _answers(message: Message) -> tuple[str, ...]:
    """The Message-IDs of In-Reply-To and References, the nearest first."""
    nearest = " ".join(_headers(message, "In-Reply-To"))[:_LONGEST_HEADER]
    thread = " ".join(_headers(message, "References"))[-_LONGEST_HEADER:]
    ids = [*_MESSAGE_ID.findall(nearest), *reversed(_MESSAGE_ID.findall(thread))]
    return tuple(dict.fromkeys(ids))[:20]


def _robot(message: Message, mail_from: str | None) -> str | None:
    """Why this mail is automatic, or None (RFC 3834, and what mail servers really send)."""
    if message.get(LOOP_HEADER) is not None:
        return "one of our own mails"
    submitted = _header(message, "Auto-Submitted").strip().lower()
    if submitted and submitted.split(";")[0].strip() != "no":
        return "automatic answer"
    returned = _header(message, "Return-Path").strip()
    if mail_from in ("", "<>") or returned == "<>" or _SERVER.search(returned):
        return "bounce"
    if message.get_content_type() == "multipart/report" or message.get("X-Failed-Recipients"):
        return "bounce"
    if _header(message, "Precedence").strip().lower() in {"bulk", "junk", "list", "auto_reply"}:
        return "bulk mail"
    marks = ("X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Mail-Autoreply", "List-Id")
    if any(message.get(name) is not None for name in marks):
        return "automatic answer"
    subject = _decoded(_header(message, "Subject"))
    if _AWAY.match(subject):
        return "automatic answer"
    if _SERVER.search(_header(message, "From")[:_LONGEST_HEADER]) or _BOUNCED.search(subject):
        return "bounce"
    return None

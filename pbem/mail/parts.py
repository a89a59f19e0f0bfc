"""Which part of a mail is read: plain text before HTML, nothing attached, nothing forwarded."""

from __future__ import annotations

import re
from email.message import Message

from pbem.mail.decode import text_of
from pbem.mail.html import html_text, own_words
from pbem.mail.parse import MOST_PARTS, parts_of

_HTML = re.compile(r"\s*(?:<!doctype html|<html|<head|<body|<div|<p>)", re.IGNORECASE)
_PGP = "-----BEGIN PGP MESSAGE-----"
_ENCRYPTED = {
    *("multipart/encrypted", "application/pgp-encrypted"),
    *("application/pkcs7-mime", "application/x-pkcs7-mime"),
}
_WINMAIL = {"application/ms-tnef", "application/vnd.ms-tnef"}
_STUB = re.compile(r"\bhtml\b", re.IGNORECASE)


def body_of(message: Message) -> str:
    """The text a person sees, quotation and all; of HTML the text, with `>` before its quotes.

    Empty if there is nothing to read: an encrypted mail, a lone attachment or calendar entry.
    """
    plain = "\n".join(text_of(part) for part in _shown(message, "text/plain"))
    if _HTML.match(plain) and "</" in plain:
        return html_text(plain)
    html = [text_of(part) for part in _shown(message, "text/html")]
    if html and (not plain.strip() or _is_stub(plain)):
        return html_text(*html)
    return plain


def locked_in(message: Message, body: str) -> str:
    """What keeps a mail from being read: `encrypted`, `winmail`, or empty if nothing does.

    Outlook puts all of a mail into a file called winmail.dat when it takes us for an Outlook.
    """
    if body.lstrip().startswith(_PGP):
        return "encrypted"
    if body.strip():
        return ""
    kinds = {part.get_content_type() for part in parts_of(message)}
    if kinds & _ENCRYPTED:
        return "encrypted"
    return "winmail" if kinds & _WINMAIL else ""


def texts_of(message: Message) -> tuple[str, ...]:
    """All readings of a mail of ours, to find them again in an answer: its text and its HTML."""
    plain = [text_of(part) for part in _shown(message, "text/plain")]
    return (*plain, *(own_words(text_of(part)) for part in _shown(message, "text/html")))


def _is_stub(plain: str) -> bool:
    """Whether the plain part only says that the mail is HTML."""
    return len(plain) < 300 and len(plain.split()) > 3 and _STUB.search(plain) is not None


def _shown(message: Message, kind: str) -> list[Message]:
    """The parts of one kind a reader sees, in order; of several alternatives the first."""
    found: list[Message] = []
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        if part.get_content_maintype() == "message":
            continue
        if part.is_multipart():
            children = [p for p in part.get_payload() if isinstance(p, Message)]
            if part.get_content_subtype() == "alternative":
                children = _alternatives(children, kind)
            waiting = children + waiting
        elif part.get_content_type() == kind and not _attached(part):
            found.append(part)
    return found


def _alternatives(parts: list[Message], kind: str) -> list[Message]:
    """The first alternative of a kind and whatever holds further parts."""
    plain = [part for part in parts if not part.is_multipart() and part.get_content_type() == kind]
    return plain[:1] or [part for part in parts if part.is_multipart()]


def _attached(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except (LookupError, UnicodeError, ValueError):
        return True

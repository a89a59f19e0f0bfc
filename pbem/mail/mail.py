"""Bytes to Mail: who wrote, to whom, whether a robot did, and the text before any cutting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from email.message import Message
from email.utils import parsedate_tz
from functools import lru_cache
from itertools import chain

from pbem.casefolding import folded
from pbem.mail.headers import LONGEST, header, headers, in_words
from pbem.mail.our_letter import letter_texts
from pbem.mail.parse import head_of, message_of
from pbem.mail.parts import body_of, locked_in, texts_of
from pbem.mail.robots import REPORTS, Robot, robot_of

_DELIVERED = (
    "Delivered-To",
    "X-Original-To",
    "X-Delivered-To",
    "Envelope-To",
    "X-Envelope-To",
    "X-Gm-Original-To",
    "X-Forwarded-To",
)
_MOST_RUNS = 20
_MOST_SENT = 32
_ODD = re.compile(r"[@<>\x00-\x1f\x7f]")
_MESSAGE_ID = re.compile(r"<[^<>\s]{3,250}>")
_LONGEST_RETURNED = 200_000
_QUARTER, _FARTHEST = 15 * 60, 14 * 3600
_BETWEEN = re.compile(r"[\s<>(),:;\"\[\]\\]+")
_ADDRESS = re.compile(r"[^\s@<>(),:;\"\[\]\\\x00-\x1f\x7f]+@[^\s@<>(),:;\"\[\]\\\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail as far as it matters here.

    `sender` is None unless there is exactly one From that holds exactly one plain address; `name`
    is what stands beside it, empty if nothing does. `delivered` are the addresses it was delivered
    to, as the servers on its way say, `named` those in To and Cc. `answers` are the Message-IDs of
    the mails it answers, as far as it says so, the nearest first. `results` are its
    Authentication-Results from the top, those that stand together in one. `body` holds the
    quotation too; `locked` says what keeps it from being read: `encrypted`, `winmail` or nothing.
    `robot` says why a mail counts as automatic; None means a person wrote it. `offset` is how far
    the sender's clock is from UTC, None where the mail says UTC: many programs do so anywhere.
    """

    sender: str | None
    name: str
    delivered: tuple[str, ...]
    named: tuple[str, ...]
    answers: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]
    subject: str
    body: str
    locked: str
    robot: Robot | None
    offset: timedelta | None


def read_mail(raw: bytes, mail_from: str | None = None) -> Mail:
    """The mail in some bytes; `mail_from` is the envelope sender, empty for a bounce, if known.

    Never raises for what a mail holds: a part that cannot be decoded is read as well as it can be.
    """
    message = message_of(raw)
    body = body_of(message)
    return Mail(
        sender=_sender(message),
        name=in_words(header(message, "From").rpartition("<")[0]).strip(" \"'"),
        delivered=_delivered(message),
        named=_named(message),
        answers=_answers(message),
        results=_results(message),
        subject=in_words(header(message, "Subject")),
        body=body,
        locked=locked_in(message, body),
        robot=robot_of(message, mail_from),
        offset=_offset(message),
    )


def read_head(raw: bytes) -> Mail:
    """The parts of a mail's header in which a code may stand, and nothing else of it.

    For whoever has no time for the rest: a receiver.
    """
    message = head_of(raw)
    return Mail(
        sender=None,
        name="",
        delivered=_delivered(message),
        named=_named(message),
        answers=_answers(message),
        results=(),
        subject=in_words(header(message, "Subject")),
        body="",
        locked="",
        robot=None,
        offset=None,
    )


def _offset(message: Message) -> timedelta | None:
    seconds: int | None = None
    with suppress(ValueError, IndexError, TypeError, OverflowError):
        found = parsedate_tz(header(message, "Date")[:LONGEST])
        seconds = found[9] if found else None
    if not seconds or abs(seconds) > _FARTHEST or seconds % _QUARTER:
        return None
    return timedelta(seconds=seconds)


def answered_at(raw: bytes) -> tuple[str, str]:
    """Where one of our own mails has its answers sent to, and its text; its code ends both."""
    message = message_of(raw)
    return header(message, "Reply-To").strip(), "".join(texts_of(message)[:1])


def subject_of(raw: bytes) -> str:
    """The subject of a mail, what no font shows apart."""
    text = in_words(header(message_of(raw), "Subject"))
    return "".join(sign for sign in text if sign.isprintable())


def may_report(raw: bytes) -> bool:
    """Whether a mail, by its headers, may tell what became of another (RFC 3464, 5965)."""
    message = head_of(raw)
    robot = robot_of(message, None)
    told = robot is not None and robot.kind in REPORTS
    return told or message.get_content_type() == "multipart/report"


def returned_ids(raw: bytes, domains: Sequence[str]) -> tuple[str, ...]:
    """The Message-IDs of some domains that stand in a mail that returns another, in their order."""
    found = _MESSAGE_ID.findall(raw[:_LONGEST_RETURNED].decode("ascii", "replace"))
    ends = tuple(f"@{domain}>" for domain in domains)
    return tuple(dict.fromkeys(one for one in found if one.endswith(ends)))[:50]


@lru_cache(maxsize=_MOST_SENT)
def sent_texts(raw: bytes) -> tuple[str, ...]:
    """What one of our own mails says: its text, and its HTML as text.

    Kept for a while, because several answers may quote the same mail.
    """
    return letter_texts(raw) or texts_of(message_of(raw))


def all_sent_texts(mails: Iterable[bytes]) -> tuple[str, ...]:
    """What several of our own mails say."""
    return tuple(chain.from_iterable(map(sent_texts, mails)))


def own_name(raw: bytes, sender: str) -> str:
    """The Message-ID of a mail, if it has one that may stand in an answer to it, and comes from
    that sender; else nothing.
    """
    message = head_of(raw)
    name = header(message, "Message-ID").strip()
    good = name.isascii() and name.isprintable() and _MESSAGE_ID.fullmatch(name)
    return name if good and _sender(message) == folded(sender) else ""


def _sender(message: Message) -> str | None:
    """The address of the one From, strictly: `display <address>` or a bare address.

    Readers disagree about all that is odder than that, so it names nobody. A display
    name may be the address once more, as some mail programs write it, but no other address.
    """
    froms = headers(message, "From")
    if len(froms) != 1:
        return None
    value = " ".join(froms[0].split())
    display, bracket, rest = value.rpartition("<")
    address = rest.removesuffix(">") if bracket else value
    if not value.isprintable() or not _ADDRESS.fullmatch(address):
        return None
    named = folded(display.strip(" \"'"))
    if (bracket and not rest.endswith(">")) or (named != folded(address) and _ODD.search(named)):
        return None
    return folded(address)


def _delivered(message: Message) -> tuple[str, ...]:
    found = [value.strip() for name in _DELIVERED for value in headers(message, name)][:50]
    return tuple(dict.fromkeys(filter(None, found)))


def _named(message: Message) -> tuple[str, ...]:
    named = " ".join([*headers(message, "To"), *headers(message, "Cc")])[:LONGEST]
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
    nearest = " ".join(headers(message, "In-Reply-To"))[:LONGEST]
    thread = " ".join(headers(message, "References"))[-LONGEST:]
    ids = [*_MESSAGE_ID.findall(nearest), *reversed(_MESSAGE_ID.findall(thread))]
    return tuple(dict.fromkeys(ids))[:20]

"""A mail as a person's program shows it, and mails as programs write them; quickly."""

from __future__ import annotations

import email
import re
from dataclasses import dataclass
from datetime import datetime
from email.header import decode_header, make_header
from email.message import Message
from email.utils import format_datetime, parsedate_to_datetime
from html import unescape
from urllib.parse import parse_qs, unquote

from tests.simulated.programs import PROGRAMS, Answer

_CHOICE = re.compile(r"\d+|[2-9TJQKA][CDHS]( \w+)?|yes")
_SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_HAND = re.compile(r"^YOUR HAND, \d+ CARDS?\n((?:  (?:spades|hearts|diamonds|clubs) .*\n)+)", re.M)
_SLOT = re.compile(r"^  (Table[\w -]*: \S+)$", re.MULTILINE)
_TAG = re.compile(rb"#([a-z2-9]{16})[a-z2-9]{8}\]")
_TABLE = re.compile(r"^(?:Re: )?\[([^\]]+?)(?: \d+/(?:\d+|\?))?\]")


@dataclass(frozen=True, slots=True)
class Letter:
    """What stands in a mail of the server's. `back` is where a mailbox returns it to, `date` when
    it was to leave: the post may carry it later.

    A `broken` one is no mail as RFC 5322 and MIME have it.
    """

    to: str
    back: str
    subject: str
    reply_to: str
    id: str
    text: str
    links: tuple[str, ...]
    broken: bool = False
    date: datetime | None = None

    @property
    def table(self) -> str:
        """The game that it is about, as its subject names it; nothing if it is about none."""
        found = _TABLE.match(self.subject)
        return found[1] if found else ""

    @property
    def tables(self) -> list[str]:
        """The games that it is about: several, where questions were gathered."""
        return self.table.split(", ")

    @property
    def choices(self) -> tuple[str, ...]:
        """The links that answer with a card, a number or a yes."""
        return tuple(link for link in self.links if _CHOICE.fullmatch(_code(link)))

    @property
    def taps(self) -> dict[str, list[str]]:
        """The links by the kind of what they answer with."""
        found: dict[str, list[str]] = {}
        for link in self.links:
            found.setdefault(kind_of_tap(_code(link)), []).append(link)
        return found

    @property
    def slots(self) -> tuple[str, ...]:
        """The lines to answer a mail about several tables with: `Club: QH`."""
        return tuple(_SLOT.findall(self.text))


def read_letter(rcpt: str, back: str, raw: bytes) -> Letter:
    """The letter in some bytes."""
    message = email.message_from_bytes(raw)
    found = {part.get_content_type(): part for part in reversed(list(message.walk()))}
    html = _text(found["text/html"]) if "text/html" in found else ""
    links = re.findall(r'href="(mailto:[^"]+)"', html)
    return Letter(
        rcpt,
        back,
        str(make_header(decode_header(str(message["Subject"])))),
        str(message["Reply-To"]),
        str(message["Message-ID"]),
        _text(found["text/plain"]),
        tuple(map(unescape, links)),
        any(part.defects for part in message.walk()),
        parsedate_to_datetime(str(message["Date"])),
    )


def shown_hand(letter: Letter) -> set[str] | None:
    """The cards of the hand that a letter in English shows."""
    block = _HAND.search(letter.text)
    if block is None:
        return None
    cards = set()
    for line in block[1].splitlines():
        suit, *signs = line.split()
        for sign in signs:
            if sign not in (*"23456789JQKA", "10", "T"):
                break
            cards.add(f"{'T' if sign == '10' else sign}{_SUITS[suit]}")
    return cards


def code_in(address: str) -> str:
    """The drawn signs of the code that an answer address carries; empty if it carries none."""
    code = address.rpartition("@")[0].rpartition("+")[2]
    return code[:16] if len(code) == 24 else ""


def code_of(to: str, raw: bytes) -> str:
    """The drawn signs of the code that a mail came under: in its address, or as a tag in its head;
    empty if it carries none.
    """
    tag = _TAG.search(raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0])
    return code_in(to) or (tag[1].decode() if tag else "")


def kind_of_tap(code: str) -> str:
    """What a tap answers with, without its card, number, name or days, and the table it names."""
    if code.startswith("deal "):
        return "deal"
    code = re.sub(r"^[\w -]+: ", "", code)
    if re.fullmatch(r"\d+", code):
        return "bid"
    if re.fullmatch(r"[2-9TJQKAWX*][CDHS\d]( .+)?", code):
        return "card and lead" if " then " in code else "card"
    return "trump" if code in (*_SUITS, "no trump") else code.partition(" ")[0]


def tapped_in(raw: bytes) -> str:
    """The kind of the tap that a mail was written by; empty if it was not."""
    found = re.search(rb"(?m)^Subject: \[[^\]\n]*\] (\S[^\n]*)$", raw[:2000])
    return kind_of_tap(found[1].decode().strip()) if found else ""


def reply(
    letter: Letter, words: str, now: datetime, headers: str = "", program: str = "gmail"
) -> tuple[str, bytes]:
    """Where an answer goes, and its bytes as a mail program writes them."""
    answer = Answer(words, letter.text, "Oh Hell", letter.to, letter.subject, now)
    what, body = PROGRAMS[program](answer)
    head = f"In-Reply-To: {letter.id}\nReferences: {letter.id}\n{headers}{what}"
    subject = "" if "Subject:" in headers else f"Re: {letter.subject}"
    return letter.reply_to, _head(letter, letter.reply_to, subject, now, head) + body


def tap(letter: Letter, link: str, now: datetime) -> tuple[str, bytes]:
    """Where a link's mail goes, and its bytes as a phone sends them."""
    address, _, query = link.removeprefix("mailto:").partition("?")
    filled = parse_qs(query)
    to, body = unquote(address), filled.get("body", [""])[0]
    return to, _mail(letter, to, filled["subject"][0], body, now)


def bounced(letter: Letter, status: str) -> tuple[str, bytes]:
    """Where a letter that nobody takes goes back to, and the report (RFC 3464)."""
    raw = (
        f"From: MAILER-DAEMON@{_domain(letter.to)}\nTo: {letter.back}\nSubject: Undelivered\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\n\n'
        "--x\nContent-Type: text/plain\n\nYour mail could not be delivered.\n"
        "--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
        f"Final-Recipient: rfc822; {letter.to}\nAction: failed\nStatus: {status}\n\n--x--\n"
    )
    return letter.back, raw.encode()


def with_a_photo(raw: bytes) -> bytes:
    """The same mail with a photo beside its text, if it is nothing but text."""
    head, text, body = raw.partition(b"Content-Type: text/plain; charset=utf-8\n\n")
    if not text:
        return raw
    whole = [head, b'Content-Type: multipart/mixed; boundary="p"\n\n--p\n', text, body, b"--p\n"]
    whole.append(b"Content-Type: image/jpeg\nContent-Disposition: attachment\n\n")
    return b"".join((*whole, b"/9j/4AAQ\n" * 2000, b"--p--\n"))


def _code(link: str) -> str:
    return unquote(link).partition("] ")[2].partition("&body=")[0]


def _mail(letter: Letter, to: str, subject: str, body: str, now: datetime) -> bytes:
    head = "Content-Type: text/plain; charset=utf-8\n"
    return _head(letter, to, subject, now, head) + f"{body}\n".encode()


def _head(letter: Letter, to: str, subject: str, now: datetime, headers: str) -> bytes:
    head = f"From: {letter.to}\nTo: {to}\nDate: {format_datetime(now)}\n"
    head += f"Subject: {subject}\n" if subject else ""
    return f"{head}MIME-Version: 1.0\n{headers}\n".encode()


def _domain(address: str) -> str:
    return address.partition("@")[2]


def _text(part: Message) -> str:
    decoded = part.get_payload(decode=True)
    assert isinstance(decoded, bytes)
    return decoded.decode().replace("\r\n", "\n")

"""Mail programs: how some twenty of them write an answer, and what they do with the letter."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape
from textwrap import wrap


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program is given: somebody's words, the text of the letter, and its headers."""

    words: str
    text: str
    sender: str
    to: str
    subject: str
    now: datetime

    @property
    def quote(self) -> str:
        """The letter with a mark before each line."""
        return "".join(f"> {line}\n" if line else ">\n" for line in self.text.splitlines())

    def head(self, wrote: str) -> str:
        """The line above a quotation, such as `On {day}, {who} wrote:`."""
        return wrote.format(day=f"{self.now:%d.%m.%Y}", at=f"{self.now:%H:%M}", who=self.sender)

    def block(self, *names: str) -> str:
        """The headers of the letter, as Outlook lists them above it."""
        facts = (self.sender, f"{self.now:%d.%m.%Y %H:%M}", self.to, self.subject)
        return "".join(f"{name}: {fact}\n" for name, fact in zip(names, facts, strict=True))


Program = Callable[[Answer], tuple[str, bytes]]
"""Makes of an answer the headers that tell what its body is, and the body."""


def _plain(text: str, charset: str = "utf-8", more: str = "") -> tuple[str, bytes]:
    return f"Content-Type: text/plain; charset={charset}{more}\n", text.encode(charset, "replace")


def _above(wrote: str, sign: str = "") -> Program:
    """The words stand above the quotation, as most people answer."""

    def program(answer: Answer) -> tuple[str, bytes]:
        return _plain(f"{answer.words}{sign}\n{answer.head(wrote)}\n{answer.quote}")

    return program


def _below(answer: Answer) -> tuple[str, bytes]:
    wrote = answer.head("On {day} at {at}, {who} wrote:")
    return _plain(f"{wrote}\n{answer.quote}\n{answer.words}")


def _between(answer: Answer) -> tuple[str, bytes]:
    lines = answer.quote.splitlines(keepends=True)
    middle = len(lines) // 2
    first, second = "".join(lines[:middle]), "".join(lines[middle:])
    wrote = answer.head("On {day} at {at}, {who} wrote:")
    return _plain(f"{wrote}\n{first}\n{answer.words}\n{second}")


def _block(line: str, *names: str, sign: str = "") -> Program:
    """The letter stands below without marks, with its headers above it."""

    def program(answer: Answer) -> tuple[str, bytes]:
        return _plain(f"{answer.words}{sign}\n{line}{answer.block(*names)}\n{answer.text}")

    return program


def _no_quote(answer: Answer) -> tuple[str, bytes]:
    return _plain(answer.words)


def _flowed(answer: Answer) -> tuple[str, bytes]:
    lines = answer.words.split("\n")
    soft = (line if line == "-- " else " \n".join(wrap(line, 60)) for line in lines)
    wrote = answer.head("On {day} {at}, {who} wrote:")
    return _plain("\n".join(soft) + f"\n{wrote}\n{answer.quote}", more="; format=flowed")


def _html(answer: Answer) -> str:
    words = "<br>".join(map(escape, answer.words.splitlines()))
    wrote = escape(answer.head("On {day} at {at} {who} wrote:"))
    quote = "<br>\n".join(map(escape, answer.text.splitlines()))
    return (
        f'<html><body><div dir="ltr">{words}</div><br><div class="gmail_quote">'
        f'<div dir="ltr" class="gmail_attr">{wrote}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{quote}</blockquote></div>'
        "</body></html>\n"
    )


def _html_only(answer: Answer) -> tuple[str, bytes]:
    return "Content-Type: text/html; charset=utf-8\n", _html(answer).encode()


def _both(answer: Answer) -> tuple[str, bytes]:
    parts = (
        "--b",
        "Content-Type: text/plain; charset=utf-8",
        "",
        f"{answer.words}\n{answer.head('On {day} at {at} {who} wrote:')}\n{answer.quote}",
        "--b",
        "Content-Type: text/html; charset=utf-8",
        "",
        f"{_html(answer)}--b--\n",
    )
    return 'Content-Type: multipart/alternative; boundary="b"\n', "\n".join(parts).encode()


def _base64(answer: Answer) -> tuple[str, bytes]:
    head, body = _above("On {day} at {at}, {who} wrote:")(answer)
    return f"{head}Content-Transfer-Encoding: base64\n", base64.encodebytes(body)


def _soft_breaks(answer: Answer) -> tuple[str, bytes]:
    """What the charset lacks is lost from the quotation; for the words another one is taken."""
    wrote = answer.head("Le {day} à {at}, {who} a écrit :")
    known = answer.words == answer.words.encode("windows-1252", "replace").decode("windows-1252")
    text = f"{answer.words}\n{wrote}\n{answer.quote}"
    head, body = _plain(text, "windows-1252" if known else "utf-8")
    return f"{head}Content-Transfer-Encoding: quoted-printable\n", quopri.encodestring(body)


_DISCLAIMER = (
    "\n-- \nCard & Sons Ltd.\nThis e-mail and any files sent with it are confidential. If you have"
    "\nreceived it in error, please delete it. 12 Card Street, London. No 3 in Hearts.\n"
)

PROGRAMS: Mapping[str, Program] = {
    "gmail": _above("On {day} at {at} {who} <table@ohhell.localhost> wrote:"),
    "apple mail": _above("On {day}, at {at}, {who} <table@ohhell.localhost> wrote:"),
    "phone": _above("\nOn {day}, at {at}, {who} wrote:", "\n\nSent from my iPhone\n"),
    "german": _above("Am {day} um {at} schrieb {who}:"),
    "french": _above("Le {day} à {at}, {who} a écrit :"),
    "spanish": _above("El {day} a las {at}, {who} escribió:"),
    "italian": _above("Il giorno {day} alle ore {at} {who} ha scritto:"),
    "dutch": _above("Op {day} om {at} schreef {who}:"),
    "mutt, below": _below,
    "between": _between,
    "outlook": _block("________________________________\n", "From", "Sent", "To", "Subject"),
    "outlook, german": _block("", "Von", "Gesendet", "An", "Betreff"),
    "outlook, phone": _block(
        "________________________________\n",
        *("From", "Sent", "To", "Subject"),
        sign="\nGet Outlook for Android\n",
    ),
    "original message": _block("-----Original Message-----\n", "From", "Sent", "To", "Subject"),
    "original message, german": _block(
        "-----Ursprüngliche Nachricht-----\n", "Von", "Gesendet", "An", "Betreff"
    ),
    "office": _above("On {day}, {who} wrote:", _DISCLAIMER),
    "no quote": _no_quote,
    "flowed": _flowed,
    "html": _html_only,
    "html and text": _both,
    "base64": _base64,
    "windows-1252": _soft_breaks,
}
"""How each program writes an answer, by a name for it."""

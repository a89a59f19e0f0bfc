"""What a letter of ours says, found where we put it: it need not be taken apart line by line."""

from __future__ import annotations

import binascii
import re

from pbem.mail.html import own_words

_BORDER = re.compile(rb'^Content-Type: multipart/alternative; boundary="(=_[0-9a-f]{32})"\r$', re.M)
_PART = re.compile(
    rb'\r\nContent-Type: text/(plain|html); charset="utf-8"\r\n'
    rb"(?:Content-Language: [\w-]+\r\n)?"
    rb"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
)


def letter_texts(raw: bytes) -> tuple[str, ...]:
    """The text of a letter, and its HTML as text; nothing if it is not laid out as ours are."""
    head, _, body = raw.partition(b"\r\n\r\n")
    border = _BORDER.search(head + b"\r\n")
    parts = body.split(b"--" + border[1]) if border else []
    begun = [_PART.match(part) for part in parts[1:-1]]
    if [found and found[1] for found in begun] != [b"plain", b"html"]:
        return ()
    text, html = (
        binascii.a2b_qp(found.string[found.end() : -2]).decode().replace("\r\n", "\n")
        for found in begun
        if found
    )
    return text, own_words(html)

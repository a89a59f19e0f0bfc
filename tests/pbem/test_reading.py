"""Mails as they come: charsets, HTML, flowed text, quotes, signatures, and what breaks parsers."""

import pytest

from pbem.mail.decode import unflowed
from pbem.mail.mail import read_mail
from tests.effort import of_each
from tests.lines import text_that_counts


def body(head: str, content: bytes) -> str:
    return read_mail(head.encode() + b"\r\n\r\n" + content).body


def charset(name: str, data: bytes) -> str:
    return body(f"Content-Type: text/plain; charset={name}", data)


WORDS = "Dame de cœur, à bientôt"


@of_each(
    ("claimed", "data", "text"),
    [
        ("utf-8", WORDS.encode(), WORDS),
        ("windows-1252", WORDS.encode("cp1252"), WORDS),
        ("iso-8859-1", WORDS.encode("cp1252"), WORDS),
        ("us-ascii", WORDS.encode("cp1252"), WORDS),
        ("utf-8", WORDS.encode("cp1252"), WORDS),
        ("iso-8859-1", WORDS.encode(), WORDS),
        ("us-ascii", WORDS.encode(), WORDS),
        ("no-such-charset", WORDS.encode(), WORDS),
        ("", WORDS.encode("cp1252"), WORDS),
        ("utf-16", WORDS.encode("utf-16"), WORDS),
        ("utf-8", WORDS.encode("utf-16"), WORDS),
        ("utf-16", b"QH", "QH"),
        ("utf-8", b"\xef\xbb\xbfQH", "QH"),
        ("utf-8", "Dame de cœur ♥".encode()[:-1], "Dame de cœur \ufffd"),
        ("iso-8859-2", "červená dáma".encode("iso-8859-2"), "červená dáma"),
        ("koi8-r", "дама червей".encode("koi8-r"), "дама червей"),
        ("gb2312", "红心皇后".encode("gb18030"), "红心皇后"),
        ("iso-2022-jp", "ハートの女王".encode("iso-2022-jp"), "ハートの女王"),
        ("us-ascii", "ハートの女王".encode("iso-2022-jp"), "ハートの女王"),
        ("ks_c_5601-1987", "하트 퀸".encode("cp949"), "하트 퀸"),
        ("iso-8859-8-i", "מלכת לב".encode("iso-8859-8"), "מלכת לב"),
        ("rot13", b"QH", "QH"),
        ("unicode_escape", rb"Q\x48", rb"Q\x48".decode()),
        ("idna", b"Q\xe9", "Qé"),
        ("utf-8", b"Q\x00H", "QH"),
    ],
)
def test_any_charset_is_read_as_what_it_is(claimed, data, text):
    assert charset(claimed, data) == text


@pytest.mark.parametrize(
    ("encoding", "data", "text"),
    [
        ("quoted-printable", b"Q=E2=99=A5 =\r\nnow", "Q♥ now"),
        ("Quoted-Printable ", b"Q=E2=99=A5", "Q♥"),
        ("quoted-printable", b"QH = queen of hearts, =XY", "QH = queen of hearts, =XY"),
        ("base64", b"UeKZpQ==", "Q♥"),
        ("BASE64;", b"UeKZ\r\npQ==", "Q♥"),
        ("base64", b"UeKZpQ", "Q♥"),
        ("base64", b"UeKZpQ==\r\n\r\n-- \r\nA list's footer, put under it", "Q♥"),
        ("base64", b"UUg", "QH"),
        ("base64", b"QH, please!", "QH, please!"),
        ("7bit", "Q♥".encode(), "Q♥"),
        ("no-such-encoding", b"QH", "QH"),
    ],
)
def test_a_damaged_transfer_encoding_is_undone_as_far_as_it_goes(encoding, data, text):
    assert body(f"Content-Transfer-Encoding: {encoding}", data) == text


@pytest.mark.parametrize(
    ("flowed", "delsp", "text"),
    [
        ("I play the \nqueen of hearts", False, "I play the queen of hearts"),
        ("ハートの \n女王", True, "ハートの女王"),
        ("> quoted \n> text\nQH", False, "> quoted text\nQH"),
        (">> deep \n> less \n> deep", False, ">> deep \n> less deep"),
        ("> Hi \nHello", False, "> Hi \nHello"),
        (" > 3 wins\n From: me", False, "> 3 wins\nFrom: me"),
        ("QH\n-- \nAnna", False, "QH\n-- \nAnna"),
        ("QH \n\nsee you", False, "QH \nsee you"),
    ],
)
def test_flowed_lines_are_joined_before_anybody_looks_for_quote_marks(flowed, delsp, text):
    assert unflowed(flowed, delsp=delsp) == text


def test_html_alone_is_read_without_its_quotes():
    html = (
        b"<html><head><style>p{}</style></head><body><p>QH</p><p>see you<br>soon</p>"
        b'<div class="gmail_quote">On Monday Lindy wrote: <blockquote>3 4 5</blockquote></div>'
    )
    lines = text_that_counts(body("Content-Type: text/html", html))

    assert lines == ("QH", "see you", "soon")


@pytest.mark.parametrize(
    ("written", "counts"),
    [
        ("QH\n\nOn Mon, 5 Oct 2026, Lindy wrote:\n> 3", ("QH",)),
        (
            "QH\n\nOn Mon, 5 Oct 2026 at 10:00, Lindy (Oh Hell!) <table@x.example>\nwrote:\n> 3",
            ("QH",),
        ),
        ("QH\n\nAm 5. Oktober 2026 schrieb Lindy:\n> 3", ("QH",)),
        ("QH\n\nLe 5 octobre 2026, Lindy a écrit :\n> 3", ("QH",)),
        ("QH\n-- \nAnna\n3 Card Street", ("QH",)),
        ("QH\nSent from my iPhone", ("QH",)),
        ("QH\n\n-----Original Message-----\nFrom: Lindy\n3", ("QH",)),
        ("QH\n\nFrom: Lindy <table@x.example>\nSent: Monday\n3", ("QH",)),
        ("> 3\n> 4\n\nQH", ("QH",)),
        ("> 3\n> 4", ()),
        ("", ()),
        ("\u200bQH\u00a0\n", ("QH",)),
        ("On my way, will play QH", ("On my way, will play QH",)),
    ],
)
def test_only_what_the_person_wrote_counts(written, counts):
    assert text_that_counts(written) == counts


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\x00\x00",
        b"Content-Type: text/plain; name*\r\n\r\nx",
        b'From: "\r\nTo: (c):\r\nMessage-ID: <[x@microsoft.com]>\r\n\r\nQH',
        b"From: =?UTF-8?Q?=0Aeve@evil.example?=\r\n\r\nQH",
        b"Subject: =?utf-8?B?!!!?= =?nocharset?Q?x?=\r\n\r\nQH",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\nno parts at all",
        b"Content-Type: multipart/mixed\r\n\r\nno boundary",
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!!",
        b"To: " + b"a@b, " * 2000 + b"\r\n\r\nQH",
    ],
)
def test_hostile_bytes_are_read_without_a_murmur(raw):
    mail = read_mail(raw)

    assert "\n" not in (mail.sender or "")
    assert mail.robot is None


ATTACHED = "Content-Type: text/plain; name=hand.txt\r\n\r\nKD\r\n"
PLAIN = "Content-Type: text/plain\r\n\r\nQH\r\n"
HTML = "Content-Type: text/html\r\n\r\n<p>3C</p>\r\n"
EMPTY = "Content-Type: text/plain\r\n\r\n \r\n"
STUB = "Content-Type: text/plain\r\n\r\nYour mail program cannot show HTML.\r\n"
PICTURE = "Content-Type: image/png\r\n\r\nxx\r\n"
CALENDAR = "Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\n"
FOOTER = "Content-Type: text/plain\r\n\r\n-- \r\nthe list\r\n"
SIGNATURE = "Content-Type: application/pgp-signature\r\n\r\nxx\r\n"
FORWARDED = "Content-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\nKD\r\n"


def multipart(kind: str, *parts: str) -> str:
    inside = "".join(f"--={kind}\r\n{part}" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="={kind}"\r\n\r\n{inside}--={kind}--\r\n'


@pytest.mark.parametrize(
    ("mail", "counts"),
    [
        (multipart("alternative", PLAIN, HTML), ("QH",)),
        (multipart("alternative", HTML, PLAIN), ("QH",)),
        (multipart("alternative", EMPTY, HTML), ("3C",)),
        (multipart("alternative", STUB, HTML), ("3C",)),
        (multipart("alternative", PLAIN, multipart("related", HTML, PICTURE)), ("QH",)),
        (multipart("related", multipart("alternative", EMPTY, HTML), PICTURE), ("3C",)),
        (multipart("mixed", ATTACHED, multipart("alternative", PLAIN, HTML)), ("QH",)),
        (multipart("mixed", EMPTY, PICTURE, PLAIN), ("QH",)),
        (multipart("mixed", PLAIN, FOOTER), ("QH",)),
        (multipart("mixed", PLAIN, FORWARDED), ("QH",)),
        (multipart("mixed", FORWARDED), ()),
        (multipart("signed", PLAIN, SIGNATURE), ("QH",)),
        (multipart("encrypted", SIGNATURE, PICTURE), ()),
        (multipart("mixed", CALENDAR), ()),
        (multipart("report", PICTURE), ()),
        ("Content-Type: application/ms-tnef\r\n\r\nQH", ()),
        ("Content-Type: text/plain\r\n\r\n<html><body><p>QH</p></body></html>", ("QH",)),
        ("Content-Type: nonsense\r\n\r\nQH", ("QH",)),
        ("\r\nQH", ("QH",)),
    ],
)
def test_the_part_a_person_wrote_is_chosen(mail, counts):
    assert text_that_counts(read_mail(mail.encode()).body) == counts


def test_the_mails_it_answers_are_named_the_nearest_first():
    raw = b"In-Reply-To: <c@x>\r\nReferences: <a@x>\r\n <b@x> <c@x> junk\r\n\r\nQH"

    assert read_mail(raw).answers == ("<c@x>", "<b@x>", "<a@x>")
    assert read_mail(b"In-Reply-To: my mail of Monday\r\n\r\nQH").answers == ()

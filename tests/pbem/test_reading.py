"""Mails as they come: charsets, HTML, flowed text, quotes, signatures, and what breaks parsers."""

import time

import pytest

from pbem.reading.mail import read_mail
from pbem.reading.text import text_that_counts


def body(head: str, content: bytes) -> str:
    return read_mail(head.encode() + b"\r\n\r\n" + content).body


@pytest.mark.parametrize(
    ("charset", "data"),
    [
        ("utf-8", "Q♥ à".encode()),
        ("iso-8859-1", "à".encode("latin-1")),
        ("no-such-charset", "Q♥".encode()),
        ("ascii", b"\xe0"),
        ("utf-8", b"\xff\xfe\x00Q"),
    ],
)
def test_any_charset_is_read_as_well_as_it_can_be(charset, data):
    text = body(f"Content-Type: text/plain; charset={charset}", data)

    assert text
    assert "\x00" not in text


def test_html_alone_is_read_without_its_quotes():
    html = (
        b"<html><head><style>p{}</style></head><body><p>QH</p><p>see you<br>soon</p>"
        b'<div class="gmail_quote">On Monday Lindy wrote: <blockquote>3 4 5</blockquote></div>'
    )
    lines = text_that_counts(body("Content-Type: text/html", html))

    assert lines == ("QH", "see you", "soon")


def test_plain_text_wins_over_html_and_attachments_are_ignored():
    mail = (
        "Content-Type: multipart/mixed; boundary=x\r\n\r\n"
        "--x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nKD\r\n"
        "--x\r\nContent-Type: multipart/alternative; boundary=y\r\n\r\n"
        "--y\r\nContent-Type: text/plain\r\n\r\nQH\r\n"
        "--y\r\nContent-Type: text/html\r\n\r\n<p>3C</p>\r\n--y--\r\n--x--\r\n"
    )

    assert read_mail(mail.encode()).body.strip() == "QH"


def test_a_forwarded_mail_inside_is_not_what_the_person_wrote():
    mail = (
        "Content-Type: multipart/mixed; boundary=x\r\n\r\n"
        "--x\r\nContent-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\nQH\r\n--x--\r\n"
    )

    assert read_mail(mail.encode()).body == ""


def test_flowed_text_is_joined_again():
    text = body(
        'Content-Type: text/plain; format="flowed"', b"I play the \r\nqueen of hearts\r\n> x"
    )

    assert text_that_counts(text) == ("I play the queen of hearts",)


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


@pytest.mark.parametrize(
    "text",
    [
        "On " * 30_000,
        "On a\n" * 25_000,
        "From: a\n" * 12_000,
        "-" * 100_000,
        "> " * 50_000,
        "a " * 50_000,
    ],
)
def test_a_hundred_kilobytes_are_read_in_no_time(text):
    began = time.process_time()
    text_that_counts(text)

    assert time.process_time() - began < 0.5

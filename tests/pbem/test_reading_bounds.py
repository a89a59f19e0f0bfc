"""Whatever the bytes: no exception, bounded work, and nothing read that was only quoted."""

from __future__ import annotations

import time
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.reading import text
from pbem.reading.html import html_text
from pbem.reading.mail import read_mail, sent_texts
from pbem.reading.marks import unmarked
from pbem.reading.plain import MOST_LINES, lines_of
from pbem.reading.text import passages, text_that_counts
from tests.pbem.clients import ATTRIBUTIONS, BLOCKS
from tests.pbem.test_reading_sent import letters, sent

SIZE = 100_000
LETTER = letters()["your_play follow"]
UNITS = [
    *("On ", "On a\n", "From: a\n", "From: a\nSent: b\n", "From: a\n\n", "a: b@c 1\n", ":\n"),
    *("-", "--\n", "-- x --\n", "_ ", "=", "> ", ">", ">\n", "> a b c\nd\n", "|", "| a | b |\n"),
    *("\n", "a\n", "a ", " ", "\t", "\r", "\u200b", "\u00a0", "»", "—\n", "1", "1 ", "*", "<\n"),
    *("wrote:\n", "wrote ", "On 1 2 3 2020 a@b wrote:\n", "x wrote y a@b 1 2 3\n", "<a@b\n>:\n"),
    *("Sent from my iPhone\n", "A" * 75 + "=\n", "=41" * 25 + "=\n", "@", "a@", "<mailto:a> "),
    *("[cid:", "<http://", "-----BEGIN PGP SIGNED MESSAGE-----\n\n", "Oh Hell! · \n", "\x02\n"),
    *("ON THE TABLE\n", "ace of hearts ", LETTER.text, "\n".join(LETTER.text.split()) + "\n"),
]
TAGS = [
    *("<div>", "<b>", "<b><p>", "<table>", "<table>x", "<p>", "<br>", "<a name=x>x", "<hr>"),
    *("<blockquote>", "<div class=gmail_quote>", "<div style='border-top:1px'>a:</div>", "<x>"),
    *("<span>x</span>", "</x>", "<", "<b ", "<b x=1 ", '<a b="', "<select><option>", "<svg>"),
    *("<ul><li>", "<table><tr><td>", "<pre>\n", "&amp;", "&#65;", "<!--", "<![CDATA[", "<form>"),
    *("<div id=appendonsend></div>x", "<button>", "<template>", "<ruby><rt>", "<math><mi>", "&"),
]
HEADERS = [
    *("To: " + "a@b, " * 20_000, "To: " + "(" * SIZE, "From: " + "<" * SIZE, "X: a\r\n" * 16_000),
    *("Subject: " + "=?utf-8?q?a?= " * 7_000, "Subject: " + "=?" * 50_000, "X: a\r\n a" * 15_000),
    *("Content-Type: text/plain; " + "a=b; " * 20_000, "References: " + "<" * SIZE),
    *("Content-Type: text/plain;" + "\r\n a=b;" * 14_000, "In-Reply-To: " + "<a@b> " * 16_000),
    *("Content-Disposition: " + "a=b; " * 20_000, "Content-Type: message/rfc822\r\n\r\n" * 3_000),
    "Content-Type: multipart/mixed; boundary=x\r\n\r\n" + "--x\r\n\r\n" * 14_000,
    "".join(f"Content-Type: multipart/a; boundary={i}\r\n\r\n--{i}\r\n" for i in range(2_000)),
    "Content-Type: text/plain; charset=idna\r\n\r\n" + "a\xe9" * 40_000,
    "Content-Type: text/plain; charset=punycode\r\n\r\n" + "a-" * 50_000,
    "Content-Transfer-Encoding: base64\r\n\r\n" + "QUFB\r\n" * 16_000,
]


def of_size(unit: str) -> str:
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


def milliseconds(work, *arguments) -> float:
    """The best of three, in processor time: what the work takes when nobody disturbs it."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        work(*arguments)
        spent.append(time.process_time() - began)
    return min(spent) * 1000


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: repr(unit[:20]))
def test_a_hundred_kilobytes_of_text_take_no_time(unit):
    assert milliseconds(passages, of_size(unit)) < 50
    assert milliseconds(passages, of_size(unit), sent(LETTER)) < 75


@pytest.mark.parametrize("tag", TAGS)
def test_a_hundred_kilobytes_of_html_take_no_time(tag):
    assert milliseconds(html_text, of_size(tag)) < 50


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<b id={number}><p>" for number in range(8_000)),
        "<div " + " ".join(f"a{number}=1" for number in range(12_000)) + ">",
        "<div " + " ".join(f'a{number}="<"' for number in range(10_000)) + ">",
        "<div " + " ".join(f'a{number}=">xxxx"' for number in range(8_000)) + ">",
        "<span>" * 390 + "</y>" * 20_000,
    ],
    ids=["formatting", "attributes", "attributes with <", "attributes with >", "ends of nothing"],
)
def test_html_made_to_take_long_takes_no_time(html):
    assert milliseconds(html_text, html) < 50


@pytest.mark.parametrize("head", HEADERS, ids=lambda head: repr(head[:30]))
def test_a_hundred_kilobytes_of_headers_and_parts_take_no_time(head):
    raw = head.encode("utf-8", "replace") + b"\r\n\r\nQH"

    assert milliseconds(read_mail, raw) < 50


def test_only_so_many_lines_and_heads_are_looked_at(monkeypatch):
    asked = []
    real = text.head_at
    monkeypatch.setattr(text, "head_at", lambda *a, **k: asked.append(a[1]) or real(*a, **k))

    assert len(lines_of("a\n" * 1_000_000)) == MOST_LINES
    assert text_that_counts("a:\n" * 50_000) == ("a:",) * 200
    assert len(asked) == 200


fragments = st.one_of(
    st.text(max_size=40),
    st.sampled_from([*UNITS[:-2], *ATTRIBUTIONS.values(), *BLOCKS.values(), "QH", "> QH", "-- "]),
)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_mail(raw):
    mail = read_mail(raw)

    assert all("\n" not in line for line in text_that_counts(mail.body, sent_texts(raw)))


@given(
    st.sampled_from(["plain", "html"]),
    st.sampled_from(["utf-8", "utf-16", "gb2312", "iso-2022-jp", "utf-7", "x", "", "cp037"]),
    st.sampled_from(["base64", "quoted-printable", "8bit", "x-uuencode", ""]),
    st.booleans(),
    st.binary(max_size=400),
)
def test_any_bytes_are_a_body(kind, charset, encoding, flowed, data):
    head = (
        f"Content-Type: text/{kind}; charset={charset}{'; format=flowed' if flowed else ''}\r\n"
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    body = read_mail(head.encode() + data).body

    assert "\0" not in body
    assert all(line.strip() for line in text_that_counts(body, (body,)))


@given(st.lists(fragments, max_size=12))
def test_any_text_is_read_the_same_with_quotation_below(lines):
    body = "\n".join(lines)
    read = text_that_counts(body)
    below = f"{body}\n\n{ATTRIBUTIONS['gmail en-us']}\n> QUOTED\n"

    assert "QUOTED" not in text_that_counts(below)
    assert text_that_counts(below)[: len(read)] == read or set(read) >= set(text_that_counts(below))


@given(st.lists(fragments, max_size=12))
def test_nothing_comes_out_of_text_that_is_all_quoted(lines):
    noise = "\n".join(unmarked(line) for line in lines_of("\n".join(lines)))
    marked = "\n".join(f"> {line}" for line in noise.split("\n"))

    assert text_that_counts(marked) == ()
    assert text_that_counts(f"{BLOCKS['outlook en']}\n\n{noise}") == ()


@given(st.lists(fragments, max_size=8))
def test_html_that_is_all_quoted_says_nothing(lines):
    mail = EmailMessage()
    mail.set_content("\n".join(lines).replace("<", "&lt;").replace("\r", ""), subtype="html")
    noise = read_mail(mail.as_bytes()).body.replace(">", "&gt;").replace("\x02", "")
    html = f"<blockquote type=cite><p>{noise.replace(chr(10), '<br>')}</p></blockquote>"

    assert text_that_counts(html_text(html)) == ()

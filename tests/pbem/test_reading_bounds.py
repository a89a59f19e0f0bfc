"""Whatever the bytes: no exception, bounded work, and nothing read that was only quoted."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.domain.outcomes import Played, Refused
from pbem.mail import text
from pbem.mail.html import html_text
from pbem.mail.mail import read_mail, sent_texts
from pbem.mail.marks import unmarked
from pbem.mail.parse import message_of
from pbem.mail.plain import LONGEST_LINE, MOST_LINES, lines_of
from pbem.mail.text import paragraphs_that_count
from tests.lines import text_that_counts
from tests.pbem.clients import ATTRIBUTIONS, BLOCKS
from tests.pbem.hostile import LETTER, UNITS, as_mail, in_parts, mails, pages, texts
from tests.pbem.test_reading_sent import sent


@pytest.mark.parametrize("body", texts(), ids=lambda body: repr(body[:20]))
def test_a_hundred_kilobytes_of_text_are_read_in_part(body):
    for read in (paragraphs_that_count(body), paragraphs_that_count(body, sent(LETTER))):
        assert len(read) <= MOST_LINES


@pytest.mark.parametrize("page", pages(), ids=lambda page: repr(page[:30]))
def test_a_hundred_kilobytes_of_html_are_text_of_no_more(page):
    assert len(html_text(page)) <= 2 * len(page)


@pytest.mark.parametrize("raw", mails(), ids=lambda raw: repr(raw[:30]))
def test_a_hundred_kilobytes_of_headers_and_parts_are_a_mail(raw):
    mail = read_mail(raw)

    assert len(mail.body) <= len(raw)
    assert len(mail.answers) <= len(raw)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_mail_of_far_too_many_lines_is_cut_and_one_of_files_is_not(end):
    files = f"{'A' * 76}{end}" * 20_000
    empty = message_of(f"X: y{end}{end}QH{end}{end * 1_000_000}".encode()).get_payload()

    assert empty.startswith(f"QH{end}")
    assert len(empty.split(end)) < 60_000
    assert message_of(f"X: y{end}{end}{files}".encode()).get_payload() == files


def test_of_html_in_many_parts_no_more_is_read_than_of_one():
    parts = in_parts("html", "<p>x", 1_000_000)
    one = as_mail("<p>x" * 12_000, "html")

    # Six thousand nodes: the body, and two for each x.
    assert read_mail(parts).body.count("x") <= read_mail(one).body.count("x") == 2999


def test_html_that_ends_what_it_never_began_is_cut_there():
    stray = f"<p>QH</p>{'</y>' * 100}<p>10S</p>{'</y>' * 200}<p>KC</p>"

    assert html_text(stray).split() == ["QH", "10S"]


def test_a_line_that_nobody_writes_is_read_in_part_and_plays_nothing(table):
    """It took seconds, and what is far behind an answer may take it back."""
    name = table.waiting
    hidden = f"2{' ' * 20_000}undo"

    assert len(lines_of("a " * 500_000)[0]) == LONGEST_LINE + 1
    assert isinstance(table.say(name, hidden), Refused)
    assert isinstance(table.say(name, "a " * 230_000), Refused)
    assert table.say(name, "2") == Played("2")


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

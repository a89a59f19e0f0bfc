"""Our own mails come back quoted in every way; what is read is what the person wrote."""

from __future__ import annotations

import base64
import quopri
import re
import textwrap
from functools import cache
from html import escape

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pbem.demo.specimens import all_pages
from pbem.letters.mime import mime
from pbem.letters.render import Rendered, Templates
from pbem.mail.html import html_text, own_words
from pbem.mail.mail import read_mail, sent_texts
from pbem.mail.our_letter import letter_texts
from pbem.mail.our_text import words_of
from pbem.mail.parse import message_of
from pbem.mail.parts import texts_of
from pbem.mail.text import paragraphs_that_count
from tests.bench.floor import head_of
from tests.effort import few, of_each
from tests.lines import text_that_counts
from tests.pbem.clients import ATTRIBUTIONS, BLOCKS, HTML

TEMPLATES = Templates()
LETTERS = sorted(all_pages())
"""One of every kind."""


@cache
def rendered(name: str) -> Rendered:
    return TEMPLATES.render(all_pages()[name])


ANSWERS = (
    ("QH",),
    ("3",),
    ("yes",),
    ("A♥",),
    ("8♥ eight of hearts",),
    ("ten of diamonds",),
    ("status",),
    ("I play the queen of hearts, thanks",),
    ("QH", "lovely weather here, 3 degrees"),
    ("Dame de cœur", "À bientôt, il pleut depuis lundi !"),
)
answers = st.sampled_from(ANSWERS)
heads = st.sampled_from(sorted((ATTRIBUTIONS | BLOCKS).values()))
attributions = st.sampled_from(sorted(ATTRIBUTIONS.values()))


def sent(letter: Rendered) -> list[str]:
    return [letter.text, html_text(letter.html)]


@of_each("name", LETTERS)
def test_the_words_of_our_html_are_those_that_are_read_in_it(name):
    html = rendered(name).html

    assert words_of(own_words(html)) == words_of(html_text(html).replace("\n", " "))


@of_each("name", LETTERS)
def test_what_a_letter_says_is_found_without_taking_it_apart(name):
    letter = rendered(name)
    raw = mime(letter, head_of(1, "anna@club.example"))
    said = letter_texts(raw)

    assert said == texts_of(message_of(raw))
    assert said == sent_texts(raw)
    assert bool(said)


@pytest.mark.parametrize(
    ("of_ours", "other"),
    [
        (b"multipart/alternative", b"multipart/mixed"),
        (b"text/html", b"text/calendar"),
        (b"quoted-printable", b"8bit"),
        (b"utf-8", b"latin-1"),
        (b"\r\n", b"\n"),
    ],
)
def test_a_mail_that_is_laid_out_otherwise_is_taken_apart(of_ours, other):
    raw = mime(rendered("your_play follow"), head_of(1, "anna@club.example"))
    raw = raw.replace(of_ours, other)

    assert letter_texts(raw) == ()
    assert sent_texts(raw) == texts_of(message_of(raw))


def wrapped(text: str, width: int, *, hard: bool) -> list[str]:
    """A text broken at a width as mail programs break it, each line on its own or as paragraphs."""
    lines: list[str] = []
    for line in text.splitlines():
        if hard:
            lines += [line[at : at + width] for at in range(0, len(line), width)] or [""]
        else:
            lines += textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    return lines


def with_answer(lines: list[str], answer: tuple[str, ...], at: int) -> list[str]:
    return [*lines[:at], "", *answer, "", *lines[at:]]


@given(st.sampled_from(LETTERS), answers, heads, st.integers(60, 80), st.booleans())
def test_above_any_quotation_of_ours(name, answer, head, width, marked):
    letter = rendered(name)
    mark = "> " if marked else ""
    quote = [f"{mark}{line}" for line in wrapped(letter.text, width, hard=False)]
    body = "\n".join([*answer, "", head, "", *quote])

    assert text_that_counts(body) == answer
    assert text_that_counts(body, sent(letter)) == answer


@given(st.sampled_from(LETTERS), answers, attributions, st.integers(60, 80))
def test_below_a_marked_quotation(name, answer, head, width):
    quote = [f"> {line}" for line in wrapped(rendered(name).text, width, hard=False)]
    body = "\n".join([head, *quote, "", *answer])

    assert text_that_counts(body) == answer
    assert text_that_counts(body, sent(rendered(name))) == answer


@given(st.sampled_from(LETTERS), answers, heads, st.integers(60, 80), st.data())
def test_inside_and_below_a_quotation_without_any_mark(name, answer, head, width, data):
    letter = rendered(name)
    quote = wrapped(letter.text, width, hard=False)
    enough = [at for at in range(len(quote)) if len(" ".join(quote[:at]).split()) > 15]
    assume(enough)  # Some letters are hardly longer than that.
    at = data.draw(st.integers(enough[0], len(quote)))
    body = "\n".join([head, "", *with_answer(quote, answer, at)])
    read = text_that_counts(body, sent(letter))

    # Beside the same words of ours either line may be taken for hers: `"yes".` is `yes`.
    assert words_of("\n".join(read)) == words_of("\n".join(answer))


@given(st.sampled_from(LETTERS), answers, st.integers(60, 80), st.data())
def test_anywhere_between_quoted_lines(name, answer, width, data):
    quote = [f"> {line}" for line in wrapped(rendered(name).text, width, hard=False)]
    at = data.draw(st.integers(0, len(quote)))
    body = "\n".join(with_answer(quote, answer, at))

    assert text_that_counts(body, sent(rendered(name))) == answer


@given(st.sampled_from(LETTERS), answers, attributions, st.integers(60, 72), st.integers(8, 30))
def test_above_a_quotation_whose_wrapped_lines_lost_their_marks(name, answer, head, width, torn):
    letter = rendered(name)
    quote: list[str] = []
    for line in wrapped(letter.text, width + torn, hard=False):
        first, *rest = textwrap.wrap(f"> {line}", width, break_on_hyphens=False) or [">"]
        quote += [first, *rest]
    body = "\n".join([*answer, "", head, *quote])

    assert text_that_counts(body, sent(letter)) == answer


def test_a_row_of_a_table_may_be_torn_before_its_empty_cells():
    letter = rendered("organiser_digest quiet")
    quote = []
    for line in letter.text.splitlines():
        words, cells = re.fullmatch(r"(.*?)((?:\s+-){2,})?", line).groups()
        quote += [f"> {words}", *([cells.strip()] if cells else [])]
    assert "-            -      -" in quote

    counts = text_that_counts("\n".join(["QH", "", "Marta wrote:", *quote]), sent(letter))

    assert counts == ("QH",)


def is_known(name):
    """Whether a letter has as many words as show that some text is ours."""
    return len(words_of(rendered(name).text)) > 20


@given(st.sampled_from(LETTERS).filter(is_known), answers, st.integers(60, 80))
def test_above_our_text_pasted_without_a_word_about_it(name, answer, width):
    letter = rendered(name)
    body = "\n".join([*answer, "", *wrapped(letter.text, width, hard=False)])

    assert text_that_counts(body, sent(letter)) == answer


@given(st.sampled_from(LETTERS), answers, st.sampled_from(sorted(HTML)))
def test_in_html_as_each_client_quotes(name, answer, client):
    letter = rendered(name)
    html = HTML[client]("<br>".join(map(escape, answer)), inside(letter.html))

    assert text_that_counts(html_text(html), sent(letter)) == answer


@pytest.mark.parametrize("client", few(sorted(HTML), 7))
def test_no_client_lets_quoted_html_through_as_an_answer(client):
    for letter in map(rendered, LETTERS):
        html = HTML[client]("", inside(letter.html))

        assert text_that_counts(html_text(html), sent(letter)) == ()


@given(st.sampled_from(LETTERS), answers, st.sampled_from(sorted(HTML)))
@example("your_play follow", ("QH",), "gmail")
def test_in_html_without_knowing_what_was_sent(name, answer, client):
    if client == "no marks at all":
        return
    html = HTML[client]("<br>".join(map(escape, answer)), inside(rendered(name).html))

    assert text_that_counts(html_text(html)) == answer


@given(
    st.sampled_from(LETTERS),
    answers,
    attributions,
    st.sampled_from(["quoted-printable", "base64", "8bit"]),
    st.sampled_from(["utf-8", "no-such-charset", "iso-8859-1", ""]),
)
def test_in_any_encoding(name, answer, head, encoding, charset):
    letter = rendered(name)
    quote = "\n".join(f"> {line}" for line in letter.text.splitlines())
    data = "\r\n".join([*answer, "", *head.splitlines(), *quote.splitlines()]).encode()
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    mail = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode()

    assert text_that_counts(read_mail(mail + data).body, sent(letter)) == answer


@given(st.sampled_from(LETTERS), st.booleans(), st.integers(60, 80), heads)
def test_nothing_is_read_where_nothing_was_written(name, marked, width, head):
    letter = rendered(name)
    mark = "> " if marked else ""
    quote = "\n".join(f"{mark}{line}" for line in wrapped(letter.text, width, hard=True))

    assert text_that_counts(f"{head}\n\n{quote}") == ()
    assert text_that_counts(f"{head}\n\n{quote}", sent(letter)) == ()


def test_an_order_between_those_our_letter_quotes_itself():
    """It tells each of an organiser's orders behind a `>`, which says nothing about her lines."""
    letter = rendered("command_result")
    ours = "> extend Ruth 3 days\n\nLindy goes on, and deadlines count again.\n"
    with_hers = "> extend Ruth 3 days\n\npause\n\nLindy goes on, and deadlines count again.\n"
    quoted = f"{ATTRIBUTIONS['gmail fr']}\n\n{letter.text}"

    assert text_that_counts(quoted, sent(letter)) == ()
    assert quoted.count(ours) == 1
    assert text_that_counts(quoted.replace(ours, with_hers), sent(letter)) == ("pause",)


@pytest.mark.parametrize("below", ["-- \nAnna\n3 Card Street", "Sorry it took so long!"])
def test_an_answer_between_that_begins_as_the_next_quoted_line_does(below):
    """`A♥` is put in above our `"A♥" or ...`, with more lines of hers under it."""
    letter = rendered("your_play follow")
    first, mark, rest = letter.text.partition('  "A♥" or')
    above, under = (textwrap.indent(text, "> ") for text in (first, mark + rest))
    body = f"{ATTRIBUTIONS['gmail fr']}\n{above}\nA♥\n\n{below}\n\n{under}"

    assert mark
    assert text_that_counts(body, sent(letter))[0] == "A♥"


def test_a_dash_torn_off_a_quoted_table_is_no_answer():
    quote = "> Ruth, asked on Tuesday 6 October, 11:12 (Paris time)\n-\n> Anna"

    assert text_that_counts(f"QH\n\n{ATTRIBUTIONS['gmail fr']}\n{quote}") == ("QH",)


def test_an_earlier_answer_in_the_thread_is_not_read_again():
    letter = rendered("your_play follow")
    earlier = "From: Anna\nSent: Monday, 5 October 2026 10:05\nTo: Lindy\nSubject: Deal\n\nQH\n\n"
    body = f"{earlier}{BLOCKS['outlook en']}\n\n{letter.text}"

    assert paragraphs_that_count(body, sent(letter)) == ()


def test_the_same_answer_twice_over_is_the_persons_own():
    letter = rendered("refused card")
    body = f"KD\n\n{ATTRIBUTIONS['gmail fr']}\n\n{letter.text}"

    assert "You wrote: KD" in letter.text
    assert text_that_counts(body, sent(letter)) == ("KD",)


def inside(html: str) -> str:
    """What stands in the body of a page, as a program puts it into its own."""
    begin, end = html.index("<body"), html.index("</body>")
    return f"<div{html[begin + 5 : end]}</div>"

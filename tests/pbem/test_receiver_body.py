"""How a mail is taken down at the receiver: where it ends, and what of it is kept."""

import io
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pbem.receivers.body import LONGEST_LINE, OURS, TOO_LONG, TOO_MUCH, Body

pieces = st.lists(
    st.sampled_from([b"\r\n", b"\r", b"\n", b".", b"..", b"\r\n.", b"x", b"la la", b"\r\n.\r\n"]),
    max_size=20,
).map(b"".join)


def taken(stream, cuts=(), most=1000):
    """A stream taken down in pieces: what was kept, why it was refused, and what came after it."""
    file = io.BytesIO()
    body = Body(file, most)
    at = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    for begin, end in pairwise(at):
        rest = body.take(stream[begin:end])
        if rest is not None:
            return file.getvalue(), body.refused, rest + stream[end:]
    return None


def by_lines(stream):
    """The same, line by line as RFC 5321 4.5.2 has it."""
    kept = []
    while b"\r\n" in stream:
        line, _, stream = stream.partition(b"\r\n")
        if line == b".":
            return b"".join(kept), None, stream
        kept.append(line.removeprefix(b".") + b"\r\n")
    return None


@given(pieces, st.lists(st.integers(0, 100)))
def test_however_it_is_cut_it_is_the_same_mail(stream, cuts):
    assert taken(stream, cuts) == by_lines(stream)
    assert taken(stream, range(len(stream))) == by_lines(stream)


def test_an_empty_mail_ends_with_its_first_line():
    assert taken(b".\r\nQUIT\r\n") == (b"", None, b"QUIT\r\n")


def test_a_mail_may_have_so_many_bytes_and_no_more():
    assert taken(b"x" * 8 + b"\r\n.\r\n", most=10) == (b"x" * 8 + b"\r\n", None, b"")
    assert taken(b"x" * 9 + b"\r\n.\r\n", most=10)[1] == TOO_MUCH


def test_a_line_may_be_so_long_and_no_longer_however_it_is_cut():
    whole, longer = b"x" * LONGEST_LINE + b"\r\n.\r\n", b"x" * (LONGEST_LINE + 1) + b"\r\n.\r\n"
    cuts = range(0, LONGEST_LINE, 1000)

    assert taken(whole, cuts, most=100_000)[1] is None
    assert taken(longer, cuts, most=100_000)[1] == TOO_LONG
    assert taken(b"x\r\n" + longer, most=100_000)[1] == TOO_LONG


def test_a_disk_that_is_full_is_our_trouble():
    class Full(io.BytesIO):
        def write(self, _text):
            raise OSError("no space left on device")

    body = Body(Full(), 1000)

    assert body.take(b"la\r\n.\r\nNOOP\r\n") == b"NOOP\r\n"
    assert body.refused == OURS

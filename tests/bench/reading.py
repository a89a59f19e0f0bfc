"""Reading mails: the text that counts beside taking mails apart, and what takes longest."""

from __future__ import annotations

import email
import os
import resource
import time
from collections.abc import Iterable, Iterator
from email.message import EmailMessage

from pbem.mail.html import html_text
from pbem.mail.mail import read_mail
from tests.bench.measure import Row, beside, in_turn, rate, told
from tests.corpus import CORPUS, as_mail
from tests.lines import text_that_counts
from tests.pbem import hostile
from tests.pbem.clients import AT, ATTRIBUTIONS, BLOCKS, HTML
from tests.pbem.test_reading_sent import rendered


def answers() -> list[bytes]:
    """Mails that answer one of ours, plain and as HTML, from every program of the samples."""
    letter = rendered("your_play follow")
    quote = "\n".join(f"> {line}" for line in letter.text.splitlines())
    heads = (ATTRIBUTIONS | BLOCKS).values()
    plain = [("plain", f"QH\n\n{head}\n\n{quote}") for head in heads]
    html = [("html", made("QH", letter.html)) for made in HTML.values()]
    mails = []
    for kind, body in (*plain, *html):
        mail = EmailMessage()
        mail["From"], mail["To"] = "anna@x.example", AT
        mail.set_content(body, subtype=kind)
        mails.append(mail.as_bytes())
    return mails


def reading(mails: list[bytes], sent: tuple[str, ...]) -> tuple[int, float]:
    """All the mails read for the text that counts: how many, and seconds."""
    began = time.perf_counter()
    for raw in mails:
        text_that_counts(read_mail(raw).body, sent)
    return len(mails), time.perf_counter() - began


def parsing(mails: list[bytes]) -> tuple[int, float]:
    """The floor: the same mails taken apart by the standard library, nothing read."""
    began = time.perf_counter()
    for raw in mails:
        email.message_from_bytes(raw)
    return len(mails), time.perf_counter() - began


def slowest(mails: Iterable[tuple[bytes, str]]) -> tuple[list[float], str]:
    """What takes longest at its best: the milliseconds of each of three rounds, and its name."""
    spent = []
    for raw, name in mails:
        times = [1000 * reading([raw], ())[1] for _ in range(3)]
        spent.append((times, name))
    return max(spent, key=lambda one: min(one[0]))


def slowest_reply() -> tuple[list[float], str]:
    """The reply of the corpus that takes longest."""
    return slowest((as_mail(file), file.name) for file in CORPUS.glob("[cgmt]*/*.[teh]*"))


def slowest_hostile(size: int) -> tuple[list[float], str]:
    """The mail of a size made to take long that takes longest."""
    return slowest((raw, name) for name, raw in hostile.whole(size).items())


def greediest_hostile(size: int) -> tuple[float, str]:
    """The mail of a size that needs most memory beyond its own bytes: megabytes, and what it is."""
    return max((_memory(raw), name) for name, raw in hostile.whole(size).items())


def _memory(raw: bytes) -> float:
    """How many megabytes more a process holds at its peak while it reads a mail."""
    ours, theirs = os.pipe()
    if child := os.fork():
        os.waitpid(child, 0)
        return int(os.read(ours, 100)) / 1e6
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reading([raw], ())
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    os.write(theirs, b"%d" % (1024 * more))
    os._exit(0)


def rows() -> Iterator[Row]:
    """Mails a second beside parsing alone, the slowest made to be slow, the slowest real one."""
    mails, letter = answers(), rendered("your_play follow")
    ours_too = (letter.text, html_text(letter.html))
    alone, known, floor = in_turn(
        rate(lambda: reading(mails, ())),
        rate(lambda: reading(mails, ours_too)),
        rate(lambda: parsing(mails)),
    )
    yield beside("mails read", alone, "{:,.0f}/s", "email alone", floor, 3)
    what = "mails read, what we sent subtracted"
    yield beside(what, known, "{:,.0f}/s", "email alone", floor, 3)
    for size, what in ((hostile.SIZE, "100 kB"), (10 * hostile.SIZE, "megabyte")):
        spent, name = slowest_hostile(size)
        yield f"the slowest {what} made to take long", told(spent, "{:.1f} ms"), name, ""
    held, name = greediest_hostile(10 * hostile.SIZE)
    yield "the megabyte that needs most memory", f"{held:.1f} MB", name, ""
    if CORPUS.is_dir():
        spent, name = slowest_reply()
        yield "the slowest real reply", told(spent, "{:.1f} ms"), name, ""

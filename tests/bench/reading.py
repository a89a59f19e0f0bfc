"""Reading mails: the text that counts beside taking mails apart, and what takes longest."""

from __future__ import annotations

import email
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage

from pbem.mail.html import html_text
from pbem.mail.mail import read_mail
from tests.bench.measure import Row, rate
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


def slowest_reply() -> tuple[float, str]:
    """The reply of the corpus that takes longest: milliseconds, the best of three, and its name."""
    spent = []
    for file in CORPUS.glob("[cgmt]*/*.[teh]*"):
        raw = as_mail(file)
        spent.append((min(reading([raw], ())[1] for _ in range(3)) * 1000, file.name))
    return max(spent)


def slowest_hostile() -> tuple[float, str]:
    """The mail made to take long that takes longest: milliseconds, and how it begins."""
    work: list[tuple[Callable[[], object], str]] = []
    work += [(lambda b=body: text_that_counts(b), body[:20]) for body in hostile.texts()]
    work += [(lambda b=page: html_text(b), page[:20]) for page in hostile.pages()]
    work += [(lambda b=raw: read_mail(b), str(raw[:20])) for raw in hostile.mails()]
    spent = []
    for read, name in work:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            read()
            times.append(time.perf_counter() - began)
        spent.append((min(times) * 1000, repr(name)))
    return max(spent)


def rows() -> Iterator[Row]:
    """Mails a second beside parsing alone, the slowest made to be slow, the slowest real one."""
    mails, letter = answers(), rendered("your_play follow")
    ours_too = (letter.text, html_text(letter.html))
    floor, alone = rate(lambda: parsing(mails)), rate(lambda: reading(mails, ()))
    known = rate(lambda: reading(mails, ours_too))
    beside = f"email alone {floor:,.0f}/s"
    yield "mails read", f"{alone:,.0f}/s", beside, f"{alone / floor:.3f}"
    what = "mails read, what we sent subtracted"
    yield what, f"{known:,.0f}/s", beside, f"{known / floor:.3f}"
    spent, name = slowest_hostile()
    yield "the slowest 100 kB made to take long", f"{spent:.1f} ms", name, ""
    if CORPUS.is_dir():
        spent, name = slowest_reply()
        yield "the slowest real reply", f"{spent:.1f} ms", name, ""

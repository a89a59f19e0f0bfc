"""Letters of a game: each rendered and composed, beside its finished words filled in and composed.

The floor knows the letter but for its reader's name, and leaves MIME to the standard library.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from quopri import encodestring

from pbem.demo.specimens import all_pages
from pbem.letters.mime import mime
from pbem.letters.page import Page
from pbem.letters.render import Rendered, Templates
from tests.bench.floor import head_of
from tests.bench.measure import Row, beside, in_turn

KINDS = ("your_bid first", "your_play follow", "deal_over", "digest")
TIMES = 50
_TO = "anna@club.example"


def rows() -> Iterator[Row]:
    """Milliseconds and size of a letter of each kind, beside its floor."""
    pages, templates = all_pages(), Templates()
    for kind in KINDS:
        page = pages[kind]
        assert isinstance(page, Page)
        whole = ours(templates, page)
        least = floor(templates.render(page), page.frame.to)
        mine, theirs = in_turn(lambda w=whole: _spent(w), lambda f=least: _spent(f))
        what = f"a letter, {kind}, of {len(whole()) / 1024:.1f} kB"
        yield beside(what, mine, "{:.2f} ms", "filled in", theirs)


def ours(templates: Templates, page: Page) -> Callable[[], bytes]:
    """What makes a letter of a page, each time anew."""
    return lambda: mime(templates.render(page), head_of(1, _TO))


def floor(letter: Rendered, name: str) -> Callable[[], bytes]:
    """What makes the same letter of its finished words, in which a name is filled in."""
    head = head_of(1, _TO)
    forms = {"plain": _form(letter.text, name), "html": _form(letter.html, name)}

    def made() -> bytes:
        mail = MIMEMultipart("alternative")
        mail["From"], mail["To"], mail["Reply-To"] = head.mailbox, _TO, head.reply_to
        mail["Subject"], mail["Message-ID"] = letter.subject, head.message_id
        mail["References"], mail["List-Id"] = head.thread, head.list_id
        for kind, form in forms.items():
            part = MIMENonMultipart("text", kind, charset="utf-8")
            part["Content-Transfer-Encoding"] = "quoted-printable"
            part.set_payload(encodestring(form.format(name=name).encode()).decode())
            mail.attach(part)
        return mail.as_bytes()

    return made


def _form(words: str, name: str) -> str:
    """Words in which a name is still to be filled in."""
    return words.replace("{", "{{").replace("}", "}}").replace(name, "{name}")


def _spent(made: Callable[[], bytes]) -> float:
    """Milliseconds of the processor for one letter."""
    began = time.process_time()
    for _ in range(TIMES):
        made()
    return 1000 * (time.process_time() - began) / TIMES

"""Letters drawn as facts: what a letter is about and where its taps lead, without its words.

The one seam is the writer of letters, `Templates.render`, which takes most of a letter's time. All
else is the real server: pages are made, codes minted, and mails sent as ever. People then answer by
taps alone, so that no quotation of the real text is read, and no letter in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from unittest.mock import patch

from pbem.letters.frame import Frame
from pbem.letters.page import AnyPage, Page
from pbem.letters.render import Rendered, Templates
from pbem.letters.taps import Taps
from pbem.orders.keywords import Ask

_WORDS = {
    "got_it": ("undo",),
    "presence": ("back", "leave"),
    "digest": ("log", "proof", "chart", "rematch"),
    "mail_comes_back": ("again",),
    "all_answered": ("start now",),
    "did_you_mean": ("undo",),
    "rematch": ("rematch",),
    "pause_poll": ("pause yes", "pause no"),
}
"""What the templates of some kinds offer that stands in no page."""


@contextmanager
def as_facts() -> Iterator[None]:
    """In this block letters are drawn as facts."""
    with patch.object(Templates, "render", lambda _templates, page, _moved=None: _drawn(page)):
        yield


def _drawn(page: AnyPage) -> Rendered:
    taps = page.frames[0].taps if isinstance(page, Page) else page.taps
    found: list[str] = []
    _walk(page, found)
    links = [one for one in found if one.startswith("mailto:")]
    words = _WORDS.get(page.kind, ())
    if isinstance(page, Page):
        words += ("status", "help")
    if page.asks is Ask.INVITATION:
        words += ("yes", "no")
    links += [taps.to(word) for word in words]
    told = "\n".join(dict.fromkeys(one for one in found if not one.startswith("mailto:")))
    deal = f" {page.frames[0].deal}/?" if page.about and page.frames else ""
    subject = f"[{page.about}{deal}] {page.kind}" if page.about else page.kind
    html = "".join(f'<a href="{link.replace("&", "&amp;")}">tap</a>\n' for link in links)
    return Rendered(subject, page.kind, f"{page.kind}\n{told}\n-- \n{taps.tag}\n", html)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _walk(value: object, found: list[str]) -> None:
    """Every string in a page, but those of the frame around it."""
    if type(value) is str:
        found.append(value)
    elif isinstance(value, tuple):
        for one in value:
            _walk(one, found)
    elif is_dataclass(value) and not isinstance(value, Frame | Taps):
        for name in _names(type(value)):
            _walk(getattr(value, name), found)

"""Taps: `mailto:` links that open a finished answer, so that pressing Send plays it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Taps:
    """Where answers to one letter go: its reply address and the tag its subjects begin with.

    `press_send` tells the reader, below each finished answer, that there is nothing more to write.
    """

    address: str
    tag: str
    press_send: str

    def by_subject(self, code: str) -> str:
        """The link that answers with its subject alone."""
        return f"{self._start}?subject={self._subject(code)}"

    def to(self, code: str, words: str | None = None) -> str:
        """The link that answers with `words`; the subject carries `code`, in case no body arrives.

        Every byte outside letters and digits is percent-encoded, a line break as CR LF (RFC 6068).
        """
        body = quote(f"{words or code}\r\n\r\n{self.press_send}", safe="")
        return f"{self._start}?subject={self._subject(code)}&body={body}"

    @property
    def _start(self) -> str:
        return f"mailto:{quote(self.address, safe='@+')}"

    def _subject(self, code: str) -> str:
        return quote(f"[{self.tag}] {code}", safe="")

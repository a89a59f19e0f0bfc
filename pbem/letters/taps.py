"""Taps: `mailto:` links that open a finished answer, so that pressing Send plays it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from pbem.mail.addresses import AnswerAddress


def taps_of(answers: AnswerAddress, name: str, press_send: str) -> Taps:
    """The links that answer under a code; `name` is what its tag begins with."""
    return Taps(answers.address, f"{name} {answers.tag}", press_send)


@dataclass(frozen=True, slots=True)
class Taps:
    """Where answers to one letter go: its reply address and the tag its subjects begin with.

    `press_send` tells the reader, below each finished answer, that there is nothing more to write.
    """

    address: str
    tag: str
    press_send: str

    @property
    def help_link(self) -> str:
        """The link that asks for help, for mail programs that show one (RFC 2369)."""
        return self._by_subject("help")

    @property
    def leave_link(self) -> str:
        """The link that ends these letters, for mail programs that show one (RFC 2369)."""
        return self._by_subject("unsubscribe")

    def _by_subject(self, code: str) -> str:
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

"""Taps: `mailto:` links that open a finished answer, so that pressing Send plays it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from pbem.letters.ordered import ordered
from pbem.letters.speech import Speech, speech
from pbem.mail.addresses import AnswerAddress


def taps_of(answers: AnswerAddress, name: str, language: str) -> Taps:
    """The links that answer under a code; `name` is what its tag begins with."""
    return Taps(answers.address, f"{name} {answers.tag}", language)


@dataclass(frozen=True, slots=True)
class Taps:
    """Where answers to one letter go: its reply address and the tag its subjects begin with.

    The finished answers are in the reader's language; below each stands in it that there is
    nothing more to write.
    """

    address: str
    tag: str
    language: str

    @property
    def help_link(self) -> str:
        """The link that asks for help, for mail programs that show one (RFC 2369)."""
        return self._opens("help")

    @property
    def leave_link(self) -> str:
        """The link that ends these letters, for mail programs that show one (RFC 2369)."""
        return self._opens("unsubscribe")

    def to(self, code: str, words: str | None = None) -> str:
        """The link that answers with `words`; the subject carries `code`, in case no body arrives.

        Every byte outside letters and digits is percent-encoded, a line break as CR LF (RFC 6068).
        """
        return self._opens(code, f"{words or code}\r\n\r\n{self.said.press_send}")

    def to_fill(self, code: str, words: str | None = None) -> str:
        """The link that begins an order whose end is to be written behind it."""
        return self._opens(code, f"{words or code} \r\n\r\n{self.said.fill_in}")

    def order(self, line: str) -> str:
        """The link that gives an organiser's order, a finished line in English."""
        return self.to(line, ordered(line, self.language))

    def request(self, word: str) -> str:
        """The link that asks for something by its word: `undo`, `forget_plan`."""
        return self.to(word.replace("_", " "), self.said.say("requests", word))

    def answer(self, word: str) -> str:
        """The link that says yes or no."""
        return self.to(word, self.said.say("answers", word))

    @property
    def said(self) -> Speech:
        """The language of the finished answers."""
        return speech(self.language)

    def _opens(self, code: str, body: str = "") -> str:
        """The link that opens an answer whose subject carries a code."""
        subject = quote(f"[{self.tag}] {code}", safe="")
        text = f"&body={quote(body, safe='')}" if body else ""
        return f"mailto:{quote(self.address, safe='@+')}?subject={subject}{text}"

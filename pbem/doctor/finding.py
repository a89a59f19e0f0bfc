"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """Good; worth a look, but games can be played; or broken."""

    GOOD = "good"
    LOOK = "look"
    BAD = "bad"


def counted(number: int, one: str, many: str = "") -> str:
    """So many things, in words; `many` are called as `one` with an s if that is not told.

    >>> counted(1, "mail"), counted(2, "mail"), counted(3, "mail is", "mails are")
    ('1 mail', '2 mails', '3 mails are')
    """
    return f"1 {one}" if number == 1 else f"{number} {many or one + 's'}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at, what was found, and what to do about it."""

    verdict: Verdict
    what: str
    advice: str = ""


def good(what: str) -> Finding:
    """A thing that is as it should be."""
    return Finding(Verdict.GOOD, what)


def look(what: str, advice: str) -> Finding:
    """A thing that could be better."""
    return Finding(Verdict.LOOK, what, advice)


def bad(what: str, advice: str) -> Finding:
    """A thing that keeps mail from coming, leaving or being kept."""
    return Finding(Verdict.BAD, what, advice)

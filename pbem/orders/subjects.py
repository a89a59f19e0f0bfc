"""What a tap wrote into the subject of its mail."""

from __future__ import annotations

import re

_MARKS = r"(?:\[[^\]]*\]\s*){0,3}?"
"""What mail servers put before a subject: `[EXT]`."""

_TAP = re.compile(_MARKS + r"\[[^\]]*(?:#\w+|-\d+\.\w{1,3})\]\s*(\S.{0,80})$")
"""The tag of a tap has a code or a moment of a deal, the brackets of our own subjects neither."""

_MOMENT = re.compile(_MARKS + r"\[[^\]]*-(\d{1,4})\.\w{1,3}[\] ]")


def after_tag(subject: str) -> str:
    """What a tap wrote into the subject after our tag: `[Lindy-6.3] QH` -> `QH`.

    What mail servers put before it in brackets, `[EXT]`, does not matter. Empty for a reply, whose
    subject is ours and answers nothing.
    """
    found = _TAP.match(subject)
    return found[1].strip() if found else ""


def deal_of(subject: str) -> int | None:
    """The deal a tap was written for, by our tag in its subject: `[Lindy-6.3] keep QH` -> 6."""
    found = _MOMENT.match(subject)
    return int(found[1]) if found else None

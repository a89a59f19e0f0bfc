"""What a tap wrote into the subject of its mail."""

from __future__ import annotations

import re


def after_tag(subject: str) -> str:
    """What a tap wrote into the subject after our tag: `[Lindy-6.3] QH` -> `QH`.

    Empty for a reply, whose subject is ours and answers nothing.
    """
    found = re.match(r"\[[^\]]*\]\s*(\S.{0,80})$", subject)
    return found[1].strip() if found else ""


def deal_of(subject: str) -> int | None:
    """The deal a tap was written for, by our tag in its subject: `[Lindy-6.3] keep QH` -> 6."""
    found = re.match(r"\[[^\]]*-(\d{1,4})\.\w{1,3}[\] ]", subject)
    return int(found[1]) if found else None

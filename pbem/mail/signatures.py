"""What stands under a letter and is not part of it: signatures, mobile taglines, warnings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pbem.mail.phrases import phrases

_DELIMITER = re.compile(r"[\s*]*(?:--|__+|[—–―]+|⎯+)[\s*]*")
_DISCLAIMER = re.compile(r"\W*(?:disclaimer|confidentiality (?:notice|note)|legal notice)\W*", re.I)
_BANNER = re.compile(r"\W*(?:caution|warning|external|achtung|extern|attention|\[?ext)\b", re.I)
_OUTSIDE = re.compile(r"external|outside|extern|außerhalb|extérieur|externe", re.I)
_LINK = re.compile(r"\s*(?:<[^<>]*>|\([^()]*\)|\[[^\[\]]*\])\s*$")
_LONGEST = 160
_WORDS = 7


def without_signature(lines: Sequence[str], *, first: bool) -> list[str]:
    """The lines of one passage above its signature; `first` tells that it begins the mail.

    A tagline above all text is dropped alone: people write below it too. Closers such as "Best
    regards" stay: nobody can tell them from a line of the letter.
    """
    kept: list[str] = []
    for line in lines:
        short = line[:_LONGEST]
        if _DELIMITER.fullmatch(short) or _DISCLAIMER.fullmatch(short):
            break
        if is_tagline(line):
            if any(kept):
                break
            continue
        if first and not any(kept) and _BANNER.match(short) and _OUTSIDE.search(line[:400]):
            continue
        kept.append(line)
    return kept


def is_tagline(line: str) -> bool:
    """Whether a line is what a mail program puts under a mail: `Sent from my iPhone`."""
    if len(line) > _LONGEST * 2:
        return False
    bare = _LINK.sub("", line).strip(" *_.<>()[]").replace("[", "").replace("]", "").casefold()
    if not bare or len(bare) > _LONGEST:
        return False
    taglines = _taglines()
    return any(
        bare.startswith(before)
        and bare.endswith(after)
        and len(bare[len(before) :].removesuffix(after).split()) <= _WORDS
        for before, after in (*taglines.get(bare[0], ()), *taglines.get("", ()))
    )


@cache
def _taglines() -> dict[str, list[tuple[str, str]]]:
    """Taglines by the sign they begin with; under "" those that begin with varying words."""
    by_sign: dict[str, list[tuple[str, str]]] = {}
    for before, after in phrases().taglines:
        by_sign.setdefault(before[:1], []).append((before, after))
    return by_sign

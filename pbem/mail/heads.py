"""Where a quotation begins: attributions, blocks of headers, markers, our own first line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.mail.attributions import attribution, maybe_attribution, wrote_in
from pbem.mail.marks import LONGEST, is_marked, is_rule
from pbem.mail.phrases import phrases
from pbem.mail.plain import CUT

_DASHED = re.compile(r"[\s*_>]*[-_=—–─]{2,}\s*(\S.{1,60}?)\s*[-_=—–─:：]*[\s*_]*")
_HEADER = re.compile(r"[\s*_]{0,12}([^\W\d_][^:：*_]{0,22}?)[*_ ]{0,4}[:：][*_]{0,3}(.*)")
_BY_MAIL = "by mail|par mail|per posta|por (?:correo|email)|(?:per|prin) (?:e-)?[Mm]ail"
"""How our own last line goes on in each language that mails are written in."""

_OURS = re.compile(rf"[\s*_]*Oh Hell! (?:(?:{_BY_MAIL})\s*(?:\[|$)|· )")
_FULL = re.compile(r"[^\s@]@[^\s@]|\d+\D+\d+\D+\d")
"""An address or a date."""


def maybe_head(line: str) -> bool:
    """Whether a line may end or begin a head: the cheap question before the dear one."""
    line = line[:LONGEST]
    if line == CUT or line.startswith("--") or line.endswith("®") or _OURS.match(line):
        return True
    if phrases().headers.get(line.strip().casefold()) == "to":
        return True
    return (":" in line and _HEADER.match(line) is not None) or maybe_attribution(line)


def head_at(lines: Sequence[str], at: int, *, quoting: bool) -> tuple[int, int] | None:
    """The first line of the head that line `at` ends or begins, and the line after it.

    `quoting` tells that quoted text follows, which makes a scanty attribution sure.
    """
    line = lines[at][:LONGEST]
    if line == CUT or _OURS.match(line):
        return _with_rules(lines, at, at + 1)
    if _is_marker(line):
        return _with_rules(lines, at, _after_marker(lines, at + 1, quoting=quoting))
    end = _header_block(lines, at)
    if end is not None:
        return _with_rules(lines, at, end)
    if block := _notes_block(lines, at):
        return block
    start = attribution(lines, at, quoting=quoting)
    return None if start is None else _with_rules(lines, start, at + 1)


def _with_rules(lines: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """A head together with the rows of dashes above it."""
    above = start
    while above and (not lines[above - 1] or is_rule(lines[above - 1])):
        above -= 1
        if lines[above]:
            start = above
    return start, end


def _is_marker(line: str) -> bool:
    """`-----Original Message-----`, or `Begin forwarded message:`, in any language."""
    folded = line.strip(" *_>®").casefold()
    bare = folded.rstrip(" :：")
    if bare in phrases().forwarded and (bare != folded or len(bare.split()) > 3):
        return True
    dashed = _DASHED.fullmatch(line)
    if dashed is None:
        return False
    inside = dashed[1].strip(" *_:：").casefold()
    return inside in phrases().original or wrote_in(inside) is not None


def _after_marker(lines: Sequence[str], at: int, *, quoting: bool) -> int:
    """The line after the headers or the attribution below a marker, or the one right below it."""
    first = next((n for n in range(at, min(at + 3, len(lines))) if lines[n]), at)
    if first >= len(lines) or is_marked(lines[first]):
        return at
    if block := _header_block(lines, first):
        return block
    for end in range(first, min(first + 4, len(lines))):
        if maybe_head(lines[end]) and attribution(lines, end, quoting=quoting) == first:
            return end + 1
    return at


def _header_block(lines: Sequence[str], at: int) -> int | None:
    """The line after a block of headers that begins here, or None.

    A person may write "From: me to you": it takes three kinds of headers, or a sender with a date
    or a subject in which there is an address or a date in full.
    """
    if _kind(lines[at]) is None:
        return None
    kinds: set[str] = set()
    text, end = "", at
    for number in range(at, min(at + 14, len(lines))):
        line = lines[number][:LONGEST]
        kind = _kind(line)
        if kind == "from" and kinds and not lines[number - 1]:
            break
        if kind is not None:
            kinds |= {kind, *_more_kinds(line)}
            text, end = f"{text} {line}", number + 1
        elif number - end > 1 or (number > end and not line):
            break
    if "from" not in kinds and "@" not in text:
        return None
    full = len(kinds) == 2 and kinds & {"date", "subject"} and _FULL.search(text)
    return end if len(kinds) > 2 or full else None


def _notes_block(lines: Sequence[str], at: int) -> tuple[int, int] | None:
    """A block of Lotus Notes: who and when, then names of headers on lines of their own."""
    headers = phrases().headers
    kinds: set[str] = set()
    end = at
    for number in range(at, min(at + 10, len(lines))):
        if kind := headers.get(lines[number].strip().casefold()):
            kinds, end = kinds | {kind}, number + 1
    if not {"to", "subject"} <= kinds or headers.get(lines[at].strip().casefold()) != "to":
        return None
    above = [n for n in range(max(0, at - 4), at) if _FULL.search(lines[n])]
    return (above[0], end) if above else None


def _kind(line: str) -> str | None:
    """The kind of header a line is, by the name before its colon."""
    found = _HEADER.match(line[:LONGEST])
    return phrases().headers.get(found[1].strip().casefold()) if found else None


def _more_kinds(line: str) -> set[str]:
    """The kinds of further headers on the same line: `To: Anna Subject: your turn`."""
    headers = phrases().headers
    words = (part.split()[-1:] for part in re.split(r"\s?[:：]", line)[1:-1])
    return {headers[word[0].casefold()] for word in words if word and word[0].casefold() in headers}

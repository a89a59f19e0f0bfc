"""The text that counts: what a person wrote above, below and between what she quotes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.mail.heads import head_at, maybe_head
from pbem.mail.marks import is_marked, is_rule, rejoined, unmarked
from pbem.mail.our_text import Stretch, traced, words_of
from pbem.mail.plain import lines_of
from pbem.mail.signatures import without_signature

_MOST_HEADS = 200
"""Lines that may be the head of a quotation; a mail with more of them is read no further."""
_WRAPS_AT = 60
_DASHES = ("-", "–", "—")
"""What a cell of a table of ours holds where there is nothing to tell; nobody answers so."""


def paragraphs_that_count(body: str, sent: Sequence[str] = ()) -> tuple[str, ...]:
    """The lines a person wrote; none if all is quotation and signature.

    An empty line stands between paragraphs, and between what stands apart.
    `sent` are the texts of the mail being answered, as we sent it. With it a quotation is known in
    any language and layout, and an answer inside an unmarked one is found. Nothing that may be
    quoted is ever given back: where an answer cannot be told from a quotation, it is left out.
    """
    told: list[str] = []
    for passage in _written(body, sent):
        for line in (*passage, ""):
            if line or (told and told[-1]):
                told.append(line)
    return tuple(told[:-1])


def _written(body: str, sent: Sequence[str]) -> list[list[str]]:
    """The passages with their blank lines."""
    pieces: list[list[str]] = [[]]
    for line, keep, _ in _looked_at(body, sent):
        if keep or not line.strip():
            pieces[-1].append(line.strip())
        elif any(pieces[-1]):
            pieces.append([])
    return [without_signature(p, first=n == 0) for n, p in enumerate(pieces)]


def only_quoted(body: str, sent: Sequence[str] = ()) -> tuple[str, ...]:
    """The lines that count as quoted but that we have not sent, without quote marks."""
    return tuple(
        unmarked(line).strip()
        for line, keep, ours in _looked_at(body, sent)
        if line.strip() and not (keep or ours)
    )


def _looked_at(body: str, sent: Sequence[str]) -> Iterator[tuple[str, bool, Stretch | None]]:
    """Each line of a mail, whether a person wrote it, and where it stands in what we sent."""
    lines = rejoined(lines_of(body))
    marked = [is_marked(line) for line in lines]
    stretches = traced(lines, sent) if sent else [None] * len(lines)
    return zip(lines, _kept(lines, marked, stretches), stretches, strict=True)


def _kept(
    lines: Sequence[str], marked: Sequence[bool], stretches: Sequence[Stretch | None]
) -> list[bool]:
    """Which lines a person wrote.

    After a head, text without quote marks is quoted up to the end of the mail, save what stands
    between two words that follow each other in what we sent, or after the end of it.
    """
    kept = [bool(line.strip()) and not mark for line, mark in zip(lines, marked, strict=True)]
    bare = _bare(marked, stretches)
    unsure = [number for number, line in enumerate(lines) if line and maybe_head(line)]
    heads = set(unsure[:_MOST_HEADS])
    readable = len(lines) if len(unsure) <= _MOST_HEADS else unsure[_MOST_HEADS]
    opened: int | None = None
    at = 0
    while at < len(lines):
        if at in heads and not marked[at] and stretches[at] is None:
            follows = _next(lines, at + 1)
            quoting = follows < len(lines) and (marked[follows] or stretches[follows] is not None)
            if head := head_at(lines, at, quoting=quoting):
                for number in range(*head):
                    kept[number] = False
                after = _next(lines, head[1])
                if opened is not None or after >= len(lines) or not marked[after]:
                    opened = head[1]
                at = head[1]
                continue
        if opened is None and bare[at]:
            opened = at
        if stretches[at] is not None or at >= readable:
            kept[at] = False
        elif opened is not None and kept[at]:
            kept[at] = _put_in(lines, stretches, at, opened)
        elif kept[at]:
            kept[at] = not _torn_off(lines, marked, at)
        at += 1
    return kept


def _bare(marked: Sequence[bool], stretches: Sequence[Stretch | None]) -> list[bool]:
    """Where a long piece of what we sent begins without a quote mark and without a head."""
    begins = [False] * len(marked)
    start, words = None, 0
    for number, (mark, stretch) in enumerate(zip(marked, stretches, strict=True)):
        if mark:
            start, words = None, 0
        elif stretch is not None:
            start = number if start is None else start
            words += stretch.end - stretch.begin
            if words >= 12:
                begins[start] = True
    return begins


def _next(lines: Sequence[str], at: int) -> int:
    """The next line that is not blank, or the number of lines."""
    return next((n for n in range(at, len(lines)) if lines[n].strip()), len(lines))


def _put_in(lines: Sequence[str], stretches: Sequence[Stretch | None], at: int, since: int) -> bool:
    """Whether a line was put into, or under, the text we sent, which lost no word there."""
    before = next((s for s in reversed(stretches[since:at]) if s), None)
    if before is None or not words_of(lines[at]):
        return False
    after = next((s for s in stretches[at:] if s), None)
    return before.last if after is None else after.begin == before.end


def _torn_off(lines: Sequence[str], marked: Sequence[bool], at: int) -> bool:
    """Whether a line between two quoted ones is the torn-off end of the quoted line above it."""
    if not 0 < at < len(lines) - 1 or not (marked[at - 1] and marked[at + 1]):
        return False
    above, line = unmarked(lines[at - 1]).rstrip(), lines[at].strip()
    words = line.split()
    if line.startswith(("<http", "http", "<mailto")) or line in _DASHES:
        return True
    if is_rule(line) or len(lines[at - 1]) + 1 + len(words[0]) <= _WRAPS_AT:
        return False
    begun = line[0].islower()
    if above.endswith((".", "!", "?", ":", "…")):
        return begun and len(words) > 2
    return begun or len(words) > 1

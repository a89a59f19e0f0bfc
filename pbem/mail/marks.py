"""Quote marks and rows of dashes: what a single line looks like."""

from __future__ import annotations

import re

LONGEST = 250
"""Characters of a line that are looked at."""

_MARK = re.compile(
    r"\s{0,6}(?:[>＞]+(?!:?[(D])|&gt;|»(?![^«]*«)|[|│┃](?!.*[|│┃])|[A-ZА-ЯЁ]{1,3}>(?:[\s>]|$))"
)
_MARKS = re.compile(r"(?:\s*(?:[>＞»|│┃]|&gt;))+\s?")
_RULE = re.compile(r"[\s*]*[-_=*~—–─━]{3,}[\s*]*")
_UNCLOSED = re.compile(r"<[^<>]*@[^<>]*$")


def is_marked(line: str) -> bool:
    """Whether a line wears a quote mark; a table row and a frown do not."""
    return _MARK.match(line[:LONGEST]) is not None


def unmarked(line: str) -> str:
    """A line without its quote marks."""
    found = _MARKS.match(line[:LONGEST])
    return line[found.end() :] if found else line


def rejoined(lines: list[str]) -> list[str]:
    """Lines with an address that was broken before its `>` put together again.

    `<lindy@x.example` and `> wrote:` below it are no quote.
    """
    made = list(lines)
    for at in range(1, len(made)):
        line, above = made[at], made[at - 1]
        ends = line[:1] == ">" and len(line) < 40 and line.endswith((":", "："))
        if ends and _UNCLOSED.search(above[-LONGEST:]):
            made[at - 1], made[at] = "", above + line
    return made


def is_rule(line: str) -> bool:
    """Whether a line is nothing but a row of dashes or the like."""
    return _RULE.fullmatch(line[:LONGEST]) is not None

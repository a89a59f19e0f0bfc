"""The fenced blocks of a page, and the commands in them.

The first word behind a fence tells what is in the block, the rest in which state it is done:
`console`, `mail while it is played`, `yaml`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from shlex import split

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
README = DOCS.parent / "README.md"

_FENCED = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_REMARK = re.compile(r"\s{2,}# .*$")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """What stands between two fences; `line` is where in its page it begins."""

    page: str
    line: int
    kind: str
    state: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def lines(self) -> list[str]:
        """Its lines without the remarks behind them."""
        told = (_REMARK.sub("", line).rstrip() for line in self.text.splitlines())
        return [line for line in told if line]

    @property
    def commands(self) -> list[list[str]]:
        """The words of each command that is typed at a `$`; a line may end in a backslash."""
        whole = self.text.replace("\\\n", " ").splitlines()
        return [split(line[2:], comments=True) for line in whole if line.startswith("$ ")]


def blocks(page: Path, kind: str, state: str | None = None) -> list[Block]:
    """The blocks of a page that are of a kind, and done in a state if one is named."""
    written = page.read_text("utf-8")
    found = [
        Block(page.name, written.count("\n", 0, at.start()) + 1, at[1], at[2], at[3])
        for at in _FENCED.finditer(written)
    ]
    return [one for one in found if one.kind == kind and state in (None, one.state)]


def links(page: Path) -> list[str]:
    """Where the links of a page lead to that stay in the project."""
    return [link for link in _LINK.findall(page.read_text("utf-8")) if "://" not in link]


def headings(page: Path) -> set[str]:
    """The names that links to parts of a page may end in."""
    written = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", written, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}

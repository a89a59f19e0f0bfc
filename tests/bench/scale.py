"""The figures of docs/SCALE.md: the rows of each part stand between marks, with where and when.

A part has its place from `<!-- bench moves -->` to `<!-- end -->`; the aims are written by hand.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.bench.measure import Row

ROOT = Path(__file__).resolve().parents[2]
SCALE = ROOT / "docs" / "SCALE.md"


class NoPlace(Exception):
    """The page has no marks for a part; the message says for which."""


def circumstances() -> str:
    """When and where figures are taken, and of what: day, commit, processor, cores, Python."""
    git = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    cores = f"{os.cpu_count()} cores"
    python = f"Python {platform.python_version()}"
    where = ", ".join(part for part in (platform.machine(), _processor(), cores, python) if part)
    return f"{day} UTC, {commit.strip() or 'no commit'}; {where}"


def written(page: str, part: str, when_and_where: str, rows: Sequence[Row]) -> str:
    """The page with these rows in the place of a part, NoPlace if it has none."""
    table = [("what", "figure", "beside", "ratio"), ("---",) * 4, *rows]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in table)
    between = re.compile(rf"(<!-- bench {part} -->\n).*?(<!-- end -->)", re.DOTALL)
    put, places = between.subn(lambda at: f"{at[1]}{when_and_where}\n\n{lines}\n{at[2]}", page)
    if places != 1:
        raise NoPlace(f"{SCALE.name} has no place for {part}")
    return put


def _processor() -> str:
    """What the processor calls itself, where the system tells."""
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        return ""
    return found[1] if found else ""

"""How much memory a process has in hand, as Linux counts it."""

from __future__ import annotations

import re
from pathlib import Path


def resident(process: int | str = "self") -> float:
    """The resident memory of a process now, in MB; 0 for one that is gone."""
    return _counted(process, "VmRSS")


def most_resident(process: int | str = "self") -> float:
    """The most it ever had."""
    return _counted(process, "VmHWM")


def _counted(process: int | str, what: str) -> float:
    try:
        told = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    except OSError:
        return 0.0
    found = re.search(rf"^{what}:\s+(\d+) kB", told, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0

"""Room on the disk: below this much a server is in danger, and mail comes before all else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

LITTLE, TOO_LITTLE = 1_000_000_000, 100_000_000
"""Bytes of free disk."""


def free(place: Path) -> int:
    """Bytes that are free where a file or a folder is, or would be."""
    there = place.absolute()
    return shutil.disk_usage(next(one for one in (there, *there.parents) if one.exists())).free


def sync(path: Path) -> None:
    """Make sure that a file, or the names in a folder, outlive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

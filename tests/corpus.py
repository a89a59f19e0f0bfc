"""Where the real mails lie: outside the project, or nowhere."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("OHHELL_CORPUS", ROOT.parent / "shared" / "mail" / "corpus"))
NEEDS_CORPUS = f"the real mails are not there: {CORPUS} (OHHELL_CORPUS names another folder)"


def as_mail(file: Path) -> bytes:
    """A file of the corpus as a whole mail; some are bodies only."""
    raw = file.read_bytes()
    if file.suffix == ".eml":
        return raw
    kind = "html" if file.suffix == ".html" else "plain"
    return f"Content-Type: text/{kind}; charset=utf-8\r\n\r\n".encode() + raw

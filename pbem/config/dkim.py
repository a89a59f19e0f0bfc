"""Signing mails here, by DKIM."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from pbem.config.part import Domain, SettingsPart


def is_selector(name: str) -> bool:
    """Whether a key of DKIM can be called so: one label of a domain name."""
    return re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) is not None


def _selector(name: str) -> str:
    if not is_selector(name):
        raise ValueError(f"{name} is not a selector, such as ohhell2026")
    return name


class Dkim(SettingsPart):
    """Mails are signed here for `domain`, the mailbox's own unless it is set, with the key of each
    of `selectors`, a file of `folder`.
    """

    selectors: Annotated[tuple[Annotated[str, AfterValidator(_selector)], ...], Field(min_length=1)]
    folder: Path = Path("dkim")
    domain: Domain | None = None

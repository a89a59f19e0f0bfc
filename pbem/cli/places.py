"""Where a part of an account is, as it is typed."""

from __future__ import annotations

import re
from typing import Any

from pbem.cli.base import Sorry

Part = dict[str, Any]
"""The settings of the mailbox, or of the smarthost."""


def is_host(typed: str) -> bool:
    """Whether what was typed can be a mail server: a name with a dot, or one with its port."""
    host, _, port = typed.strip().partition(":")
    named = re.fullmatch(r"(?!-)[\w-]+(\.[\w-]+)*\.?", host) is not None
    return named and (port.isdecimal() if ":" in typed else "." in host or host == "localhost")


def place(told: str) -> Part:
    """A host, with a port and the kind of TLS that goes with it where one is told."""
    host, _, port = told.strip().partition(":")
    if not port:
        return {"host": host}
    if not port.isdecimal():
        raise Sorry(f"{told} is no mail server; imap.cards.example is, or one with :993")
    tls = {"993": "tls", "465": "tls", "143": "starttls", "587": "starttls"}.get(port)
    return {"host": host, "port": int(port), **({"tls": tls} if tls else {})}

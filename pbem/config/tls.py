"""The TLS context that all connections to mailboxes and smarthosts share."""

from __future__ import annotations

import ssl
from functools import lru_cache
from pathlib import Path


def tls_context() -> ssl.SSLContext:
    """Trusts whom this machine trusts, or those in SSL_CERT_FILE: the same until they change.

    To read them takes as long as a move, and a megabyte of which no connection needs its own.
    """
    paths = ssl.get_default_verify_paths()
    changed = Path(paths.cafile).stat().st_mtime_ns if paths.cafile else 0
    return _trusting(paths, changed)


@lru_cache(maxsize=1)
def _trusting(_paths: ssl.DefaultVerifyPaths, _changed: int) -> ssl.SSLContext:
    return ssl.create_default_context()

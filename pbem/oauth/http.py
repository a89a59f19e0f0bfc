"""What is posted to a provider's servers, and the only kind of answer that they may give."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pbem.oauth.troubles import TokenServerDown

_MOST_BYTES = 100_000
_SECONDS = 10


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """What is posted holds secrets: it goes where the settings say, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nobody."""


_OPENER = urllib.request.build_opener(_NoRedirect)


def post(url: str, body: str) -> tuple[int, Mapping[str, Any]]:
    """The status and the JSON object of an answer; TokenServerDown if there is none."""
    status, raw = fetched(url, body)
    try:
        said = json.loads(raw)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or status >= 500 or 300 <= status < 400:
        raise TokenServerDown(f"{host(url)} answers {status}, and nothing that can be read")
    return status, said


def fetched(url: str, body: str) -> tuple[int, bytes]:
    """The status and the bytes of an answer to a form, of any kind; TokenServerDown if none."""
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    asked = urllib.request.Request(url, body.encode(), kind)
    try:
        with _OPENER.open(asked, timeout=_SECONDS) as answer:
            return answer.status, answer.read(_MOST_BYTES)
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, problem.read(_MOST_BYTES)
    except Exception as problem:
        # urllib lets through what its parts raise: OSError, HTTPException, ValueError.
        raise TokenServerDown(f"{host(url)} cannot be asked: {problem}") from problem


def host(url: str) -> str:
    """What an address is called in a sentence."""
    return urlsplit(url).hostname or url

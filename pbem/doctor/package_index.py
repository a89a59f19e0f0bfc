"""What a package index says of this program: whether there is a newer version, and its notes.

It may be the page of a simple index, as HTML (PEP 503) or JSON (PEP 691), or a page of JSON that
tells of one package alone.
"""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from http.client import HTTPException
from typing import Any

from pbem.domain.week import NewerVersion

PACKAGE = "ohhell-by-mail"
"""What this program is called among packages."""

_MOST_BYTES = 5_000_000
_SECONDS_EACH, _SECONDS = 5, 20
"""So long one read may take, and all of them together."""

_LONGEST = 200
_KINDS = "application/json, application/*;q=0.9, text/html;q=0.5"
_RELEASE = re.compile(r"\d{1,9}(\.\d{1,9}){0,5}(\.post\d{1,9})?")
_FILE = re.compile(r"ohhell[-_.]by[-_.]mail-([0-9][0-9a-z.]*?)(?:-[^<>\"/]*\.whl|\.tar\.gz|\.zip)")
_YANKED = re.compile(r"<a\b[^>]*\bdata-yanked\b[^>]*>[^<]*</a>", re.IGNORECASE)
_NOTES = re.compile(r"change|release|news|history|what.?s new", re.IGNORECASE)

Found = dict[str, date | None]
"""Versions, and since when each is there."""


def newer_than(version: str, page: bytes) -> NewerVersion | None:
    """The newest version on the page of an index; None if none is newer than a version, or the page
    cannot be read. What is not a release, or was taken back, does not count.

    >>> newer_than("1.2.0", b'<a href="#">ohhell_by_mail-1.10.0.tar.gz</a>')
    NewerVersion(version='1.10.0', since=None, notes='')
    """
    told, notes = _read(page)
    newest = max((one for one in told if _RELEASE.fullmatch(one)), key=_order, default=None)
    if newest is None or _order(newest) <= _order(version):
        return None
    return NewerVersion(newest, told[newest], notes.get(newest, ""))


def fetched(where: str) -> bytes | None:
    """The page of an index; None for one that is big, slow, or not there."""
    asked = urllib.request.Request(where, headers={"Accept": _KINDS})
    end, read = time.monotonic() + _SECONDS, b""
    try:
        with urllib.request.urlopen(asked, timeout=_SECONDS_EACH) as answer:
            while some := answer.read1(_MOST_BYTES):
                read += some
                if len(read) > _MOST_BYTES or time.monotonic() > end:
                    return None
    except (OSError, HTTPException, ValueError):
        return None
    return read


def _order(version: str) -> tuple[tuple[int, ...], int]:
    """By numbers: a release before what was mended in it, and after all that led to it."""
    release, *rest = re.split(r"[^\d.]", version, maxsplit=1)
    without_zeros = re.sub(r"(\.0*)*$", "", release)
    numbers = tuple(int(one) for one in without_zeros.split(".") if one)
    if "post" in version:
        return numbers, int(version.rpartition("post")[2]) + 1
    return numbers, -1 if rest else 0


def _read(page: bytes) -> tuple[Found, Mapping[str, str]]:
    """The versions on a page, and the notes of some."""
    try:
        told = json.loads(page)
    except (ValueError, RecursionError):
        text = _YANKED.sub("", page.decode("utf-8", "replace"))
        return dict.fromkeys(_FILE.findall(text)), {}
    if not isinstance(told, dict):
        return {}, {}
    if isinstance(info := told.get("info"), dict):
        version = str(info.get("version"))
        if info.get("yanked"):
            return {}, {}
        return {version: _first_day(_dicts(told.get("urls")))}, {version: _notes_of(info)}
    files: dict[str, list[dict[str, Any]]] = {}
    for file in _dicts(told.get("files")):
        named = _FILE.fullmatch(str(file.get("filename")))
        if named and not file.get("yanked"):
            files.setdefault(named[1], []).append(file)
    return {version: _first_day(some) for version, some in files.items()}, {}


def _dicts(told: object) -> Iterator[dict[str, Any]]:
    if isinstance(told, list):
        yield from (one for one in told if isinstance(one, dict))


def _first_day(files: Iterable[dict[str, Any]]) -> date | None:
    """The day on which the first of some files was put there."""
    days = []
    for file in files:
        said = str(file.get("upload-time") or file.get("upload_time_iso_8601") or "")
        with suppress(ValueError):
            days.append(date.fromisoformat(said[:10]))
    return min(days, default=None)


def _notes_of(info: Mapping[str, Any]) -> str:
    """Where the notes of a version are, or else what the package says of itself, in one line."""
    urls = info.get("project_urls")
    named = urls.items() if isinstance(urls, dict) else ()
    where = [url for name, url in named if isinstance(url, str) and _NOTES.search(str(name))]
    said = next(iter(where), "") or str(info.get("summary") or "")
    shown = "".join(sign if sign.isprintable() else " " for sign in said)
    return " ".join(shown.split())[:_LONGEST]

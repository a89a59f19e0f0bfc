"""What our own mail server found out about a mail: Authentication-Results (RFC 8601).

Read leniently, because real servers write them in many ways. Anybody can write such a header: one
counts if it carries the name of our server and stands above all others that do, because servers
write theirs on top; and one that cannot be read to its end is not believed when it speaks for the
sender.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pbem.casefolding import folded

_LONGEST = 10_000
_FAILS = frozenset({"fail", "hardfail"})
_SAYS_FAIL = re.compile(r"\bdmarc\s*=\s*(hard)?fail\b", re.IGNORECASE)
_SIGN = re.compile(r" ?(?:/ ?\d{1,3} ?)?= ?")
_METHOD = re.compile(r"([a-z0-9][a-z0-9_.-]*)(?:/\d+)?=([a-z0-9_-]*)", re.IGNORECASE)


class Dmarc(StrEnum):
    """Whether the domain in From stands behind a mail, as far as our server says."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MethodResult:
    """What one method found, and its properties, such as `header.from`."""

    method: str
    found: str
    properties: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Results:
    """One header: the server that wrote it, empty if it does not say; `whole` if nothing is open.

    A quotation or a comment that does not end swallows what comes after it.
    """

    server: str
    results: tuple[MethodResult, ...]
    whole: bool


def read_results(value: str) -> Results:
    """The results in a header's value.

    >>> read_results('mx.x.example; spf=pass (a; b) smtp.mailfrom="c@d"; dmarc=none').results[0]
    Result(method='spf', found='pass', properties=(('smtp.mailfrom', 'c@d'),))
    """
    parts, whole = _parts(value[:_LONGEST])
    first = parts[0] if parts else []
    server = first[0].lower() if first and "=" not in first[0] else ""
    found = [result for words in (parts[1:] if server else parts) for result in _result(words)]
    return Results(server, tuple(found), whole)


def dmarc(runs: Sequence[Sequence[str]], server: str | None, domain: str) -> Dmarc:
    """What our server says of a mail that claims to come from a domain.

    `runs` are the values of the mail's headers, those that stand together in one, from the top.
    A pass counts only in the topmost header of our server, a fail anywhere in its run: who forges
    one gains nothing.
    """
    if server is None:
        return Dmarc.UNKNOWN
    ours: list[tuple[str, Results]] = []
    for run in runs:
        read = [(value, read_results(value)) for value in run]
        if ours := [(value, results) for value, results in read if results.server == server]:
            break
    if any(_fails(value, results) for value, results in ours):
        return Dmarc.FAIL
    if ours and _passes(ours[0][1], domain):
        return Dmarc.PASS
    return Dmarc.UNKNOWN


def _fails(value: str, results: Results) -> bool:
    said = any(one.method == "dmarc" and one.found in _FAILS for one in results.results)
    return said or (not results.whole and _SAYS_FAIL.search(value[:_LONGEST]) is not None)


def _passes(results: Results, domain: str) -> bool:
    said = [one for one in results.results if one.method == "dmarc"]
    domains = [
        folded(value.rpartition("@")[2].rstrip("."))
        for one in said
        for name, value in one.properties
        if name == "header.from"
    ]
    every = bool(said) and all(one.found == "pass" for one in said)
    return results.whole and every and domains == [folded(domain)] * len(said)


def _result(words: Sequence[str]) -> Iterator[MethodResult]:
    """The result that begins a part; what stands before it, as Yahoo's `from=x`, is left out."""
    if not words or not (said := _METHOD.fullmatch(words[0])):
        return
    pairs = (word.partition("=") for word in words[1:] if "=" in word)
    properties = tuple((name.lower(), value) for name, _, value in pairs)
    yield MethodResult(said[1].lower(), said[2].lower(), properties)


def _parts(value: str) -> tuple[list[list[str]], bool]:
    """The words between semicolons, without comments, and whether all that was opened is closed."""
    bare, depth, quoted, escaped = "", 0, False, False
    for sign in value:
        if escaped or (sign == "\\" and (quoted or depth)):
            escaped = not escaped
        elif quoted:
            quoted = sign != '"'
            # What is quoted belongs to its word, whatever it is.
            bare += "" if not quoted else "_" if sign in ";=" or sign.isspace() else sign
        elif depth or sign == "(":
            depth += (sign == "(") - (sign == ")")
            bare += "" if depth else " "
        elif sign == '"':
            quoted = True
        else:
            bare += sign
    bare = _SIGN.sub(lambda found: found[0].replace(" ", ""), " ".join(bare.split()))
    return [part.split() for part in bare.split(";")], not depth and not quoted

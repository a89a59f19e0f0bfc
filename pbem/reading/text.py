"""The text that counts: what a person wrote above the quoted mail and the signature."""

from __future__ import annotations

import re

_LINES = 400
_QUOTE = re.compile(r"^\s*[>|]")
_ATTRIBUTION = re.compile(
    r"^\s*(on|am|le|il|el|op|pe)\b.{3,200}"
    r"\b(wrote|schrieb|a écrit|ha scritto|escribió|schreef|a scris)\b.{0,80}:\s*$",
    re.IGNORECASE,
)
_ORIGINAL = re.compile(r"^\s*-{3,}\s*(original|forwarded|ursprüngliche|message)\b", re.IGNORECASE)
_HEADER = re.compile(r"^\s*\**(from|von|de|da|van)\**\s*:\s*\S", re.IGNORECASE)
_SIGNATURE = re.compile(
    r"^(--\s?|_{5,}|sent from my .{1,40}|get outlook for .{1,40}|envoyé de mon .{1,40}|"
    r"von meinem .{1,40} gesendet|inviato da .{1,40}|enviado desde .{1,40}|"
    r"verstuurd vanaf .{1,40})$",
    re.IGNORECASE,
)
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"))


def text_that_counts(body: str) -> tuple[str, ...]:
    """The lines a person wrote, without blank ones; empty when there is nothing above the quote.

    Reads at most 400 lines. An attribution may break over two lines, as mail programs break it.
    """
    kept: list[str] = []
    lines = [_plain(line) for line in body.split("\n", _LINES)[:_LINES]]
    for at, line in enumerate(lines):
        short, following = line[:300], lines[at + 1][:300] if at + 1 < len(lines) else ""
        if _SIGNATURE.match(short) or _ORIGINAL.match(short) or _HEADER.match(short):
            break
        if _ATTRIBUTION.match(short) or _ATTRIBUTION.match(f"{short} {following}"):
            break
        if _QUOTE.match(line):
            continue
        if line.strip():
            kept.append(line.strip())
    return tuple(kept)


def _plain(line: str) -> str:
    return line.translate(_INVISIBLE).replace("\u00a0", " ").replace("\u202f", " ").rstrip("\n\r\t")

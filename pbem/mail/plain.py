"""Text as lines to look at: one kind of blank, nothing invisible, no armour, no torn encoding."""

from __future__ import annotations

import quopri
import re

MOST_LINES = 1500
"""Lines looked at in one mail; what comes after them is not read."""

LONGEST_LINE = 10_000
"""Characters of a line that are looked at."""

CUT = "\x02"
"""A line that stands where an HTML mail begins its quotation without saying so in words."""

_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f\u2007\u2002\u2003\u2009\u200a\u3000\t"), " ")
_NOTHING = dict.fromkeys(
    [
        *(number for number in range(32) if chr(number) not in "\n\t" + CUT),
        *(0x7F, 0xAD, 0x61C, 0xFEFF, 0xFE0E, 0xFE0F, 0xFFFC),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
    ]
)
_VISIBLE = _NOTHING | _BLANKS
_BREAKS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SOFT_BREAK = re.compile(r"^.{70,76}=$", re.MULTILINE)
_ENCODED = re.compile(r"=(?:[0-9A-F]{2}|\n)")
_ARMOUR = "-----BEGIN PGP SIGNED MESSAGE-----"
_ARMOUR_END = "-----BEGIN PGP SIGNATURE-----"


def lines_of(text: str) -> list[str]:
    """The lines of a text, at most `MOST_LINES`, without what cannot be seen.

    One that is longer than anybody's is cut, and ends in a sign that tells so: what is left out of
    it may have changed what it says.
    """
    text = _BREAKS.sub("\n", text)
    if _SOFT_BREAK.search(text):
        text = _untorn(text)
    lines = text.split("\n", MOST_LINES)[:MOST_LINES]
    return _unarmoured([_seen(line) for line in lines])


def _seen(line: str) -> str:
    """A line as it is looked at."""
    seen = line[:LONGEST_LINE].translate(_VISIBLE).rstrip()
    return seen if len(line) <= LONGEST_LINE else f"{seen:{LONGEST_LINE}}\N{REPLACEMENT CHARACTER}"


def _untorn(text: str) -> str:
    """Text whose quoted-printable nobody undid, undone; other text as it is."""
    encoded = _ENCODED.findall(text)
    if len(encoded) != text.count("=") or not text.isascii():
        return text
    return quopri.decodestring(text.encode()).decode("utf-8", "replace")


def _unarmoured(lines: list[str]) -> list[str]:
    """What stands inside an OpenPGP armour, if the text begins with one."""
    first = next((at for at, line in enumerate(lines) if line), 0)
    if not lines or lines[first] != _ARMOUR or "" not in lines[first:]:
        return lines
    inside = lines[lines.index("", first) + 1 :]
    if _ARMOUR_END in inside:
        inside = inside[: inside.index(_ARMOUR_END)]
    return [line.removeprefix("- ") for line in inside]
